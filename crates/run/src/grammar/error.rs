//! Errors of loading a grammar.

use std::io;
use std::path::{Path, PathBuf};

/// A grammar that the user named cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// A program without a dynamic linker loads nothing.
    #[error(
        "this dwindle is a static program, which cannot load a grammar; use the one for glibc \
         (dwindle-VERSION-PROCESSOR-unknown-linux-gnu), or `cargo install dwindle`"
    )]
    Static,
    /// There is nothing at the path, or not what a grammar can be.
    #[error(
        "{path} is no grammar: give a shared library, a grammar.json, a grammar.js, or a folder that holds \
         src/parser.c, src/grammar.json or grammar.js"
    )]
    NoGrammar {
        /// What the user named.
        path: PathBuf,
    },
    /// A file cannot be read or written.
    #[error("cannot use {path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The grammar has mistakes, or needs a program to be read.
    #[error("cannot make a parser of {path}: {reason}")]
    Generate {
        /// The grammar.
        path: PathBuf,
        /// What the generator says.
        reason: String,
    },
    /// The C compiler is not there.
    #[error("cannot run the C compiler {compiler}: {source}; set CC to one that is there")]
    NoCompiler {
        /// Its name.
        compiler: String,
        /// What the system says.
        source: io::Error,
    },
    /// The C compiler refuses the parser or its scanner.
    #[error("{compiler} does not compile the grammar {path}:\n{output}")]
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
        /// What the loader says.
        reason: String,
    },
}

impl LoadError {
    /// Reports that something with a file failed.
    pub(super) fn file(path: &Path) -> impl FnOnce(io::Error) -> LoadError {
        let path = path.to_owned();
        move |source| LoadError::File { path, source }
    }
}
