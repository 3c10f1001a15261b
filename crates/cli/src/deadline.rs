//! The deadline of a run, for work that does not check the time itself.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use dwindle_run::property::{Cancel, OnCancel};
use dwindle_syntax::grammar::Stop;

/// How long after the deadline parsers are stopped. A session usually ends by itself before.
const GRACE: Duration = Duration::from_secs(1);

/// Watches the deadline and Ctrl-C until it is dropped.
pub struct DeadlineWatch {
    /// Cancelled by Ctrl-C and at the deadline: for trials before the session, which checks both
    /// itself.
    pub over: Cancel,
    sender: Sender<Wake>,
    thread: Option<JoinHandle<()>>,
    _interrupt: OnCancel,
}

enum Wake {
    Interrupted,
    Ended,
}

impl DeadlineWatch {
    /// Starts to watch. A parser that runs on beyond the deadline is stopped by `stop`.
    pub fn watch(deadline: Option<Instant>, interrupt: &Cancel, stop: Stop) -> DeadlineWatch {
        let (sender, wakes) = mpsc::channel();
        let (over, interrupted) = (Cancel::new(), sender.clone());
        let cancelled = over.clone();
        let guard = interrupt.on_cancel(move || {
            cancelled.cancel();
            // Nobody receives it at the end.
            let _ = interrupted.send(Wake::Interrupted);
        });
        let is_over = over.clone();
        let wait = move || {
            let wake = match deadline {
                Some(deadline) => wakes.recv_timeout(deadline.saturating_duration_since(Instant::now())),
                None => wakes.recv().map_err(RecvTimeoutError::from),
            };
            match wake {
                Ok(Wake::Ended) | Err(RecvTimeoutError::Disconnected) => return,
                Ok(Wake::Interrupted) | Err(RecvTimeoutError::Timeout) => is_over.cancel(),
            }
            if let Ok(Wake::Interrupted) | Err(RecvTimeoutError::Timeout) = wakes.recv_timeout(GRACE) {
                stop.stop();
            }
        };
        let thread = thread::Builder::new().name("deadline".to_owned()).spawn(wait).ok();
        DeadlineWatch { over, sender, thread, _interrupt: guard }
    }
}

impl Drop for DeadlineWatch {
    fn drop(&mut self) {
        // The thread may have ended.
        let _ = self.sender.send(Wake::Ended);
        if let Some(thread) = self.thread.take() {
            // The thread does not panic.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deadline_ends_trials_and_then_parsers() {
        let stop = Stop::default();
        let deadline_watch = DeadlineWatch::watch(Some(Instant::now()), &Cancel::new(), stop.clone());
        stop.during(|| {
            while !Stop::is_stopped_here() {
                thread::sleep(Duration::from_millis(5));
            }
        });
        assert!(deadline_watch.over.is_cancelled());
    }

    #[test]
    fn an_interruption_ends_trials_at_once() {
        let interrupt = Cancel::new();
        let deadline_watch = DeadlineWatch::watch(None, &interrupt, Stop::default());
        assert!(!deadline_watch.over.is_cancelled());
        interrupt.cancel();
        assert!(deadline_watch.over.is_cancelled());
    }
}
