//! What becomes unused when a place is removed.

use std::ops::Range;

use super::heaviest::Weighing;
use crate::bindings::EntityId;

/// The entities that become unused when some place of a text is removed, with their weights.
#[derive(Clone, Debug, Default)]
pub struct Orphans {
    /// Sorted by their first use.
    names: Vec<Name>,
}

/// A used entity, and what is removed when it is unused.
#[derive(Clone, Debug)]
struct Name {
    /// The first tokens of its uses, sorted, without uses within what only it needs.
    uses: Vec<u32>,
    /// The number of tokens that nothing else needs.
    weight: u32,
}

impl Weighing<'_> {
    /// Returns what each used entity keeps alive. O((parts + names) · depth).
    pub fn orphans(&self) -> Orphans {
        let Weighing { inner, gone, weights } = self;
        let mut names: Vec<Name> = Vec::new();
        for (index, known) in (0u32..).zip(inner.bindings.entities()) {
            let entity = EntityId(index);
            let weight = weights.entities[index as usize];
            if weight == 0 {
                continue;
            }
            let counts = |node| inner.around(node).is_none_or(|part| !weights.is_only_for(part, entity));
            let there = known.uses.iter().filter(|&&id| !gone.has_use(id) && !inner.writes[id.0 as usize]);
            let nodes = there.map(|&id| inner.bindings.use_at(id).node).filter(|&node| counts(node));
            let mut uses: Vec<u32> = nodes.map(|node| inner.tree().token_range(node).start).collect();
            uses.sort_unstable();
            if !uses.is_empty() {
                names.push(Name { uses, weight });
            }
        }
        names.sort_by_key(|name| name.uses[0]);
        Orphans { names }
    }
}

impl Orphans {
    /// Returns the number of tokens that are needed only by uses among `tokens`, and by none among
    /// `kept` (ranges of [`Tree::tokens`](crate::tree::Tree::tokens)). O(names whose first use is
    /// there · log uses).
    pub fn weight(&self, tokens: &Range<u32>, kept: &Range<u32>) -> u32 {
        let start = self.names.partition_point(|name| name.uses[0] < tokens.start);
        let there = self.names[start..].iter().take_while(|name| name.uses[0] < tokens.end);
        let goes = |name: &&Name| {
            let first_kept = name.uses.partition_point(|&token| token < kept.start);
            let is_kept = name.uses.get(first_kept).is_some_and(|&token| token < kept.end);
            !is_kept && name.uses[name.uses.len() - 1] < tokens.end
        };
        there.filter(goes).map(|name| name.weight).sum()
    }
}
