//! Why a command fails.

use std::fmt;

use dwindle_lab::experiment::ExperimentError;

/// An error message; the program exits with status 1.
#[derive(Debug)]
pub struct Failure(String);

impl From<ExperimentError> for Failure {
    fn from(error: ExperimentError) -> Failure {
        Failure(error.to_string())
    }
}

impl From<String> for Failure {
    fn from(message: String) -> Failure {
        Failure(message)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
