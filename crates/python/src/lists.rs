//! Minimizing lists.

use dwindle::Minimizer;
use dwindle_reduce::{ALGORITHMS, Algorithm};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::outcome::NotInteresting;

/// Returns the indices that are kept of a list of `n_items`, and the number of tests. The test gets
/// lists of indices.
#[pyfunction]
pub fn minimize(
    py: Python<'_>,
    n_items: usize,
    test: Py<PyAny>,
    algorithm: Option<&str>,
    max_tests: Option<u64>,
) -> PyResult<(Vec<usize>, u64)> {
    if u32::try_from(n_items).is_err() {
        return Err(PyValueError::new_err("a list has fewer than 2^32 items"));
    }
    let mut minimizer = Minimizer::new();
    if let Some(name) = algorithm {
        let unknown = || {
            let known: Vec<&str> = ALGORITHMS.iter().map(|algorithm| algorithm.name).collect();
            PyValueError::new_err(format!("there is no algorithm {name:?}; there are: {}", known.join(", ")))
        };
        minimizer = minimizer.algorithm(Algorithm::named(name).ok_or_else(unknown)?);
    }
    if let Some(max_tests) = max_tests {
        minimizer = minimizer.max_tests(max_tests);
    }
    let items: Vec<usize> = (0..n_items).collect();
    let minimized = py.detach(|| {
        minimizer.try_minimize(&items, |kept| {
            Python::attach(|py| {
                py.check_signals()?;
                test.bind(py).call1((kept.to_vec(),))?.is_truthy()
            })
        })
    })?;
    minimized
        .map(|minimized| (minimized.kept, minimized.tests))
        .map_err(|error| NotInteresting::new_err(error.to_string()))
}

/// Returns the names of the list algorithms.
#[pyfunction]
pub fn algorithms() -> Vec<&'static str> {
    ALGORITHMS.iter().map(|algorithm| algorithm.name).collect()
}
