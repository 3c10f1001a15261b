//! The arguments of a reduction.

use clap::Args;

#[cfg(feature = "remote")]
use super::RemoteArgs;
use super::{PropertyArgs, SearchArgs, SessionArgs, SubjectArgs};

/// All arguments of one reduction.
#[derive(Clone, Debug, Args)]
pub struct ReduceArgs {
    /// What to test, and with what.
    #[command(flatten)]
    pub subject: SubjectArgs,
    /// The result, the session and its limits.
    #[command(flatten)]
    pub session: SessionArgs,
    /// A build farm.
    #[cfg(feature = "remote")]
    #[command(flatten)]
    pub remote: RemoteArgs,
    /// How to test.
    #[command(flatten)]
    pub property: PropertyArgs,
    /// How candidates are chosen.
    #[command(flatten)]
    pub search: SearchArgs,
}
