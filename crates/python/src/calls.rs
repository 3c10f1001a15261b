//! Tests that are called in this process, one at a time.

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::options::Options;
use crate::outcome::{Outcome, outcome};
use crate::raised::Raised;

/// Reduces with a callable that takes bytes. It is called on this thread; what it raises ends the
/// reduction.
#[pyfunction]
pub fn reduce_by_calls(py: Python<'_>, options: Options, test: Py<PyAny>) -> PyResult<Outcome> {
    let document = options.document()?;
    let raised = Raised::default();
    let ended = py.detach(|| {
        let ended = options.reduction(&document, &raised)?.run(|candidate| {
            let answer = Python::attach(|py| {
                py.check_signals()?;
                let bytes = candidate.files().first().map_or(&[][..], |file| file.bytes());
                test.bind(py).call1((PyBytes::new(py, bytes),))?.is_truthy()
            });
            answer.unwrap_or_else(|error| {
                raised.raise(error);
                false
            })
        });
        Ok::<_, PyErr>(ended)
    })?;
    outcome(py, ended, &raised)
}
