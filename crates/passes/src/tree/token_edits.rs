//! Edits of a tree: the tokens removed from a tree, and the texts that replace some of them.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use dwindle_reduce::Units;
use dwindle_syntax::tree::TokenEdit;
use dwindle_syntax::{NodeId, Tree};

/// The removed tokens of a tree, and texts inserted before some of them. Cloning is O(1).
///
/// Deleting a node, replacing it by a text and replacing it by one of its descendants all have this
/// form. So everything that a tree pass does is relative to one tree, and candidates are not parsed
/// again.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct TokenEdits {
    gone: Units,
    put: Arc<[Put]>,
    /// The first tokens of hoisted parts, sorted.
    hoisted: Arc<[u32]>,
}

/// A text inserted before the token with this index, which is removed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Put {
    pub(crate) before: u32,
    pub(crate) text: Arc<[u8]>,
}

/// A change that makes one node smaller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// Deletes the node.
    Delete(NodeId),
    /// Replaces the node by a text.
    Replace(NodeId, Arc<[u8]>),
    /// Replaces the node by a part of it: a descendant, or adjacent descendants.
    Hoist {
        /// The node to replace.
        node: NodeId,
        /// The tokens to keep.
        keep: Range<u32>,
    },
}

impl Change {
    /// Returns the node that is changed.
    pub(crate) fn node(&self) -> NodeId {
        match self {
            Change::Delete(node) | Change::Replace(node, _) | Change::Hoist { node, .. } => *node,
        }
    }
}

/// Returns the items whose nodes lie in no other item's node, one per node, in the order of the
/// nodes.
pub(crate) fn outermost<T>(tree: &Tree, mut items: Vec<T>, node: impl Fn(&T) -> NodeId) -> Vec<T> {
    items.sort_by_key(&node);
    // Outer nodes come first.
    let mut kept: Vec<T> = Vec::new();
    for item in items {
        if kept.last().is_none_or(|last| !tree.is_within(node(&item), node(last))) {
            kept.push(item);
        }
    }
    kept
}

impl TokenEdits {
    /// Creates edits from removed tokens and inserted texts.
    pub(crate) fn from_parts(gone: Units, mut put: Vec<Put>) -> TokenEdits {
        put.sort_by_key(|put| put.before);
        put.dedup_by_key(|put| put.before);
        TokenEdits { gone, put: put.into(), hoisted: Arc::default() }
    }

    /// Returns the removed tokens.
    pub(crate) fn gone(&self) -> &Units {
        &self.gone
    }

    /// Returns the inserted texts, sorted.
    pub(crate) fn put(&self) -> &[Put] {
        &self.put
    }

    /// Returns the removed runs of tokens, each with its replacement.
    pub(crate) fn iter(&self) -> impl Iterator<Item = TokenEdit<'_>> {
        let mut put = self.put.iter().peekable();
        let delete = |tokens: Range<u32>| {
            let next = self.hoisted.partition_point(|&first| first <= tokens.start);
            let unwraps = self.hoisted.get(next).is_some_and(|&first| first <= tokens.end);
            TokenEdit { unwraps, ..TokenEdit::delete(tokens) }
        };
        self.gone.runs().iter().flat_map(move |run| {
            let mut run_edits: Vec<TokenEdit<'_>> = Vec::new();
            let mut start = run.start;
            while let Some(put) = put.next_if(|put| put.before < run.end) {
                if start < put.before {
                    run_edits.push(delete(start..put.before));
                }
                let tokens = put.before..put.before + 1;
                run_edits.push(TokenEdit { tokens, text: Cow::Borrowed(&put.text), unwraps: false });
                start = put.before + 1;
            }
            if start < run.end {
                run_edits.push(delete(start..run.end));
            }
            run_edits
        })
    }

    /// Adds changes. Texts inserted earlier are dropped if everything around them is now removed.
    /// O(changes · log changes + runs).
    pub(crate) fn with<'a>(&self, tree: &Tree, changes: impl IntoIterator<Item = &'a Change>) -> TokenEdits {
        let mut deleted: Vec<Range<u32>> = Vec::new();
        let mut replaced: Vec<Range<u32>> = Vec::new();
        let mut put: Vec<Put> = Vec::new();
        let mut hoisted: Vec<u32> = Vec::new();
        for change in changes {
            let all = tree.token_range(change.node());
            match change {
                Change::Delete(_) => deleted.push(all),
                Change::Hoist { keep, .. } => {
                    deleted.extend([all.start..keep.start, keep.end..all.end]);
                    if all.start < keep.start {
                        hoisted.push(keep.start);
                    }
                }
                Change::Replace(_, text) => {
                    put.push(Put { before: all.start, text: text.clone() });
                    replaced.push(all);
                }
            }
        }
        let deleted = Units::from_ranges(deleted);
        put.retain(|put| !deleted.contains(put.before));
        let gone = deleted.union(&Units::from_ranges(replaced));
        put.extend(self.put.iter().filter(|put| !gone.contains(put.before)).cloned());
        put.sort_by_key(|put| put.before);
        put.dedup_by_key(|put| put.before);
        let hoisted = if hoisted.is_empty() {
            self.hoisted.clone()
        } else {
            hoisted.extend(self.hoisted.iter());
            hoisted.sort_unstable();
            hoisted.into()
        };
        TokenEdits { gone: self.gone.union(&gone), put: put.into(), hoisted }
    }

    /// Returns the bytes from the first to the last token of each removed run.
    pub(crate) fn gone_bytes<'a>(&'a self, tree: &'a Tree) -> impl Iterator<Item = Range<usize>> + 'a {
        let token = |token_idx: u32| tree.range(tree.tokens()[token_idx as usize]);
        self.gone.runs().iter().map(move |run| token(run.start).start..token(run.end - 1).end)
    }

    /// Returns the number of live tokens in a range. O(log runs + runs in the range).
    pub(crate) fn n_alive(&self, tokens: Range<u32>) -> u32 {
        let runs = self.gone.runs();
        let first = runs.partition_point(|run| run.end <= tokens.start);
        let gone: u32 = runs[first..]
            .iter()
            .take_while(|run| run.start < tokens.end)
            .map(|run| run.end.min(tokens.end) - run.start.max(tokens.start))
            .sum();
        tokens.len() as u32 - gone
    }

    /// Returns the text inserted before a token; `None` if there is none.
    pub(crate) fn put_at(&self, token_idx: u32) -> Option<&[u8]> {
        let at = self.put.binary_search_by_key(&token_idx, |put| put.before).ok()?;
        Some(&self.put[at].text)
    }

    /// Whether a text replaces one of these tokens.
    pub(crate) fn has_put(&self, tokens: Range<u32>) -> bool {
        let first = self.put.partition_point(|put| put.before < tokens.start);
        self.put.get(first).is_some_and(|put| put.before < tokens.end)
    }
}
