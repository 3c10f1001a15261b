//! From a grammar's sources to a shared library.

use std::env::consts::{ARCH, DLL_EXTENSION};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tree_sitter_generate::{
    ALLOC_HEADER, ARRAY_HEADER, OptLevel, PARSER_HEADER, generate_parser_for_grammar, load_grammar_file,
};

use super::cache;
use super::error::LoadError;
use super::source::scanner_of;

/// A compiled grammar.
pub(super) struct Compiled {
    pub(super) library: PathBuf,
    /// The grammar in tree-sitter's JSON, if it is known.
    pub(super) json: Option<String>,
}

/// Reads a grammar in JSON or JavaScript; the latter needs `node`.
pub(super) fn read_grammar(path: &Path) -> Result<String, LoadError> {
    load_grammar_file(path, None)
        .map_err(|error| LoadError::Generate { path: path.to_owned(), reason: error.to_string() })
}

/// Compiles a grammar in JSON.
pub(super) fn from_json(
    json: String,
    path: &Path,
    cache: &Path,
    compiler: &OsStr,
) -> Result<Compiled, LoadError> {
    let job = Compilation::new(path, cache, compiler, json.as_bytes())?;
    if !job.library.exists() {
        let parser = generate_parser_for_grammar(&json, None, OptLevel::default(), &mut Vec::new());
        let (_, parser) = parser
            .map_err(|error| LoadError::Generate { path: path.to_owned(), reason: error.to_string() })?;
        let file = job.folder.join("parser.c");
        fs::write(&file, parser).map_err(LoadError::file(&file))?;
        job.compile(&file)?;
    }
    Ok(Compiled { library: job.library, json: Some(json) })
}

/// Compiles a generated parser.
pub(super) fn from_parser(parser: &Path, cache: &Path, compiler: &OsStr) -> Result<Compiled, LoadError> {
    let text = fs::read(parser).map_err(LoadError::file(parser))?;
    let job = Compilation::new(parser, cache, compiler, &text)?;
    if !job.library.exists() {
        job.compile(parser)?;
    }
    let json = parser.with_file_name("grammar.json");
    let json =
        json.is_file().then(|| fs::read_to_string(&json).map_err(LoadError::file(&json))).transpose()?;
    Ok(Compiled { library: job.library, json })
}

/// One compilation.
struct Compilation<'a> {
    /// The path that the user named.
    path: &'a Path,
    compiler: &'a OsStr,
    scanner: Option<PathBuf>,
    folder: PathBuf,
    library: PathBuf,
}

impl<'a> Compilation<'a> {
    fn new(
        path: &'a Path,
        cache: &Path,
        compiler: &'a OsStr,
        grammar: &[u8],
    ) -> Result<Compilation<'a>, LoadError> {
        let scanner = scanner_of(path);
        let scanner_text = scanner
            .as_ref()
            .map(|scanner| fs::read(scanner).map_err(LoadError::file(scanner)))
            .transpose()?
            .unwrap_or_default();
        let versions = format!("{ARCH} {} {}", tree_sitter::LANGUAGE_VERSION, env!("CARGO_PKG_VERSION"));
        let parts = [grammar, &scanner_text, versions.as_bytes(), compiler.as_encoded_bytes()];
        let folder = cache::folder(cache, &parts)?;
        let library = folder.join("grammar").with_extension(DLL_EXTENSION);
        if library.symlink_metadata().is_ok() {
            cache::check(&library)?;
        }
        Ok(Compilation { path, compiler, scanner, folder, library })
    }

    /// Compiles the parser and, if there is one, the scanner.
    fn compile(&self, parser: &Path) -> Result<(), LoadError> {
        let headers = self.folder.join("tree_sitter");
        fs::create_dir_all(&headers).map_err(LoadError::file(&headers))?;
        for (name, text) in
            [("parser.h", PARSER_HEADER), ("array.h", ARRAY_HEADER), ("alloc.h", ALLOC_HEADER)]
        {
            let file = headers.join(name);
            fs::write(&file, text).map_err(LoadError::file(&file))?;
        }
        let made = self.folder.join(format!("making-{}", std::process::id()));
        let mut command = Command::new(self.compiler);
        command.args(["-shared", "-fPIC", "-O1", "-w", "-o"]).arg(&made);
        // The grammar's own headers come first: its scanner may need them.
        for folder in [parser.parent(), self.scanner.as_ref().and_then(|scanner| scanner.parent())] {
            command.args(folder.map(|folder| [OsStr::new("-I"), folder.as_os_str()]).into_iter().flatten());
        }
        command.arg("-I").arg(&self.folder).arg(parser).args(&self.scanner);
        if self.scanner.as_ref().is_some_and(|scanner| scanner.extension() == Some(OsStr::new("cc"))) {
            command.arg("-lstdc++");
        }
        let compiler = self.compiler.to_string_lossy().into_owned();
        let output = match command.output() {
            Ok(output) => output,
            Err(source) => return Err(LoadError::NoCompiler { compiler, source }),
        };
        if !output.status.success() {
            let output = String::from_utf8_lossy(&output.stderr).into_owned();
            return Err(LoadError::Compile { compiler, path: self.path.to_owned(), output });
        }
        cache::put(&made, &self.library)
    }
}

/// Returns the C compiler that the user's environment names.
pub(super) fn default_compiler() -> OsString {
    std::env::var_os("CC").filter(|compiler| !compiler.is_empty()).unwrap_or_else(|| "cc".into())
}
