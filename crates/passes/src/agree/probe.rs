//! Probes: changes of values that show whether they are checked.

use std::sync::Arc;

use dwindle_reduce::Edits;

use super::model::Model;
use super::relation::{Evidence, Probe};
use super::relations::ranks::{REFERENCES, RUNNING};

/// Finds by group testing which relations matter. Cloning is cheap.
#[derive(Clone)]
pub(super) struct Probing {
    /// Groups of relations still to be tested; the last one is next.
    groups: Vec<Arc<[usize]>>,
    /// The relations known to matter.
    matter: Vec<usize>,
    /// The references that were changed together with the ids, in vain.
    renamed: Vec<usize>,
    /// The references, each with the relation that numbers the ids.
    references: Arc<[(usize, usize)]>,
    n_asked: usize,
    /// The largest number of questions.
    most_asked: usize,
}

/// The largest number of questions without one relation that matters, if all evidence is weak.
const MOST_UNSURE: usize = 6;

impl Probing {
    /// Begins with one group of all relations.
    pub(super) fn begin(model: &Model) -> Probing {
        let all: Arc<[usize]> = (0..model.relations.len()).collect();
        let is_sure = model.relations.iter().any(|relation| relation.evidence == Evidence::Strong);
        Probing {
            groups: if all.is_empty() { Vec::new() } else { vec![all] },
            matter: Vec::new(),
            renamed: Vec::new(),
            references: references(model),
            n_asked: 0,
            most_asked: if is_sure { usize::MAX } else { MOST_UNSURE },
        }
    }

    /// Returns the edits that change the values of the next group. Lengths, offsets and digests of
    /// the changed text are kept up: otherwise any change would be refused for them.
    pub(super) fn question(&self, model: &Model) -> Option<Edits> {
        let group = self.groups.last()?;
        let facts = &model.facts;
        let mut state = model.original();
        for relation in group.iter().map(|&relation| &model.relations[relation]) {
            let targets = match relation.probe {
                Probe::First | Probe::Gone => &relation.targets[..1],
                Probe::AllMoved | Probe::AllSpread | Probe::AllGone => &relation.targets[..],
            };
            for &at in targets {
                match facts.atoms.amount(at) {
                    _ if matches!(relation.probe, Probe::Gone | Probe::AllGone) => state.alive.remove(at),
                    Some(value) => {
                        let is_spread = relation.probe == Probe::AllSpread;
                        state.set(&model.slots, at, if is_spread { 2 * value + 3 } else { value + MOVED });
                    }
                    None => {
                        let spread = relation.rules[0].spread(facts, at);
                        let other = || with_other_first_digit(&facts.text(at..at + 1)).into_bytes();
                        state.write(&facts.atoms, at, spread.unwrap_or_else(other));
                    }
                }
            }
        }
        model.keep_up(&mut state, group);
        Some(model.edits(&state))
    }

    /// Learns whether the document with changed values is still interesting.
    pub(super) fn learn(&mut self, interesting: bool) {
        let Some(group) = self.groups.pop() else { return };
        self.n_asked += 1;
        if interesting {
            let pairs = self.references.iter();
            let renamed = pairs.filter(|(one, ids)| group.contains(one) && group.contains(ids));
            self.renamed.extend(renamed.map(|(one, _)| *one));
            return;
        }
        if let [relation] = group[..] {
            self.matter.push(relation);
            self.most_asked = usize::MAX;
        } else {
            let (front, back) = group.split_at(group.len() / 2);
            self.groups.extend([back.into(), front.into()]);
        }
        if self.most_asked <= self.n_asked {
            self.matter.extend(self.groups.drain(..).flat_map(|group| group.to_vec()));
        }
    }

    /// Whether a relation that matters has strong evidence.
    pub(super) fn is_sure(&self, model: &Model) -> bool {
        self.matter.iter().any(|&relation| model.relations[relation].evidence == Evidence::Strong)
    }

    /// Returns the references whose ids need not be dense.
    pub(super) fn renamed(&self) -> &[usize] {
        &self.renamed
    }

    /// Returns the relations that matter or may matter.
    pub(super) fn matter(&self) -> &[usize] {
        &self.matter
    }
}

/// Returns the references, each with the relation that numbers the ids: it follows.
fn references(model: &Model) -> Arc<[(usize, usize)]> {
    let name = |relation: usize| model.relations[relation].name;
    let n_relations = model.relations.len();
    let ids = |one: usize| (one..n_relations).find(|&next| name(next) != REFERENCES);
    let pairs = (0..n_relations)
        .filter(|&one| name(one) == REFERENCES)
        .filter_map(|one| ids(one).map(|ids| (one, ids)));
    let word = |at: u32| model.facts.atoms.unsigned_word(at);
    let targets = |relation: usize| &model.relations[relation].targets;
    let are_of = |one: usize, ids: usize| targets(ids).iter().any(|&at| word(at) == word(targets(one)[0]));
    pairs.filter(|&(one, ids)| name(ids) == RUNNING && are_of(one, ids)).collect()
}

/// Returns a word with its first digit changed.
fn with_other_first_digit(word: &str) -> String {
    let rest = word.get(1..).unwrap_or_default();
    let first = if word.starts_with('0') { '1' } else { '0' };
    format!("{first}{rest}")
}

/// How much a value is changed: more than an optional line end would account for.
const MOVED: i64 = 7;
