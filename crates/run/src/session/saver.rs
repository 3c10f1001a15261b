//! Writing the best document while trials go on.

use std::mem;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use std::{collections::VecDeque, io};

use dwindle_reduce::{Cost, Document};

use super::ended::Failure;
use super::observer::Notice;
use super::wait::wait_for;
use crate::executor::{Waker, panic_message};
use crate::files::{FilesError, Output};
use crate::journal::Syncer;
use crate::property::Cancel;

/// Longest pause between two writes.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// Writes documents to an output on a thread of its own, always the newest one.
///
/// Documents that arrive while another one is written replace each other. The document on disk is
/// whole and interesting at any moment. The journal is synced before each write, so that it always
/// contains the verdict on that document.
pub(super) struct Saver {
    shared: Arc<Shared>,
    thread: JoinHandle<Writer>,
}

/// The settings of a saver.
pub(super) struct SaverOptions {
    pub(super) syncer: Option<Syncer>,
    /// Directories for the result if its own cannot be written to any more.
    pub(super) fallbacks: Vec<PathBuf>,
    /// How long to wait for space, once.
    pub(super) retry_delay: Duration,
    /// Ends the wait for space.
    pub(super) interrupt: Cancel,
    /// Used when there is news.
    pub(super) waker: Waker,
}

/// A message to the session.
pub(super) enum News {
    Notice(Notice),
    Failed(Failure),
}

/// Where the last document was written.
#[derive(Default)]
pub(super) struct Saved {
    pub(super) path: Option<PathBuf>,
    /// The cost of the document there, if it is the smaller result of an earlier run.
    pub(super) earlier: Option<Cost>,
    pub(super) set_aside: Vec<PathBuf>,
    pub(super) news: VecDeque<News>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    next: Option<Document>,
    /// Whether a larger document may replace the result of an earlier run.
    forgets_earlier: bool,
    is_closing: bool,
    news: VecDeque<News>,
}

struct Writer {
    shared: Arc<Shared>,
    options: SaverOptions,
    output: Output,
    has_waited: bool,
    /// How many of the renamed files were reported.
    n_reported: usize,
    /// Whether the last document is at the output; false if the result of an earlier run is.
    is_written: Option<bool>,
}

impl Saver {
    pub(super) fn new(output: Output, options: SaverOptions) -> io::Result<Saver> {
        let shared = Arc::<Shared>::default();
        let mut writer = Writer {
            shared: shared.clone(),
            options,
            output,
            has_waited: false,
            n_reported: 0,
            is_written: None,
        };
        let thread = thread::Builder::new().name("saver".to_owned()).spawn(move || {
            writer.work();
            writer
        })?;
        Ok(Saver { shared, thread })
    }

    /// Queues a document for writing. It replaces an older one that waits.
    pub(super) fn save(&self, document: &Document) {
        self.shared.state().next = Some(document.clone());
        self.shared.changed.notify_one();
    }

    /// Allows the next document to replace the result of an earlier run even if it is larger.
    pub(super) fn forget_earlier(&self) {
        self.shared.state().forgets_earlier = true;
    }

    /// Returns the next message.
    pub(super) fn news(&self) -> Option<News> {
        self.shared.state().news.pop_front()
    }

    /// Waits until the newest document is written, or cannot be.
    pub(super) fn finish(self) -> Saved {
        self.shared.state().is_closing = true;
        self.shared.changed.notify_one();
        match self.thread.join() {
            Ok(writer) => Saved {
                path: writer.is_written.map(|_| writer.output.path().to_owned()),
                earlier: writer.output.earlier_cost().filter(|_| writer.is_written == Some(false)),
                set_aside: writer.output.set_aside().to_owned(),
                news: mem::take(&mut self.shared.state().news),
            },
            Err(panic) => {
                let failure = Failure::Panicked(panic_message(&*panic));
                Saved { news: VecDeque::from([News::Failed(failure)]), ..Saved::default() }
            }
        }
    }
}

impl Writer {
    fn work(&mut self) {
        while let Some(document) = self.shared.take() {
            let began = Instant::now();
            self.save(document);
            // Documents may come faster than a disk can sync or thousands of files can be linked.
            // At least half of the time is left for the trials.
            self.shared.pause(began.elapsed().min(LONGEST_PAUSE));
        }
    }

    fn save(&mut self, document: Document) {
        let mut document = document;
        loop {
            let error = match self.try_save(&document) {
                Ok(is_written) => {
                    self.is_written = Some(is_written);
                    return;
                }
                Err(error) => error,
            };
            if let Failure::Output(FilesError::ChangedMeanwhile { .. } | FilesError::OutputExists { .. }) =
                error
            {
                self.move_beside(&error);
            } else if is_disk_full(&error) && !self.has_waited {
                self.wait_for_space(&error);
            } else {
                self.save_to_fallback(&document, error);
                return;
            }
            document = self.shared.state().next.take().unwrap_or(document);
        }
    }

    fn try_save(&mut self, document: &Document) -> Result<bool, Failure> {
        if let Some(syncer) = &self.options.syncer {
            syncer.sync()?;
        }
        if self.shared.state().forgets_earlier {
            self.output.give_up_earlier();
        }
        let is_written = self.output.save(document)?;
        for path in &self.output.set_aside()[self.n_reported..] {
            self.tell(News::Notice(Notice::SetAside(path.clone())));
        }
        self.n_reported = self.output.set_aside().len();
        Ok(is_written)
    }

    fn move_beside(&mut self, error: &Failure) {
        let directory = self.output.path().with_file_name("");
        self.output = self.output.in_directory(&directory);
        self.n_reported = 0;
        let to = self.output.path().to_owned();
        self.tell(News::Notice(Notice::OutputMoved { error: error.to_string(), to }));
    }

    fn wait_for_space(&mut self, error: &Failure) {
        self.has_waited = true;
        let retry_delay = self.options.retry_delay;
        self.tell(News::Notice(Notice::NoSpace { error: error.to_string(), retry_delay }));
        wait_for(retry_delay, &self.options.interrupt);
    }

    /// Writes the document to another directory, so that it is not lost, and ends the session.
    fn save_to_fallback(&mut self, document: &Document, error: Failure) {
        self.is_written = None;
        for directory in &self.options.fallbacks {
            let mut fallback = self.output.in_directory(directory);
            if fallback.save(document).is_ok() {
                let to = fallback.path().to_owned();
                self.output = fallback;
                self.n_reported = self.output.set_aside().len();
                self.is_written = Some(true);
                self.tell(News::Notice(Notice::OutputMoved { error: error.to_string(), to }));
                break;
            }
        }
        self.tell(News::Failed(error));
    }

    fn tell(&self, news: News) {
        self.shared.state().news.push_back(news);
        self.options.waker.wake();
    }
}

fn is_disk_full(failure: &Failure) -> bool {
    match failure {
        Failure::Output(error) => error.is_disk_full(),
        Failure::Journal(error) => error.is_disk_full(),
        Failure::Property(_) | Failure::Panicked(_) | Failure::NotOutside => false,
    }
}

impl Shared {
    /// Waits for a document. Returns `None` when there is none and the saver is closing.
    fn take(&self) -> Option<Document> {
        let mut state = self.state();
        loop {
            if let Some(document) = state.next.take() {
                return Some(document);
            }
            if state.is_closing {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Waits for this long, or until the session ends.
    fn pause(&self, pause: Duration) {
        let state = self.state();
        let wait = self.changed.wait_timeout_while(state, pause, |state| !state.is_closing);
        drop(wait.unwrap_or_else(PoisonError::into_inner));
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // No code panics while it holds the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
