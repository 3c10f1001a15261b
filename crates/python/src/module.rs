//! What Python imports.

use pyo3::prelude::*;

/// The native half of dwindle. Its functions have no stable interface; `dwindle` has.
#[pymodule]
mod _dwindle {
    #[pymodule_export]
    use crate::calls::reduce_by_calls;
    #[pymodule_export]
    use crate::lists::{algorithms, minimize};
    #[pymodule_export]
    use crate::orphans::{adopt_orphans, end_children};
    #[pymodule_export]
    use crate::outcome::{NotInteresting, ReductionError};
    #[pymodule_export]
    use crate::scripts::reduce_by_script;
    #[pymodule_export]
    use crate::workers::reduce_by_workers;

    #[pymodule_init]
    fn init(module: &pyo3::Bound<'_, pyo3::types::PyModule>) -> pyo3::PyResult<()> {
        use pyo3::types::PyModuleMethods;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
