//! Ctrl-C and its relatives.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::{self, JoinHandle};

use signal_hook::SigId;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::{Handle, Signals as Arrivals};
use signal_hook::{flag, low_level};

use crate::property::Cancel;

/// The exit status after a second signal.
const INTERRUPTED: i32 = 130;

/// Cancels a token at the first SIGINT, SIGTERM or SIGHUP and ends the process at the second, with exit status 130,
/// until it is dropped. A signal that was ignored when the process began (`nohup`, a background job) stays ignored.
pub struct Signals {
    handle: Handle,
    thread: Option<JoinHandle<()>>,
    actions: Vec<SigId>,
}

impl Signals {
    /// Begins to watch.
    ///
    /// # Errors
    /// When there are too many open files or threads.
    pub fn watch(interrupt: &Cancel) -> io::Result<Signals> {
        let ignored = ignored_signals();
        let watched = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
        let watched: Vec<i32> = watched.collect();
        let mut arrivals = Arrivals::new(&watched)?;
        let mut signals = Signals { handle: arrivals.handle(), thread: None, actions: Vec::new() };
        let is_second = Arc::new(AtomicBool::new(false));
        for signal in watched {
            // The order matters: the first signal must find the flag unset.
            signals.actions.push(flag::register_conditional_shutdown(
                signal,
                INTERRUPTED,
                is_second.clone(),
            )?);
            signals.actions.push(flag::register(signal, is_second.clone())?);
        }
        let interrupt = interrupt.clone();
        let watch = move || {
            for _ in arrivals.forever() {
                interrupt.cancel();
            }
        };
        signals.thread = Some(thread::Builder::new().name("signals".to_owned()).spawn(watch)?);
        Ok(signals)
    }
}

impl Drop for Signals {
    fn drop(&mut self) {
        for action in self.actions.drain(..) {
            low_level::unregister(action);
        }
        self.handle.close();
        if let Some(thread) = self.thread.take() {
            // It only cancels a token, which does not panic.
            let _ = thread.join();
        }
    }
}

/// Gives the set of signals that this process ignores, where the system tells; bit 0 is signal 1.
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    line.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}
