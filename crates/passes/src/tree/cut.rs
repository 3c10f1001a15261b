//! A cut: the tokens that are gone from a tree, and the texts in the place of others.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use dwindle_reduce::Units;
use dwindle_syntax::tree::Cut as TokenCut;
use dwindle_syntax::{NodeId, Tree};

/// The tokens of a tree that are gone, and texts that stand before tokens. Cloning is O(1).
///
/// Deleting a node, replacing it by a text and replacing it by one of its descendants are all of
/// this form, so everything that a tree pass does is relative to one tree, and nothing is parsed
/// again for a candidate.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Cut {
    gone: Units,
    put: Arc<[Put]>,
    /// The first tokens of parts that took the place of what was around them, sorted.
    hoisted: Arc<[u32]>,
}

/// A text that stands before the token with this index; that token is gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Put {
    pub(crate) before: u32,
    pub(crate) text: Arc<[u8]>,
}

/// One way to make one place of a tree smaller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// The node goes.
    Delete(NodeId),
    /// A text takes the place of the node.
    Replace(NodeId, Arc<[u8]>),
    /// A part of the node takes its place: a descendant, or neighbouring ones.
    Hoist {
        /// The node that goes.
        node: NodeId,
        /// The tokens that stay.
        keep: Range<u32>,
    },
}

impl Change {
    /// Returns the node that the change is about.
    pub(crate) fn node(&self) -> NodeId {
        match self {
            Change::Delete(node) | Change::Replace(node, _) | Change::Hoist { node, .. } => *node,
        }
    }
}

/// Returns those items whose nodes lie in none of the others, the first one of each node, in the
/// order of the nodes.
pub(crate) fn outermost<T>(tree: &Tree, mut items: Vec<T>, node: impl Fn(&T) -> NodeId) -> Vec<T> {
    items.sort_by_key(&node);
    // What holds others comes before them.
    let mut kept: Vec<T> = Vec::new();
    for item in items {
        if kept.last().is_none_or(|last| !tree.is_within(node(&item), node(last))) {
            kept.push(item);
        }
    }
    kept
}

impl Cut {
    /// Makes a cut of tokens that are gone, and texts that stand before some of them.
    pub(crate) fn from_parts(gone: Units, mut put: Vec<Put>) -> Cut {
        put.sort_by_key(|put| put.before);
        put.dedup_by_key(|put| put.before);
        Cut { gone, put: put.into(), hoisted: Arc::default() }
    }

    /// Returns the tokens that are gone.
    pub(crate) fn gone(&self) -> &Units {
        &self.gone
    }

    /// Returns the texts that stand before tokens, sorted.
    pub(crate) fn put(&self) -> &[Put] {
        &self.put
    }

    /// Returns what goes, run by run, with the texts that take the place of some of it.
    pub(crate) fn cuts(&self) -> impl Iterator<Item = TokenCut<'_>> {
        let mut put = self.put.iter().peekable();
        let delete = |tokens: Range<u32>| {
            let next = self.hoisted.partition_point(|&first| first <= tokens.start);
            let unwraps = self.hoisted.get(next).is_some_and(|&first| first <= tokens.end);
            TokenCut { unwraps, ..TokenCut::delete(tokens) }
        };
        self.gone.runs().iter().flat_map(move |run| {
            let mut cuts: Vec<TokenCut<'_>> = Vec::new();
            let mut start = run.start;
            while let Some(put) = put.next_if(|put| put.before < run.end) {
                if start < put.before {
                    cuts.push(delete(start..put.before));
                }
                let tokens = put.before..put.before + 1;
                cuts.push(TokenCut { tokens, text: Cow::Borrowed(&put.text), unwraps: false });
                start = put.before + 1;
            }
            if start < run.end {
                cuts.push(delete(start..run.end));
            }
            cuts
        })
    }

    /// Adds changes. What one of them, or one of them now and an earlier one, takes away as a whole
    /// takes the texts put in there with it. O(changes · log changes + runs).
    pub(crate) fn with<'a>(&self, tree: &Tree, changes: impl IntoIterator<Item = &'a Change>) -> Cut {
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
        Cut { gone: self.gone.union(&gone), put: put.into(), hoisted }
    }

    /// Returns the bytes from the first to the last token of each run that is gone.
    pub(crate) fn gone_bytes<'a>(&'a self, tree: &'a Tree) -> impl Iterator<Item = Range<usize>> + 'a {
        let token = |token_idx: u32| tree.range(tree.tokens()[token_idx as usize]);
        self.gone.runs().iter().map(move |run| token(run.start).start..token(run.end - 1).end)
    }

    /// Counts the tokens of a range that are still there, in O(log runs + runs in the range).
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

    /// Whether a text was put in the place of one of these tokens.
    pub(crate) fn has_put(&self, tokens: Range<u32>) -> bool {
        let first = self.put.partition_point(|put| put.before < tokens.start);
        self.put.get(first).is_some_and(|put| put.before < tokens.end)
    }
}
