//! The main job.

use clap::Args;

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
    /// How to test.
    #[command(flatten)]
    pub property: PropertyArgs,
    /// How candidates are chosen.
    #[command(flatten)]
    pub search: SearchArgs,
}
