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
use super::patience;
use crate::executor::{Bell, panic_message};
use crate::files::{FilesError, Output};
use crate::journal::Syncer;
use crate::property::Cancel;

/// No pause between two writes is longer than this.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// Writes documents to an output on a thread of its own, always the newest one.
///
/// While one is written, newer ones take the place of each other. What is on disk is whole and
/// interesting at any moment; the journal is synced before, so that what is on disk can always be
/// explained by it.
pub(super) struct Saver {
    shared: Arc<Shared>,
    thread: JoinHandle<Writer>,
}

/// How a saver does its work.
pub(super) struct SaverOptions {
    pub(super) syncer: Option<Syncer>,
    /// Where the result goes if its place cannot be written to any more.
    pub(super) refuges: Vec<PathBuf>,
    /// How long to wait for space, once.
    pub(super) patience: Duration,
    /// Ends waiting for space.
    pub(super) interrupt: Cancel,
    /// Rung when there is news.
    pub(super) bell: Bell,
}

/// Something that the session should know.
pub(super) enum News {
    Notice(Notice),
    Failed(Failure),
}

/// Where the last document went.
#[derive(Default)]
pub(super) struct Saved {
    pub(super) path: Option<PathBuf>,
    /// What stands there costs this much, if an earlier run left it and it is smaller.
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
    /// Whether a larger document takes the place of what an earlier run left.
    forgets_earlier: bool,
    is_closing: bool,
    news: VecDeque<News>,
}

struct Writer {
    shared: Arc<Shared>,
    options: SaverOptions,
    output: Output,
    has_waited: bool,
    n_told: usize,
    stands: Option<bool>,
}

impl Saver {
    pub(super) fn new(output: Output, options: SaverOptions) -> io::Result<Saver> {
        let shared = Arc::<Shared>::default();
        let mut writer =
            Writer { shared: shared.clone(), options, output, has_waited: false, n_told: 0, stands: None };
        let thread = thread::Builder::new().name("saver".to_owned()).spawn(move || {
            writer.work();
            writer
        })?;
        Ok(Saver { shared, thread })
    }

    /// Has a document written soon, unless a newer one comes first.
    pub(super) fn save(&self, document: &Document) {
        self.shared.state().next = Some(document.clone());
        self.shared.changed.notify_one();
    }

    /// Has what an earlier run left replaced by the next document, even by a larger one.
    pub(super) fn forget_earlier(&self) {
        self.shared.state().forgets_earlier = true;
    }

    /// Returns the next piece of news.
    pub(super) fn news(&self) -> Option<News> {
        self.shared.state().news.pop_front()
    }

    /// Waits until the newest document is written, or cannot be.
    pub(super) fn finish(self) -> Saved {
        self.shared.state().is_closing = true;
        self.shared.changed.notify_one();
        match self.thread.join() {
            Ok(writer) => Saved {
                path: writer.stands.map(|_| writer.output.path().to_owned()),
                earlier: writer.output.earlier_cost().filter(|_| writer.stands == Some(false)),
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
            // Documents may come faster than a disk syncs or a tree of thousands of files is
            // linked; the other half of the time belongs to the trials.
            self.shared.pause(began.elapsed().min(LONGEST_PAUSE));
        }
    }

    fn save(&mut self, document: Document) {
        let mut document = document;
        loop {
            let error = match self.try_save(&document) {
                Ok(stands) => {
                    self.stands = Some(stands);
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
                self.seek_refuge(&document, error);
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
        let stands = self.output.save(document)?;
        for path in &self.output.set_aside()[self.n_told..] {
            self.tell(News::Notice(Notice::SetAside(path.clone())));
        }
        self.n_told = self.output.set_aside().len();
        Ok(stands)
    }

    fn move_beside(&mut self, error: &Failure) {
        let directory = self.output.path().with_file_name("");
        self.output = self.output.elsewhere(&directory);
        self.n_told = 0;
        let to = self.output.path().to_owned();
        self.tell(News::Notice(Notice::OutputMoved { error: error.to_string(), to }));
    }

    fn wait_for_space(&mut self, error: &Failure) {
        self.has_waited = true;
        let patience = self.options.patience;
        self.tell(News::Notice(Notice::NoSpace { error: error.to_string(), patience }));
        patience::wait(patience, &self.options.interrupt);
    }

    /// Writes the document anywhere, so that it is not lost, and has the session end.
    fn seek_refuge(&mut self, document: &Document, error: Failure) {
        self.stands = None;
        for directory in &self.options.refuges {
            let mut refuge = self.output.elsewhere(directory);
            if refuge.save(document).is_ok() {
                let to = refuge.path().to_owned();
                self.output = refuge;
                self.n_told = self.output.set_aside().len();
                self.stands = Some(true);
                self.tell(News::Notice(Notice::OutputMoved { error: error.to_string(), to }));
                break;
            }
        }
        self.tell(News::Failed(error));
    }

    fn tell(&self, news: News) {
        self.shared.state().news.push_back(news);
        self.options.bell.ring();
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
    /// Waits for a document; `None` when there is none and none will come.
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
        // Nothing panics while it holds the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
