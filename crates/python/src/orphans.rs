//! What a worker process does about processes that a trial leaves behind.

use dwindle_run::process;
use pyo3::prelude::*;

/// Makes this process the parent of all orphans among its descendants, where the system can do
/// that.
#[pyfunction]
pub fn adopt_orphans() -> PyResult<()> {
    Ok(process::adopt_orphans()?)
}

/// Kills all children of this process, and theirs, until there are none.
#[pyfunction]
pub fn end_children(py: Python<'_>) -> PyResult<()> {
    Ok(py.detach(process::end_children)?)
}
