//! Names of files, and their numbers of lines or bytes.

use std::ops::Range;

use dwindle_reduce::File;
use dwindle_reduce::cost::is_word_byte;
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::facts::DocumentFacts;
use super::super::inference::Inference;
use super::super::lines::Grouped;
use super::super::relation::{Demand, Evidence, Keys, Name, Phase, Relation, Rule};
use super::super::sections::lines_of;
use super::super::state::View;
use crate::bits::Bits;

/// Finds lines that name files, and classes of numbers on these lines that are the files' numbers
/// of lines or bytes.
pub(super) fn find(inference: &mut Inference<'_>) {
    let facts = inference.facts;
    if facts.atoms.files().len() < 2 {
        return;
    }
    let named = named(facts);
    if named.is_empty() {
        return;
    }
    let mut by_line: FxHashMap<u32, Option<u32>> = FxHashMap::default();
    let mut uses: Grouped<u32, u32> = Grouped::new();
    for &(at, file) in &named {
        let line = facts.lines.of_atom(at);
        by_line.entry(line).and_modify(|known| *known = None).or_insert(Some(file));
        uses.push(file, at);
    }
    let mut uses = uses.into_groups();
    uses.sort_by_key(|(file, _)| *file);
    let names = uses.into_iter().map(|(file, uses)| {
        let whole = facts.atoms.files()[file as usize].clone();
        let definitions = whole.clone().filter(|&at| !facts.space.has(at)).collect();
        Name { whole: Some(whole), ..Name::new(definitions, uses) }
    });
    let names = names.collect();
    let about = format!("files named on lines like line {}", facts.lines.of_atom(named[0].0) + 1);
    inference.keys.push(Keys { about, names, are_written: false, own_records: false, strays: Vec::new() });
    for class in &facts.classes.numbers {
        let slots = inference.unexplained(&class.slots);
        let file_of = |&at: &u32| by_line.get(&facts.lines.of_atom(at)).copied().flatten();
        let Some(files) = slots.iter().map(file_of).collect::<Option<Vec<u32>>>() else { continue };
        for measure in [Measure::Lines, Measure::Rows, Measure::Bytes] {
            let is_right = |&(at, file): &(u32, u32)| measure.of(facts, file) == inference.value(at);
            let found: Vec<(u32, u32)> =
                slots.iter().copied().zip(files.iter().copied()).filter(is_right).collect();
            let different: FxHashSet<i64> = found.iter().map(|&(at, _)| inference.value(at)).collect();
            let bits: f64 = different.iter().map(|&value| (value.max(1) as f64).log2()).sum();
            if different.len() < FEWEST || bits < FEWEST_BITS || 10 * found.len() < 9 * slots.len() {
                continue;
            }
            let range = |file: u32| facts.atoms.files()[file as usize].clone();
            let demands =
                found.iter().map(|&(at, file)| Demand { needs: vec![range(file)], kills: facts.record(at) });
            let demands = demands.collect();
            let targets = found.iter().map(|(at, _)| *at).collect();
            let sizes = Sizes { measure, of: found };
            let relation = Relation::new(measure.name(), Phase::Lengths, targets, Box::new(sizes));
            inference.take(relation.with_demands(demands).with_evidence(Evidence::Strong));
            break;
        }
    }
}

/// The fewest distinct values.
const FEWEST: usize = 3;
/// The least evidence, in bits, against a coincidence.
const FEWEST_BITS: f64 = 12.0;

/// Returns where files are named outside of themselves, found by the longest word of their names.
fn named(facts: &DocumentFacts) -> Vec<(u32, u32)> {
    let files = facts.atoms.document().files();
    let mut by_word: FxHashMap<&[u8], Vec<u32>> = FxHashMap::default();
    for (number, file) in (0..).zip(files) {
        by_word.entry(longest_word(name(path(file)))).or_default().push(number);
    }
    let mut found = Vec::new();
    let is_word = |at: &u32| facts.atoms.is_word(*at);
    for at in (0..facts.atoms.len()).filter(is_word) {
        let Some(candidates) = by_word.get(facts.atoms.text(at)) else { continue };
        let body = facts.lines.body(facts.lines.of_atom(at));
        let own = &files[facts.atoms.file(at) as usize];
        let line = &own.bytes()[facts.atoms.bytes(body.start).start..facts.atoms.bytes(body.end - 1).end];
        let is_named = |name: &[u8]| line.windows(name.len().max(1)).any(|part| part == name);
        let candidates = || candidates.iter().copied().filter(|&file| file != facts.atoms.file(at));
        let by_path = candidates().find(|&file| is_named(path(&files[file as usize])));
        let by_name = || candidates().find(|&file| is_named(name(path(&files[file as usize]))));
        if let Some(file) = by_path.or_else(by_name)
            && found.last().is_none_or(|&(last, other)| {
                other != file || facts.lines.of_atom(last) != facts.lines.of_atom(at)
            })
        {
            found.push((at, file));
        }
    }
    found
}

fn path(file: &File) -> &[u8] {
    file.path().as_os_str().as_encoded_bytes()
}

fn name(path: &[u8]) -> &[u8] {
    path.rsplit(|byte| *byte == b'/').next().unwrap_or(path)
}

fn longest_word(name: &[u8]) -> &[u8] {
    let words = name.split(|byte| !is_word_byte(*byte));
    words.max_by_key(|word| word.len()).unwrap_or_default()
}

/// What is measured about a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Measure {
    Lines,
    /// Lines without the first one.
    Rows,
    Bytes,
}

impl Measure {
    fn name(self) -> &'static str {
        match self {
            Measure::Lines | Measure::Rows => "number of lines of a file",
            Measure::Bytes => "size of a file",
        }
    }

    fn of(self, facts: &DocumentFacts, file: u32) -> i64 {
        match self {
            Measure::Lines => lines_of(facts, file).len() as i64,
            Measure::Rows => lines_of(facts, file).len() as i64 - 1,
            Measure::Bytes => facts.atoms.document().files()[file as usize].bytes().len() as i64,
        }
    }
}

struct Sizes {
    measure: Measure,
    of: Vec<(u32, u32)>,
}

impl Rule for Sizes {
    fn evaluate(&self, view: &View<'_>, set: &mut dyn FnMut(u32, i64)) {
        for &(at, file) in self.of.iter().filter(|(at, _)| view.lives(*at)) {
            let atoms: Range<u32> = view.facts.atoms.files()[file as usize].clone();
            let size = match self.measure {
                Measure::Lines => i64::from(view.state.lines.count_in(lines_of(view.facts, file))),
                Measure::Rows => i64::from(view.state.lines.count_in(lines_of(view.facts, file))) - 1,
                Measure::Bytes => view.n_bytes(atoms) as i64,
            };
            set(at, size.max(0));
        }
    }

    fn operands(&self, _: &mut Bits) -> bool {
        false
    }
}
