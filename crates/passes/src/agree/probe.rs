//! Probes: changes of values that show whether they are checked.

use std::sync::Arc;

use dwindle_reduce::{Edit, Edits};

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

    /// Returns the edits that change the values of the next group.
    pub(super) fn question(&self, model: &Model) -> Option<Edits> {
        let group = self.groups.last()?;
        let edits = group.iter().flat_map(|&relation| {
            let relation = &model.relations[relation];
            let targets = match relation.probe {
                Probe::First | Probe::Gone => &relation.targets[..1],
                Probe::AllMoved | Probe::AllSpread => &relation.targets[..],
            };
            targets.iter().flat_map(|&at| {
                let (file, bytes) = (model.facts.atoms.file(at), model.facts.atoms.bytes(at));
                if relation.probe == Probe::Gone {
                    return vec![Edit::delete(file, bytes)];
                }
                match model.slots.slot(at).zip(model.facts.atoms.amount(at)) {
                    Some((slot, value)) => {
                        let is_spread = relation.probe == Probe::AllSpread;
                        let value = if is_spread { 2 * value + 3 } else { value + MOVED };
                        model.slots.rewritten(&model.facts, slot, value, |_| true).collect()
                    }
                    None => {
                        let spread = relation.rules[0].spread(&model.facts, at);
                        let other = || with_other_first_digit(&model.facts.text(at..at + 1)).into_bytes();
                        let text = spread.unwrap_or_else(other);
                        let is_other = text != model.facts.atoms.text(at);
                        is_other.then(|| Edit::replace(file, bytes, &text)).into_iter().collect()
                    }
                }
            })
        });
        Some(Edits::new(edits))
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
