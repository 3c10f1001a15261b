//! A command and its signature, without what belongs to one machine.

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::CommandProperty;
use super::signature::Signature;
use super::template::Template;
use crate::property::CandidatePaths;
use crate::trial::Bench;

/// What a command property is made of, to be made again on another machine.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CommandParts {
    template: Template,
    other: Option<Template>,
    paths: CandidatePaths,
    signature: Signature,
}

impl CommandProperty {
    /// Returns what the property is made of.
    pub(super) fn parts(&self) -> CommandParts {
        CommandParts {
            template: self.template.clone(),
            other: self.other.clone(),
            paths: self.paths.clone(),
            signature: self.signature.clone(),
        }
    }

    /// Makes the property again, which asks the same.
    pub(in crate::property) fn from_parts(parts: CommandParts, bench: Arc<Bench>) -> CommandProperty {
        let CommandParts { template, other, paths, signature } = parts;
        CommandProperty {
            template,
            other,
            paths,
            signature,
            time_limit: None,
            first_run: Duration::ZERO,
            bench,
            is_weak: None,
            others: None,
        }
    }
}
