//! A pass and a property for tests. They start no processes.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use dwindle_reduce::{
    Algorithm, CandidateSearch, ContentKey, Document, Edit, Edits, Event, File, List, ListOptions, OverList,
    Pass, Plan, Reducer, ReducerOptions, Stamped, Units, Verdict,
};
use dwindle_run::executor::{Executor, Inline, Threads};
use dwindle_run::files::{Existing, Input, Output, Target};
use dwindle_run::journal::{Identity, Journal, Resumed, SessionDirectory, Start};
use dwindle_run::property::{Cancel, Property, PropertyError};
use dwindle_run::session::{Observer, Session, SessionOptions};

/// Returns a pass that removes bytes of all files with a list algorithm.
fn bytes(algorithm: &'static str) -> Pass {
    Pass::new(algorithm, move |document| {
        let n_units = document.n_bytes() as u32;
        let found = Algorithm::named(algorithm).unwrap();
        let units = (found.start)(&List::uniform(n_units), &ListOptions::default());
        let base = document.clone();
        let edits_of = move |left_out: &Units| edits_of(&base, left_out);
        let search = || Box::new(OverList::new(algorithm, document, units, Arc::new(edits_of)));
        (n_units != 0).then(|| search() as CandidateSearch)
    })
}

fn edits_of(base: &Document, left_out: &Units) -> Edits {
    let mut edits = Vec::new();
    let mut start = 0;
    for (file_idx, file) in (0u32..).zip(base.files()) {
        let end = start + file.bytes().len();
        for run in left_out.runs() {
            let (from, to) = ((run.start as usize).max(start), (run.end as usize).min(end));
            if from < to {
                edits.push(Edit::delete(file_idx, from - start..to - start));
            }
        }
        start = end;
    }
    Edits::new(edits)
}

pub fn plan() -> Plan {
    Plan::fixpoint(Plan::sequence(["cdd", "ddmin"].map(|name| Plan::pass(bytes(name)))))
}

pub fn reducer(document: &Document) -> Reducer {
    Reducer::new(document, &plan(), ReducerOptions::default())
}

/// Returns a text in which the letters of `dwindle` occur in order.
pub fn text(n_bytes: usize) -> Vec<u8> {
    let noise = (0..n_bytes as u64).map(|at| b"abcxyz;{} \n"[(mix(at) % 11) as usize]);
    let mut text: Vec<u8> = noise.collect();
    for (letter_idx, letter) in b"dwindle".iter().enumerate() {
        text[(letter_idx + 1) * n_bytes / 8] = *letter;
    }
    text
}

pub fn document(n_bytes: usize) -> Document {
    Document::single("input.txt", text(n_bytes))
}

/// Returns a pseudo-random number for a number.
pub fn mix(number: u64) -> u64 {
    let number = (number ^ 0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (number ^ (number >> 29)).wrapping_mul(0x94d0_49bb_1331_11eb) >> 17
}

pub fn hash(document: &Document, salt: u64) -> u64 {
    mix(document.key().0 as u64 ^ mix(salt))
}

/// Whether the letters of `dwindle` occur in order in all bytes. Some texts with them are boring,
/// so that searches meet unexpected answers.
pub fn is_interesting(document: &Document) -> bool {
    let mut wanted = b"dwindle".iter().peekable();
    for byte in document.files().iter().flat_map(File::bytes) {
        wanted.next_if(|letter| *letter == byte);
    }
    wanted.peek().is_none() && (!hash(document, 1).is_multiple_of(6) || 400 < document.n_bytes())
}

pub fn verdict(document: &Document) -> Verdict {
    match is_interesting(document) {
        true => Verdict::Interesting,
        false if hash(document, 2).is_multiple_of(9) => Verdict::Unresolved,
        false => Verdict::Boring,
    }
}

/// Returns a property that calls a function before each answer.
pub fn property(
    before: impl Fn(&Document, &Cancel) -> Result<(), PropertyError> + Send + Sync + 'static,
) -> Arc<dyn Property> {
    Arc::new(move |document: &Document, cancel: &Cancel| {
        before(document, cancel)?;
        Ok(verdict(document))
    })
}

/// Returns a property whose time depends on the document and the salt.
pub fn slow_property(salt: u64) -> Arc<dyn Property> {
    property(move |document, _| {
        std::thread::sleep(Duration::from_micros(hash(document, salt) % 2000));
        Ok(())
    })
}

pub fn inline(property: Arc<dyn Property>) -> Box<dyn Executor> {
    Box::new(Inline::new(property))
}

pub fn threads(property: &Arc<dyn Property>, n_workers: usize) -> Box<dyn Executor> {
    Box::new(Threads::new(property, n_workers).unwrap())
}

/// An observer that stores the accepted keys in order.
#[derive(Clone, Default)]
pub struct Accepted(pub Rc<RefCell<Vec<ContentKey>>>);

impl Observer for Accepted {
    fn see(&mut self, stamped: &Stamped) {
        if let Event::Accepted { key, .. } = &stamped.event {
            self.0.borrow_mut().push(*key);
        }
    }
}

/// A directory with an input, its result and its session.
pub struct Home {
    pub path: PathBuf,
    /// The input, a file or a directory.
    pub input: PathBuf,
}

impl Home {
    /// Writes an input file.
    pub fn with_file(directory: &Path, n_bytes: usize) -> Home {
        let input = directory.join("input.txt");
        std::fs::write(&input, text(n_bytes)).unwrap();
        Home { path: directory.to_owned(), input }
    }

    /// Writes an input of three files in a directory.
    pub fn with_tree(directory: &Path, n_bytes: usize) -> Home {
        let input = directory.join("tree");
        let text = text(n_bytes);
        std::fs::create_dir_all(input.join("sub/deep")).unwrap();
        for (name, part) in
            ["a.txt", "sub/b.txt", "sub/deep/c.txt"].into_iter().zip(text.chunks(n_bytes.div_ceil(3)))
        {
            std::fs::write(input.join(name), part).unwrap();
        }
        Home { path: directory.to_owned(), input }
    }

    pub fn load(&self) -> Input {
        Input::load(&[&self.input]).unwrap()
    }

    pub fn session_path(&self) -> PathBuf {
        self.path.join("session")
    }

    /// Returns the path of the result, and its document if it is there.
    pub fn result(&self) -> (PathBuf, Option<Document>) {
        let output = Output::choose(&self.load(), &Target::Beside).unwrap();
        let found = Input::load(&[output.path()]).ok().map(|input| match self.input.is_dir() {
            true => input.document,
            false => Document::single("input.txt", input.document.files()[0].bytes()),
        });
        (output.path().to_owned(), found)
    }

    /// Opens the session and claims the output. The directory must live as long as they are used.
    pub fn open(&self) -> (Journal, Output, SessionDirectory, Option<Resumed>) {
        let input = self.load();
        let directory = SessionDirectory::open(self.session_path()).unwrap();
        let identity = Identity::new(input.document.key()).with_property("the test", "toy");
        let (journal, resumed) = Journal::open(&directory, &identity, Start::Resume).unwrap();
        let mut output = Output::choose(&input, &Target::Beside).unwrap();
        output.claim(Existing::OursIfBetter(&|key| journal.made(key))).unwrap();
        (journal, output, directory, resumed)
    }

    /// Creates a session that resumes the last one.
    pub fn resumed(
        &self,
        executor: Box<dyn Executor>,
        options: SessionOptions,
    ) -> (Session<'static>, SessionDirectory, Option<Resumed>) {
        let (journal, output, directory, resumed) = self.open();
        let session = Session::new(reducer(&self.load().document), executor, options);
        (session.with_journal(journal).with_output(output), directory, resumed)
    }
}
