//! A word to those who wait.

use std::io::Write;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// After this time a person wonders what is going on.
const PATIENCE: Duration = Duration::from_secs(2);

/// Reports something on stderr if it is not dropped within two seconds.
pub struct Patience {
    over: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Patience {
    /// Begins to wait. Where no thread can be started, nothing is said.
    pub fn before_saying(text: &'static str) -> Patience {
        let (over, is_over) = mpsc::channel();
        let wait = move || {
            if is_over.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                say(text);
            }
        };
        Patience { over: Some(over), thread: thread::Builder::new().spawn(wait).ok() }
    }
}

/// Writes a line to stderr. Nobody is left to hear that stderr is full or closed.
pub fn say(text: &str) {
    let _ = writeln!(anstream::stderr().lock(), "{text}");
}

impl Drop for Patience {
    fn drop(&mut self) {
        drop(self.over.take());
        if let Some(thread) = self.thread.take() {
            // It only prints.
            let _ = thread.join();
        }
    }
}
