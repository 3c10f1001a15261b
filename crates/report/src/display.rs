//! The interface of all displays.

use std::io;
use std::time::Duration;

use dwindle_reduce::{Counts, Stamped};

/// Shows a reduction while it runs: a fold over stamped events that writes to a sink.
///
/// Callers pass events in order, and times never decrease. An error means that the sink is gone (a
/// closed pipe, a full disk); callers stop showing then, and the reduction goes on.
pub trait Display {
    /// Shows an event.
    fn event(&mut self, stamped: &Stamped) -> io::Result<()>;

    /// Updates the time and the counts while no event happens, so that a slow trial does not look
    /// like a display that hangs. Called a few times a second.
    fn tick(&mut self, at: Duration, counts: Counts) -> io::Result<()> {
        let _ = (at, counts);
        Ok(())
    }

    /// Shows a message for people that is not an event of the reduction.
    fn message(&mut self, at: Duration, text: &str) -> io::Result<()> {
        let _ = (at, text);
        Ok(())
    }
}
