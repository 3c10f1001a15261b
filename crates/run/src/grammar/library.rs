//! From a shared library to a language.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use libloading::Library;
use tree_sitter::Language;
use tree_sitter_language::LanguageFn;

use super::error::LoadError;

/// What the function of every grammar's library is called, before the grammar's name.
const PREFIX: &[u8] = b"tree_sitter_";

/// Loads a library, which is never unloaded, and returns the grammar in it with its name.
///
/// The library's text is searched for the names of its functions, so that it may be called
/// anything.
pub(super) fn load(path: &Path) -> Result<(String, Language), LoadError> {
    let failed = |reason: String| LoadError::Library { path: path.to_owned(), reason };
    let bytes = fs::read(path).map_err(LoadError::file(path))?;
    let path = path.canonicalize().map_err(LoadError::file(path))?;
    // SAFETY: loading runs the library's initializers. It is code that the user asked to run, and
    // the parsers that tree-sitter generates have none.
    let library = unsafe { Library::new(&path) }.map_err(|error| failed(error.to_string()))?;
    for name in names_in(&bytes) {
        let symbol = [PREFIX, name.as_bytes(), b"\0"].concat();
        // SAFETY: a function of this name without further words takes nothing and returns a pointer
        // to a `TSLanguage`, by the convention of tree-sitter; the library stays loaded, see below.
        let function = unsafe { library.get::<unsafe extern "C" fn() -> *const ()>(symbol.as_slice()) };
        let Ok(function) = function else { continue };
        // SAFETY: as above; the pointer is to static data.
        let language = Language::new(unsafe { LanguageFn::from_raw(*function) });
        std::mem::forget(library);
        return Ok((name, language));
    }
    Err(failed("it has no function tree_sitter_NAME".into()))
}

/// Finds the names of grammars in a library; those of their scanners' functions begin with one and
/// come later.
fn names_in(bytes: &[u8]) -> Vec<String> {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let names: BTreeSet<String> = memchr::memmem::find_iter(bytes, PREFIX)
        .filter(|&at| at == 0 || !is_part(&bytes[at - 1]))
        .map(|at| bytes[at + PREFIX.len()..].iter().take_while(|byte| is_part(byte)))
        .map(|name| name.map(|&byte| char::from(byte)).collect::<String>())
        .filter(|name| !name.is_empty() && !name.contains("_external_scanner_"))
        .collect();
    let mut names: Vec<String> = names.into_iter().collect();
    names.sort_by_key(String::len);
    names
}
