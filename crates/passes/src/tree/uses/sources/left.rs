//! The remaining text.

use dwindle_syntax::uses::{Uses, Weighing};
use dwindle_syntax::{Language, NodeId, Tree};

use super::kind::kind_has;
use super::known_hoists::Hoists;
use super::made::MadeValues;
use super::plain::{Class, Value};
use super::stated::{StatedTypes, checks_types};
use crate::tree::subject::Subject;
use crate::tree::token_edits::TokenEdits;
use crate::tree::uses::rest::Rest;
use crate::tree::uses::sort::Seen;

/// The remaining text.
pub(in crate::tree::uses) struct Left<'a> {
    pub(in crate::tree::uses) subject: &'a Subject,
    pub(in crate::tree::uses) uses: &'a Uses,
    pub(in crate::tree::uses) cut: &'a TokenEdits,
    pub(in crate::tree::uses) weighing: &'a Weighing<'a>,
    pub(in crate::tree::uses) hoists: &'a Hoists,
    pub(in crate::tree::uses) seen: &'a Seen,
    pub(in crate::tree::uses) stated: &'a StatedTypes,
    pub(in crate::tree::uses) made: &'a MadeValues,
}

impl Left<'_> {
    /// Returns it without what is known about it.
    pub(super) fn rest(&self) -> Rest<'_> {
        Rest { subject: self.subject, uses: self.uses, cut: self.cut }
    }

    /// Whether anything of a node remains.
    pub(super) fn has(&self, node: NodeId) -> bool {
        self.rest().has(node)
    }

    /// Whether a plain value is of another type than what the text states about a node, or than how
    /// it is used, where nothing is stated.
    pub(super) fn excludes(&self, node: NodeId, value: &Value) -> bool {
        let (tree, language) = (self.subject.tree(), self.subject.file.language);
        match self.stated.of_place(tree, node) {
            Some(stated) => stated.excludes(value.class, language),
            None => self.is_used_otherwise(node, value),
        }
    }

    /// Whether the use of a node shows that it is no such plain value, in a language that checks
    /// types.
    pub(super) fn is_used_otherwise(&self, node: NodeId, value: &Value) -> bool {
        let (tree, language) = (self.subject.tree(), self.subject.file.language);
        checks_types(language)
            && match value.class {
                Class::Made => false,
                Class::Integer | Class::Float | Class::Word => {
                    is_called(tree, node) || has_parts(tree, language, node)
                }
                Class::Text | Class::Character | Class::Nothing => is_called(tree, node),
            }
    }

    /// Returns the remaining nodes below the root; of nodes with the same tokens, the outermost.
    pub(super) fn nodes(&self) -> impl Iterator<Item = NodeId> {
        let mut waiting = self.subject.parts(self.subject.tree().root(), self.cut);
        std::iter::from_fn(move || {
            let node = waiting.pop()?;
            waiting.extend(self.subject.parts(node, self.cut));
            Some(node)
        })
    }
}

/// Whether a node is what is called, or has to be a call.
fn is_called(tree: &Tree, node: NodeId) -> bool {
    let Some(above) = tree.parent(node) else { return false };
    let is_first = tree.children(above).next() == Some(node);
    is_first && kind_has(tree, above, &["call_expression", "invocation"])
        || kind_has(tree, above, &["go_statement", "defer_statement"])
}

/// Whether the use of a name shows that it is no number: an element, a member or the address of it
/// is taken.
fn has_parts(tree: &Tree, language: &Language, node: NodeId) -> bool {
    const ELEMENTS: [&str; 4] = ["index", "subscript", "slice", "element_access"];
    const MEMBERS: [&str; 3] = ["selector", "field_access", "field_expression"];
    let Some(above) = tree.parent(node) else { return false };
    let is_first = tree.children(above).next() == Some(node);
    let has_address = || {
        language.name != "rust" && kind_has(tree, above, &["unary"]) && tree.text_of(above).starts_with(b"&")
    };
    is_first && kind_has(tree, above, &ELEMENTS)
        || is_first && !matches!(language.name, "rust" | "scala") && kind_has(tree, above, &MEMBERS)
        || has_address()
}
