//! Kinds of lines, and runs of similar lines: what counts may refer to.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::facts::DocumentFacts;
use super::lines::{Grouped, mix};
use super::sections::file_of;

/// What the lines of a kind have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Share {
    /// The first field, ignoring digits.
    First,
    /// The type of the first field: a whole number, another number, or a word.
    Type,
    /// Everything but digits and blanks.
    Shape,
    /// The first two fields, ignoring digits.
    Two,
    /// Two adjacent words, ignoring digits.
    Pair,
    /// That they are indented, or that they are not and the next line is.
    Indent,
    /// That they do not begin with a mark with which others begin, such as that of comments.
    Unmarked,
}

/// Lines that have something in common.
pub(super) struct LineKind {
    pub(super) share: Share,
    pub(super) lines: Vec<u32>,
}

/// The kinds and runs of a document.
pub(super) struct Kinds {
    /// Distinct sets of lines.
    pub(super) kinds: Vec<LineKind>,
    /// By number of lines: the kinds with that many.
    by_size: FxHashMap<usize, Vec<u32>>,
    /// The sizes of kinds, ascending.
    sizes: Vec<usize>,
    /// Runs of at least [`FEWEST_IN_RUN`] similar lines, and tables.
    pub(super) runs: Vec<Vec<u32>>,
}

impl Kinds {
    /// Finds kinds and runs. O(atoms).
    pub(super) fn of(facts: &DocumentFacts) -> Kinds {
        let mut found: Grouped<(Share, u64), u32> = Grouped::new();
        let mut pairs = FxHashSet::default();
        for line in (0..facts.lines.len()).filter(|&line| !facts.lines.is_blank(line)) {
            let fields = facts.lines.fields(line);
            let hash = |field: &Range<u32>| {
                field.clone().fold(0, |hash, at| mix(hash, u64::from(facts.atoms.shape(at))))
            };
            let first_field = facts.lines.first_field(line);
            let first = hash(&first_field);
            found.push((Share::First, first), line);
            found.push((Share::Type, type_of(facts, &first_field) as u64), line);
            found.push((Share::Shape, facts.lines.shape(line)), line);
            if let Some(second) = fields.get(1) {
                found.push((Share::Two, mix(first, hash(second))), line);
            }
            let is_in_file = |other: u32| file_of(facts, other) == file_of(facts, line);
            let is_indented =
                |other: u32| other < facts.lines.len() && facts.lines.indent(other) != 0 && is_in_file(other);
            if is_indented(line) || is_indented(line + 1) {
                found.push((Share::Indent, u64::from(is_indented(line))), line);
            }
            pairs.clear();
            let words: Vec<u32> = facts.lines.body(line).filter(|&at| facts.atoms.is_word(at)).collect();
            for two in words.windows(2) {
                let pair = mix(u64::from(facts.atoms.shape(two[0])), u64::from(facts.atoms.shape(two[1])));
                if pairs.insert(pair) {
                    found.push((Share::Pair, pair), line);
                }
            }
        }
        let mut seen = FxHashSet::default();
        let mut kinds: Vec<LineKind> = Vec::new();
        let unmarked = unmarked(facts).into_iter().map(|lines| ((Share::Unmarked, 0), lines));
        for ((share, _), lines) in found.into_groups().into_iter().chain(unmarked) {
            if 1 < lines.len() && seen.insert(lines.clone()) {
                kinds.push(LineKind { share, lines });
            }
        }
        let mut by_size: FxHashMap<usize, Vec<u32>> = FxHashMap::default();
        for (at, kind) in (0..).zip(&kinds) {
            by_size.entry(kind.lines.len()).or_default().push(at);
        }
        let mut sizes: Vec<usize> = by_size.keys().copied().collect();
        sizes.sort_unstable();
        Kinds { kinds, by_size, sizes, runs: runs(facts) }
    }

    /// Returns the kinds with `n_lines` lines.
    pub(super) fn of_size(&self, n_lines: usize) -> impl Iterator<Item = &LineKind> {
        let kinds = self.by_size.get(&n_lines).map_or(&[][..], |kinds| kinds);
        kinds.iter().map(|&kind| &self.kinds[kind as usize])
    }

    /// Returns the number of distinct sizes between two bounds.
    pub(super) fn n_sizes(&self, above: f64, below: f64) -> usize {
        let first = self.sizes.partition_point(|&size| size as f64 <= above);
        let behind = self.sizes.partition_point(|&size| (size as f64) < below);
        behind.saturating_sub(first)
    }
}

/// For each mark with which a few lines begin, returns all other lines.
fn unmarked(facts: &DocumentFacts) -> Vec<Vec<u32>> {
    let lines = (0..facts.lines.len()).filter(|&line| !facts.lines.is_blank(line));
    let lines: Vec<(u32, Option<u32>)> = lines.map(|line| (line, facts.mark(line))).collect();
    let mut marks: Vec<u32> = lines.iter().filter_map(|&(_, mark)| mark).collect();
    marks.sort_unstable();
    let runs = marks.chunk_by(|a, b| a == b).filter(|of| FEWEST_MARKED <= of.len());
    let mut marks: Vec<(usize, u32)> = runs.map(|of| (of.len(), of[0])).collect();
    marks.sort_by_key(|&(n_lines, _)| std::cmp::Reverse(n_lines));
    let others =
        |of: u32| lines.iter().filter(|(_, mark)| *mark != Some(of)).map(|(line, _)| *line).collect();
    marks.into_iter().take(MOST_MARKS).map(|(_, mark)| others(mark)).collect()
}

/// The fewest lines that begin with a mark, and the most marks.
const FEWEST_MARKED: usize = 3;
const MOST_MARKS: usize = 4;

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Type {
    Whole,
    Float,
    Word,
}

/// The most atoms of a number with a fraction or an exponent.
const LONGEST_FLOAT: usize = 8;

fn type_of(facts: &DocumentFacts, field: &Range<u32>) -> Type {
    if field.len() == 1 && facts.atoms.amount(field.start).is_some() {
        return if facts.atoms.number(field.start).is_some() { Type::Whole } else { Type::Float };
    }
    let has_point = field.len() <= LONGEST_FLOAT && field.clone().any(|at| facts.atoms.is(at, b'.'));
    let is_float = has_point && facts.text(field.clone()).parse::<f64>().is_ok();
    if is_float { Type::Float } else { Type::Word }
}

/// Returns the runs of lines with the same number of fields, the same first type, or the same
/// types; and the tables.
fn runs(facts: &DocumentFacts) -> Vec<Vec<u32>> {
    let mut found: Vec<Vec<u32>> = Vec::new();
    let types: Vec<(Vec<Type>, u32)> = (0..facts.lines.len())
        .map(|line| {
            let types = facts.lines.fields(line).iter().map(|field| type_of(facts, field)).collect();
            (types, facts.atoms.file(facts.lines.atoms(line).start))
        })
        .collect();
    let mut by = |key: RunKey| {
        let keys: Vec<_> = types.iter().map(|(types, file)| (key(types), *file)).collect();
        let mut start = 0;
        for end in 1..=keys.len() {
            if keys.get(end) != Some(&keys[start]) {
                if FEWEST_IN_RUN <= end - start {
                    found.push((start as u32..end as u32).collect());
                }
                start = end;
            }
        }
    };
    if !types.is_empty() {
        by(|types| (types.len(), Vec::new()));
        by(|types| (0, types.first().copied().into_iter().collect()));
        by(|types| {
            let mut set: Vec<Type> = types.to_vec();
            set.sort_unstable();
            set.dedup();
            (0, set)
        });
    }
    found.extend(facts.counted.iter().map(|run| run.lines.clone().collect()));
    found.extend(facts.tables.iter().map(|table| table.rows.iter().map(|row| row.line).collect()));
    let mut seen = FxHashSet::default();
    found.retain(|run| seen.insert(run.clone()));
    found
}

/// The property of the types of a line's fields that the lines of a run share.
type RunKey = fn(&[Type]) -> (usize, Vec<Type>);

/// The fewest lines of a run.
const FEWEST_IN_RUN: usize = 4;

#[cfg(test)]
mod tests {
    use dwindle_reduce::Document;

    use super::*;

    #[test]
    fn kinds_of_lines_are_found_by_their_size() {
        let text = "a 1\nb 2\na 3\na 4\n\n1 2\n3 4\n5 6\n7 8\n";
        let facts = DocumentFacts::of(&Document::single("a", text));
        let kinds = Kinds::of(&facts);
        let found: Vec<&[u32]> = kinds.of_size(3).map(|kind| &kind.lines[..]).collect();
        assert_eq!(found, [[0, 2, 3]]);
        assert!(kinds.runs.contains(&vec![5, 6, 7, 8]));
    }

    #[test]
    fn indented_lines_their_heads_and_lines_without_a_mark_are_kinds() {
        let text = "# a\n# b\n# c\nx 1\n  y\n  z 2\nx/w\n  v\nu\n";
        let facts = DocumentFacts::of(&Document::single("a", text));
        let kinds = Kinds::of(&facts);
        let of = |share: Share| {
            let kinds = kinds.kinds.iter().filter(move |kind| kind.share == share);
            kinds.map(|kind| kind.lines.clone()).collect::<Vec<_>>()
        };
        assert_eq!(of(Share::Indent), [vec![3, 6], vec![4, 5, 7]]);
        assert_eq!(of(Share::Unmarked), [[3, 4, 5, 6, 7, 8]]);
    }
}
