//! Waiting that ends early when nobody wants it any more.

use std::sync::mpsc;
use std::time::Duration;

use crate::property::Cancel;

/// Waits for this long, or until it is cancelled.
pub(super) fn wait(patience: Duration, cancel: &Cancel) {
    let (wake, woken) = mpsc::channel();
    let _guard = cancel.on_cancel(move || {
        let _ = wake.send(());
    });
    // Both answers mean that it is time to go on.
    let _ = woken.recv_timeout(patience);
}
