//! What every directory of a trial gets.

use super::Extra;
use crate::files::Modes;

/// What every directory of a trial gets.
#[derive(Debug, Default)]
pub(super) struct Filling {
    /// The files beside the candidate.
    pub(super) extras: Vec<Extra>,
    /// The permissions of the candidate's files.
    pub(super) modes: Modes,
}
