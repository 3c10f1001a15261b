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
/// Signals within this time count as one: `timeout` sends its signal to the process and then to its
/// group, so the process gets it twice.
const ECHO: Duration = Duration::from_millis(300);

/// Handles signals until it is dropped. The first SIGINT, SIGTERM or SIGHUP cancels a token; the
/// second one ends the process with exit status 130. A signal that was ignored when the process
/// began (`nohup`, a background job) stays ignored. A limit on the size of files (`ulimit -f`) is
/// an error of writing from then on, and does not end the process.
pub struct Signals {
    handle: Handle,
    thread: Option<JoinHandle<()>>,
}

impl Signals {
    /// Installs the handlers.
    ///
    /// # Errors
    /// When there are too many open files or threads.
    pub fn watch(interrupt: &Cancel) -> io::Result<Signals> {
        // A handler, because tests would inherit an ignored signal.
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
            // The thread only cancels a token, which does not panic.
            let _ = thread.join();
        }
    }
}

/// Returns the set of signals that this process ignores; bit 0 is signal 1. Empty without `/proc`.
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    line.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}
