//! Sequences of numbered lines.

use std::ops::Range;

use super::super::super::facts::DocumentFacts;
use super::super::super::lines::Grouped;
use super::paths::Path;

/// Numbers at the start of lines, in document order, which is also their numerical order.
pub(super) struct Sequence {
    pub(super) heads: Vec<usize>,
    pub(super) mark: u8,
    /// The first number of each level.
    pub(super) base: i64,
}

/// The fewest lines.
const FEWEST: usize = 4;

/// Finds sequences of lines that begin alike. Lines that do not fit are skipped.
pub(super) fn sequences(facts: &DocumentFacts, all: &[Path]) -> Vec<Sequence> {
    let mut alike: Grouped<(u64, u32), usize> = Grouped::new();
    for (number, path) in all.iter().enumerate() {
        let is_first = number == 0 || all[number - 1].line != path.line;
        if let Some(start) = path.start.filter(|_| is_first) {
            alike.push((start, facts.atoms.file(path.atoms[0])), number);
        }
    }
    let mut found: Vec<Sequence> = Vec::new();
    for (_, heads) in alike.into_groups() {
        let mut at = 0;
        while at < heads.len() {
            let end = (at + 1..heads.len())
                .find(|&next| !follows(&all[heads[next - 1]], &all[heads[next]], all[heads[at]].values[0]))
                .unwrap_or(heads.len());
            let run = &heads[at..end];
            let first = &all[heads[at]].values;
            let is_first = (0..=1).contains(&first[0]) && first.iter().all(|part| *part == first[0]);
            let deep = run.iter().find(|&&head| 1 < all[head].values.len());
            if let Some(&deep) = deep.filter(|_| is_first && FEWEST <= run.len()) {
                let (mark, base) = (all[deep].mark, first[0]);
                found.push(Sequence { heads: run.to_vec(), mark, base });
            }
            at = end;
        }
    }
    found.sort_by_key(|sequence| sequence.heads[0]);
    found
}

/// Whether `next` directly follows `before`.
fn follows(before: &Path, next: &Path, base: i64) -> bool {
    let (before, next) = (before, &next.values);
    let shared = before.values.iter().zip(next).take_while(|(a, b)| a == b).count();
    let Some(part) = next.get(shared) else { return false };
    let below = &next[shared + 1..];
    match before.values.get(shared) {
        // Empty chapters may be left out.
        Some(last) if !below.is_empty() => last < part && below.iter().all(|part| *part == base),
        Some(last) => last + 1 == *part,
        None => *part == base && below.is_empty(),
    }
}

impl Sequence {
    /// Returns the number of parts of the shortest number.
    pub(super) fn least_depth(&self, all: &[Path]) -> usize {
        self.heads.iter().map(|&head| all[head].values.len()).min().unwrap_or(0)
    }

    /// Returns each line with everything below it, up to the next line that is not numbered within
    /// it. If there is nothing between the lines, nothing is below the last one.
    pub(super) fn extents(
        &self,
        facts: &DocumentFacts,
        all: &[Path],
        others: &[Sequence],
    ) -> Vec<(u32, Range<u32>)> {
        let line = |head: usize| all[head].line;
        let last = self.heads[self.heads.len() - 1];
        let is_dense = self.heads.windows(2).all(|two| line(two[0]) + 1 == line(two[1]));
        if 1 < self.least_depth(all) {
            return Vec::new();
        }
        let file = facts.atoms.files()[facts.atoms.file(all[last].atoms[0]) as usize].clone();
        let end_of_file = facts.lines.of_atom(file.end - 1) + 1;
        let next = others.iter().map(|other| line(other.heads[0])).filter(|&first| line(last) < first);
        let nested = |first: &u32| {
            others.iter().any(|other| line(other.heads[0]) == *first && 1 < other.least_depth(all))
        };
        let end = match is_dense {
            true => line(last) + 1,
            false => next.filter(|first| !nested(first)).min().unwrap_or(end_of_file).min(end_of_file),
        };
        let extent = |(number, &head): (usize, &usize)| {
            let is_within = |other: &&usize| all[**other].values.starts_with(&all[head].values);
            let behind = self.heads[number + 1..].iter().find(|other| !is_within(other));
            (line(head), facts.lines.span(line(head)..behind.map_or(end, |&head| line(head))))
        };
        self.heads.iter().enumerate().map(extent).collect()
    }
}
