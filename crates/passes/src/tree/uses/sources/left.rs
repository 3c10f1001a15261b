//! The remaining text.

use dwindle_syntax::NodeId;
use dwindle_syntax::uses::{Uses, Weighing};

use super::known_hoists::Hoists;
use super::plain::Value;
use super::stated::StatedTypes;
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

    /// Whether a plain value is of another type than what the text states about a node.
    pub(super) fn excludes(&self, node: NodeId, value: &Value) -> bool {
        let stated = self.stated.of_place(self.subject.tree(), node);
        stated.is_some_and(|stated| stated.excludes(value.class, self.subject.file.language))
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
