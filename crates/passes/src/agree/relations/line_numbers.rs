//! Line numbers: where something starts.

use rustc_hash::FxHashSet;

use super::super::inference::Inference;
use super::super::lines::Grouped;
use super::super::relation::{Demand, Evidence, Keys, Name, Phase, Relation, Rule};
use super::super::sections::sections;
use super::super::state::View;
use crate::bits::Bits;

/// Finds classes whose values are the numbers of lines that begin alike.
pub(super) fn find(inference: &mut Inference<'_>) {
    let facts = inference.facts;
    let kinds = facts.lines.by_first_word(0..facts.lines.len());
    let mut n_alike = vec![0; facts.atoms.n_words() as usize];
    kinds.groups().iter().for_each(|(word, lines)| n_alike[*word as usize] = lines.len());
    for class in facts.classes.numbers.iter().chain(&facts.classes.numbers_by_marks) {
        let slots = inference.unexplained(&class.slots);
        let different: FxHashSet<i64> = slots.iter().map(|&at| inference.value(at)).collect();
        if different.len() < FEWEST || 2 * different.len() < slots.len() {
            continue;
        }
        let Some(found) = [1, 0].into_iter().find_map(|base| targets(inference, &n_alike, &slots, base))
        else {
            continue;
        };
        let found = likewise(inference, found);
        take(inference, found);
    }
}

/// The fewest values.
const FEWEST: usize = 4;
/// The least evidence, in bits, against a coincidence.
const FEWEST_BITS: f64 = 14.0;

/// Line numbers and the lines that they refer to.
struct Found {
    base: i64,
    /// Each value, with the line whose number it is.
    lines: Vec<(u32, u32)>,
}

/// Returns the target lines of the values, if nearly all values refer to lines that begin alike.
fn targets(inference: &Inference<'_>, n_alike: &[usize], slots: &[u32], base: i64) -> Option<Found> {
    let facts = inference.facts;
    let mut kinds: Grouped<u32, (u32, u32)> = Grouped::new();
    for (slot, &at) in slots.iter().enumerate() {
        let most = kinds.groups().iter().map(|(_, lines)| lines.len()).max().unwrap_or(0);
        if most + slots.len() / 10 < slot {
            return None;
        }
        let file = &facts.atoms.files()[facts.atoms.file(at) as usize];
        let (first, last) = (facts.lines.of_atom(file.start), facts.lines.of_atom(file.end - 1));
        let line = i64::from(first) + inference.value(at) - base;
        let Some(line) = u32::try_from(line).ok().filter(|line| (first..=last).contains(line)) else {
            continue;
        };
        if let Some(word) = facts.lines.first_word(line)
            && facts.lines.first_word(facts.lines.of_atom(at)) != Some(word)
        {
            kinds.push(word, (at, line));
        }
    }
    let (word, lines) = kinds.into_groups().into_iter().max_by_key(|(_, lines)| lines.len())?;
    let different: FxHashSet<u32> = lines.iter().map(|(_, line)| *line).collect();
    let n_like = n_alike[word as usize];
    let bits = different.len() as f64 * (f64::from(facts.lines.len()) / n_like as f64).log2();
    let is_sure = 9 * slots.len() <= 10 * lines.len() && n_like <= 2 * different.len();
    (is_sure && FEWEST_BITS < bits).then_some(Found { base, lines })
}

/// Adds other numbers after the same mark or word, if all of these also refer to such lines.
fn likewise(inference: &Inference<'_>, mut found: Found) -> Found {
    let facts = inference.facts;
    let before = |at: u32| Some(facts.atoms.word(*facts.inked.get(facts.inked_place(at).checked_sub(1)?)?));
    let (first, line) = found.lines[0];
    let word = before(first);
    if word.is_none() || !found.lines.iter().all(|&(at, _)| before(at) == word) {
        return found;
    }
    let known: FxHashSet<u32> = found.lines.iter().map(|(at, _)| *at).collect();
    let is_other = |&at: &u32| {
        facts.atoms.number(at).is_some()
            && !known.contains(&at)
            && !inference.is_explained(at)
            && before(at) == word
    };
    let file = &facts.atoms.files()[facts.atoms.file(first) as usize];
    let lines = facts.lines.of_atom(file.start)..facts.lines.of_atom(file.end - 1) + 1;
    let target = |at: u32| {
        let to = u32::try_from(i64::from(lines.start) + inference.value(at) - found.base).ok()?;
        let is_alike = lines.contains(&to) && facts.lines.first_word(to) == facts.lines.first_word(line);
        (file.contains(&at) && is_alike).then_some((at, to))
    };
    let others: Option<Vec<(u32, u32)>> = (0..facts.atoms.len()).filter(is_other).map(target).collect();
    found.lines.extend(others.into_iter().flatten());
    found.lines.sort_unstable();
    found
}

fn take(inference: &mut Inference<'_>, found: Found) {
    let facts = inference.facts;
    let mut uses: Grouped<u32, u32> = Grouped::new();
    found.lines.iter().for_each(|&(at, line)| uses.push(line, at));
    let mut uses = uses.into_groups();
    uses.sort_by_key(|(line, _)| *line);
    let heads: Vec<u32> = uses.iter().map(|(line, _)| *line).collect();
    let whole = sections(facts, &heads);
    inference.sections.extend(whole.clone());
    let definition = |line: u32| facts.lines.body(line).find(|&at| !facts.space.has(at));
    let names = uses.into_iter().enumerate().map(|(place, (line, uses))| {
        let whole = whole.as_ref().map_or_else(|| facts.lines.atoms(line), |whole| whole[place].clone());
        Name { whole: Some(whole), ..Name::new(definition(line).into_iter().collect(), uses) }
    });
    let about = format!("numbers of lines like line {}", heads[0] + 1);
    let names = names.collect();
    inference.keys.push(Keys { about, names, are_written: false, own_records: false, strays: Vec::new() });
    let demands = found
        .lines
        .iter()
        .map(|&(at, line)| Demand { needs: vec![facts.lines.body(line)], kills: facts.record(at) });
    let demands = demands.collect();
    let targets = found.lines.iter().map(|(at, _)| *at).collect();
    let relation = Relation::new("line number", Phase::Offsets, targets, Box::new(found));
    inference.take(relation.with_demands(demands).with_evidence(Evidence::Strong));
}

impl Rule for Found {
    fn evaluate(&self, view: &View<'_>, set: &mut dyn FnMut(u32, i64)) {
        let ranks = view.state.lines.ranks();
        let rank = |line: u32| i64::from(view.state.lines.rank(&ranks, line));
        for &(at, line) in self.lines.iter().filter(|(at, _)| view.lives(*at)) {
            let file = &view.facts.atoms.files()[view.facts.atoms.file(at) as usize];
            set(at, self.base + rank(line) - rank(view.facts.lines.of_atom(file.start)));
        }
    }

    fn operands(&self, _: &mut Bits) -> bool {
        false
    }
}
