//! Where the trees of documents come from.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use dwindle_reduce::{Document, File};
use dwindle_syntax::bindings::Bindings;
use dwindle_syntax::facts::{Facts, Shapes};
use dwindle_syntax::grammar::Stop;
use dwindle_syntax::uses::Uses;
use dwindle_syntax::{Language, ParseError, SyntaxGate, Tree, languages};

use super::gate::NoNewErrors;
use super::kept::Kept;
use super::nesting::is_too_deep;
use super::places::Places;
use crate::flat::content::is_no_text;

/// How many shapes of nodes of a language are remembered before all are forgotten.
const MOST_SHAPES: usize = 100_000;

/// Files larger than this have no tree, until text passes have made them smaller: a tree takes a
/// hundred times the text and more.
const MOST_BYTES: usize = 2 << 20;

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
///
/// The languages of files are found out once, in the original: what a file was known by
/// (`#!/bin/sh`, an opening bracket) is one of the first things that a reduction removes. Nothing
/// here depends on who asks first: look-ahead asks about documents that never come to be.
#[derive(Default)]
pub struct TreeSource {
    choice: LanguageChoice,
    detected: BTreeMap<PathBuf, Option<&'static Language>>,
    kept: Mutex<Kept<Result<Parsed, NoTree>>>,
    shapes: Mutex<Vec<(&'static Language, KnownShapes)>>,
}

/// The shapes of the nodes of a language, where it has facts.
type KnownShapes = Option<Arc<Mutex<Shapes>>>;

/// Why a file has no tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoTree {
    /// No language is known to fit it.
    NoLanguage,
    /// It is larger than [`MOST_BYTES`].
    TooLarge,
    /// A parser would take too much memory, or never end.
    TooDeep,
    /// Too many of its bytes are no characters.
    NoText,
    /// It takes the parser too long.
    TooLong,
    /// Its beginning is nothing but errors.
    TooFar,
    /// Its parser can't take this text, or no text.
    NoParser,
}

impl NoTree {
    /// Whether there may be a tree when the file is smaller.
    pub(crate) fn may_pass(self) -> bool {
        !matches!(self, NoTree::NoLanguage | NoTree::TooFar)
    }

    /// Returns why, in words, for a file that should be in a language of that name.
    pub(crate) fn reason(self, language: &str) -> String {
        match self {
            NoTree::NoLanguage => "no grammar fits it".to_owned(),
            NoTree::TooLarge => format!("it is too large to be parsed as {language} yet"),
            NoTree::TooDeep => format!("it is nested too deep to be parsed as {language} yet"),
            NoTree::NoText => format!("too much of it is no text to be parsed as {language} yet"),
            NoTree::TooLong => format!("it takes too long to parse as {language}"),
            NoTree::TooFar => format!("most of it is not valid {language}"),
            NoTree::NoParser => format!("it can't be parsed as {language} yet"),
        }
    }
}

impl From<ParseError> for NoTree {
    fn from(error: ParseError) -> NoTree {
        match error {
            ParseError::TooLarge { .. } => NoTree::TooLarge,
            ParseError::GaveUp { .. } => NoTree::TooLong,
            ParseError::TooFar { .. } => NoTree::TooFar,
            ParseError::Unsafe { .. } | ParseError::Grammar(_) => NoTree::NoParser,
        }
    }
}

#[derive(Clone)]
struct Parsed {
    language: &'static Language,
    tree: Tree,
    places: Option<Arc<Places>>,
    syntax: Option<Arc<SyntaxGate>>,
    bindings: LazyBindings,
    uses: Arc<OnceLock<Uses>>,
}

/// Bindings that are found when they are asked for.
type LazyBindings = Arc<OnceLock<Option<Bindings>>>;

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
    pub(crate) gate: Option<Arc<NoNewErrors>>,
    bindings: LazyBindings,
    uses: Arc<OnceLock<Uses>>,
}

impl FileTree {
    /// Returns which parts of it need which.
    pub(crate) fn uses(&self) -> &Uses {
        self.uses.get_or_init(|| match self.bindings() {
            Some(bindings) => Uses::with(bindings.clone()),
            None => Uses::of(self.language, &self.tree),
        })
    }

    /// Returns what its names stand for, where its language has a query for that.
    pub(crate) fn bindings(&self) -> Option<&Bindings> {
        self.bindings.get_or_init(|| Bindings::of(self.language, &self.tree)).as_ref()
    }
}

impl TreeSource {
    /// Makes a source for a choice of language, and detects the languages of the original's files.
    pub fn new(choice: LanguageChoice, original: &Document) -> TreeSource {
        let mut detected = BTreeMap::new();
        if let LanguageChoice::Detect = choice {
            let language =
                |file: &File| (file.path().to_owned(), languages::detect(file.path(), file.bytes()));
            detected.extend(original.files().iter().map(language));
        }
        TreeSource { choice, detected, ..TreeSource::default() }
    }

    /// Returns the language of a file, if it has one: that of the original's file at this path. A
    /// path that the original does not have is judged by the file itself.
    pub fn language(&self, file: &File) -> Option<&'static Language> {
        match self.choice {
            LanguageChoice::Detect => {
                let known = self.detected.get(file.path()).copied();
                known.unwrap_or_else(|| languages::detect(file.path(), file.bytes()))
            }
            LanguageChoice::Forced(language) => Some(language),
            LanguageChoice::None => None,
        }
    }

    /// Returns the tree of a file of the document, if it has a language and could be parsed. A file
    /// that was parsed before is not parsed again, also when other files changed.
    pub(crate) fn tree(&self, document: &Document, file_idx: u32) -> Option<FileTree> {
        self.tree_or_why(document, file_idx).ok()
    }

    /// Returns the tree of a file as [`TreeSource::tree`] does, or says why it has none.
    pub(crate) fn tree_or_why(&self, document: &Document, file_idx: u32) -> Result<FileTree, NoTree> {
        let file = &document.files()[file_idx as usize];
        let key = Document::new([file.clone()]).key();
        let known = lock(&self.kept).get(key);
        let parsed = match known {
            Some(known) => known,
            None if Stop::is_stopped_here() => return Err(NoTree::TooLong),
            None => {
                let parsed = self.parse(file);
                // What was stopped says nothing about the file.
                if Stop::is_stopped_here() {
                    return Err(NoTree::TooLong);
                }
                lock(&self.kept).insert(key, file.bytes().len(), parsed.clone());
                parsed
            }
        };
        let Parsed { language, tree, places, syntax, bindings, uses } = parsed?;
        let gate = syntax.map(|syntax| Arc::new(NoNewErrors::new(file_idx, syntax)));
        Ok(FileTree { file: file_idx, language, tree, places, gate, bindings, uses })
    }

    /// Forgets all trees: nothing will ask for them soon.
    pub(crate) fn forget(&self) {
        lock(&self.kept).clear();
    }

    fn parse(&self, file: &File) -> Result<Parsed, NoTree> {
        let language = self.language(file).ok_or(NoTree::NoLanguage)?;
        if MOST_BYTES < file.bytes().len() {
            return Err(NoTree::TooLarge);
        }
        if is_too_deep(language, file.bytes()) {
            return Err(NoTree::TooDeep);
        }
        // A name is no proof, and errors are what parsers spend most of their time on.
        if is_no_text(file.bytes()) {
            return Err(NoTree::NoText);
        }
        let (bindings, uses) = (LazyBindings::default(), Arc::default());
        let Some(grammar) = language.grammar().map_err(ParseError::from)? else {
            let tree = language.parse(file.bytes())?;
            return Ok(Parsed { language, tree, places: None, syntax: None, bindings, uses });
        };
        let syntax = SyntaxGate::new(grammar, file.bytes())?;
        let tree = syntax.tree()?;
        let places = self.shapes(language).map(|shapes| Arc::new(Places::new(shapes)));
        Ok(Parsed { language, tree, places, syntax: Some(Arc::new(syntax)), bindings, uses })
    }

    /// Returns the shapes of a language; its facts are made once.
    fn shapes(&self, language: &'static Language) -> KnownShapes {
        let mut all = lock(&self.shapes);
        let place = all.iter().position(|(known, _)| std::ptr::eq(*known, language)).unwrap_or_else(|| {
            let facts = Facts::of(language).ok().flatten();
            all.push((language, facts.map(|facts| Arc::new(Mutex::new(Shapes::new(Arc::new(facts)))))));
            all.len() - 1
        });
        let shapes = all[place].1.clone()?;
        let mut known = lock(&shapes);
        if MOST_SHAPES < known.len() {
            *known = Shapes::new(known.facts().clone());
        }
        drop(known);
        Some(shapes)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl fmt::Debug for TreeSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "trees of {:?}", self.choice)
    }
}
