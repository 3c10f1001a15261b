//! The findings that the pass reports.

use dwindle_reduce::{Finding, FindingState};

use super::model::{Choices, Model};

/// Returns the findings: relations, then classes of names.
pub(super) fn found(model: &Model) -> Vec<Finding> {
    let relations =
        (0..model.relations.len()).map(|relation| of_relation(model, relation, FindingState::Found));
    relations.chain(of_names(model, FindingState::Found)).collect()
}

/// Returns which findings are kept and dropped after probing.
pub(super) fn probed(model: &Model, choices: &Choices) -> Vec<Finding> {
    let relations = (0..model.relations.len()).map(|relation| {
        let is_kept = choices.of(relation).is_some();
        of_relation(model, relation, if is_kept { FindingState::Kept } else { FindingState::Dropped })
    });
    relations.chain(of_names(model, FindingState::Kept)).collect()
}

/// Returns the relations that are dropped by a change of choices.
pub(super) fn dropped(model: &Model, before: &Choices, after: &Choices) -> Vec<Finding> {
    let is_dropped = |&relation: &usize| before.of(relation).is_some() && after.of(relation).is_none();
    let dropped = (0..model.relations.len()).filter(is_dropped);
    dropped.map(|relation| of_relation(model, relation, FindingState::Dropped)).collect()
}

fn of_relation(model: &Model, relation: usize, state: FindingState) -> Finding {
    let relation = &model.relations[relation];
    Finding {
        relation: relation.name.to_owned(),
        values: relation.targets.len() as u64,
        place: relation.about.clone(),
        state,
    }
}

fn of_names(model: &Model, state: FindingState) -> impl Iterator<Item = Finding> + '_ {
    model.keys.iter().map(move |keys| Finding {
        relation: "names".to_owned(),
        values: keys.names.len() as u64,
        place: keys.about.clone(),
        state,
    })
}
