//! A question to a program of hints, asked beside the session's loop.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread::{Builder, JoinHandle};

use dwindle_reduce::{ContentKey, HintRequest};

use crate::executor::{Bell, panic_message};
use crate::hints::{HintPrograms, Hinted};
use crate::property::{Cancel, PropertyError};

/// A program that is being asked. Dropping it ends the program.
pub(super) struct Asking {
    source: Arc<str>,
    key: ContentKey,
    answer: Receiver<Result<Hinted, PropertyError>>,
    cancel: Cancel,
    thread: Option<JoinHandle<()>>,
}

/// What a program said.
pub(super) struct Answered {
    pub(super) source: Arc<str>,
    pub(super) key: ContentKey,
    pub(super) result: Result<Hinted, PropertyError>,
}

impl Asking {
    /// Starts to ask; `bell` is rung when there is an answer.
    pub(super) fn start(
        programs: Arc<HintPrograms>,
        request: HintRequest,
        bell: Bell,
    ) -> Result<Asking, PropertyError> {
        let (sender, answer) = channel();
        let cancel = Cancel::new();
        let HintRequest { source, document } = request;
        let (key, command, cancelled) = (document.key(), source.clone(), cancel.clone());
        let ask = move || {
            // Nobody listens any more if the session has ended.
            let _ = sender.send(programs.ask(&command, &document, &cancelled));
            bell.ring();
        };
        let thread = Builder::new().name("hints".to_owned()).spawn(ask);
        let thread = thread
            .map_err(|source| PropertyError::Other { what: "cannot start a thread".to_owned(), source })?;
        Ok(Asking { source, key, answer, cancel, thread: Some(thread) })
    }

    /// Returns the answer if it is there.
    pub(super) fn answer(&mut self) -> Option<Answered> {
        use std::sync::mpsc::TryRecvError::{Disconnected, Empty};
        let result = match self.answer.try_recv() {
            Ok(result) => result,
            Err(Empty) => return None,
            Err(Disconnected) => Err(self.failed()),
        };
        Some(Answered { source: self.source.clone(), key: self.key, result })
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

impl Drop for Asking {
    fn drop(&mut self) {
        self.cancel.cancel();
        if let Some(thread) = self.thread.take() {
            // Its panic was told as an answer, or nobody wants to know.
            let _ = thread.join();
        }
    }
}
