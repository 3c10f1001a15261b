//! The part of a trial's directory that is the same in all trials.

use super::Extra;
use crate::files::Modes;

/// The part of a trial's directory that is the same in all trials.
#[derive(Debug, Default)]
pub(super) struct CommonFiles {
    /// The files besides the candidate.
    pub(super) extras: Vec<Extra>,
    /// The permissions of the candidate's files.
    pub(super) modes: Modes,
}
