//! Errors of experiments.

use std::io;
use std::path::PathBuf;

use dwindle_passes::PlanError;
use dwindle_run::checkup::Finding;
use dwindle_run::files::FilesError;
use dwindle_run::property::PropertyError;
use dwindle_run::session::Failure;

use crate::oracles::OracleError;

/// Why an experiment, or one of its measurements, failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExperimentError {
    /// A file or directory of the experiment cannot be read or written.
    #[error("`{path}`: {source}")]
    File {
        /// The path.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// The description of a case is malformed.
    #[error("`{path}`: {source}")]
    Description {
        /// The path.
        path: PathBuf,
        /// The reason.
        source: toml::de::Error,
    },
    /// There is no case of this name.
    #[error("there is no case `{0}`")]
    UnknownCase(String),
    /// There is no list search of this name.
    #[error("there is no list search `{0}`")]
    UnknownAlgorithm(String),
    /// The framework is not a valid plan.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The input cannot be read.
    #[error(transparent)]
    Input(#[from] FilesError),
    /// An oracle cannot be made from the input.
    #[error(transparent)]
    Oracle(#[from] OracleError),
    /// The property cannot be run.
    #[error(transparent)]
    Property(#[from] PropertyError),
    /// The property failed its checks: perhaps a tool is missing.
    #[error("the property is not fit for an experiment: {0:?}; is everything installed that it runs?")]
    Unfit(Finding),
    /// A reduction failed.
    #[error(transparent)]
    Session(#[from] Failure),
    /// The result is not interesting when tested again.
    #[error("the result is not interesting when it is tested again")]
    NotReproduced,
    /// A measurement cannot be started, or its output cannot be parsed.
    #[error("{what}: {source}")]
    Process {
        /// What failed.
        what: &'static str,
        /// Why it failed.
        source: io::Error,
    },
    /// A measurement ended without a result; its message is on stderr.
    #[error("the measurement ended without a result")]
    NoResult,
    /// Another reducer cannot be run.
    #[error("{name}: {why}")]
    Peer {
        /// The name of the reducer.
        name: String,
        /// Why.
        why: String,
    },
    /// A line of the raw results cannot be parsed.
    #[error("`{path}`, line {line}: {source}")]
    Raw {
        /// The path of the file.
        path: PathBuf,
        /// The line number, from 1.
        line: usize,
        /// Why.
        source: serde_json::Error,
    },
}

impl ExperimentError {
    /// Returns a function that adds the path to an I/O error.
    pub(crate) fn file(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> ExperimentError {
        move |source| ExperimentError::File { path: path.into(), source }
    }
}
