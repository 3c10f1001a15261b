//! A grammar that was checked and is ready to parse.

use std::sync::Arc;

use super::error::GrammarError;
use super::injected::Injected;
use crate::tree::{KindId, Kinds, Naming};

/// A tree-sitter grammar with the names of its kinds and fields. Cloning is O(1).
#[derive(Clone, Debug)]
pub struct Grammar {
    pub(super) name: Arc<str>,
    pub(super) language: tree_sitter::Language,
    pub(super) kinds: Arc<Kinds>,
    pub(super) is_safe: Option<fn(&[u8]) -> bool>,
    pub(super) injected: &'static [Injected],
}

impl Grammar {
    /// Checks a grammar, which may come from a crate or a shared library, and lists its kinds.
    /// O(kinds).
    ///
    /// # Errors
    /// When this version of tree-sitter does not support the grammar.
    pub fn new(name: &str, language: tree_sitter::Language) -> Result<Grammar, GrammarError> {
        let found = language.abi_version();
        let (oldest, newest) = (tree_sitter::MIN_COMPATIBLE_LANGUAGE_VERSION, tree_sitter::LANGUAGE_VERSION);
        if found < oldest || newest < found {
            return Err(GrammarError::Abi { grammar: name.into(), found, oldest, newest });
        }
        if let Err(error) = tree_sitter::Parser::new().set_language(&language) {
            return Err(GrammarError::Refused { grammar: name.into(), reason: error.to_string() });
        }
        let kinds = Arc::new(kinds_of(&language));
        Ok(Grammar { name: name.into(), language, kinds, is_safe: None, injected: &[] })
    }

    /// Returns the grammar with a check: texts for which `is_safe` is false are not parsed.
    pub(crate) fn refusing_unsafe(self, is_safe: Option<fn(&[u8]) -> bool>) -> Grammar {
        Grammar { is_safe, ..self }
    }

    /// Returns the grammar with kinds of nodes whose text is parsed once more.
    pub(crate) fn injecting(self, injected: &'static [Injected]) -> Grammar {
        Grammar { injected, ..self }
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns tree-sitter's own handle of the grammar.
    pub fn language(&self) -> &tree_sitter::Language {
        &self.language
    }

    /// Returns the names of kinds and fields.
    pub fn kinds(&self) -> &Arc<Kinds> {
        &self.kinds
    }
}

fn kinds_of(language: &tree_sitter::Language) -> Kinds {
    // The last two ids are tree-sitter's own error kinds; the one before is our hidden kind.
    let n_kinds = language.node_kind_count().min(usize::from(KindId::HIDDEN.0)) as u16;
    let n_fields = language.field_count().min(usize::from(u16::MAX)) as u16;
    Kinds::new(
        (0..n_kinds).map(|id| {
            let naming = if language.node_kind_is_named(id) { Naming::Named } else { Naming::Anonymous };
            (language.node_kind_for_id(id).unwrap_or_default(), naming)
        }),
        (1..=n_fields).map(|id| language.field_name_for_id(id).unwrap_or_default()),
    )
}
