//! Counts and sums at the end of blocks: lines since the block's first line, lines of one kind, and
//! totals of a number on them.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::super::facts::DocumentFacts;
use super::super::inference::Inference;
use super::super::lines::Grouped;
use super::super::relation::{Demand, Evidence, Phase, Relation, Rule};
use super::super::sections::{file_of, lines_of};
use super::super::state::View;
use super::codes::is_compound;
use crate::bits::Bits;

/// Finds numbers on lines of one kind, each of which ends a block, that count lines of this block
/// or are the sum of numbers in it.
pub(super) fn find(inference: &mut Inference<'_>) {
    let facts = inference.facts;
    let fewest = inference.fewest(FEWEST, FEWEST_IN_SMALL);
    let kinds = kinds(facts);
    // Lines that end blocks, of one kind each; a last line may count them.
    let mut counted: Vec<&[u32]> = Vec::new();
    let (single, many): (Vec<usize>, Vec<usize>) =
        (0..kinds.len()).partition(|&tail| kinds[tail].lines.len() == 1);
    for tail in many.into_iter().chain(single) {
        let ends = &kinds[tail].lines;
        let is_rare = 3 * ends.len() <= facts.lines.len() as usize;
        if ends.len() < fewest && !is_last(facts, ends) || !is_rare {
            continue;
        }
        let others = (0..kinds.len()).filter(|&head| head != tail);
        let blocks: Vec<Vec<u32>> =
            others.clone().filter_map(|head| starts(&kinds[head].lines, ends)).collect();
        let mut is_found = false;
        for place in 0..kinds[tail].n_numbers() {
            let slots: Vec<u32> = kinds[tail].numbers.iter().map(|numbers| numbers[place]).collect();
            let Some(values) = inference.values_of_all(&slots, 1) else { continue };
            // Parts of addresses and versions are often the same on all lines.
            let is_constant = 1 < values.len() && values.iter().all(|value| *value == values[0]);
            let is_code = kinds[tail].has_code && values.iter().all(|value| *value == values[0]);
            if is_code || is_constant && slots.iter().any(|&at| is_compound(facts, at)) {
                continue;
            }
            let found = rules(inference, &kinds, tail, &blocks, &values);
            is_found |= take(inference, found, ends, &slots, &values, &counted);
        }
        if is_found {
            counted.push(ends);
        }
        // A block begins with the first of the kinds that occur once in each.
        let paired = others.filter(|&head| kinds[head].lines.len() == ends.len() && 1 < ends.len());
        if let Some(heads) = paired.filter_map(|head| starts(&kinds[head].lines, ends)).min()
            && is_found
        {
            let spans = heads.iter().zip(ends).map(|(&head, &end)| facts.lines.span(head..end + 1));
            inference.regions.extend(spans);
        }
    }
}

/// The fewest blocks, unless there is one that ends with the last line.
const FEWEST: usize = 3;
/// The fewest blocks where there are few numbers.
const FEWEST_IN_SMALL: usize = 2;
/// The most numbers of a line that are looked at.
const MOST_NUMBERS: usize = 6;
/// The most kinds of lines.
const MOST_KINDS: usize = 32;
/// The most explanations of a number.
const MOST_RULES: usize = 6;
/// The least evidence for different values, in bits for each of the fewest blocks.
const FEWEST_BITS: f64 = 2.5;
/// The same for equal values.
const FEWEST_BITS_EQUAL: f64 = 1.0;
/// With this evidence, values do not agree by chance.
const SURE_BITS: f64 = 18.0;
/// The largest value on the only line of its kind.
const LARGEST_SINGLE: i64 = 3;

/// The most codes behind a first word; more are rather names or numbers.
const MOST_CODES: usize = 8;

/// Lines with the same first word, and maybe the same code behind it.
struct LineKind {
    lines: Vec<u32>,
    has_code: bool,
    /// By line: its numbers.
    numbers: Vec<Vec<u32>>,
}

impl LineKind {
    /// Returns how many numbers each line has, at most those that are looked at.
    fn n_numbers(&self) -> usize {
        self.numbers.iter().map(Vec::len).min().unwrap_or(0).min(MOST_NUMBERS)
    }
}

/// Returns the kinds of lines, the rarest first.
fn kinds(facts: &DocumentFacts) -> Vec<LineKind> {
    let mut kinds = facts.lines.by_first_word(0..facts.lines.len()).into_groups();
    kinds.sort_by_key(|(_, lines)| lines.len());
    let n_alone = kinds.partition_point(|(_, lines)| lines.len() < 2);
    // Of the lines that begin like no other, only the last ones may end everything.
    kinds.drain(..n_alone.saturating_sub(2));
    kinds.truncate(MOST_KINDS);
    let coded: Vec<Vec<u32>> = kinds.iter().flat_map(|(_, lines)| by_code(facts, lines)).collect();
    let kind = |(lines, has_code): (Vec<u32>, bool)| LineKind {
        numbers: lines.iter().map(|&line| numbers(facts, line)).collect(),
        lines,
        has_code,
    };
    let coded = coded.into_iter().take(MOST_KINDS).map(|lines| (lines, true));
    kinds.into_iter().map(|(_, lines)| (lines, false)).chain(coded).map(kind).collect()
}

/// Returns the lines with each of few codes behind their first word: `CNT+7:13212` and `CNT+16:3`.
fn by_code(facts: &DocumentFacts, lines: &[u32]) -> Vec<Vec<u32>> {
    let mut by_code: Grouped<u32, u32> = Grouped::new();
    let is_word = |at: &u32| facts.atoms.is_word(*at) || facts.atoms.number(*at).is_some();
    for &line in lines {
        if let Some(code) = facts.lines.body(line).filter(is_word).nth(1) {
            by_code.push(facts.atoms.word(code), line);
        }
    }
    let mut parts: Vec<Vec<u32>> = by_code.into_groups().into_iter().map(|(_, lines)| lines).collect();
    parts.retain(|part| 1 < part.len());
    // Numbers from one on are rather those of lines.
    let code = |part: &Vec<u32>| facts.lines.body(part[0]).filter(is_word).nth(1);
    let numbers: Vec<i64> = parts.iter().filter_map(|part| facts.atoms.number(code(part)?)).collect();
    if numbers.len() == parts.len() && (1..=2).all(|number| numbers.contains(&number)) {
        return Vec::new();
    }
    let n_coded: usize = parts.iter().map(Vec::len).sum();
    let are_codes = (2..=MOST_CODES).contains(&parts.len()) && 4 * lines.len() <= 5 * n_coded;
    if are_codes { parts } else { Vec::new() }
}

/// Whether this is one line, the last one of the document or the one before.
fn is_last(facts: &DocumentFacts, ends: &[u32]) -> bool {
    let last = (0..facts.lines.len()).rev().find(|&line| !facts.lines.is_blank(line));
    matches!((ends, last), ([end], Some(last)) if last <= end + 1)
}

fn numbers(facts: &DocumentFacts, line: u32) -> Vec<u32> {
    facts.lines.body(line).filter(|&at| facts.atoms.number(at).is_some()).collect()
}

/// Returns the last line of a kind before each end, if there is one since the end before.
fn starts(heads: &[u32], ends: &[u32]) -> Option<Vec<u32>> {
    let mut from = 0;
    let start = |&end: &u32| {
        let head = heads.partition_point(|&head| head < end).checked_sub(1).map(|place| heads[place]);
        let head = head.filter(|&head| from <= head)?;
        from = end;
        Some(head)
    };
    ends.iter().map(start).collect()
}

/// Returns the rules that explain all values. A block begins behind the end of the one before, or
/// with one of the lines of an element of `blocks`.
fn rules(
    inference: &Inference<'_>,
    kinds: &[LineKind],
    tail: usize,
    blocks: &[Vec<u32>],
    values: &[i64],
) -> Vec<Tails> {
    let facts = inference.facts;
    let ends = &kinds[tail].lines;
    let is_many = inference.fewest(FEWEST, FEWEST_IN_SMALL) <= ends.len();
    let mut found = Vec::new();
    let last_end = |block: usize| {
        let before = block.checked_sub(1).map_or(0, |before| ends[before] + 1);
        before.max(lines_of(facts, file_of(facts, ends[block])).start)
    };
    for heads in std::iter::once(None).chain(blocks.iter().map(Some)) {
        let start = |block: usize| heads.map_or_else(|| last_end(block), |heads| heads[block]);
        let range = |block: usize| start(block)..ends[block];
        let tails = |measure: Measure, plus: i64| Tails {
            blocks: (0..ends.len()).map(range).collect(),
            slots: Vec::new(),
            measure,
            plus,
        };
        for plus in [1, 0, -1] {
            let is_length =
                |(block, &value): (usize, &i64)| i64::from(ends[block] - start(block)) + plus == value;
            if is_many && values.iter().enumerate().all(is_length) {
                found.push(tails(Measure::Lines, plus));
            }
        }
        // Lines of a kind are counted from the end before: what comes before the first line of a
        // block is rarely of that kind.
        if heads.is_some() {
            continue;
        }
        let counted = kinds.iter().enumerate().filter(|(counted, _)| *counted != tail);
        for (_, kind) in counted {
            let within = |block: usize| between(&kind.lines, range(block));
            let is_count = |(block, &value): (usize, &i64)| within(block).len() as i64 == value;
            if values.iter().enumerate().all(is_count) {
                found.push(tails(Measure::Kind(kind.lines.clone()), 0));
            }
            for place in 0..if is_many { kind.n_numbers() } else { 0 } {
                let is_sum = |(block, &value): (usize, &i64)| {
                    let from = kind.lines.partition_point(|&line| line < start(block));
                    let of = kind.numbers[from..from + within(block).len()].iter();
                    let add =
                        |sum: i64, numbers: &Vec<u32>| sum.saturating_add(inference.value(numbers[place]));
                    of.fold(0, add) == value
                };
                // Sums of one number each are copies.
                let is_several = || (0..ends.len()).any(|block| 1 < within(block).len());
                if values.iter().enumerate().all(is_sum) && is_several() {
                    let slots = kind.numbers.iter().map(|numbers| numbers[place]).collect();
                    found.push(tails(Measure::Sum(slots), 0));
                }
            }
        }
    }
    found.truncate(MOST_RULES);
    found
}

/// Adds the rules as one relation, if they are likely. Returns whether they are.
fn take(
    inference: &mut Inference<'_>,
    mut found: Vec<Tails>,
    ends: &[u32],
    slots: &[u32],
    values: &[i64],
    counted: &[&[u32]],
) -> bool {
    let facts = inference.facts;
    let counts_blocks = |rule: &Tails| match &rule.measure {
        Measure::Kind(lines) => counted.contains(&&lines[..]),
        _ => false,
    };
    found.sort_by_key(|rule| !counts_blocks(rule));
    let Some(first) = found.first() else { return false };
    let different: FxHashSet<i64> = values.iter().copied().collect();
    let bits: f64 = values.iter().map(|&value| (1.0 + value.max(0) as f64).log2()).sum();
    let fewest = inference.fewest(FEWEST, FEWEST_IN_SMALL);
    // Larger single values are explained by other relations, unless they count blocks.
    let is_single = ends.len() == 1
        && (2..=LARGEST_SINGLE).contains(&values[0]) | (2 <= values[0] && counts_blocks(first));
    let is_likely = match different.len() {
        0 | 1 => is_single || fewest <= ends.len() && FEWEST_BITS_EQUAL * fewest as f64 <= bits,
        _ => fewest <= ends.len() && FEWEST_BITS * fewest as f64 <= bits,
    };
    if !is_likely {
        return false;
    }
    let is_sure = 3 <= different.len() && SURE_BITS <= bits;
    let demand = |(block, &end): (&Range<u32>, &u32)| Demand {
        needs: vec![facts.lines.span(block.clone())],
        kills: facts.lines.atoms(end),
    };
    let demands = first.blocks.iter().zip(ends).filter(|(block, _)| !block.is_empty()).map(demand);
    let demands = if fewest <= ends.len() { demands.collect() } else { Vec::new() };
    let mut rules =
        found.into_iter().map(|rule| Box::new(Tails { slots: slots.to_vec(), ..rule }) as Box<dyn Rule>);
    let Some(rule) = rules.next() else { return false };
    let mut relation = Relation::new("end of a block", Phase::Counts, slots.to_vec(), rule);
    relation.rules.extend(rules);
    let evidence = if is_sure { Evidence::Strong } else { Evidence::Weak };
    inference.take(relation.with_demands(demands).with_evidence(evidence));
    true
}

/// What a value at the end of a block is.
enum Measure {
    /// The number of lines.
    Lines,
    /// The number of these lines, in ascending order.
    Kind(Vec<u32>),
    /// The sum of these numbers, in ascending order.
    Sum(Vec<u32>),
}

/// Values at the ends of blocks.
struct Tails {
    /// By block: its lines, without the one that ends it.
    blocks: Vec<Range<u32>>,
    /// By block: the value.
    slots: Vec<u32>,
    measure: Measure,
    plus: i64,
}

/// Returns the part of an ascending list that is within a range.
fn between(list: &[u32], range: Range<u32>) -> &[u32] {
    let place = |bound: u32| list.partition_point(|&one| one < bound);
    &list[place(range.start)..place(range.end)]
}

impl Rule for Tails {
    fn evaluate(&self, view: &View<'_>, set: &mut dyn FnMut(u32, i64)) {
        // A block whose end is removed becomes a part of the next one.
        let mut start = None;
        for (block, &at) in self.blocks.iter().zip(&self.slots) {
            let from = *start.get_or_insert(block.start);
            if !view.lives(at) {
                continue;
            }
            start = None;
            let has_line = |line: &u32| view.has_line(*line);
            let n: i64 = match &self.measure {
                _ if block.end <= from => 0,
                Measure::Lines => (from..block.end).filter(has_line).count() as i64,
                Measure::Kind(lines) => {
                    between(lines, from..block.end).iter().filter(|line| has_line(line)).count() as i64
                }
                Measure::Sum(slots) => {
                    let living = between(slots, view.facts.lines.span(from..block.end))
                        .iter()
                        .filter(|at| view.lives(**at));
                    living.fold(0, |sum: i64, &at| sum.saturating_add(view.number(at)))
                }
            };
            set(at, (n + self.plus).max(0));
        }
    }

    fn operands(&self, _: &mut Bits) -> bool {
        false
    }
}
