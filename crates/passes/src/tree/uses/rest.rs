//! What remains of a text.

use dwindle_syntax::NodeId;
use dwindle_syntax::uses::Uses;

use crate::tree::subject::Subject;
use crate::tree::token_edits::TokenEdits;

/// What a cut leaves of a text.
#[derive(Clone, Copy)]
pub(super) struct Rest<'a> {
    pub(super) subject: &'a Subject,
    pub(super) uses: &'a Uses,
    pub(super) cut: &'a TokenEdits,
}

impl Rest<'_> {
    /// Whether anything of a node remains.
    pub(super) fn has(&self, node: NodeId) -> bool {
        0 < self.subject.n_alive(node, self.cut)
    }
}
