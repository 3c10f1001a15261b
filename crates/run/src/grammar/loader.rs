//! Loading a grammar that the user names.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::compile::{Compiled, default_compiler, from_json, from_parser, read_grammar};
use super::error::LoadError;
use super::library;
use super::source::Source;

/// A grammar that was loaded.
#[derive(Clone, Debug)]
pub struct UserGrammar {
    /// The grammar's own name.
    pub name: String,
    /// The grammar, for `dwindle_syntax::Grammar::new`, which checks its version.
    pub language: tree_sitter::Language,
    /// The grammar in tree-sitter's JSON, if it was among its sources.
    pub json: Option<String>,
}

/// Loads grammars, and keeps compiled ones in a cache.
#[derive(Clone, Debug)]
pub struct GrammarLoader {
    cache: PathBuf,
    compiler: OsString,
}

impl GrammarLoader {
    /// Creates a loader with its cache in the folder `cache`. It compiles with `$CC`, or else `cc`.
    pub fn new(cache: impl Into<PathBuf>) -> GrammarLoader {
        GrammarLoader { cache: cache.into(), compiler: default_compiler() }
    }

    /// Sets another C compiler.
    pub fn with_compiler(self, compiler: impl Into<OsString>) -> GrammarLoader {
        GrammarLoader { compiler: compiler.into(), ..self }
    }

    /// Loads the grammar at a path: a shared library, a folder, a `parser.c`, a `grammar.json` or a
    /// `grammar.js` (for which `node` is needed). If it must be compiled, the first call takes a
    /// second or two.
    ///
    /// # Errors
    /// When there is no grammar, it has mistakes, there is no compiler, or this is a static
    /// program.
    pub fn load(&self, path: &Path) -> Result<UserGrammar, LoadError> {
        if cfg!(target_feature = "crt-static") {
            return Err(LoadError::Static);
        }
        let (cache, compiler) = (&self.cache, &self.compiler);
        let Compiled { library, json } = match Source::of(path)? {
            Source::Library(library) => Compiled { library, json: None },
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
