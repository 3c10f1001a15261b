//! The source of trees.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use dwindle_reduce::{Document, File};
use dwindle_syntax::bindings::{self, Bindings};
use dwindle_syntax::facts::{Facts, Shapes};
use dwindle_syntax::grammar::Stop;
use dwindle_syntax::own::read_outline;
use dwindle_syntax::uses::Uses;
use dwindle_syntax::{Language, NodeId, ParseError, SyntaxGate, Tree, languages};

use super::gate::NoNewErrors;
use super::lru_cache::LruCache;
use super::nesting::is_too_deep;
use super::node_facts::NodeFacts;
use crate::flat::content::is_no_text;

/// How many shapes of a language's nodes are cached before the cache is cleared.
const MOST_SHAPES: usize = 100_000;

/// The largest file that is parsed, in bytes. Larger ones are first reduced by text passes: a tree
/// takes more than a hundred times the memory of its text.
const MOST_BYTES: usize = 2 << 20;

/// How the languages of files are determined.
#[derive(Clone, Copy, Debug, Default)]
pub enum LanguageChoice {
    /// By file name, then by content.
    #[default]
    Detect,
    /// This language for all files.
    Forced(&'static Language),
    /// No grammar is used.
    None,
}

/// Parses the files of documents, and caches recent trees. Shared by the passes of a plan.
///
/// The languages of files are determined once, from the original: a reduction soon removes what
/// identified them (`#!/bin/sh`, an opening bracket). Answers must not depend on the order of the
/// questions: look-ahead asks about documents that are never accepted.
#[derive(Default)]
pub struct TreeSource {
    choice: LanguageChoice,
    detected: BTreeMap<PathBuf, Option<&'static Language>>,
    kept: Mutex<LruCache<Result<Parsed, NoTree>>>,
    shapes: Mutex<Vec<(&'static Language, KnownShapes)>>,
}

/// The shapes of a language's nodes, if it has facts.
type KnownShapes = Option<Arc<Mutex<Shapes>>>;

/// Why a file has no tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoTree {
    /// Its language is unknown.
    NoLanguage,
    /// It is larger than [`MOST_BYTES`].
    TooLarge,
    /// A parser would take too much memory.
    TooDeep,
    /// Too many of its bytes are not text.
    NoText,
    /// Parsing takes too long.
    TooLong,
    /// Its beginning is nothing but errors.
    TooFar,
    /// Its parser cannot be used, or not for this text.
    NoParser,
}

impl NoTree {
    /// Whether a smaller version of the file may have a tree.
    pub(crate) fn may_pass(self) -> bool {
        !matches!(self, NoTree::NoLanguage | NoTree::TooFar)
    }

    /// Returns the reason in words, for a file in the language of that name.
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
    facts: Option<Arc<NodeFacts>>,
    syntax: Option<Arc<SyntaxGate>>,
    bindings: LazyBindings,
    uses: Arc<OnceLock<Uses>>,
    given: Given,
}

/// Bindings that are found on demand.
type LazyBindings = Arc<OnceLock<Option<Bindings>>>;
/// Lists of nodes that are found on demand.
type Given = Arc<OnceLock<Vec<Vec<NodeId>>>>;

/// The tree of one file of a document, and the grammar's facts about it. Cloning is O(1).
#[derive(Clone)]
pub(crate) struct FileTree {
    /// The index of the file in the document.
    pub(crate) file: u32,
    /// Its language.
    pub(crate) language: &'static Language,
    /// Its tree.
    pub(crate) tree: Tree,
    /// The grammar's facts about its nodes, if the language has facts.
    pub(crate) facts: Option<Arc<NodeFacts>>,
    /// The gate against new syntax errors, if there is a grammar.
    pub(crate) gate: Option<Arc<NoNewErrors>>,
    bindings: LazyBindings,
    uses: Arc<OnceLock<Uses>>,
    /// Of each parameter and field of a type: itself, then what is given at its place.
    pub(crate) given: Given,
}

impl FileTree {
    /// Returns its use graph.
    pub(crate) fn uses(&self) -> &Uses {
        self.uses.get_or_init(|| match self.bindings() {
            Some(bindings) => Uses::with(bindings.clone()),
            None => Uses::of(self.language, &self.tree),
        })
    }

    /// Returns its bindings, if its language has a query.
    pub(crate) fn bindings(&self) -> Option<&Bindings> {
        self.bindings.get_or_init(|| Bindings::of(self.language, &self.tree)).as_ref()
    }
}

/// Returns the language of a file by its name and text. A text in an unknown one that looks like
/// code is read as an outline.
fn detect(file: &File) -> Option<&'static Language> {
    let outline = || {
        let may_be_read = file.bytes().len() <= MOST_BYTES && !is_no_text(file.bytes());
        let language = languages::by_name(OUTLINE).filter(|_| may_be_read)?;
        bindings::is_like_code(&read_outline(file.bytes())?).then_some(language)
    };
    languages::detect(file.path(), file.bytes()).or_else(outline)
}

/// The language of texts with brackets or indentation.
const OUTLINE: &str = "outline";

impl TreeSource {
    /// Creates a source, and detects the languages of the original's files.
    pub fn new(choice: LanguageChoice, original: &Document) -> TreeSource {
        let mut detected = BTreeMap::new();
        if let LanguageChoice::Detect = choice {
            let language = |file: &File| (file.path().to_owned(), detect(file));
            detected.extend(original.files().iter().map(language));
        }
        TreeSource { choice, detected, ..TreeSource::default() }
    }

    /// Returns the language of a file: that of the original's file at this path, or for a new path
    /// the language detected from the file itself.
    pub fn language(&self, file: &File) -> Option<&'static Language> {
        match self.choice {
            LanguageChoice::Detect => {
                let known = self.detected.get(file.path()).copied();
                known.unwrap_or_else(|| detect(file))
            }
            LanguageChoice::Forced(language) => Some(language),
            LanguageChoice::None => None,
        }
    }

    /// Returns the tree of a file, if it has a language and could be parsed. An unchanged file is
    /// not parsed again when other files change.
    pub(crate) fn tree(&self, document: &Document, file_idx: u32) -> Option<FileTree> {
        self.tree_or_why(document, file_idx).ok()
    }

    /// As [`TreeSource::tree`], with the reason if there is no tree.
    pub(crate) fn tree_or_why(&self, document: &Document, file_idx: u32) -> Result<FileTree, NoTree> {
        let file = &document.files()[file_idx as usize];
        let key = Document::new([file.clone()]).key();
        let known = lock(&self.kept).get(key);
        let parsed = match known {
            Some(known) => known,
            None if Stop::is_stopped_here() => return Err(NoTree::TooLong),
            None => {
                let parsed = self.parse(file);
                // The result of a stopped parser must not be cached.
                if Stop::is_stopped_here() {
                    return Err(NoTree::TooLong);
                }
                lock(&self.kept).insert(key, file.bytes().len(), parsed.clone());
                parsed
            }
        };
        let Parsed { language, tree, facts, syntax, bindings, uses, given } = parsed?;
        let gate = syntax.map(|syntax| Arc::new(NoNewErrors::new(file_idx, syntax)));
        Ok(FileTree { file: file_idx, language, tree, facts, gate, bindings, uses, given })
    }

    /// Clears the cache of trees.
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
        // The language is only a guess, and parsers spend most of their time on errors.
        if is_no_text(file.bytes()) {
            return Err(NoTree::NoText);
        }
        let (bindings, uses, given) = (LazyBindings::default(), Arc::default(), Given::default());
        let Some(grammar) = language.grammar().map_err(ParseError::from)? else {
            let tree = language.parse(file.bytes())?;
            return Ok(Parsed { language, tree, facts: None, syntax: None, bindings, uses, given });
        };
        let syntax = SyntaxGate::new(grammar, file.bytes())?;
        let tree = syntax.tree()?;
        let facts = self.shapes(language).map(|shapes| Arc::new(NodeFacts::new(shapes)));
        Ok(Parsed { language, tree, facts, syntax: Some(Arc::new(syntax)), bindings, uses, given })
    }

    /// Returns the cached shapes of a language.
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
