//! Errors of loading a grammar.

use std::io;
use std::path::{Path, PathBuf};

/// A grammar that the user named cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// A static program cannot load a library.
    #[error(
        "this dwindle is a static program, which cannot load a grammar; use the one for glibc \
         (dwindle-VERSION-PROCESSOR-unknown-linux-gnu), or `cargo install dwindle`"
    )]
    Static,
    /// The path does not exist, or is not a kind of grammar that can be loaded.
    #[error(
        "{path} is not a grammar; name a shared library, a grammar.json, a grammar.js, or a folder with \
         src/parser.c, src/grammar.json or grammar.js"
    )]
    NoGrammar {
        /// The path that the user named.
        path: PathBuf,
    },
    /// A file cannot be read or written.
    #[error("cannot use {path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The grammar has mistakes, or needs a program to be read.
    #[error("cannot generate a parser from {path}: {reason}")]
    Generate {
        /// The grammar.
        path: PathBuf,
        /// The generator's message.
        reason: String,
    },
    /// The C compiler cannot be run.
    #[error("cannot run the C compiler {compiler}: {source}; install it, or set CC to another one")]
    NoCompiler {
        /// Its name.
        compiler: String,
        /// The system's error.
        source: io::Error,
    },
    /// The C compiler refuses the parser or its scanner.
    #[error("{compiler} cannot compile the grammar {path}:\n{output}")]
    Compile {
        /// The compiler's name.
        compiler: String,
        /// The grammar.
        path: PathBuf,
        /// What the compiler printed.
        output: String,
    },
    /// The library cannot be loaded, or has no grammar in it.
    #[error("cannot load {path}: {reason}")]
    Library {
        /// The library.
        path: PathBuf,
        /// The loader's message.
        reason: String,
    },
}

impl LoadError {
    /// Returns a function that turns an error of reading or writing `path` into a `LoadError`.
    pub(super) fn file(path: &Path) -> impl FnOnce(io::Error) -> LoadError {
        let path = path.to_owned();
        move |source| LoadError::File { path, source }
    }
}
