//! The end of the time that is allowed, for work that does not look at a clock.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use dwindle_run::property::{Cancel, OnCancel};
use dwindle_syntax::grammar::Stop;

/// How long a session may take to end by itself: only what does not look around for so long is
/// stopped.
const GRACE: Duration = Duration::from_secs(1);

/// Watches the time and Ctrl-C until it is dropped.
pub struct Overtime {
    /// Cancelled by Ctrl-C, and when the time is over: for trials before there is a session, which
    /// watches itself.
    pub over: Cancel,
    sender: Sender<Wake>,
    thread: Option<JoinHandle<()>>,
    _interrupt: OnCancel,
}

enum Wake {
    Interrupted,
    Ended,
}

impl Overtime {
    /// Begins to watch. What parses for longer than that is told by `stop` to give up.
    pub fn watch(deadline: Option<Instant>, interrupt: &Cancel, stop: Stop) -> Overtime {
        let (sender, wakes) = mpsc::channel();
        let (over, rung) = (Cancel::new(), sender.clone());
        let cancelled = over.clone();
        let guard = interrupt.on_cancel(move || {
            cancelled.cancel();
            // Nobody listens any more at the end.
            let _ = rung.send(Wake::Interrupted);
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
        let thread = thread::Builder::new().name("overtime".to_owned()).spawn(wait).ok();
        Overtime { over, sender, thread, _interrupt: guard }
    }
}

impl Drop for Overtime {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.sender.send(Wake::Ended);
        if let Some(thread) = self.thread.take() {
            // It only waits.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_that_is_over_ends_first_trials_and_then_parsers() {
        let stop = Stop::default();
        let overtime = Overtime::watch(Some(Instant::now()), &Cancel::new(), stop.clone());
        stop.during(|| {
            while !Stop::is_stopped_here() {
                thread::sleep(Duration::from_millis(5));
            }
        });
        assert!(overtime.over.is_cancelled());
    }

    #[test]
    fn an_interruption_ends_first_trials_at_once() {
        let interrupt = Cancel::new();
        let overtime = Overtime::watch(None, &interrupt, Stop::default());
        assert!(!overtime.over.is_cancelled());
        interrupt.cancel();
        assert!(overtime.over.is_cancelled());
    }
}
