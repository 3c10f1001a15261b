//! A test that a farm runs.

use std::sync::Arc;

use crate::action::Actions;
use crate::shared::Shared;

/// One of the tests that a farm runs; created by [`Farm::assign`](crate::Farm::assign).
pub struct FarmTest {
    pub(crate) shared: Arc<Shared>,
    pub(crate) actions: Actions,
}
