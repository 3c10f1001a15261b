//! The sources of steps.

use std::sync::Arc;

use super::known_hoists::Hoists;
use super::left::Left;
use super::made::MadeValues;
use super::plain::Plain;
use super::stated::{StatedTypes, checks_types};
use super::{arguments, constructors, generics, hoists, inlined, parameters, places, types, values, wholes};
use crate::tree::expected::Values;
use crate::tree::subject::Subject;
use crate::tree::uses::sort::Seen;
use crate::tree::uses::step::Weighed;

/// The kinds of steps that are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tree::uses) enum Looked {
    /// Removals of parts, and hoists.
    Parts,
    /// Values that replace names and expressions, and what names stand for.
    Values,
    /// Names replaced by what they stand for, and parameters removed with their arguments.
    Inline,
    /// Calls replaced by one of their arguments.
    Arguments,
}

/// Finds steps of several kinds. Cloning is O(1).
#[derive(Clone)]
pub(in crate::tree::uses) struct Sources {
    looked: Looked,
    plain: Arc<Plain>,
    hoists: Hoists,
    seen: Arc<Seen>,
    stated: Arc<StatedTypes>,
    made: Arc<MadeValues>,
}

/// How much less likely larger steps are at first: removals and hoists …
const OF_PARTS: f64 = 0.8;
/// … and values.
const OF_VALUES: f64 = 1.0;

impl Sources {
    pub(in crate::tree::uses) fn of(subject: &Subject, looked: Looked, named: &Values) -> Sources {
        let bindings = subject.file.uses().bindings();
        let seen = match looked {
            Looked::Parts | Looked::Values | Looked::Arguments => Seen::of(bindings),
            Looked::Inline => Seen::default(),
        };
        let stated = if looked != Looked::Inline && checks_types(subject.file.language) {
            StatedTypes::of(bindings, &seen)
        } else {
            StatedTypes::default()
        };
        let made = match looked {
            Looked::Values => MadeValues::of(bindings, subject.file.language, &seen),
            Looked::Parts | Looked::Arguments | Looked::Inline => MadeValues::default(),
        };
        let plain = Arc::new(Plain::of(subject.tree(), named));
        let (seen, stated, made) = (Arc::new(seen), Arc::new(stated), Arc::new(made));
        Sources { looked, plain, hoists: Hoists::default(), seen, stated, made }
    }

    /// Returns, by kind, how much less likely larger steps are at first.
    pub(in crate::tree::uses) fn slopes(&self) -> &'static [f64] {
        match self.looked {
            Looked::Parts => &[OF_PARTS, OF_PARTS],
            Looked::Values => &[OF_VALUES, OF_VALUES, OF_VALUES],
            Looked::Inline | Looked::Arguments => &[OF_VALUES],
        }
    }

    /// Returns, by value, how far behind the first one it comes in what is likely to fit. What is
    /// made from a type fits as far as types tell.
    pub(in crate::tree::uses) fn places(&self) -> Vec<u32> {
        self.plain.places().chain(std::iter::repeat_n(0, self.made.n_sorts())).collect()
    }

    /// Returns the hoists that are known from earlier steps.
    pub(in crate::tree::uses) fn hoists(&self) -> &Hoists {
        &self.hoists
    }

    /// Returns which kinds of nodes stand where, if hoists are searched.
    pub(in crate::tree::uses) fn seen(&self) -> &Seen {
        &self.seen
    }

    /// Returns what the text states about types.
    pub(in crate::tree::uses) fn stated(&self) -> &StatedTypes {
        &self.stated
    }

    /// Returns the values that are made from types.
    pub(in crate::tree::uses) fn made(&self) -> &MadeValues {
        &self.made
    }

    /// Returns the steps of each kind, the heaviest first.
    pub(in crate::tree::uses) fn steps(&self, left: &Left<'_>) -> Vec<Vec<Weighed>> {
        let orphans = || left.weighing.orphans();
        let mut found: Vec<Vec<Weighed>> = match self.looked {
            Looked::Parts => {
                vec![wholes::wholes(left), hoists::hoists(left, &orphans())]
            }
            Looked::Values => {
                let used = left.weighing.used();
                let mut values = values::values(left, &used, &self.plain);
                let mut parameters = parameters::parameters(left, &used);
                parameters.extend(constructors::constructors(&left.rest()));
                values.extend(parameters::with_values(left, &parameters, &self.plain));
                let mut inlined = inlined::inlined(left, &used);
                // Weighed like the values, which are tried first: what has moved is not known in
                // this run.
                for (used, weighed) in &mut inlined {
                    weighed.weight = used.weight;
                }
                let mut inlined: Vec<Weighed> = inlined.into_iter().map(|(_, weighed)| weighed).collect();
                inlined.extend(parameters::with_arguments(left, &parameters));
                inlined.extend(generics::made_plain(left));
                inlined.extend(types::types(left, &used));
                vec![values, inlined, places::places(left, &self.plain, &orphans())]
            }
            Looked::Arguments => vec![arguments::arguments(left, &left.weighing.used())],
            Looked::Inline => {
                let used = left.weighing.used();
                let inlined = inlined::inlined(left, &used).into_iter().map(|(_, weighed)| weighed);
                let mut parameters = parameters::parameters(left, &used);
                parameters.extend(constructors::constructors(&left.rest()));
                let parameters = parameters::with_arguments(left, &parameters);
                vec![inlined.chain(parameters).chain(generics::made_plain(left)).collect()]
            }
        };
        for steps in &mut found {
            steps.sort_by(|a, b| (b.weight, &a.step).cmp(&(a.weight, &b.step)));
        }
        found
    }
}
