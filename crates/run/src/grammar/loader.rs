//! Loading what the user named.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::compile::{Made, default_compiler, from_json, from_parser, read_grammar};
use super::error::LoadError;
use super::library;
use super::source::Source;

/// A grammar that was loaded.
#[derive(Clone, Debug)]
pub struct UserGrammar {
    /// The name that the grammar gives itself.
    pub name: String,
    /// The grammar, for `dwindle_syntax::Grammar::new`, which checks its version.
    pub language: tree_sitter::Language,
    /// The grammar in tree-sitter's JSON, where it came with its sources.
    pub json: Option<String>,
}

/// Loads grammars, keeping what it compiles.
#[derive(Clone, Debug)]
pub struct GrammarLoader {
    cache: PathBuf,
    compiler: OsString,
}

impl GrammarLoader {
    /// Makes a loader that keeps libraries below the folder `cache` and compiles with `$CC`, or
    /// else `cc`.
    pub fn new(cache: impl Into<PathBuf>) -> GrammarLoader {
        GrammarLoader { cache: cache.into(), compiler: default_compiler() }
    }

    /// Returns the same loader with another C compiler.
    pub fn with_compiler(self, compiler: impl Into<OsString>) -> GrammarLoader {
        GrammarLoader { compiler: compiler.into(), ..self }
    }

    /// Loads the grammar at a path: a shared library, a folder, a `parser.c`, a `grammar.json` or a
    /// `grammar.js` (which `node` reads). The first time takes a second or two for what must be
    /// compiled.
    ///
    /// # Errors
    /// When there is no grammar, it has mistakes, there is no compiler, or this is a static
    /// program.
    pub fn load(&self, path: &Path) -> Result<UserGrammar, LoadError> {
        if cfg!(target_feature = "crt-static") {
            return Err(LoadError::Static);
        }
        let (cache, compiler) = (&self.cache, &self.compiler);
        let Made { library, json } = match Source::of(path)? {
            Source::Library(library) => Made { library, json: None },
            Source::Parser(parser) => from_parser(&parser, cache, compiler)?,
            Source::Json(file) | Source::Script(file) => {
                from_json(read_grammar(&file)?, &file, cache, compiler)?
            }
        };
        let (name, language) = library::load(&library)?;
        Ok(UserGrammar { name, language, json })
    }
}

#[cfg(test)]
mod tests;
