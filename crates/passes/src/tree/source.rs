//! Where the trees of documents come from.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dwindle_reduce::{ContentKey, Document, File, Gate};
use dwindle_syntax::facts::Facts;
use dwindle_syntax::{Language, SyntaxGate, Tree, languages};

use super::gate::NoNewErrors;
use super::places::Places;

/// How many trees are kept: the passes of a plan begin one after the other on the same document.
const N_KEPT: usize = 4;

/// Which language the files of a document are in.
#[derive(Clone, Copy, Debug, Default)]
pub enum LanguageChoice {
    /// By file name, then by content.
    #[default]
    Detect,
    /// This one, whatever the file is called.
    Forced(&'static Language),
    /// No grammar at all.
    None,
}

/// Parses the files of documents, and remembers the last trees. Shared by the passes of a plan.
#[derive(Default)]
pub struct TreeSource {
    choice: LanguageChoice,
    kept: Mutex<Vec<Kept>>,
}

struct Kept {
    key: ContentKey,
    file: u32,
    tree: Option<FileTree>,
}

/// The tree of one file of a document, and what the grammar says of it. Cloning is O(1).
#[derive(Clone)]
pub(crate) struct FileTree {
    /// The index of the file in the document.
    pub(crate) file: u32,
    /// Its language.
    pub(crate) language: &'static Language,
    /// Its tree.
    pub(crate) tree: Tree,
    /// What the grammar says of its nodes, where the language has facts.
    pub(crate) places: Option<Arc<Places>>,
    /// What refuses new syntax errors in it, where a grammar can tell.
    pub(crate) gate: Option<Arc<dyn Gate>>,
}

impl TreeSource {
    /// Makes a source for a choice of language.
    pub fn new(choice: LanguageChoice) -> TreeSource {
        TreeSource { choice, kept: Mutex::default() }
    }

    /// Gives the language of a file, if it has one.
    pub fn language(&self, file: &File) -> Option<&'static Language> {
        match self.choice {
            LanguageChoice::Detect => languages::detect(file.path(), file.bytes()),
            LanguageChoice::Forced(language) => Some(language),
            LanguageChoice::None => None,
        }
    }

    /// Gives the tree of a file of the document, if it has a language and could be parsed.
    pub(crate) fn tree(&self, document: &Document, file: u32) -> Option<FileTree> {
        let key = document.key();
        let is_it = |kept: &Kept| kept.key == key && kept.file == file;
        if let Some(kept) = self.kept().iter().find(|kept| is_it(kept)) {
            return kept.tree.clone();
        }
        let tree = self.parse(document, file);
        let mut kept = self.kept();
        if kept.len() == N_KEPT {
            kept.remove(0);
        }
        kept.push(Kept { key, file, tree: tree.clone() });
        tree
    }

    fn kept(&self) -> MutexGuard<'_, Vec<Kept>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn parse(&self, document: &Document, file: u32) -> Option<FileTree> {
        let content = &document.files()[file as usize];
        let language = self.language(content)?;
        let tree = language.parse(content.bytes()).ok()?;
        let facts = Facts::of(language).ok().flatten();
        let places = facts.map(|facts| Arc::new(Places::new(Arc::new(facts))));
        let gate = gate(file, language, content.bytes());
        Some(FileTree { file, language, tree, places, gate })
    }
}

fn gate(file: u32, language: &Language, text: &[u8]) -> Option<Arc<dyn Gate>> {
    let syntax = SyntaxGate::new(language.grammar().ok()??, text).ok()?;
    Some(Arc::new(NoNewErrors::new(file, syntax)))
}

impl fmt::Debug for TreeSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "trees of {:?}", self.choice)
    }
}
