//! The main job.

use clap::Args;

#[cfg(feature = "remote")]
use super::RemoteArgs;
use super::{PropertyArgs, SearchArgs, SessionArgs, SubjectArgs};

/// Everything about one reduction.
#[derive(Clone, Debug, Args)]
pub struct ReduceArgs {
    /// What to test, and with what.
    #[command(flatten)]
    pub subject: SubjectArgs,
    /// Where things go, and when to stop.
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
