//! The form of a grammar at a path.

use std::fs;
use std::path::{Path, PathBuf};

use super::error::LoadError;

/// A grammar in one of its forms.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// A shared library.
    Library(PathBuf),
    /// A generated parser; its scanner is beside it.
    Parser(PathBuf),
    /// A grammar in tree-sitter's JSON.
    Json(PathBuf),
    /// A grammar in JavaScript.
    Script(PathBuf),
}

impl Source {
    /// Returns the form of the grammar at a path. In a folder, the form that needs the least work
    /// is used.
    pub(super) fn of(path: &Path) -> Result<Source, LoadError> {
        let none = || LoadError::NoGrammar { path: path.to_owned() };
        if fs::metadata(path).map_err(|_| none())?.is_dir() {
            let made = ["src/parser.c", "parser.c", "src/grammar.json", "grammar.json", "grammar.js"];
            let file = made.iter().map(|name| path.join(name)).find(|file| file.is_file());
            return Source::of_file(&file.ok_or_else(none)?).ok_or_else(none);
        }
        Source::of_file(path).ok_or_else(none)
    }

    fn of_file(file: &Path) -> Option<Source> {
        let make = match file.extension()?.to_str()? {
            "so" | "dylib" | "dll" => Source::Library,
            "c" => Source::Parser,
            "json" => Source::Json,
            "js" | "mjs" | "cjs" => Source::Script,
            _ => return None,
        };
        Some(make(file.to_owned()))
    }
}

/// Returns the scanner of a grammar: beside the parser, or in `src` beside a bare grammar.
pub(super) fn scanner_of(grammar: &Path) -> Option<PathBuf> {
    let folder = grammar.parent()?;
    ["scanner.c", "scanner.cc", "src/scanner.c", "src/scanner.cc"]
        .iter()
        .map(|name| folder.join(name))
        .find(|file| file.is_file())
}
