//! A command and its signature, without what belongs to one machine.

use serde::{Deserialize, Serialize};

use super::signature::Signature;
use super::template::Template;
use crate::property::CandidatePaths;

/// What a command property is made of, to be made again on another machine.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CommandParts {
    pub(super) template: Template,
    pub(super) other: Option<Template>,
    pub(super) paths: CandidatePaths,
    pub(super) signature: Signature,
}
