//! Numbers of the fields that follow on a line.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::super::inference::Inference;
use super::super::relation::{Evidence, Phase, Relation, Rule};
use super::super::sheet::Sheet;
use super::super::state::View;
use crate::bits::Bits;

/// Finds classes in which nearly every value is the number of fields that follow on its line.
pub(super) fn find(inference: &mut Inference<'_>) {
    let sheet = inference.sheet;
    for class in &sheet.classes.numbers {
        let is_free = |at: &u32| !inference.is_explained(*at);
        let slots: Vec<u32> = class.slots.iter().copied().filter(is_free).collect();
        if slots.len() < FEWEST {
            continue;
        }
        let mut right: Vec<(u32, &[Range<u32>])> = Vec::new();
        for (slot, &at) in slots.iter().enumerate() {
            if right.len() + slots.len() / 10 < slot {
                break;
            }
            let fields = fields_behind(sheet, at);
            if fields.len() as i64 == inference.value(at) {
                right.push((at, fields));
            }
        }
        let different: FxHashSet<usize> = right.iter().map(|(_, fields)| fields.len()).collect();
        let bits: f64 = right.iter().map(|(_, fields)| (1.0 + fields.len() as f64).log2()).sum();
        if 10 * right.len() < 9 * slots.len() || different.len() < 2 || bits < FEWEST_BITS {
            continue;
        }
        let right: Vec<_> = right.into_iter().map(|(at, fields)| (at, fields.to_vec())).collect();
        let targets = right.iter().map(|(at, _)| *at).collect();
        let relation =
            Relation::new("number of fields", Phase::Counts, targets, Box::new(FieldCounts { rows: right }));
        inference.take(relation.with_evidence(Evidence::Strong));
    }
}

/// Fewer slots are no relation.
const FEWEST: usize = 4;
/// With less evidence, the values are chance.
const FEWEST_BITS: f64 = 14.0;

fn fields_behind(sheet: &Sheet, at: u32) -> &[Range<u32>] {
    let fields = sheet.lines.fields(sheet.lines.of_atom(at));
    &fields[fields.partition_point(|field| field.start <= at)..]
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
