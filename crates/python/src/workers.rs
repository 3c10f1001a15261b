//! Tests that run in worker processes, each behind a socket.
//!
//! A request is the length of a candidate, 8 bytes with the lowest first, and the candidate; the
//! length [`CANCEL`] asks for the end of the trial under way. A reply is one byte, the length of a
//! message in 8 bytes, and the message. Each candidate gets exactly one reply. `_workers.py` has
//! the other end.

use std::io::{self, Read, Write};
use std::os::fd::{FromRawFd, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use dwindle::run::property::PropertyError;
use dwindle::{Cancel, Document, Property, Verdict};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::options::Options;
use crate::outcome::{Outcome, outcome};
use crate::raised::Raised;

/// Stands in the place of a length, and asks for the end of the trial under way.
const CANCEL: u64 = u64::MAX;

/// First bytes of replies.
const NO: u8 = 0;
const YES: u8 = 1;
const RAISED: u8 = 2;
const NO_ANSWER: u8 = 3;

/// Reduces with workers and takes ownership of their sockets. `to_error` makes an exception of a
/// worker's message about one that the test raised.
#[pyfunction]
pub fn reduce_by_workers(
    py: Python<'_>,
    options: Options,
    sockets: Vec<RawFd>,
    to_error: Py<PyAny>,
) -> PyResult<Outcome> {
    // SAFETY: the caller detached each of them from its Python object, so that nobody else closes
    // it.
    let own = |socket| UnixStream::from(unsafe { OwnedFd::from_raw_fd(socket) });
    let workers = Workers {
        idle: Mutex::new(sockets.into_iter().map(own).collect()),
        changed: Condvar::new(),
        raised: Raised::default(),
        to_error,
    };
    let document = options.document()?;
    let raised = workers.raised.clone();
    let ended = py.detach(|| {
        let reduction = options.reduction(&document, &raised)?;
        Ok::<_, PyErr>(reduction.run_property(options.jobs(), &workers))
    })?;
    outcome(py, ended, &raised)
}

/// The workers that wait for a candidate.
struct Workers {
    idle: Mutex<Vec<UnixStream>>,
    changed: Condvar,
    raised: Raised,
    to_error: Py<PyAny>,
}

impl Property for Workers {
    fn test(&self, input: &Document, cancel: &Cancel) -> Result<Verdict, PropertyError> {
        let bytes = input.files().first().map_or(&[][..], |file| file.bytes());
        let worker = Arc::new(self.take());
        let reply = ask(&worker, bytes, cancel);
        let (kind, message) = reply
            .map_err(|source| PropertyError::Other { what: "a worker process ended".to_owned(), source })?;
        if let Ok(worker) = Arc::try_unwrap(worker) {
            self.idle().push(worker);
            self.changed.notify_one();
        }
        match kind {
            NO => Ok(Verdict::Boring),
            YES => Ok(Verdict::Interesting),
            NO_ANSWER => Ok(Verdict::Unresolved),
            RAISED => {
                self.raise(&message);
                Ok(Verdict::Unresolved)
            }
            _ => Err(PropertyError::Other {
                what: "a worker process cannot be understood".to_owned(),
                source: io::ErrorKind::InvalidData.into(),
            }),
        }
    }
}

impl Workers {
    fn take(&self) -> UnixStream {
        let mut idle = self.idle();
        loop {
            if let Some(worker) = idle.pop() {
                return worker;
            }
            idle = self.changed.wait(idle).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn raise(&self, message: &[u8]) {
        Python::attach(|py| {
            let made = self.to_error.bind(py).call1((PyBytes::new(py, message),));
            self.raised.raise(made.map_or_else(|error| error, PyErr::from_value));
        });
    }

    fn idle(&self) -> MutexGuard<'_, Vec<UnixStream>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Sends a candidate and waits for the reply. Cancelling tells the worker, which then replies soon.
fn ask(worker: &Arc<UnixStream>, candidate: &[u8], cancel: &Cancel) -> io::Result<(u8, Vec<u8>)> {
    let mut stream: &UnixStream = worker;
    stream.write_all(&(candidate.len() as u64).to_le_bytes())?;
    stream.write_all(candidate)?;
    let told = worker.clone();
    let guard = cancel.on_cancel(move || {
        // A worker that is gone is found out by the reply that does not come.
        let _ = (&*told).write_all(&CANCEL.to_le_bytes());
    });
    let mut head = [0; 9];
    let reply = stream.read_exact(&mut head).and_then(|()| {
        let length = u64::from_le_bytes(head[1..].try_into().expect("a head has nine bytes"));
        let mut message = vec![0; usize::try_from(length).map_err(io::Error::other)?];
        stream.read_exact(&mut message).map(|()| (head[0], message))
    });
    drop(guard);
    reply
}
