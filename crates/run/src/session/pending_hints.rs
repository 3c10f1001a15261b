//! A request for hints that runs beside the session's loop.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread::{Builder, JoinHandle};

use dwindle_reduce::{ContentKey, HintRequest};

use crate::executor::{Waker, panic_message};
use crate::hints::{HintPrograms, Hinted};
use crate::property::{Cancel, PropertyError};

/// A request to a program for hints. Dropping it ends the program.
pub(super) struct PendingHints {
    source: Arc<str>,
    key: ContentKey,
    answer: Receiver<Result<Hinted, PropertyError>>,
    cancel: Cancel,
    thread: Option<JoinHandle<()>>,
}

/// The answer to a request for hints.
pub(super) struct HintAnswer {
    pub(super) source: Arc<str>,
    pub(super) key: ContentKey,
    pub(super) result: Result<Hinted, PropertyError>,
}

impl PendingHints {
    /// Starts the program. `waker` is used when there is an answer.
    pub(super) fn start(
        programs: Arc<HintPrograms>,
        request: HintRequest,
        waker: Waker,
    ) -> Result<PendingHints, PropertyError> {
        let (sender, answer) = channel();
        let cancel = Cancel::new();
        let HintRequest { source, document } = request;
        let (key, command, cancelled) = (document.key(), source.clone(), cancel.clone());
        let ask = move || {
            // Nobody receives it if the session has ended.
            let _ = sender.send(programs.ask(&command, &document, &cancelled));
            waker.wake();
        };
        let thread = Builder::new().name("hints".to_owned()).spawn(ask);
        let thread = thread
            .map_err(|source| PropertyError::Other { what: "cannot start a thread".to_owned(), source })?;
        Ok(PendingHints { source, key, answer, cancel, thread: Some(thread) })
    }

    /// Returns the answer if there is one, without waiting.
    pub(super) fn answer(&mut self) -> Option<HintAnswer> {
        use std::sync::mpsc::TryRecvError::{Disconnected, Empty};
        let result = match self.answer.try_recv() {
            Ok(result) => result,
            Err(Empty) => return None,
            Err(Disconnected) => Err(self.failed()),
        };
        Some(HintAnswer { source: self.source.clone(), key: self.key, result })
    }

    fn failed(&mut self) -> PropertyError {
        let panic = self.thread.take().and_then(|thread| thread.join().err());
        let message = panic.map_or_else(String::new, |panic| panic_message(&*panic));
        PropertyError::Other {
            what: "asking for hints failed".to_owned(),
            source: std::io::Error::other(message),
        }
    }
}

impl Drop for PendingHints {
    fn drop(&mut self) {
        self.cancel.cancel();
        if let Some(thread) = self.thread.take() {
            // A panic was returned as the answer, or the answer is not needed.
            let _ = thread.join();
        }
    }
}
