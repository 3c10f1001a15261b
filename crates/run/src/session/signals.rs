//! The signals that stop a run, such as Ctrl-C.

use std::io;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::iterator::{Handle, Signals as Arrivals};
use signal_hook::{flag, low_level};

use crate::property::Cancel;

/// The exit status after a second signal.
const INTERRUPTED: i32 = 130;
/// What comes within this time is the same wish: `timeout` sends its signal to the process and then
/// to its group, and so to the process again.
const ECHO: Duration = Duration::from_millis(300);

/// Cancels a token at the first SIGINT, SIGTERM or SIGHUP and ends the process at the second, with
/// exit status 130, until it is dropped. A file that may not grow (`ulimit -f`) is an error of that
/// file from then on, and ends nothing. A signal that was ignored when the process began (`nohup`,
/// a background job) stays ignored.
pub struct Signals {
    handle: Handle,
    thread: Option<JoinHandle<()>>,
}

impl Signals {
    /// Begins to watch.
    ///
    /// # Errors
    /// When there are too many open files or threads.
    pub fn watch(interrupt: &Cancel) -> io::Result<Signals> {
        // A handler, not an ignored signal: that would be inherited by tests.
        flag::register(SIGXFSZ, Arc::default())?;
        let ignored = ignored_signals();
        let watched = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
        let mut arrivals = Arrivals::new(watched)?;
        let handle = arrivals.handle();
        let interrupt = interrupt.clone();
        let watch = move || {
            let mut first: Option<Instant> = None;
            for _ in arrivals.forever() {
                match first {
                    None => {
                        first = Some(Instant::now());
                        interrupt.cancel();
                    }
                    Some(first) if first.elapsed() < ECHO => {}
                    Some(_) => low_level::exit(INTERRUPTED),
                }
            }
        };
        let thread = thread::Builder::new().name("signals".to_owned()).spawn(watch)?;
        Ok(Signals { handle, thread: Some(thread) })
    }
}

impl Drop for Signals {
    fn drop(&mut self) {
        self.handle.close();
        if let Some(thread) = self.thread.take() {
            // It only cancels a token, which does not panic.
            let _ = thread.join();
        }
    }
}

/// Returns the set of signals that this process ignores, where the system tells; bit 0 is signal 1.
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    line.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}
