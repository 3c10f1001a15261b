//! Ending long work early.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

thread_local! {
    static CURRENT: RefCell<Option<Stop>> = const { RefCell::new(None) };
}

/// Tells parsers that nobody waits for their trees any more: they give up soon. Clones share one
/// state, and it is for good.
///
/// Whether a text has a tree must not depend on a clock. So whoever stops parsers must not use what
/// follows.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    is_stopped: Arc<AtomicBool>,
}

impl Stop {
    /// Stops everything that is done [during](Stop::during) this.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    /// Does some work, during which the parsers of this thread look whether they are stopped.
    pub fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        let _restored = Restored(CURRENT.replace(Some(self.clone())));
        work()
    }

    /// Whether what this thread does now is stopped.
    pub fn is_stopped_here() -> bool {
        CURRENT.with_borrow(|stop| stop.as_ref().is_some_and(|stop| stop.is_stopped.load(Ordering::Relaxed)))
    }
}

/// Puts back what was there before.
struct Restored(Option<Stop>);

impl Drop for Restored {
    fn drop(&mut self) {
        CURRENT.set(self.0.take());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_done_during_a_stop_is_stopped() {
        let (outer, inner) = (Stop::default(), Stop::default());
        inner.stop();
        outer.during(|| {
            assert!(!Stop::is_stopped_here());
            inner.during(|| assert!(Stop::is_stopped_here()));
            assert!(!Stop::is_stopped_here());
            outer.clone().stop();
            assert!(Stop::is_stopped_here());
        });
        assert!(!Stop::is_stopped_here());
    }
}
