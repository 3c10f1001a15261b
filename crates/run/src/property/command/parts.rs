//! The parts of a command property that do not depend on the machine.

use serde::{Deserialize, Serialize};

use super::signature::Signature;
use super::template::Template;
use crate::property::CandidatePaths;

/// The parts from which a command property is created on another machine.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CommandParts {
    pub(super) template: Template,
    pub(super) other: Option<Template>,
    pub(super) paths: CandidatePaths,
    pub(super) signature: Signature,
}
