//! What all ways to reduce have in common.

use std::path::{Component, Path};
use std::time::Duration;

use dwindle::{Document, Reduction};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::raised::{Raised, Watch};

/// The input and the limits, as Python hands them over.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Options {
    name: String,
    data: Vec<u8>,
    plan: String,
    jobs: usize,
    budget: Option<f64>,
    max_trials: Option<u64>,
    target_size: Option<u64>,
}

impl Options {
    /// Returns the document.
    pub fn document(&self) -> PyResult<Document> {
        let path = Path::new(&self.name);
        let is_name = path.components().count() == 1
            && path.components().all(|component| matches!(component, Component::Normal(_)));
        match is_name {
            true => Ok(Document::single(path, self.data.clone())),
            false => Err(PyValueError::new_err(format!("name: {:?} is not the name of a file", self.name))),
        }
    }

    /// Returns how many trials run at once.
    pub fn jobs(&self) -> usize {
        self.jobs
    }

    /// Prepares the reduction. What a signal handler raises meanwhile ends it.
    pub fn reduction(&self, document: &Document, raised: &Raised) -> PyResult<Reduction> {
        let mut reduction = Reduction::new(document)
            .plan(&self.plan)
            .interrupt(raised.interrupt())
            .observer(Box::new(Watch::new(raised)));
        if let Some(seconds) = self.budget {
            let budget = Duration::try_from_secs_f64(seconds)
                .map_err(|error| PyValueError::new_err(format!("budget: {error}")))?;
            reduction = reduction.budget(budget);
        }
        if let Some(max_trials) = self.max_trials {
            reduction = reduction.max_trials(max_trials);
        }
        if let Some(target_size) = self.target_size {
            reduction = reduction.target_bytes(target_size);
        }
        Ok(reduction)
    }
}
