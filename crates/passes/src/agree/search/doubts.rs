//! What a boring candidate makes doubtful: relations, and rules of relations.

use std::sync::Arc;

use super::{AgreeSearch, Proposal};
use crate::agree::attempt::Attempt;
use crate::agree::relation::Evidence;

/// The most other values tried for one boring candidate.
const MOST_OTHERS: usize = 4;
/// How often rules of a relation are doubted.
const MOST_TRIES: u8 = 12;
/// How often a relation itself is doubted.
const MOST_LEFT_ALONE: u8 = 3;
/// Boring candidates in which rules disagree, after which the next rule is used.
const MOST_DISAGREED: u8 = 20;

impl AgreeSearch {
    /// After a boring candidate, adds an attempt without the relations that changed a value and may
    /// be chance: several of them make every candidate boring, and leaving one alone does not help.
    pub(super) fn doubt_chance(&mut self, proposal: &Proposal) {
        let changed = self.model.changed(&self.state, &proposal.state, &self.choices);
        let may_be_chance = |&relation: &usize| {
            self.model.relations[relation].evidence == Evidence::Weak && !self.is_confirmed[relation]
        };
        let doubtful: Arc<[usize]> = changed.into_iter().filter(may_be_chance).collect();
        let attempt = Attempt::Without(doubtful.clone());
        if !doubtful.is_empty() && self.credits.allow(&attempt) {
            self.later.push(attempt);
        }
    }

    /// After a boring candidate, and as long as no repair by these relations has helped, adds an
    /// attempt without dependents and without the relations that changed a value: where each change
    /// of a number is noticed, questions say that any relation matters.
    pub(super) fn doubt_all(&mut self, proposal: &Proposal) {
        let changed = self.model.changed(&self.state, &proposal.state, &self.choices);
        if !self.is_proven && !changed.is_empty() && !changed.iter().any(|&one| self.is_confirmed[one]) {
            self.later.push(Attempt::Bare(changed.into()));
        }
    }

    /// After a boring candidate, adds attempts with other rules for the changed values, or without
    /// them.
    pub(super) fn doubt(&mut self, proposal: &Proposal) {
        let changed = self.model.changed(&self.state, &proposal.state, &self.choices);
        let mut others = Vec::new();
        for relation in 0..self.model.relations.len() {
            let Some(own) = self.choices.of(relation) else { continue };
            if MOST_TRIES <= self.tries[relation] || MOST_OTHERS <= others.len() {
                continue;
            }
            if 1 < self.choices.all_of(relation).len() {
                let all = self.model.alternatives(&proposal.state, relation, &self.choices);
                let mut known: Vec<_> =
                    all.iter().filter(|(rule, _)| *rule == own).map(|one| &one.1).collect();
                for (rule, values) in &all {
                    if !known.contains(&values) {
                        known.push(values);
                        others.push(Attempt::Other { relation, rule: Some(*rule) });
                    }
                }
            }
            if changed.contains(&relation) && self.tries[relation] < MOST_LEFT_ALONE {
                others.push(Attempt::Other { relation, rule: None });
            }
            if !others.is_empty() {
                Arc::make_mut(&mut self.tries)[relation] += 1;
            }
        }
        others.truncate(MOST_OTHERS);
        // Attempts are popped from the end.
        others.reverse();
        self.later.extend(others);
    }

    /// After a boring candidate, uses the next rule of each relation whose rules have disagreed
    /// several times: all agree with what was accepted, but if one is wrong, only candidates are
    /// accepted that do not refute it.
    pub(super) fn change_rules(&mut self, proposal: &Proposal) {
        for relation in 0..self.model.relations.len() {
            if self.choices.all_of(relation).len() < 2 {
                continue;
            }
            let all = self.model.alternatives(&proposal.state, relation, &self.choices);
            if all.iter().all(|(_, values)| *values == all[0].1) {
                continue;
            }
            let n_disagreed = &mut Arc::make_mut(&mut self.n_disagreed)[relation];
            *n_disagreed += 1;
            if *n_disagreed == MOST_DISAGREED {
                *n_disagreed = 0;
                self.choices = Arc::new(self.choices.with_next(relation));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use dwindle_reduce::{Answer, Document, Search};

    use super::*;
    use crate::agree::keyed::Keyed;
    use crate::agree::model::Model;

    /// Returns 60 records, and the number of those with each of three words.
    fn records() -> String {
        let word = |name: &str, is_there: bool| if is_there { format!("  {name}\n") } else { String::new() };
        let record = |at: usize| {
            let words = [("alpha", at < 18), ("beta", at.is_multiple_of(2) && at < 36), ("gamma", 42 <= at)];
            let lines = words.map(|(name, is_there)| word(name, is_there)).concat();
            format!("record r{at}\n{lines}  mode {}\n", at * 7 % 13)
        };
        format!("total 18\n{}", (0..60).map(record).collect::<String>())
    }

    #[test]
    fn all_rules_are_used_in_turn_if_candidates_are_refused() {
        let model = Arc::new(Model::of(&Document::single("a", records())));
        let has_rules = |relation: &usize| 2 < model.relations[*relation].rules.len();
        let relation = (0..model.relations.len()).find(has_rules).unwrap();
        let mut search = AgreeSearch::new("agree", model.clone(), Keyed::Alone);
        search.advance();
        let mut used = Vec::new();
        while search.propose().is_some() {
            search.learn(Answer::Boring);
            used.extend(search.choices.of(relation));
        }
        used.dedup();
        assert_eq!(used[..3], [0, 1, 2]);
    }
}
