//! Counts of the fields that follow on the same line or on the next one.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::super::facts::DocumentFacts;
use super::super::inference::Inference;
use super::super::relation::{Demand, Evidence, Phase, Relation, Rule};
use super::super::state::View;
use crate::bits::Bits;

/// Finds classes in which nearly every value is the number of fields that follow on its line or the
/// next one. Fields are separated by blanks or by one of several marks.
pub(super) fn find(inference: &mut Inference<'_>) {
    let facts = inference.facts;
    for class in facts.classes.numbers.iter().chain(&facts.classes.numbers_by_marks) {
        let is_free = |at: &u32| !inference.is_explained(*at);
        let slots: Vec<u32> = class.slots.iter().copied().filter(is_free).collect();
        if slots.len() < FEWEST {
            continue;
        }
        let Some(rows) = [Where::Behind, Where::Below]
            .into_iter()
            .find_map(|place| WAYS.iter().find_map(|&between| rows(inference, &slots, place, between)))
        else {
            continue;
        };
        let targets = rows.iter().map(|(at, _)| *at).collect();
        let filled = rows.iter().filter(|(_, fields)| !fields.is_empty());
        let demands = filled.map(|(at, fields)| Demand { needs: fields.clone(), kills: facts.record(*at) });
        let demands = demands.collect();
        let relation =
            Relation::new("number of fields", Phase::Counts, targets, Box::new(FieldCounts { rows }));
        inference.take(relation.with_demands(demands).with_evidence(Evidence::Strong));
    }
}

/// The fewest slots.
const FEWEST: usize = 4;
/// The least evidence, in bits, against a coincidence.
const FEWEST_BITS: f64 = 14.0;

/// Where the counted fields are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Where {
    /// After the value.
    Behind,
    /// On the next line, after the first `=` or `:`.
    Below,
}

/// What separates fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Between {
    /// Blanks.
    Blanks,
    /// Blanks; fields without a word are not counted.
    Words,
    /// A mark.
    Mark(u8),
}

/// The separators that are tried.
const WAYS: [Between; 5] =
    [Between::Blanks, Between::Words, Between::Mark(b','), Between::Mark(b';'), Between::Mark(b'|')];

/// Returns the fields after each slot, if nearly all slots hold their number.
fn rows(
    inference: &Inference<'_>,
    slots: &[u32],
    place: Where,
    between: Between,
) -> Option<Vec<(u32, Vec<Range<u32>>)>> {
    let facts = inference.facts;
    let mut right: Vec<(u32, Vec<Range<u32>>)> = Vec::new();
    for (slot, &at) in slots.iter().enumerate() {
        if right.len() + slots.len() / 10 < slot {
            return None;
        }
        let n_fields = usize::try_from(inference.value(at)).unwrap_or(usize::MAX);
        let fields = match place {
            Where::Behind => fields_behind(facts, at, n_fields, between),
            Where::Below => below(facts, at).and_then(|at| fields_behind(facts, at, n_fields, between)),
        };
        right.extend(fields.map(|fields| (at, fields)));
    }
    let different: FxHashSet<usize> = right.iter().map(|(_, fields)| fields.len()).collect();
    let bits: f64 = right.iter().map(|(_, fields)| (1.0 + fields.len() as f64).log2()).sum();
    let is_sure = 9 * slots.len() <= 10 * right.len() && 2 <= different.len() && FEWEST_BITS <= bits;
    is_sure.then_some(right)
}

/// Returns the first `=` or `:` of the next line.
fn below(facts: &DocumentFacts, at: u32) -> Option<u32> {
    let line = facts.lines.of_atom(at) + 1;
    let is_there =
        line < facts.lines.len() && facts.atoms.file(facts.lines.atoms(line).start) == facts.atoms.file(at);
    let mut near = is_there.then(|| facts.lines.body(line))?.take(NEAR);
    near.find(|&at| facts.atoms.is(at, b'=') || facts.atoms.is(at, b':'))
}

/// A `=` further along the line is part of a field.
const NEAR: usize = 6;

/// The longest average length of fields: only a part of a long line is searched.
const LONGEST: usize = 64;

/// Returns the fields after an atom, if there are exactly `n_fields`. O(fields).
fn fields_behind(
    facts: &DocumentFacts,
    at: u32,
    n_fields: usize,
    between: Between,
) -> Option<Vec<Range<u32>>> {
    let line = facts.lines.of_atom(at);
    let fields = facts.lines.fields(line);
    let behind = &fields[fields.partition_point(|field| field.start <= at)..];
    let most = n_fields.saturating_add(1).saturating_mul(LONGEST);
    let found: Vec<Range<u32>> = match between {
        Between::Blanks => return (behind.len() == n_fields).then(|| behind.to_vec()),
        _ if most < behind.len() => return None,
        Between::Words => {
            let has_word = |field: &&Range<u32>| (*field).clone().any(|at| facts.atoms.is_word(at));
            behind.iter().filter(has_word).cloned().collect()
        }
        Between::Mark(mark) => {
            let end = facts.lines.body(line).end;
            if most < (end - at) as usize {
                return None;
            }
            let Some(start) = (at + 1..end).find(|&at| facts.atoms.is_word(at)) else {
                return (n_fields == 0).then(Vec::new);
            };
            let marks: Vec<u32> = (start..end).filter(|&at| facts.atoms.is(at, mark)).collect();
            let starts = std::iter::once(start).chain(marks.iter().map(|mark| mark + 1));
            starts.zip(marks.iter().copied().chain([end])).map(|(start, end)| start..end).collect()
        }
    };
    (found.len() == n_fields).then_some(found)
}

struct FieldCounts {
    rows: Vec<(u32, Vec<Range<u32>>)>,
}

impl Rule for FieldCounts {
    fn evaluate(&self, view: &View<'_>, set: &mut dyn FnMut(u32, i64)) {
        for (at, fields) in self.rows.iter().filter(|(at, _)| view.lives(*at)) {
            let n_fields = fields.iter().filter(|field| view.has_ink((*field).clone())).count();
            set(*at, n_fields as i64);
        }
    }

    fn operands(&self, bits: &mut Bits) -> bool {
        self.rows.iter().flat_map(|(_, fields)| fields).for_each(|field| bits.insert_range(field.clone()));
        true
    }
}
