//! Running numbers that restart, and references to those of the same block.

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::class::Place;
use super::super::inference::Inference;
use super::super::relation::{Keys, Name, Phase, Probe, Relation, Rule};
use super::super::state::View;
use super::ranks::{REFERENCES, RESTARTED};
use crate::bits::Bits;

/// Finds classes whose values increase by one or restart; then classes in which some values repeat
/// as well.
pub(super) fn find(inference: &mut Inference<'_>) {
    let facts = inference.facts;
    let fewest = inference.fewest(FEWEST, FEWEST_IN_SMALL);
    for may_repeat in [false, true] {
        for class in &facts.classes.numbers {
            // Some may be copies of others, or seem to be counts at the ends of blocks.
            let is_assigned = class.place == Place::Between(1, 0) && inference.may_explain(&class.slots);
            let mut slots =
                if is_assigned { class.slots.clone() } else { inference.unexplained(&class.slots) };
            // A version among them, as in `"3.1"`, would begin a block of its own.
            let n_fractions = slots.iter().filter(|&&at| facts.atoms.is_fraction(at)).count();
            if 8 * n_fractions <= slots.len() {
                slots.retain(|&at| !facts.atoms.is_fraction(at));
            }
            let slots = &slots;
            if 8 * slots.len() < 7 * class.slots.len() || slots.len() < fewest {
                continue;
            }
            let values: Vec<i64> = slots.iter().map(|&at| inference.value(at)).collect();
            let Some(runs) = runs(slots, &values, may_repeat, fewest) else { continue };
            let references = if may_repeat { Vec::new() } else { references(inference, &runs) };
            take(inference, runs, slots, &references);
        }
    }
}

/// The fewest slots; all but one increase by one. Values that may repeat reach half of it: smaller
/// ones are choices.
const FEWEST: usize = 8;
/// The fewest slots where there are few numbers.
const FEWEST_IN_SMALL: usize = 3;

/// The largest of numbers some of which begin with zero and some with one is at least this.
const LEAST_OF_MIXED: i64 = 3;

/// The numbers of a block, each with its value.
pub(super) type Run = Vec<(u32, i64)>;

/// Splits the slots where their values restart, if they increase by one otherwise.
fn runs(slots: &[u32], values: &[i64], may_repeat: bool, fewest: usize) -> Option<Vec<Run>> {
    let base = values[0];
    let (mut runs, mut last, mut n_rises): (Vec<Run>, Option<i64>, usize) = (Vec::new(), None, 0);
    for (&at, &value) in slots.iter().zip(values) {
        let rises = last.is_some_and(|last| last + 1 == value);
        n_rises += usize::from(rises);
        match runs.last_mut() {
            Some(run) if rises || may_repeat && last == Some(value) => run.push((at, value)),
            _ if (0..=1).contains(&value) => runs.push(vec![(at, value)]),
            _ => return None,
        }
        last = Some(value);
    }
    let is_restarted = (0..=1).contains(&base) && fewest <= n_rises + 1;
    let counts = values.iter().max() >= Some(&(fewest as i64 / 2)) && 3 * runs.len() <= n_rises;
    // Where zero and one are choices, they follow each other as well.
    let is_mixed = runs.iter().any(|run| run[0].1 != base);
    let are_choices = is_mixed && (n_rises < 2 * runs.len() || values.iter().max() < Some(&LEAST_OF_MIXED));
    (is_restarted && !are_choices && (!may_repeat || counts && !is_mixed)).then_some(runs)
}

/// Returns the classes whose values occur in the block in which they are: those on the lines of the
/// numbers, and those a third of which would not occur in the next block, in more than a third of
/// the blocks. A block begins with its first number.
fn references(inference: &Inference<'_>, runs: &[Run]) -> Vec<Vec<(u32, usize, i64)>> {
    let facts = inference.facts;
    if runs.len() < 2 {
        return Vec::new();
    }
    let lines: FxHashSet<u32> = runs.iter().flatten().map(|&(at, _)| facts.lines.of_atom(at)).collect();
    let own: FxHashSet<u32> = runs.iter().flatten().map(|&(at, _)| at).collect();
    let known: Vec<FxHashSet<i64>> =
        runs.iter().map(|run| run.iter().map(|&(_, value)| value).collect()).collect();
    let mut found: Vec<Vec<(u32, usize, i64)>> = Vec::new();
    let mut is_taken: FxHashSet<u32> = FxHashSet::default();
    for class in &facts.classes.numbers {
        let is_free =
            |&at: &u32| !inference.is_explained(at) && !own.contains(&at) && !is_taken.contains(&at);
        if class.slots.len() < inference.fewest(FEWEST, FEWEST_IN_SMALL) || !class.slots.iter().all(is_free) {
            continue;
        }
        let run_of = |at: u32| runs.partition_point(|run| run[0].0 < at).checked_sub(1);
        let refer = |&at: &u32| {
            let run = run_of(at)?;
            let value = inference.value(at);
            known[run].contains(&value).then_some((at, run, value))
        };
        let Some(refers) = class.slots.iter().map(refer).collect::<Option<Vec<_>>>() else { continue };
        let different: FxHashSet<i64> = refers.iter().map(|&(_, _, value)| value).collect();
        let is_beside = class.slots.iter().all(|&at| lines.contains(&facts.lines.of_atom(at)));
        let elsewhere =
            |&&(_, run, value): &&(u32, usize, i64)| !known[(run + 1) % runs.len()].contains(&value);
        let n_elsewhere = refers.iter().filter(elsewhere).count();
        // One small block tells nothing about the others.
        let blocks: FxHashSet<usize> = refers.iter().map(|&(_, run, _)| run).collect();
        let telling: FxHashSet<usize> = refers.iter().filter(elsewhere).map(|&(_, run, _)| run).collect();
        let is_scoped = refers.len() <= 3 * n_elsewhere && blocks.len() < 3 * telling.len();
        if inference.fewest(3, 1) <= different.len() && (is_beside || is_scoped) {
            is_taken.extend(&class.slots);
            found.push(refers);
        }
    }
    found
}

fn take(inference: &mut Inference<'_>, runs: Vec<Run>, slots: &[u32], references: &[Vec<(u32, usize, i64)>]) {
    let facts = inference.facts;
    for refers in references {
        let mut uses: FxHashMap<(usize, i64), Vec<u32>> = FxHashMap::default();
        refers.iter().for_each(|&(at, run, value)| uses.entry((run, value)).or_default().push(at));
        let names = runs.iter().enumerate().flat_map(|(run, numbers)| {
            let uses = &mut uses;
            let name = move |&(at, value): &(u32, i64)| {
                Name::new(vec![at], uses.remove(&(run, value)).unwrap_or_default())
            };
            numbers.iter().map(name).collect::<Vec<Name>>()
        });
        let names = names.collect();
        let about = facts.excerpt(facts.lines.of_atom(slots[0]));
        inference.keys.push(Keys {
            about,
            names,
            are_written: false,
            own_records: false,
            strays: Vec::new(),
        });
        let targets: Vec<u32> = refers.iter().map(|&(at, ..)| at).collect();
        targets.iter().for_each(|&at| inference.refers.insert(at));
        let rule = Restarted { runs: runs.clone(), refers: Some(refers.clone()) };
        let relation = Relation::new(REFERENCES, Phase::Ranks, targets, Box::new(rule));
        inference.take(relation.with_probe(Probe::AllSpread));
    }
    let rule = Box::new(Restarted { runs, refers: None });
    let relation = Relation::new(RESTARTED, Phase::Ranks, slots.to_vec(), rule);
    match slots.iter().any(|&at| inference.is_explained(at)) {
        true => inference.replace(relation),
        false => inference.take(relation),
    }
}

/// The new number of a value is its rank among the live values of its block.
pub(super) struct Restarted {
    pub(super) runs: Vec<Run>,
    /// References, each with its block and its value; without them, the numbers themselves are
    /// computed.
    pub(super) refers: Option<Vec<(u32, usize, i64)>>,
}

impl Rule for Restarted {
    fn evaluate(&self, view: &View<'_>, set: &mut dyn FnMut(u32, i64)) {
        let mut ranks: FxHashMap<(usize, i64), i64> = FxHashMap::default();
        for (number, run) in self.runs.iter().enumerate() {
            let (mut rank, mut last) = (run[0].1 - 1, None);
            for &(at, value) in run.iter().filter(|(at, _)| view.lives(*at)) {
                rank += i64::from(last != Some(value));
                last = Some(value);
                match &self.refers {
                    Some(_) => drop(ranks.insert((number, value), rank)),
                    None => set(at, rank),
                }
            }
        }
        for &(at, run, value) in self.refers.iter().flatten().filter(|(at, ..)| view.lives(*at)) {
            set(at, ranks.get(&(run, value)).copied().unwrap_or(value));
        }
    }

    fn operands(&self, bits: &mut Bits) -> bool {
        self.runs.iter().flatten().for_each(|&(at, _)| bits.insert(at));
        true
    }
}
