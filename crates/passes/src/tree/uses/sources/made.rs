//! Values that are made from the types that the text states.

use std::collections::HashSet;
use std::sync::Arc;

use dwindle_syntax::bindings::Bindings;
use dwindle_syntax::languages::{Made, made_values};
use dwindle_syntax::tree::Naming;
use dwindle_syntax::{KindId, Language, NodeId, Tree};

use super::plain::{Class, Plain, Value};
use super::stated::{Stated, checks_types, of_word};
use super::wanted::WantedTypes;
use crate::tree::subject::Subject;
use crate::tree::uses::sort::Seen;

/// The types that a text states, and the values of a language for them.
#[derive(Debug, Default)]
pub(in crate::tree::uses) struct MadeValues {
    rules: &'static [Made],
    /// By rule.
    kinds: Vec<Vec<KindId>>,
    /// The types that the text defines.
    own: HashSet<Box<str>>,
    wanted: WantedTypes,
}

impl MadeValues {
    /// O(kinds · rules + (nodes + definitions + uses) · depth).
    pub(super) fn of(bindings: &Bindings, language: &Language, seen: &Seen) -> MadeValues {
        let tree = bindings.tree();
        let rules = language.bindings.map_or(&[][..], |rules| rules.made);
        if rules.is_empty() {
            return MadeValues::default();
        }
        let kinds =
            rules.iter().map(|made| tree.kinds().find_all(made.kind, Naming::Named).collect()).collect();
        let own = seen.types().map(|name| String::from_utf8_lossy(name).into()).collect();
        MadeValues { rules, kinds, own, wanted: WantedTypes::of(bindings) }
    }

    /// Returns the number of rules.
    pub(super) fn n_rules(&self) -> usize {
        self.rules.len()
    }

    /// Whether the type that is wanted at a place is known.
    pub(super) fn has(&self, place: NodeId) -> bool {
        self.wanted.at(place).is_some()
    }

    /// Returns the values that may stand at some places, each with its index among the plain values
    /// and, behind them, the rules. Where one type is wanted at all of them, only values of this
    /// type, in languages that check types. O(places · rules).
    pub(super) fn beside(
        &self,
        subject: &Subject,
        plain: &Plain,
        places: impl Iterator<Item = NodeId>,
    ) -> Vec<(usize, Value)> {
        let (values, language) = (plain.values(), subject.file.language);
        let is_certain = checks_types(language) && language.name != "cpp";
        let places: Vec<NodeId> = places.collect();
        if let Some(word) = places.first().and_then(|&place| self.word_at(subject.tree(), place)) {
            let fits = |value: &Value| !word.excludes(value.class, language);
            let fitting = values.iter().cloned().enumerate().filter(|(_, value)| !is_certain || fits(value));
            let fitting: Vec<_> = fitting.collect();
            if values.iter().any(fits) {
                return fitting;
            }
        }
        let made = self.at_all(subject.tree(), places.into_iter());
        let with_index = |(rule, value): (usize, Value)| {
            let known = values.iter().position(|plain| plain.text == value.text);
            (known.unwrap_or(values.len() + rule), value)
        };
        let all = values.iter().cloned().enumerate();
        if made.is_empty() {
            return all.collect();
        }
        let made = made.into_iter().map(with_index);
        let made_only = made.clone().filter(|&(index, _)| values.len() <= index);
        if is_certain { made.collect() } else { all.chain(made_only).collect() }
    }

    /// Returns what the type that is wanted at a place tells, if it is one word that needs no
    /// definition: a plain value is shorter than what is made from it.
    fn word_at(&self, tree: &Tree, place: NodeId) -> Option<Stated> {
        let wanted = self.wanted.at(place)?;
        of_word(wanted.text(tree)?.trim_start_matches(['&', ' ']).as_bytes())
    }

    /// Returns the values that fit at all of some places, each with the index of its rule.
    fn at_all(&self, tree: &Tree, mut places: impl Iterator<Item = NodeId>) -> Vec<(usize, Value)> {
        let mut found = places.next().map_or_else(Vec::new, |first| self.at(tree, first));
        for place in places {
            if found.is_empty() {
                break;
            }
            let other = self.at(tree, place);
            found.retain(|made| other.contains(made));
        }
        found
    }

    /// Returns the values of the type that is wanted at a place, each with the index of its rule.
    /// O(rules).
    pub(super) fn at(&self, tree: &Tree, place: NodeId) -> Vec<(usize, Value)> {
        let wanted = self.wanted.at(place).and_then(|wanted| wanted.text(tree));
        let is_type = |name: &str| self.own.contains(name);
        let made = wanted.map_or_else(Vec::new, |text| made_values(self.rules, text, &is_type));
        let value = |text: String, rule: usize| Value {
            class: Class::Made,
            text: Arc::from(text.into_bytes()),
            kinds: self.kinds[rule].clone(),
        };
        made.into_iter().map(|made| (made.rule, value(made.text, made.rule))).collect()
    }
}
