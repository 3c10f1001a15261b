//! Tests that are scripts.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use dwindle_run::process::Launcher;
use dwindle_run::property::{CandidatePaths, ScriptProperty};
use dwindle_run::trial::{TrialHost, TrialHostOptions};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::options::Options;
use crate::outcome::{Outcome, ReductionError, outcome};
use crate::raised::Raised;

/// Reduces with a script. The program `keeper`, if there is one, starts it and kills what it leaves
/// behind.
#[pyfunction]
pub fn reduce_by_script(
    py: Python<'_>,
    options: Options,
    script: PathBuf,
    keeper: Option<PathBuf>,
    timeout: f64,
) -> PyResult<Outcome> {
    let document = options.document()?;
    let raised = Raised::default();
    let timeout = Duration::try_from_secs_f64(timeout)
        .map_err(|error| PyValueError::new_err(format!("timeout: {error}")))?;
    let launcher = keeper.map_or_else(Launcher::direct, Launcher::with_keeper);
    let trial_host = Arc::new(TrialHost::new(TrialHostOptions { launcher, ..TrialHostOptions::default() }));
    let script = ScriptProperty::new(&script, CandidatePaths::of(&document), trial_host)
        .map_err(|error| ReductionError::new_err(error.to_string()))?
        .with_time_limit(Some(timeout));
    let ended = py.detach(|| {
        let reduction = options.reduction(&document, &raised)?;
        Ok::<_, PyErr>(reduction.run_property(options.jobs(), &script))
    })?;
    outcome(py, ended, &raised)
}
