//! Counts and sums in records of fixed width.

use std::ops::Range;

use super::super::facts::DocumentFacts;
use super::super::fixed::Source;
use super::super::inference::Inference;
use super::super::relation::{Demand, Evidence, Phase, Relation, Rule};
use super::super::state::View;
use super::filled::Fill;
use crate::bits::Bits;

/// Adds the counts and sums that were found when the records were cut.
pub(super) fn find(inference: &mut Inference<'_>) {
    let facts = inference.facts;
    for file in 0..facts.atoms.files().len() as u32 {
        let fixed = facts.atoms.fixed(file);
        let atom = |byte: &usize| facts.atoms.starting_at(file, *byte);
        let line = |start: &usize| atom(start).map(|at| facts.lines.of_atom(at));
        let lines = |group: &Range<usize>| {
            let [first, last] = [group.start, group.end - 1].map(|record| line(&fixed.lines[record].start));
            Some(facts.lines.span(first?..last? + 1))
        };
        inference.regions.extend(fixed.groups.iter().filter_map(lines));
        for totals in &fixed.totals {
            let Some(targets) = totals.at.iter().map(atom).collect::<Option<Vec<u32>>>() else { continue };
            let is_free = |&at: &u32| facts.atoms.number(at).is_some() && !inference.is_explained(at);
            if !targets.iter().all(is_free) {
                continue;
            }
            let source = |source: &Source| match source {
                Source::Blocks(lines) => Fill::of(facts, file, *lines).map(Live::Blocks),
                Source::Records(starts) => starts.iter().map(line).collect::<Option<_>>().map(Live::Lines),
                Source::Any(starts) => starts.iter().map(line).collect::<Option<_>>().map(Live::Any),
                Source::Copy(start) => atom(start).map(Live::Copy),
                Source::Sum(starts) => starts.iter().map(atom).collect::<Option<_>>().map(Live::Numbers),
            };
            let live = |sources: &Vec<Source>| sources.iter().map(source).collect::<Option<Vec<Live>>>();
            let sources: Vec<Vec<Live>> = totals.sources.iter().filter_map(live).collect();
            // Whatever the rule is, the same lines fill up blocks.
            let written = sources.iter().flatten().find_map(|source| match source {
                Live::Blocks(fill) => Some(fill.atoms()),
                _ => None,
            });
            let demands = sources.first().map_or_else(Vec::new, |first| repeating(facts, &targets, first));
            let rule = |sources: Vec<Live>| {
                let of = targets.iter().copied().zip(sources).collect();
                Box::new(FixedTotals { of }) as Box<dyn Rule>
            };
            let mut rules = sources.into_iter().map(rule);
            let Some(first) = rules.next() else { continue };
            let others: Vec<Box<dyn Rule>> = rules.collect();
            let targets = [&targets[..], &written.unwrap_or_default()].concat();
            let mut relation = Relation::new("total in columns", Phase::Counts, targets, first);
            relation.rules.extend(others);
            inference.take(relation.with_demands(demands).with_evidence(Evidence::Strong));
        }
    }
}

/// Returns the demands of records that repeat a number of a record before them: without that one,
/// they would belong to another.
fn repeating(facts: &DocumentFacts, targets: &[u32], sources: &[Live]) -> Vec<Demand> {
    let line = |at: u32| facts.lines.of_atom(at);
    let of_copy = |(&at, source): (&u32, &Live)| match source {
        Live::Copy(from) if line(*from) < line(at) => {
            let original = *from..*from + 1;
            Some(Demand { needs: vec![original], kills: facts.lines.atoms(line(at)) })
        }
        _ => None,
    };
    targets.iter().zip(sources).filter_map(of_copy).collect()
}

/// What a total is computed from.
enum Live {
    Lines(Vec<u32>),
    Any(Vec<u32>),
    Numbers(Vec<u32>),
    Copy(u32),
    Blocks(Fill),
}

struct FixedTotals {
    of: Vec<(u32, Live)>,
}

impl Rule for FixedTotals {
    fn evaluate(&self, view: &View<'_>, set: &mut dyn FnMut(u32, i64)) {
        for (at, source) in self.of.iter().filter(|(at, _)| view.lives(*at)) {
            let value = match source {
                Live::Lines(lines) => lines.iter().filter(|&&line| view.has_line(line)).count() as i64,
                Live::Any(lines) => i64::from(lines.iter().any(|&line| view.has_line(line))),
                Live::Copy(atom) if view.lives(*atom) => view.number(*atom),
                Live::Copy(_) => continue,
                Live::Blocks(fill) => fill.n_blocks(view) as i64,
                Live::Numbers(atoms) => {
                    let living = atoms.iter().filter(|&&atom| view.lives(atom));
                    living.map(|&atom| view.number(atom)).fold(0, i64::saturating_add)
                }
            };
            set(*at, value);
        }
    }

    fn write(&self, view: &View<'_>, set: &mut dyn FnMut(u32, Vec<u8>)) {
        for (_, source) in &self.of {
            if let Live::Blocks(fill) = source {
                fill.write(view, set);
            }
        }
    }

    fn operands(&self, _: &mut Bits) -> bool {
        false
    }
}
