//! Cancelling parsers.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

thread_local! {
    static CURRENT: RefCell<Option<Stop>> = const { RefCell::new(None) };
}

/// Cancels parsers whose trees are no longer needed: they give up soon. Clones share one state;
/// stopping is final.
///
/// Whether a text has a tree must not depend on time: after stopping parsers, do not use their
/// results.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    is_stopped: Arc<AtomicBool>,
}

impl Stop {
    /// Stops all work that is done [during](Stop::during) this.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    /// Runs `work`. The parsers of this thread stop early if this is stopped meanwhile.
    pub fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        let _restored = Restored(CURRENT.replace(Some(self.clone())));
        work()
    }

    /// Whether the current work of this thread is stopped.
    pub fn is_stopped_here() -> bool {
        CURRENT.with_borrow(|stop| stop.as_ref().is_some_and(|stop| stop.is_stopped.load(Ordering::Relaxed)))
    }
}

/// Restores the previous value.
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
