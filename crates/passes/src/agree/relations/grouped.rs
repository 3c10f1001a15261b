//! Running numbers of each group: `seq=0`, `seq=1`, … for each `flow=a`, in any order of the flows.

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::inference::Inference;
use super::super::relation::{Evidence, Phase, Relation};
use super::ranks::RESTARTED;
use super::restarted::{Restarted, Run};

/// The fewest numbers that are one more than the last one of their group.
const FEWEST: usize = 10;
/// The most columns of lines that may tell groups apart.
const MOST_COLUMNS: usize = 12;
/// The most classes that are looked at.
const MOST_CLASSES: usize = 48;

/// Finds classes of numbers on lines of their own that count the lines with the same words in one
/// column of the lines, or in two. O(classes · columns² · lines).
pub(super) fn find(inference: &mut Inference<'_>) {
    let facts = inference.facts;
    let mut found = Vec::new();
    for class in facts.classes.numbers.iter().take(MOST_CLASSES) {
        let slots = &class.slots;
        let Some(values) = inference.values_of_all(slots, FEWEST + 2) else { continue };
        let lines: Vec<u32> = slots.iter().map(|&at| facts.lines.of_atom(at)).collect();
        let smallest = values.iter().min().copied().unwrap_or(0);
        let is_counted = (0..=1).contains(&smallest) && lines.is_sorted_by(|a, b| a < b);
        if !is_counted || found.iter().any(|relation: &Relation| relation.targets.contains(&slots[0])) {
            continue;
        }
        let columns = columns(inference, slots, &lines);
        let singles = columns.iter().map(|column| vec![column]);
        let pairs = columns.iter().enumerate();
        let pairs = pairs.flat_map(|(at, a)| columns[at + 1..].iter().map(move |b| vec![a, b]));
        let runs = singles.chain(pairs).find_map(|keys| {
            let key = |row: usize| keys.iter().map(|column| column[row]).collect::<Vec<u32>>();
            runs(slots, &values, smallest, key)
        });
        if let Some(runs) = runs {
            let rule = Box::new(Restarted { runs, refers: None });
            let relation = Relation::new(RESTARTED, Phase::Ranks, slots.clone(), rule);
            found.push(relation.with_evidence(Evidence::Strong));
        }
    }
    for relation in found {
        if relation.targets.iter().all(|&at| !inference.is_explained(at)) {
            inference.take(relation);
        }
    }
}

/// Returns the words of classes with one slot on each of these lines, those with few different
/// words first.
fn columns(inference: &Inference<'_>, slots: &[u32], lines: &[u32]) -> Vec<Vec<u32>> {
    let facts = inference.facts;
    let mut columns: Vec<(usize, Vec<u32>)> = Vec::new();
    for class in facts.classes.words.iter().chain(&facts.classes.numbers) {
        let is_paired = class.slots.len() == lines.len()
            && class.slots != slots
            && class.slots.iter().zip(lines).all(|(&at, &line)| facts.lines.of_atom(at) == line);
        if !is_paired {
            continue;
        }
        let words: Vec<u32> = class.slots.iter().map(|&at| facts.atoms.word(at)).collect();
        let n_different = words.iter().collect::<FxHashSet<_>>().len();
        let is_new = !columns.iter().any(|(_, other)| *other == words);
        if is_new && 1 < n_different && 2 * n_different <= lines.len() {
            columns.push((n_different, words));
        }
    }
    columns.sort_by_key(|(n_different, _)| *n_different);
    columns.truncate(MOST_COLUMNS);
    columns.into_iter().map(|(_, words)| words).collect()
}

/// Returns the numbers of each group, if they begin alike and rise by one.
fn runs(slots: &[u32], values: &[i64], first: i64, key: impl Fn(usize) -> Vec<u32>) -> Option<Vec<Run>> {
    let mut groups: FxHashMap<Vec<u32>, usize> = FxHashMap::default();
    let mut runs: Vec<Run> = Vec::new();
    for (row, (&at, &value)) in slots.iter().zip(values).enumerate() {
        let group = *groups.entry(key(row)).or_insert(runs.len());
        if group == runs.len() {
            runs.push(Run::new());
        }
        let expected = first + runs[group].len() as i64;
        runs[group].push(Some((at, value)).filter(|_| value == expected)?);
    }
    let n_rising = slots.len() - runs.len();
    let n_long = runs.iter().filter(|run| 2 < run.len()).count();
    (FEWEST <= n_rising && 2 <= n_long).then_some(runs)
}
