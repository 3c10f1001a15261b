//! Counts of the lines that follow, up to the next line of the same class.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::facts::DocumentFacts;
use super::super::inference::Inference;
use super::super::lines::{Grouped, mix};
use super::super::relation::{Demand, Evidence, Phase, Relation, Rule};
use super::super::state::View;
use super::super::typed::parents;
use super::naming::beginning;
use crate::bits::Bits;

/// Which lines are counted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Counted {
    All,
    /// All but the first one, which names the columns.
    BehindFirst,
    /// All but those that begin with this character.
    But(u8),
    /// Those that begin with exactly one of this character.
    Lead(u8),
    /// Those that begin like this, up to the first word.
    Only(u64),
}

/// Finds classes whose values count lines of the block below.
pub(super) fn find(inference: &mut Inference<'_>) {
    let facts = inference.facts;
    let n_lines = facts.lines.len();
    let counting = Counting::of(facts);
    let mut firsts: Vec<u8> = counting.before.keys().copied().collect();
    firsts.sort_unstable();
    for class in &facts.classes.numbers {
        let slots = inference.unexplained(&class.slots);
        if slots.len() < FEWEST || n_lines as usize / 3 < slots.len() {
            continue;
        }
        let found = counts(inference, &counting, &firsts, &slots, FEWEST_BITS);
        found.into_iter().for_each(|found| inference.take(found.with_evidence(Evidence::Strong)));
    }
}

/// Finds such classes among the numbers that are written alike in blocks of one kind: the count of
/// a whole and those of its parts may be.
pub(super) fn in_blocks(inference: &mut Inference<'_>) {
    let facts = inference.facts;
    let counting = Counting::of(facts);
    let head = |line: u32| beginning(facts, line).unwrap_or_default();
    let owners = parents(&facts.atoms, &facts.lines, head);
    for class in &facts.classes.numbers {
        let slots = inference.unexplained(&class.slots);
        if slots.len() < FEWEST || facts.lines.len() as usize / 3 < slots.len() {
            continue;
        }
        for slots in by_owner(facts, &owners, &slots) {
            let found = counts(inference, &counting, &[], &slots, FEWEST_BITS_IN_BLOCKS);
            found.into_iter().for_each(|found| inference.take(found));
        }
    }
}

/// Returns the slots by how the line begins that they are indented below, if there are a few such
/// beginnings.
fn by_owner(facts: &DocumentFacts, owners: &[u64], slots: &[u32]) -> Vec<Vec<u32>> {
    let mut found: Grouped<u64, u32> = Grouped::new();
    slots.iter().for_each(|&at| found.push(owners[facts.lines.of_atom(at) as usize], at));
    let found = found.into_groups();
    if !(2..=MOST_OWNERS).contains(&found.len()) {
        return Vec::new();
    }
    found.into_iter().map(|(_, slots)| slots).filter(|slots| FEWEST <= slots.len()).collect()
}

/// Returns the relation, if the values of the slots count lines, with at least so much evidence.
fn counts(
    inference: &Inference<'_>,
    counting: &Counting<'_>,
    firsts: &[u8],
    slots: &[u32],
    least_bits: f64,
) -> Option<Relation> {
    let facts = inference.facts;
    let n_lines = facts.lines.len();
    let heads: FxHashSet<u32> = slots.iter().map(|&at| facts.lines.of_atom(at)).collect();
    let values: Vec<i64> = slots.iter().map(|&at| inference.value(at)).collect();
    let different: FxHashSet<i64> = values.iter().copied().collect();
    let total: i64 = values.iter().sum();
    if different.len() < 3 || total < 0 || i64::from(n_lines) < total || heads.len() < slots.len() {
        return None;
    }
    let mut ways = vec![Counted::All, Counted::BehindFirst];
    ways.extend(firsts.iter().copied().map(Counted::But));
    ways.extend(firsts.iter().copied().map(Counted::Lead));
    ways.extend(beginnings_below(facts, slots, &heads).into_iter().map(Counted::Only));
    let found = ways.into_iter().find_map(|way| blocks(inference, counting, slots, way, least_bits));
    let blocks = found.or_else(|| above(inference, slots))?;
    let demands = blocks.iter().map(|block| Demand {
        needs: if block.all.is_empty() { Vec::new() } else { vec![facts.lines.span(block.all.clone())] },
        kills: facts.lines.atoms(facts.lines.of_atom(block.at)),
    });
    let demands = demands.filter(|demand| !demand.needs.is_empty()).collect();
    let targets = blocks.iter().map(|block| block.at).collect();
    let relation = Relation::new("number of lines", Phase::Counts, targets, Box::new(LineCounts { blocks }));
    Some(relation.with_demands(demands))
}

/// The fewest slots.
const FEWEST: usize = 3;
/// The least evidence, in bits, against a coincidence.
const FEWEST_BITS: f64 = 12.0;
/// The least evidence among the slots of a class in one kind of blocks.
const FEWEST_BITS_IN_BLOCKS: f64 = 9.0;
/// The most beginnings by which lines are counted.
const MOST_BEGINNINGS: usize = 24;
/// The most kinds of owners of the slots of a class that count different things.
const MOST_OWNERS: usize = 4;
/// How many lines below a slot are searched for such beginnings.
const MOST_LINES_BELOW: u32 = 200;

/// Returns by mark, which is no letter or digit, the lines that begin with it. O(lines).
pub(super) fn lines_by_mark(facts: &DocumentFacts) -> FxHashMap<u8, Vec<u32>> {
    let mut found: FxHashMap<u8, Vec<u32>> = FxHashMap::default();
    for line in 0..facts.lines.len() {
        if let Some(byte) = first_byte(facts, line).filter(|byte| !byte.is_ascii_alphanumeric()) {
            found.entry(byte).or_default().push(line);
        }
    }
    found
}

/// Returns the first byte of a line.
pub(super) fn first_byte(facts: &DocumentFacts, line: u32) -> Option<u8> {
    let body = facts.lines.body(line);
    (!body.is_empty()).then(|| facts.atoms.text(body.start)[0])
}

/// Whether a line begins with exactly one of this character.
fn leads(facts: &DocumentFacts, line: u32, byte: u8) -> bool {
    let body = facts.lines.body(line);
    first_byte(facts, line) == Some(byte) && !(1 < body.len() && first_of(facts, body.start + 1) == byte)
}

/// Returns a hash of the first field of a line.
pub(super) fn first_field(facts: &DocumentFacts, line: u32) -> u64 {
    facts.lines.first_field(line).fold(0, |hash, at| mix(hash, u64::from(facts.atoms.word(at))))
}

fn first_of(facts: &DocumentFacts, at: u32) -> u8 {
    facts.atoms.text(at)[0]
}

/// Returns the lines before each value that begin with the same character as the last of them, if
/// nearly all values count these.
fn above(inference: &Inference<'_>, slots: &[u32]) -> Option<Vec<Block>> {
    let facts = inference.facts;
    let (mut bits, mut different, mut found) = (0.0, FxHashSet::default(), Vec::new());
    for (number, &at) in slots.iter().enumerate() {
        if found.len() + slots.len() / 10 < number {
            return None;
        }
        let line = facts.lines.of_atom(at);
        let first = line.checked_sub(1).and_then(|last| first_byte(facts, last));
        let Some(first) = first.filter(|first| Some(*first) != first_byte(facts, line) || *first == b' ')
        else {
            continue;
        };
        let is_alike = |above: &u32| {
            first_byte(facts, *above) == Some(first)
                && !facts.lines.first_field(*above).is_empty()
                && facts.atoms.file(facts.lines.atoms(*above).start) == facts.atoms.file(at)
        };
        let n_lines = (0..line).rev().take(MOST_LINES_BELOW as usize).take_while(is_alike).count() as u32;
        if i64::from(n_lines) == inference.value(at) {
            bits += f64::from(1 + n_lines).log2();
            different.insert(n_lines);
            let all = line - n_lines..line;
            found.push(Block { at, counted: all.clone().collect(), all });
        }
    }
    (9 * slots.len() <= 10 * found.len() && FEWEST_BITS < bits && 2 < different.len()).then_some(found)
}

/// Returns how lines below the slots begin.
fn beginnings_below(facts: &DocumentFacts, slots: &[u32], heads: &FxHashSet<u32>) -> Vec<u64> {
    let mut found = Vec::new();
    for &at in slots.iter().take(3) {
        let mut line = facts.lines.of_atom(at) + 1;
        let most = line.saturating_add(MOST_LINES_BELOW).min(facts.lines.len());
        while line < most && !heads.contains(&line) && found.len() < MOST_BEGINNINGS {
            if let Some(beginning) = beginning(facts, line)
                && !found.contains(&beginning)
            {
                found.push(beginning);
            }
            line += 1;
        }
    }
    found
}

/// The lines that a value counts.
pub(super) struct Block {
    pub(super) at: u32,
    pub(super) counted: Vec<u32>,
    /// All lines of the block, counted or not.
    pub(super) all: Range<u32>,
}

/// Indices for counting lines.
struct Counting<'a> {
    facts: &'a DocumentFacts,
    /// By character that is not a letter or digit: for each line, how many lines before it begin
    /// with that character.
    before: FxHashMap<u8, Vec<u32>>,
    /// By character: the lines that begin with exactly one of it.
    lead: FxHashMap<u8, Vec<u32>>,
    /// By beginning: the lines that begin like this.
    by_beginning: FxHashMap<u64, Vec<u32>>,
    /// By first field: the lines with it.
    by_field: FxHashMap<u64, Vec<u32>>,
}

impl Counting<'_> {
    fn of(facts: &DocumentFacts) -> Counting<'_> {
        let before = lines_by_mark(facts);
        let lead = |(&byte, lines): (&u8, &Vec<u32>)| {
            (byte, lines.iter().copied().filter(|&line| leads(facts, line, byte)).collect::<Vec<u32>>())
        };
        let lead = before.iter().map(lead).filter(|(_, lines)| !lines.is_empty()).collect();
        let mut by_beginning: FxHashMap<u64, Vec<u32>> = FxHashMap::default();
        let mut by_field: FxHashMap<u64, Vec<u32>> = FxHashMap::default();
        for line in 0..facts.lines.len() {
            if let Some(beginning) = beginning(facts, line) {
                by_beginning.entry(beginning).or_default().push(line);
                by_field.entry(first_field(facts, line)).or_default().push(line);
            }
        }
        Counting { facts, before, lead, by_beginning, by_field }
    }

    /// Returns the counted lines in a range.
    fn counted(&self, lines: Range<u32>, way: Counted) -> Vec<u32> {
        let is_counted = |&line: &u32| match way {
            Counted::All | Counted::BehindFirst => true,
            Counted::But(byte) => first_byte(self.facts, line) != Some(byte),
            Counted::Lead(byte) => leads(self.facts, line, byte),
            Counted::Only(hash) => beginning(self.facts, line) == Some(hash),
        };
        lines.filter(is_counted).collect()
    }

    /// Returns the number of counted lines in a range. O(log lines).
    fn count(&self, lines: &Range<u32>, way: Counted) -> usize {
        let within = |found: Option<&Vec<u32>>| {
            let found = found.map_or(&[][..], |found| found);
            let [start, end] =
                [lines.start, lines.end].map(|bound| found.partition_point(|&line| line < bound));
            end - start
        };
        match way {
            Counted::All | Counted::BehindFirst => lines.len(),
            Counted::But(byte) => lines.len() - within(self.before.get(&byte)),
            Counted::Lead(byte) => within(self.lead.get(&byte)),
            Counted::Only(hash) => within(self.by_beginning.get(&hash)),
        }
    }

    /// Returns the lines from `from` to `bound`, or to the first line that begins with one of
    /// `stops`.
    fn until(&self, from: u32, bound: u32, stops: &[u64]) -> Range<u32> {
        let next = |field: &u64| {
            let lines = self.by_field.get(field).map_or(&[][..], |lines| lines);
            lines.get(lines.partition_point(|&line| line < from)).copied()
        };
        from..stops.iter().filter_map(next).min().unwrap_or(bound).clamp(from, bound)
    }

    /// Returns the counted line with index `n` in a range.
    fn nth(&self, lines: Range<u32>, way: Counted, n: usize) -> Option<u32> {
        let is_counted = |line: &u32| self.count(&(*line..*line + 1), way) == 1;
        let mut lines = lines;
        lines.by_ref().filter(is_counted).nth(n)
    }
}

/// Returns the blocks, if nearly all values count their lines. First fields that end a block are
/// inferred from blocks that would otherwise be too long.
fn blocks(
    inference: &Inference<'_>,
    counting: &Counting<'_>,
    slots: &[u32],
    way: Counted,
    least_bits: f64,
) -> Option<Vec<Block>> {
    let facts = inference.facts;
    let heads: Vec<u32> = slots.iter().map(|&at| facts.lines.of_atom(at)).collect();
    let last_of = |at: u32| {
        let file = &facts.atoms.files()[facts.atoms.file(at) as usize];
        facts.lines.of_atom(file.end - 1) + 1
    };
    let mut stops: Vec<u64> = Vec::new();
    for is_last in [false, true] {
        let mut found: Vec<(u32, Range<u32>)> = Vec::new();
        let mut bits = 0.0;
        let mut different = FxHashSet::default();
        let mut n_too_late = 0;
        for (slot, &at) in slots.iter().enumerate() {
            if found.len() + n_too_late + slots.len() / 10 < slot {
                return None;
            }
            let bound = heads.get(slot + 1).copied().unwrap_or(u32::MAX).min(last_of(at));
            let first = heads[slot] + 1 + u32::from(way == Counted::BehindFirst);
            let lines = counting.until(first, bound.max(first), &stops);
            let n_counted = counting.count(&lines, way);
            let value = inference.value(at);
            if n_counted as i64 == value {
                bits += (value.max(1) as f64).log2();
                different.insert(n_counted);
                found.push((at, lines));
            } else if !is_last && 0 <= value && (value as usize) < n_counted {
                n_too_late += 1;
                if stops.len() <= MOST_STOPS {
                    let line = counting.nth(lines, way, value as usize);
                    let line = line.filter(|&line| !facts.lines.is_blank(line));
                    let field = line.map(|line| first_field(facts, line));
                    stops.extend(field.filter(|field| !stops.contains(field)));
                }
            }
        }
        if 9 * slots.len() <= 10 * found.len() && least_bits < bits && 2 < different.len() {
            let block = |(at, lines): (u32, Range<u32>)| Block {
                at,
                counted: counting.counted(lines.clone(), way),
                all: lines,
            };
            return Some(found.into_iter().map(block).collect());
        }
        if is_last || stops.is_empty() || MOST_STOPS < stops.len() {
            return None;
        }
    }
    None
}

/// The most first fields that end blocks.
const MOST_STOPS: usize = 3;

/// Values that each count lines.
pub(super) struct LineCounts {
    pub(super) blocks: Vec<Block>,
}

impl Rule for LineCounts {
    fn evaluate(&self, view: &View<'_>, set: &mut dyn FnMut(u32, i64)) {
        for block in self.blocks.iter().filter(|block| view.lives(block.at)) {
            let n_lines = block.counted.iter().filter(|&&line| view.has_line(line)).count();
            set(block.at, n_lines as i64);
        }
    }

    fn operands(&self, _: &mut Bits) -> bool {
        false
    }
}
