//! The one shape of everything that shows a reduction.

use std::io;
use std::time::Duration;

use dwindle_reduce::{Counts, Stamped};

/// Shows a reduction while it runs: a fold over stamped events that writes to the sink it was made
/// with.
///
/// Callers keep the order of the events and never go back in time. An error means that the sink is
/// gone (a closed pipe, a full disk); callers stop showing then, and the reduction goes on.
pub trait Display {
    /// Takes what happened.
    fn event(&mut self, stamped: &Stamped) -> io::Result<()>;

    /// Takes the time and the exact figures while nothing happens, so that a slow trial does not
    /// look like a display that hangs. Called a few times a second.
    fn tick(&mut self, at: Duration, counts: Counts) -> io::Result<()> {
        let _ = (at, counts);
        Ok(())
    }

    /// Takes a sentence that a person should read and that is no part of the reduction.
    fn message(&mut self, at: Duration, text: &str) -> io::Result<()> {
        let _ = (at, text);
        Ok(())
    }
}
