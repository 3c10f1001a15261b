//! A token that ends a trial early.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Tells a trial that its verdict is no longer needed. Clones share one state. Cancelling cannot be
/// undone.
#[derive(Clone, Default)]
pub struct Cancel {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    cancelled: AtomicBool,
    wakers: Mutex<Wakers>,
}

type Waker = Box<dyn FnOnce() + Send>;

#[derive(Default)]
struct Wakers {
    n_registered: u64,
    waiting: Vec<(u64, Waker)>,
}

impl Cancel {
    /// Creates a token that is not cancelled. Allocates once and opens no file.
    pub fn new() -> Cancel {
        Cancel::default()
    }

    /// Cancels. Calls all functions registered by [`Cancel::on_cancel`] before it returns. A second
    /// call does nothing.
    pub fn cancel(&self) {
        let mut wakers = self.shared.wakers();
        self.shared.cancelled.store(true, Ordering::Release);
        // The lock is held during the calls: after an `OnCancel` was dropped, its waker does not
        // run.
        for (_, wake) in wakers.waiting.drain(..) {
            wake();
        }
    }

    /// Whether this token was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.shared.cancelled.load(Ordering::Acquire)
    }

    /// Calls `wake` when this token is cancelled, on the thread that cancels it; at once if it
    /// already was.
    ///
    /// `wake` must be short, and must not use this token or drop the guard. Dropping the guard
    /// unregisters `wake`; after that it does not run and will never run.
    #[must_use = "dropping the guard unregisters the waker"]
    pub fn on_cancel(&self, wake: impl FnOnce() + Send + 'static) -> OnCancel {
        let mut wakers = self.shared.wakers();
        let id = wakers.n_registered;
        wakers.n_registered += 1;
        if self.is_cancelled() {
            wake();
        } else {
            wakers.waiting.push((id, Box::new(wake)));
        }
        drop(wakers);
        OnCancel { shared: self.shared.clone(), id }
    }
}

impl Shared {
    fn wakers(&self) -> MutexGuard<'_, Wakers> {
        // A waker that panicked leaves a list that is still well-formed.
        self.wakers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Cancel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cancel").field("cancelled", &self.is_cancelled()).finish()
    }
}

/// Keeps a waker registered with a [`Cancel`] until it is dropped.
pub struct OnCancel {
    shared: Arc<Shared>,
    id: u64,
}

impl Drop for OnCancel {
    fn drop(&mut self) {
        self.shared.wakers().waiting.retain(|(id, _)| *id != self.id);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    fn counter() -> (Arc<AtomicUsize>, impl FnOnce() + Send + 'static) {
        let calls = Arc::new(AtomicUsize::new(0));
        let counted = calls.clone();
        (calls, move || {
            counted.fetch_add(1, Ordering::SeqCst);
        })
    }

    #[test]
    fn clones_share_the_cancellation() {
        let cancel = Cancel::new();
        let clone = cancel.clone();
        assert!(!clone.is_cancelled());
        cancel.cancel();
        assert!(clone.is_cancelled());
    }

    #[test]
    fn wakers_are_called_once() {
        let cancel = Cancel::new();
        let (calls, wake) = counter();
        let _guard = cancel.on_cancel(wake);
        cancel.cancel();
        cancel.cancel();
        assert_eq!(calls.load(Ordering::SeqCst), 1);
    }

    #[test]
    fn a_waker_registered_after_the_cancellation_is_called_at_once() {
        let cancel = Cancel::new();
        cancel.cancel();
        let (calls, wake) = counter();
        let _guard = cancel.on_cancel(wake);
        assert_eq!(calls.load(Ordering::SeqCst), 1);
    }

    #[test]
    fn dropping_a_guard_unregisters_only_its_own_waker() {
        let cancel = Cancel::new();
        let (dropped_calls, dropped) = counter();
        let (kept_calls, kept) = counter();
        let guard = cancel.on_cancel(dropped);
        let _kept = cancel.on_cancel(kept);
        drop(guard);
        cancel.cancel();
        assert_eq!(dropped_calls.load(Ordering::SeqCst), 0);
        assert_eq!(kept_calls.load(Ordering::SeqCst), 1);
    }
}
