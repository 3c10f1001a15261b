//! The end of a wait for an outcome.

use std::fmt;
use std::sync::Arc;

/// Ends the present wait for an outcome, or the next one if nobody waits. Clones end the same wait.
#[derive(Clone)]
pub struct Waker {
    wake: Arc<dyn Fn() + Send + Sync>,
}

impl Waker {
    /// Creates a waker that calls a function.
    pub fn new(wake: impl Fn() + Send + Sync + 'static) -> Waker {
        Waker { wake: Arc::new(wake) }
    }

    /// Ends the wait.
    pub fn wake(&self) {
        (self.wake)();
    }
}

impl fmt::Debug for Waker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Waker").finish_non_exhaustive()
    }
}
