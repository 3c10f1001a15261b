//! The model of a document: its relations, and how removals are completed and repaired.

use std::ops::Range;

use dwindle_reduce::{Document, Edits};

use super::closure::{Cascade, Closure};
use super::facts::DocumentFacts;
use super::found::{Found, infer};
use super::known::Known;
use super::nest::Nest;
use super::relation::{Demand, Evidence, Keys, Phase, Relation, Rule};
use super::relations::index::INDEX;
use super::relations::ranks::REFERENCES;
use super::sections::needed;
use super::state::{Slots, State, View};
use super::uniform::places;
use super::unit::Removal;
use crate::bits::Bits;

/// A document, its relations, and what needs what.
pub(super) struct Model {
    pub(super) facts: DocumentFacts,
    pub(super) slots: Slots,
    pub(super) relations: Vec<Relation>,
    pub(super) keys: Vec<Keys>,
    /// Regions, each with the line that gives its length.
    pub(super) regions: Vec<Range<u32>>,
    /// The lines before and after regions.
    pub(super) frames: Vec<Vec<Range<u32>>>,
    /// Records that begin and end something.
    pub(super) nests: Vec<Vec<Nest>>,
    /// Numbers in the same place.
    pub(super) places: Vec<Vec<u32>>,
    pub(super) closure: Closure,
    /// By relation: the atoms whose life its values depend on, if known.
    operands: Vec<Option<Bits>>,
}

/// The rules of each relation that have not been refuted; the first is in use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Choices {
    /// By relation: the indices of these rules; empty if it is dropped.
    rules: Vec<Vec<u8>>,
    /// The dropped relations whose values are references all the same: ids need not be dense, and
    /// were changed together with the references to them.
    renamed: Vec<usize>,
}

impl Choices {
    /// Uses the first rule of these relations, and drops the others.
    pub(super) fn only(all: &[Relation], relations: &[usize]) -> Choices {
        let mut choices = Choices { rules: vec![Vec::new(); all.len()], renamed: Vec::new() };
        for &relation in relations {
            let n_rules = all[relation].rules.len().min(usize::from(u8::MAX)) as u8;
            choices.rules[relation] = (0..n_rules).collect();
        }
        choices
    }

    /// Returns a copy in which the values of these relations are references.
    pub(super) fn with_renamed(mut self, relations: &[usize]) -> Choices {
        self.renamed = relations.to_vec();
        self
    }

    /// Whether the values of a relation are references to ids.
    fn has_references(&self, relation: usize) -> bool {
        self.of(relation).is_some() || self.renamed.contains(&relation)
    }

    /// Returns the rule in use for a relation.
    pub(super) fn of(&self, relation: usize) -> Option<u8> {
        self.rules[relation].first().copied()
    }

    /// Returns the rules of a relation that have not been refuted.
    pub(super) fn all_of(&self, relation: usize) -> &[u8] {
        &self.rules[relation]
    }

    /// Returns a copy with these relations dropped.
    pub(super) fn without(&self, relations: &[usize]) -> Choices {
        let mut choices = self.clone();
        relations.iter().for_each(|&relation| choices.rules[relation].clear());
        choices
    }

    /// Returns a copy that uses the next rule of a relation, and the present one last.
    pub(super) fn with_next(&self, relation: usize) -> Choices {
        let mut choices = self.clone();
        choices.rules[relation].rotate_left(1);
        choices
    }

    /// Returns a copy with another rule for one relation, or with that relation dropped.
    pub(super) fn with(&self, relation: usize, rule: Option<u8>) -> Choices {
        let mut choices = self.clone();
        let rules = &mut choices.rules[relation];
        match rule {
            Some(rule) => rules.sort_by_key(|&other| other != rule),
            None => rules.clear(),
        }
        choices
    }
}

/// A rule of a relation, and the values that it computes.
pub(super) type Alternative = (u8, Vec<(u32, i64)>);

/// The most rounds of recomputing lengths in a question.
const MOST_KEPT_UP: usize = 4;
/// If one number in so many is explained, the document is understood.
const MOST_EXPLAINED: usize = 8;
/// The number of values by which a model that explains more has to explain more.
const MANY_MORE: usize = 16;
/// The most rounds of recomputing values that depend on each other.
const MOST_ROUNDS: usize = 64;

impl Model {
    /// Infers the model of a document.
    pub(super) fn of(document: &Document) -> Model {
        Model::with(document, &Known::default())
    }

    /// Infers the model of a document about whose numbers something is known.
    pub(super) fn with(document: &Document, known: &Known) -> Model {
        let mut facts = DocumentFacts::of(document);
        let Found { relations, mut keys, lists, sections, headed, frames, regions, nests } =
            infer(&facts, known);
        facts.records.take_lines(headed);
        lists.iter().for_each(|list| facts.take_list(list));
        for sections in &sections {
            // A line that every section needs is removed with them.
            let needed = needed(&facts, sections);
            facts.records.take_lines(needed);
        }
        let definitions = keys.iter().filter(|keys| keys.own_records).flat_map(|keys| &keys.names);
        let defining = definitions.flat_map(|name| &name.definitions).map(|&at| facts.record_around(at));
        let defining: Vec<Range<u32>> = defining.collect();
        facts.records.take_defining(&facts.lines, defining);
        let names = keys.iter_mut().filter(|keys| keys.own_records).flat_map(|keys| &mut keys.names);
        names.for_each(|name| name.find_own_uses(&facts));
        let places = places(&facts, &relations, &keys);
        let targets = relations.iter().flat_map(|relation| &relation.targets);
        let slots = Slots::of(&facts, targets.chain(places.iter().flatten()).copied());
        let demands: Vec<(usize, Demand)> = (0..)
            .zip(&relations)
            .flat_map(|(idx, relation)| relation.demands.iter().map(move |demand| (idx, demand.clone())))
            .collect();
        let refer = |relation: &Relation| matches!(relation.name, REFERENCES | INDEX);
        let references = relations.iter().enumerate().filter(|(_, relation)| refer(relation));
        let refers_by =
            references.flat_map(|(idx, relation)| relation.targets.iter().map(move |&at| (at, idx)));
        let closure = Closure::new(&facts, &keys, &lists, demands, refers_by.collect());
        let operands = relations.iter().map(|relation| {
            let mut bits = Bits::none(facts.atoms.len());
            relation.rules.iter().all(|rule| rule.operands(&mut bits)).then_some(bits)
        });
        let operands = operands.collect();
        Model { slots, closure, operands, relations, keys, regions, frames, nests, places, facts }
    }

    /// Whether the relations that are in use explain few numbers in a state of another model, and
    /// this one explains more than twice as many by relations that are no chance.
    pub(super) fn explains_more_than(&self, other: &Model, state: &State, choices: &Choices) -> bool {
        let in_use = (0..other.relations.len()).filter(|&relation| choices.of(relation).is_some());
        let targets = in_use.flat_map(|relation| &other.relations[relation].targets);
        let n_before = targets.filter(|&&at| state.alive.has(at)).count();
        let are_sure = |relation: &&Relation| relation.evidence == Evidence::Strong;
        let n_sure: usize = self.relations.iter().filter(are_sure).map(|one| one.targets.len()).sum();
        MOST_EXPLAINED * n_before < self.facts.n_numbers && 2 * n_before + MANY_MORE <= n_sure
    }

    /// Returns the state in which everything is alive.
    pub(super) fn original(&self) -> State {
        State::original(&self.facts, &self.slots)
    }

    /// Returns the state after killing atoms and everything that depends on them, with repaired
    /// values.
    pub(super) fn without(
        &self,
        state: &State,
        removal: &Removal,
        cascade: Cascade,
        choices: &Choices,
    ) -> State {
        let mut next = self.killed(state, removal, cascade, choices);
        for &(at, value) in &removal.values {
            next.set(&self.slots, at, value);
        }
        self.repair(state, &mut next, !removal.values.is_empty(), choices);
        next
    }

    /// Returns the state after killing atoms and everything that depends on them, without repairing
    /// values.
    pub(super) fn killed(
        &self,
        state: &State,
        removal: &Removal,
        cascade: Cascade,
        choices: &Choices,
    ) -> State {
        let mut next = state.clone();
        let is_used = |relation: usize| choices.has_references(relation);
        let doubled = self.closure.splice(&mut next, &removal.splices);
        let spans = [&removal.spans[..], &doubled].concat();
        self.closure.kill(&self.facts, &mut next, &spans, cascade, &is_used);
        next
    }

    /// Recomputes the values that a change of state affects; all of them if others were set.
    fn repair(&self, before: &State, state: &mut State, has_set: bool, choices: &Choices) {
        let touched = before.alive.without(&state.alive);
        let mut has_changed = has_set;
        for round in 0..MOST_ROUNDS {
            let mut changes = false;
            for (relation_idx, relation) in self.relations.iter().enumerate() {
                let Some(rule) = choices.of(relation_idx) else { continue };
                let reads_others = Phase::Counts <= relation.phase && (has_changed || round != 0);
                let operands = self.operands[relation_idx].as_ref();
                let is_touched = operands.is_none_or(|operands| operands.meets(&touched));
                if !(has_set || is_touched || reads_others && operands.is_none()) {
                    continue;
                }
                changes |= self.recompute(&*relation.rules[usize::from(rule)], state);
            }
            has_changed |= changes;
            if !changes || self.relations.last().is_none_or(|last| last.phase < Phase::Counts) {
                break;
            }
        }
    }

    /// Recomputes the lengths, offsets and digests that a change of other values affects, except
    /// those of some relations.
    pub(super) fn keep_up(&self, state: &mut State, except: &[usize]) {
        let is_meant = |&number: &usize| {
            let relation = &self.relations[number];
            Phase::Lengths <= relation.phase
                && relation.evidence == Evidence::Strong
                && !except.contains(&number)
        };
        let meant: Vec<usize> = (0..self.relations.len()).filter(is_meant).collect();
        // A length may be within the region of another one.
        for _ in 0..MOST_KEPT_UP {
            let mut changes = false;
            for &number in &meant {
                changes |= self.recompute(&*self.relations[number].rules[0], state);
            }
            if !changes {
                break;
            }
        }
    }

    /// Recomputes the values and texts of a rule. Returns whether any changed.
    fn recompute(&self, rule: &dyn Rule, state: &mut State) -> bool {
        let (mut values, mut texts) = (Vec::new(), Vec::new());
        let view = View::new(&self.facts, &self.slots, state);
        rule.evaluate(&view, &mut |at, value| values.push((at, value)));
        rule.write(&view, &mut |at, text| texts.push((at, text)));
        let mut changes = false;
        for (at, value) in values {
            changes |= state.set(&self.slots, at, value);
        }
        for (at, text) in texts {
            changes |= state.write(&self.facts.atoms, at, text);
        }
        changes
    }

    /// Returns the relations whose values differ between two states.
    pub(super) fn changed(&self, before: &State, after: &State, choices: &Choices) -> Vec<usize> {
        let in_use = (0..self.relations.len()).filter(|&relation| choices.of(relation).is_some());
        in_use
            .filter(|&relation| after.differs_in(before, &self.slots, &self.relations[relation].targets))
            .collect()
    }

    /// Returns each remaining rule of a relation with the values that it computes for live targets.
    pub(super) fn alternatives(&self, state: &State, relation: usize, choices: &Choices) -> Vec<Alternative> {
        let view = View::new(&self.facts, &self.slots, state);
        let computed = |rule: u8| {
            let mut values = Vec::new();
            self.relations[relation].rules[usize::from(rule)].evaluate(&view, &mut |at, value| {
                if view.lives(at) {
                    values.push((at, value));
                }
            });
            (rule, values)
        };
        choices.all_of(relation).iter().map(|&rule| computed(rule)).collect()
    }

    /// Returns the choices without the rules that an interesting state refutes.
    pub(super) fn refute(&self, state: &State, choices: &Choices) -> Choices {
        let mut choices = choices.clone();
        for relation in 0..self.relations.len() {
            if choices.all_of(relation).len() < 2 {
                continue;
            }
            let view = View::new(&self.facts, &self.slots, state);
            let is_right = |values: &[(u32, i64)]| values.iter().all(|&(at, value)| view.number(at) == value);
            let all = self.alternatives(state, relation, &choices).into_iter();
            choices.rules[relation] =
                all.filter(|(_, values)| is_right(values)).map(|(rule, _)| rule).collect();
        }
        choices
    }

    /// Returns what a search knows about the numbers of a state; nothing if whole files are gone.
    /// `is_confirmed` says by relation whether an interesting candidate had a value of it changed.
    /// O(atoms).
    pub(super) fn known(&self, state: &State, choices: &Choices, is_confirmed: &[bool]) -> Known {
        let view = View::new(&self.facts, &self.slots, state);
        let files = self.facts.atoms.files();
        let mut known = Known::default();
        let is_gone = |file: &Range<u32>| !file.is_empty() && !state.alive.any_in(file.clone());
        if 1 < files.len() && files.iter().any(is_gone) {
            return known;
        }
        for (number, relation) in self.relations.iter().enumerate() {
            let add = match choices.of(number) {
                Some(_) if is_confirmed[number] && relation.phase == Phase::Counts => Known::confirm,
                None if relation.evidence == Evidence::Weak => Known::refute,
                _ => continue,
            };
            for &at in relation.targets.iter().filter(|&&at| view.lives(at)) {
                let file = self.facts.atoms.file(at);
                add(&mut known, file, view.n_bytes(files[file as usize].start..at));
            }
        }
        known
    }

    /// Returns a state in which a padded line is shorter by its last blank; `None` if lines are not
    /// padded.
    pub(super) fn without_padding(&self, state: &State, choices: &Choices) -> Option<State> {
        let mut unpadded = state.clone();
        unpadded.pads = false;
        let lines = (0..self.facts.lines.len()).filter(|&line| state.pads && self.facts.padded.has(line));
        let last = |line: u32| self.facts.lines.body(line).end - 1;
        let blank = lines.map(last).find(|&at| self.facts.space.has(at) && state.alive.has(at))?;
        let removal = Removal { spans: std::iter::once(blank..blank + 1).collect(), ..Removal::default() };
        Some(self.without(&unpadded, &removal, Cascade::Off, choices))
    }

    /// Returns the edits that turn the document into a state of it.
    pub(super) fn edits(&self, state: &State) -> Edits {
        state.edits(&self.facts, &self.slots)
    }
}
