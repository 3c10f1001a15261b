//! From the end of a reduction to Python.

use dwindle::{ReduceError, Reduced};
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::raised::Raised;

pyo3::create_exception!(
    dwindle,
    NotInteresting,
    PyValueError,
    "The test says no to the whole input, so there is nothing to preserve."
);
pyo3::create_exception!(
    dwindle,
    ReductionError,
    PyException,
    "The reduction could not go on. `best` is the smallest input so far."
);

/// The bytes of the result, and the summary as JSON.
pub type Outcome = (Py<PyBytes>, String);

/// Returns the result, or the exception to raise, whose attribute `best` is the smallest input so
/// far.
pub fn outcome(py: Python<'_>, ended: Result<Reduced, ReduceError>, raised: &Raised) -> PyResult<Outcome> {
    let error = raised.take();
    let best = match (&ended, &error) {
        (Ok(reduced), _) => Some(reduced.bytes()),
        (Err(ReduceError::Failed { best, .. }), _) => best.files().first().map(dwindle::File::bytes),
        (Err(_), _) => None,
    };
    let error = error.or_else(|| match &ended {
        Ok(_) => None,
        Err(error @ ReduceError::NotInteresting) => Some(NotInteresting::new_err(error.to_string())),
        Err(error @ ReduceError::Plan(_)) => Some(PyValueError::new_err(error.to_string())),
        Err(error) => Some(ReductionError::new_err(error.to_string())),
    });
    if let Some(error) = error {
        if let Some(best) = best {
            // Exceptions with slots have no room for it.
            let _ = error.value(py).setattr("best", PyBytes::new(py, best));
        }
        return Err(error);
    }
    let reduced = ended.map_err(|error| ReductionError::new_err(error.to_string()))?;
    let summary = serde_json::to_value(&reduced.summary)
        .map(|mut summary| {
            summary["reason"] = format!("{:?}", reduced.reason).to_lowercase().into();
            summary.to_string()
        })
        .map_err(|error| ReductionError::new_err(error.to_string()))?;
    Ok((PyBytes::new(py, reduced.bytes()).unbind(), summary))
}
