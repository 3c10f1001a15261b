//! Counts of the lines of a record in its first line, of these records, and of all their lines.

use rustc_hash::FxHashSet;

use super::super::inference::Inference;
use super::super::relation::{Demand, Evidence, Phase, Relation, Rule};
use super::super::sections::file_of;
use super::super::state::View;
use super::super::streams::{Stream, StreamRecord};
use super::line_counts::{Block, LineCounts};
use crate::bits::Bits;

/// Finds the numbers of streams, and the numbers before them that count their records or lines.
pub(super) fn find(inference: &mut Inference<'_>) {
    for stream in &inference.facts.streams {
        let blocks: Vec<Block> = stream.records.iter().flat_map(blocks).collect();
        let targets = blocks.iter().map(|block| block.at).collect();
        let rule = Box::new(LineCounts { blocks });
        let relation = Relation::new("number of lines in a record", Phase::Counts, targets, rule);
        let demands = demands(inference, stream);
        inference.take(relation.with_demands(demands).with_evidence(Evidence::Strong));
        totals(inference, stream);
        fields(inference, stream);
    }
}

/// Finds the numbers of heads that count the fields of another line of the record.
fn fields(inference: &mut Inference<'_>, stream: &Stream) {
    let facts = inference.facts;
    let numbers = |record: &StreamRecord| {
        let head = facts.lines.body(record.fixed[0]);
        head.filter(|&at| facts.atoms.number(at).is_some()).collect::<Vec<u32>>()
    };
    let heads: Vec<Vec<u32>> = stream.records.iter().map(numbers).collect();
    for place in 1..stream.records[0].fixed.len() {
        for number in 0..heads[0].len() {
            let counted = |(record, head): (&StreamRecord, &Vec<u32>)| {
                let (at, fields) = (*head.get(number)?, facts.lines.fields(record.fixed[place]));
                let is_right = inference.value(at) == fields.len() as i64 && !inference.is_explained(at);
                is_right.then(|| (at, fields.iter().map(|field| field.start).collect::<Vec<u32>>()))
            };
            let counted: Option<Vec<_>> = stream.records.iter().zip(&heads).map(counted).collect();
            let Some(counted) = counted else { continue };
            let different: FxHashSet<usize> = counted.iter().map(|(_, fields)| fields.len()).collect();
            if 1 < different.len() {
                let targets = counted.iter().map(|(at, _)| *at).collect();
                let rule = Box::new(Fields { counted });
                let relation = Relation::new("number of fields in a line", Phase::Counts, targets, rule);
                inference.take(relation.with_evidence(Evidence::Strong));
            }
        }
    }
}

/// Returns the lines that each number of a record counts.
fn blocks(record: &StreamRecord) -> Vec<Block> {
    let block = |(at, units): &(u32, Vec<Vec<u32>>)| {
        let counted: Vec<u32> = units.iter().map(|unit| unit[0]).collect();
        Block { at: *at, counted, all: record.lines.clone() }
    };
    record.counted.iter().map(block).collect()
}

/// Returns which lines need each other: those of a unit, and the fixed ones of a record.
fn demands(inference: &Inference<'_>, stream: &Stream) -> Vec<Demand> {
    let lines = &inference.facts.lines;
    let mut found = Vec::new();
    for record in &stream.records {
        let units = record.counted.iter().flat_map(|(_, units)| units);
        for two in units.chain([&record.fixed]).flat_map(|lines| lines.windows(2)) {
            let ways = [(two[0], two[1]), (two[1], two[0])];
            found.extend(ways.map(|(needed, killed)| Demand {
                needs: vec![lines.body(needed)],
                kills: lines.atoms(killed),
            }));
        }
        let head = lines.body(record.fixed[0]);
        let behind = record.lines.start + 1..record.lines.end;
        if !behind.is_empty() {
            found.push(Demand { needs: vec![head], kills: lines.span(behind) });
        }
    }
    found
}

/// Finds the numbers on the line before a stream that count its records, or their lines.
fn totals(inference: &mut Inference<'_>, stream: &Stream) {
    let facts = inference.facts;
    let heads: Vec<u32> = stream.records.iter().map(|record| record.fixed[0]).collect();
    let is_beside = |before: &u32| file_of(facts, *before) == file_of(facts, heads[0]);
    let before = heads[0].checked_sub(1).filter(is_beside);
    let Some(before) = before else { return };
    let slots: Vec<u32> = facts.lines.body(before).filter(|&at| facts.atoms.number(at).is_some()).collect();
    let n_counts = stream.records[0].counted.len();
    let units = |count: usize| {
        let of_record =
            |record: &StreamRecord| record.counted[count].1.iter().map(|unit| unit[0]).collect::<Vec<u32>>();
        stream.records.iter().flat_map(of_record).collect::<Vec<u32>>()
    };
    let options: Vec<Vec<u32>> = std::iter::once(heads).chain((0..n_counts).map(units)).collect();
    for counted in options {
        let slot = slots
            .iter()
            .find(|&&at| !inference.is_explained(at) && inference.value(at) == counted.len() as i64);
        if let Some(&at) = slot {
            let rule = Box::new(LineCounts { blocks: vec![Block { at, counted, all: stream.lines() }] });
            let relation = Relation::new("number of records", Phase::Counts, vec![at], rule);
            inference.take(relation.with_evidence(Evidence::Strong));
        }
    }
}

/// Numbers of fields, each with the first atoms of those.
struct Fields {
    counted: Vec<(u32, Vec<u32>)>,
}

impl Rule for Fields {
    fn evaluate(&self, view: &View<'_>, set: &mut dyn FnMut(u32, i64)) {
        for (at, fields) in self.counted.iter().filter(|(at, _)| view.lives(*at)) {
            set(*at, fields.iter().filter(|&&field| view.lives(field)).count() as i64);
        }
    }

    fn operands(&self, _: &mut Bits) -> bool {
        false
    }
}
