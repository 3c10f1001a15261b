//! Why an experiment cannot be made.

use std::io;
use std::path::PathBuf;

use dwindle_passes::PlanError;
use dwindle_run::checkup::Finding;
use dwindle_run::files::FilesError;
use dwindle_run::property::PropertyError;
use dwindle_run::session::Failure;

use crate::oracles::OracleError;

/// Why an experiment, or one measurement of it, cannot be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExperimentError {
    /// A file or folder of the experiment cannot be read or written.
    #[error("`{path}`: {source}")]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A description of a case is not what it should be.
    #[error("`{path}`: {source}")]
    Description {
        /// Which.
        path: PathBuf,
        /// Why.
        source: toml::de::Error,
    },
    /// There is no case of that name.
    #[error("there is no case `{0}`")]
    UnknownCase(String),
    /// There is no list search of that name.
    #[error("there is no list search `{0}`")]
    UnknownAlgorithm(String),
    /// The framework is not a plan.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The input cannot be read.
    #[error(transparent)]
    Input(#[from] FilesError),
    /// An oracle cannot be made of the input.
    #[error(transparent)]
    Oracle(#[from] OracleError),
    /// The property cannot be asked.
    #[error(transparent)]
    Property(#[from] PropertyError),
    /// The property cannot be relied on: perhaps a tool is missing.
    #[error("the property is not fit for an experiment: {0:?}; is everything installed that it runs?")]
    Unfit(Finding),
    /// A reduction failed.
    #[error(transparent)]
    Session(#[from] Failure),
    /// The result is not interesting any more.
    #[error("the result is not interesting when it is tested again")]
    NotReproduced,
    /// A measurement cannot be started, or said something that is not understood.
    #[error("{what}: {source}")]
    Process {
        /// What was tried.
        what: &'static str,
        /// Why it failed.
        source: io::Error,
    },
    /// A measurement ended without a result; what it said stands on stderr.
    #[error("the measurement ended without a result")]
    NoResult,
    /// Another reducer cannot be run.
    #[error("{name}: {why}")]
    Peer {
        /// Which.
        name: String,
        /// Why.
        why: String,
    },
    /// A line of the raw results is not understood.
    #[error("`{path}`, line {line}: {source}")]
    Raw {
        /// Which file.
        path: PathBuf,
        /// Which line, from 1.
        line: usize,
        /// Why.
        source: serde_json::Error,
    },
}

impl ExperimentError {
    /// Names the file that failed.
    pub(crate) fn file(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> ExperimentError {
        move |source| ExperimentError::File { path: path.into(), source }
    }
}
