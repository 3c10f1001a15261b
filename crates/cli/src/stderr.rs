//! Lines on stderr, at once or after a delay.

use std::io::Write;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The delay after which users want to know what is going on.
const DELAY: Duration = Duration::from_secs(2);

/// Writes a line to stderr if it is not dropped within two seconds.
pub struct DelayedLine {
    over: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl DelayedLine {
    /// Starts the delay. If no thread can be started, nothing is written.
    pub fn new(text: &'static str) -> DelayedLine {
        let (over, is_over) = mpsc::channel();
        let wait = move || {
            if is_over.recv_timeout(DELAY) == Err(RecvTimeoutError::Timeout) {
                say(text);
            }
        };
        DelayedLine { over: Some(over), thread: thread::Builder::new().spawn(wait).ok() }
    }
}

/// Writes a line to stderr. An error is ignored: it could only be reported on stderr.
pub fn say(text: &str) {
    let _ = writeln!(anstream::stderr().lock(), "{text}");
}

impl Drop for DelayedLine {
    fn drop(&mut self) {
        drop(self.over.take());
        if let Some(thread) = self.thread.take() {
            // The thread does not panic.
            let _ = thread.join();
        }
    }
}
