//! The rules that are built in: one file a language, made by `cargo xtask facts`.
//!
//! A new language gets a line in the list of that command, and one in the list below.

use super::known::Facts;
use super::lower::RulesError;
use super::rules::{CodeError, Origin, Rules};
use crate::languages::{Language, Reader, UserSource};

impl Facts {
    /// Returns the facts of a language: from its rules, which are built in for every grammar of this build, else from
    /// its node types. `None` where a reader of our own makes the trees (any child may go, and that reader decides),
    /// and for a grammar of the user that came without its sources.
    ///
    /// # Errors
    /// When the grammar cannot be used, or what is built in is not what this version writes.
    pub fn of(language: &Language) -> Result<Option<Facts>, FactsError> {
        let Some(grammar) = language.grammar()? else { return Ok(None) };
        let rules = match (&language.reader, built_in(language.name)) {
            (Reader::Grammar(_), Some(bytes)) => Rules::decode(bytes)?,
            (Reader::Grammar(source), None) => {
                return Ok(Some(Facts::from_node_types(source.node_types, grammar.kinds())?));
            }
            (Reader::User(UserSource { json: Some(json), .. }), _) => {
                Rules::from_json(json, Origin::default())?
            }
            (Reader::User(_) | Reader::Own(_), _) => return Ok(None),
        };
        Ok(Some(Facts::new(rules, grammar.kinds())))
    }
}

/// A language's facts cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FactsError {
    /// Its grammar cannot be used.
    #[error(transparent)]
    Grammar(#[from] crate::grammar::GrammarError),
    /// What is built in cannot be read.
    #[error(transparent)]
    Code(#[from] CodeError),
    /// Its node types or its `grammar.json` cannot be read.
    #[error(transparent)]
    Json(#[from] RulesError),
}

fn built_in(language: &str) -> Option<&'static [u8]> {
    RULES.iter().find(|(name, _)| *name == language).map(|(_, bytes)| *bytes)
}

/// By the name of the language.
static RULES: &[(&str, &[u8])] = &[
    #[cfg(feature = "c")]
    ("c", include_bytes!("data/c.rules")),
    #[cfg(feature = "cpp")]
    ("cpp", include_bytes!("data/cpp.rules")),
    #[cfg(feature = "objective-c")]
    ("objective-c", include_bytes!("data/objective-c.rules")),
    #[cfg(feature = "rust")]
    ("rust", include_bytes!("data/rust.rules")),
    #[cfg(feature = "java")]
    ("java", include_bytes!("data/java.rules")),
    #[cfg(feature = "javascript")]
    ("javascript", include_bytes!("data/javascript.rules")),
    #[cfg(feature = "typescript")]
    ("typescript", include_bytes!("data/typescript.rules")),
    #[cfg(feature = "typescript")]
    ("tsx", include_bytes!("data/tsx.rules")),
    #[cfg(feature = "python")]
    ("python", include_bytes!("data/python.rules")),
    #[cfg(feature = "go")]
    ("go", include_bytes!("data/go.rules")),
    #[cfg(feature = "c-sharp")]
    ("c-sharp", include_bytes!("data/c-sharp.rules")),
    #[cfg(feature = "ruby")]
    ("ruby", include_bytes!("data/ruby.rules")),
    #[cfg(feature = "php")]
    ("php", include_bytes!("data/php.rules")),
    #[cfg(feature = "swift")]
    ("swift", include_bytes!("data/swift.rules")),
    #[cfg(feature = "kotlin")]
    ("kotlin", include_bytes!("data/kotlin.rules")),
    #[cfg(feature = "scala")]
    ("scala", include_bytes!("data/scala.rules")),
    #[cfg(feature = "haskell")]
    ("haskell", include_bytes!("data/haskell.rules")),
    #[cfg(feature = "ocaml")]
    ("ocaml", include_bytes!("data/ocaml.rules")),
    #[cfg(feature = "ocaml")]
    ("ocaml-interface", include_bytes!("data/ocaml-interface.rules")),
    #[cfg(feature = "lua")]
    ("lua", include_bytes!("data/lua.rules")),
    #[cfg(feature = "bash")]
    ("bash", include_bytes!("data/bash.rules")),
    #[cfg(feature = "json")]
    ("json", include_bytes!("data/json.rules")),
    #[cfg(feature = "html")]
    ("html", include_bytes!("data/html.rules")),
    #[cfg(feature = "xml")]
    ("xml", include_bytes!("data/xml.rules")),
    #[cfg(feature = "xml")]
    ("dtd", include_bytes!("data/dtd.rules")),
    #[cfg(feature = "css")]
    ("css", include_bytes!("data/css.rules")),
    #[cfg(feature = "yaml")]
    ("yaml", include_bytes!("data/yaml.rules")),
    #[cfg(feature = "toml")]
    ("toml", include_bytes!("data/toml.rules")),
    #[cfg(feature = "sql")]
    ("sql", include_bytes!("data/sql.rules")),
    #[cfg(feature = "solidity")]
    ("solidity", include_bytes!("data/solidity.rules")),
    #[cfg(feature = "wgsl")]
    ("wgsl", include_bytes!("data/wgsl.rules")),
    #[cfg(feature = "glsl")]
    ("glsl", include_bytes!("data/glsl.rules")),
    #[cfg(feature = "llvm")]
    ("llvm", include_bytes!("data/llvm.rules")),
    #[cfg(feature = "assembly")]
    ("assembly", include_bytes!("data/assembly.rules")),
    #[cfg(feature = "cmake")]
    ("cmake", include_bytes!("data/cmake.rules")),
    #[cfg(feature = "fortran")]
    ("fortran", include_bytes!("data/fortran.rules")),
    #[cfg(feature = "julia")]
    ("julia", include_bytes!("data/julia.rules")),
    #[cfg(feature = "make")]
    ("make", include_bytes!("data/make.rules")),
    #[cfg(feature = "markdown")]
    ("markdown", include_bytes!("data/markdown.rules")),
    #[cfg(feature = "proto")]
    ("proto", include_bytes!("data/proto.rules")),
    #[cfg(feature = "r")]
    ("r", include_bytes!("data/r.rules")),
    #[cfg(feature = "regex")]
    ("regex", include_bytes!("data/regex.rules")),
    #[cfg(feature = "zig")]
    ("zig", include_bytes!("data/zig.rules")),
];
