//! Which other children must be removed when some are.

use super::matched::Matched;
use super::rules::Kind;

/// How many children on each side of a run may have to be removed with it.
const REACH: usize = 40;

/// What removal needs to know about a node's children.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'a> {
    pub(super) kinds: &'a [Kind],
    /// Whether each child is named. Keywords and punctuation are not, and are cheap to lose.
    pub(super) named: &'a [bool],
}

/// The cost of additional removals: first the named children, then all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Cost {
    named: usize,
    all: usize,
}

impl Cost {
    fn and(self, named: bool) -> Cost {
        Cost { named: self.named + usize::from(named), all: self.all + 1 }
    }
}

/// Finds the children to remove so that those in `removed` (sorted) are removed and the rule
/// accepts the rest: these and as few others as possible, named ones least of all. Of two
/// separators that could be removed, the first is. Returns them sorted; `None` if it is impossible.
///
/// Each run of removed children is widened until the rest is read as before; so no remaining child
/// takes over the role of a removed one (`y` does not become the name in `x = y`). O(children) if
/// each run takes a few separators with it; each run that takes a whole group adds a bounded
/// quadratic term.
pub(super) fn leave_out(matched: &Matched, row: Row<'_>, removed: &[u32]) -> Option<Vec<u32>> {
    let Some(first) = removed.first() else { return Some(Vec::new()) };
    let mut walk = Walk::start(matched, row, *first as usize);
    let mut next = 0;
    while next < removed.len() {
        walk.keep_until(removed[next] as usize)?;
        let start = removed[next] as usize;
        let run = removed[next..].iter().zip(start..).take_while(|(child, at)| **child as usize == *at);
        walk.drop_run(start + run.count(), removed)?;
        while removed.get(next).is_some_and(|child| (*child as usize) < walk.at) {
            next += 1;
        }
    }
    walk.gone.sort_unstable();
    Some(walk.gone)
}

/// A pass over the children. Everything before `at` is decided, and the kept part of it is accepted
/// together with all children from `at` on.
struct Walk<'a> {
    matched: &'a Matched,
    row: Row<'a>,
    at: usize,
    state: u16,
    /// The children kept so far, with the state before each.
    kept: Vec<(usize, u16)>,
    gone: Vec<u32>,
}

impl<'a> Walk<'a> {
    fn start(matched: &'a Matched, row: Row<'a>, at: usize) -> Walk<'a> {
        let states = matched.states();
        let kept = (at.saturating_sub(REACH)..at).map(|child| (child, states[child])).collect();
        Walk { matched, row, at, state: states[at], kept, gone: Vec::new() }
    }

    fn keep_until(&mut self, end: usize) -> Option<()> {
        while self.at < end {
            self.kept.push((self.at, self.state));
            self.state = self.matched.dfa.step(self.state, self.row.kinds[self.at])?;
            self.at += 1;
        }
        Some(())
    }

    /// Removes the children up to `end`, and those on both sides that must be removed with them.
    fn drop_run(&mut self, end: usize, removed: &[u32]) -> Option<()> {
        let (left, end) = self.widen(end, removed)?;
        for _ in 0..left {
            let (child, before) = self.kept.pop()?;
            self.gone.push(u32::try_from(child).ok()?);
            self.state = before;
        }
        self.gone.extend((self.at..end).filter_map(|child| u32::try_from(child).ok()));
        self.at = end;
        Some(())
    }

    /// Returns how many kept children before the run are removed, and the end of those removed
    /// after it.
    fn widen(&self, end: usize, removed: &[u32]) -> Option<(usize, usize)> {
        if self.matched.accepts_rest(self.state, end) {
            return Some((0, end));
        }
        let mut best: Option<(Cost, usize, usize)> = None;
        let mut lost_left = Cost::default();
        for left in 0..=self.kept.len().min(REACH) {
            let state = match left {
                0 => self.state,
                left => {
                    let (child, before) = self.kept[self.kept.len() - left];
                    lost_left = lost_left.and(self.row.named[child]);
                    before
                }
            };
            if best.is_some_and(|(loss, ..)| loss < lost_left) {
                break;
            }
            if let Some((loss, right)) = self.widen_right(state, end, lost_left, removed)
                && best.is_none_or(|(known, ..)| loss <= known)
            {
                best = Some((loss, left, right));
            }
        }
        best.map(|(_, left, right)| (left, right))
    }

    fn widen_right(&self, state: u16, end: usize, lost: Cost, removed: &[u32]) -> Option<(Cost, usize)> {
        let mut loss = lost;
        for right in end..=self.row.kinds.len().min(end + REACH) {
            if self.matched.joins_at(state, right) {
                return Some((loss, right));
            }
            let asked_for = u32::try_from(right).is_ok_and(|child| removed.binary_search(&child).is_ok());
            if !asked_for && let Some(named) = self.row.named.get(right) {
                loss = loss.and(*named);
            }
        }
        None
    }
}
