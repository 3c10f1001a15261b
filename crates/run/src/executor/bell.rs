//! What ends a wait.

use std::fmt;
use std::sync::Arc;

/// Ends the wait for an outcome, now or the next one. Clones ring the same bell.
#[derive(Clone)]
pub struct Bell {
    ring: Arc<dyn Fn() + Send + Sync>,
}

impl Bell {
    /// Makes a bell of what happens when it is rung.
    pub fn new(ring: impl Fn() + Send + Sync + 'static) -> Bell {
        Bell { ring: Arc::new(ring) }
    }

    /// Rings.
    pub fn ring(&self) {
        (self.ring)();
    }
}

impl fmt::Debug for Bell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bell").finish_non_exhaustive()
    }
}
