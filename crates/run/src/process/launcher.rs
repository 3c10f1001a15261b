//! The way to run jobs.

use super::{Ended, Job, LaunchError, direct};
use crate::property::Cancel;

/// Runs jobs, from many threads at once.
#[derive(Debug, Default)]
pub struct Launcher {}

impl Launcher {
    /// Runs jobs as children of this process.
    pub fn direct() -> Launcher {
        Launcher {}
    }

    /// Runs a job and waits for its end. Cancelling kills it at once.
    ///
    /// # Errors
    /// When the program cannot be started, or the means of starting programs fail. However the program ends, even by
    /// timeout or limit, is not an error.
    pub fn run(&self, job: &Job, cancel: &Cancel) -> Result<Ended, LaunchError> {
        direct::run(job, cancel)
    }
}
