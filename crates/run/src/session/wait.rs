//! A wait that can be cancelled.

use std::sync::mpsc;
use std::time::Duration;

use crate::property::Cancel;

/// Waits for `delay`, or until `cancel` is cancelled.
pub(super) fn wait_for(delay: Duration, cancel: &Cancel) {
    let (wake, woken) = mpsc::channel();
    let _guard = cancel.on_cancel(move || {
        let _ = wake.send(());
    });
    // Both results end the wait.
    let _ = woken.recv_timeout(delay);
}
