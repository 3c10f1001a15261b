//! Values that are made from the types that the text states.

use std::collections::HashMap;
use std::sync::Arc;

use dwindle_syntax::bindings::Bindings;
use dwindle_syntax::languages::{MadeValue, made_values};
use dwindle_syntax::tree::Naming;
use dwindle_syntax::{KindId, Language, NodeId};

use super::plain::{Class, Plain, Value};
use super::stated::{Stated, checks_types, of_word};
use super::variables::{Variable, variables};
use super::wanted::WantedTypes;
use crate::tree::uses::sort::Seen;

/// The values of a language for the types that a text states.
#[derive(Debug, Default)]
pub(in crate::tree::uses) struct MadeValues {
    n_rules: usize,
    types: Vec<Type>,
    /// The index of the type that is wanted at a place.
    by_place: HashMap<NodeId, usize>,
}

/// A type, and its values.
#[derive(Debug)]
struct Type {
    /// What it tells, if it is one word that needs no definition: a plain value is shorter than
    /// what is made from it.
    word: Option<Stated>,
    /// Those of rules for such types, each with the index of its rule.
    own: Vec<(usize, Value)>,
    /// Those of rules for any type.
    of_any: Vec<(usize, Value)>,
    /// The variables and parameters of this type, in order.
    variables: Vec<Variable>,
}

/// The patterns of any type: what they make may be of another type than what is meant, or too long.
const OF_ANY: [&str; 3] = ["$T", "$W", "$W < $A >"];

/// How many variables of a type are looked at for a place.
const MOST_VARIABLES: usize = 16;

impl MadeValues {
    /// O(kinds · rules + (nodes + definitions + uses) · depth + types · rules).
    pub(super) fn of(bindings: &Bindings, language: &Language, seen: &Seen) -> MadeValues {
        let tree = bindings.tree();
        let rules = language.bindings.map_or(&[][..], |rules| rules.made);
        if rules.is_empty() {
            return MadeValues::default();
        }
        let kinds: Vec<Vec<KindId>> =
            rules.iter().map(|made| tree.kinds().find_all(made.kind, Naming::Named).collect()).collect();
        let is_type = |name: &str| seen.names_type(name.as_bytes());
        let value = |made: MadeValue| {
            let (text, kinds) = (Arc::from(made.text.into_bytes()), kinds[made.rule].clone());
            (made.rule, Value { class: Class::Made, text, kinds })
        };
        let mut found = MadeValues { n_rules: rules.len(), ..MadeValues::default() };
        let mut by_text: HashMap<&str, usize> = HashMap::new();
        let wanted = WantedTypes::of(bindings);
        for (place, wanted) in wanted.places() {
            let Some(text) = wanted.text(tree).filter(|text| !names_parameter(text, &is_type)) else {
                continue;
            };
            let index = *by_text.entry(text).or_insert_with(|| {
                let word = of_word(without_reference(text).as_bytes());
                let made = made_values(rules, text, &is_type);
                let (of_any, own): (Vec<_>, Vec<_>) =
                    made.into_iter().partition(|made| OF_ANY.contains(&rules[made.rule].of));
                let [own, of_any] = [own, of_any].map(|made| made.into_iter().map(value).collect());
                found.types.push(Type { word, own, of_any, variables: Vec::new() });
                found.types.len() - 1
            });
            found.by_place.insert(place, index);
        }
        for variable in variables(bindings, language) {
            let of = wanted.of_variable(bindings, variable.entity);
            if let Some(&index) = of.and_then(|of| by_text.get(of)) {
                found.types[index].variables.push(variable);
            }
        }
        found
    }

    /// Returns the number of sorts of values: one for each rule, and one for variables.
    pub(super) fn n_sorts(&self) -> usize {
        self.n_rules + usize::from(0 < self.n_rules)
    }

    /// Returns the nearest variable before a place that is of the type that is wanted there, with
    /// the index of its sort behind the plain values; `None` where a plain value is of that type,
    /// or if the place uses the variable.
    pub(super) fn variable(
        &self,
        bindings: &Bindings,
        n_plain: usize,
        place: NodeId,
        is_left: impl Fn(NodeId) -> bool,
    ) -> Option<(usize, &Value)> {
        let found = &self.types[*self.by_place.get(&place)?];
        let variables = if found.word.is_none() { &found.variables[..] } else { &[] };
        let before = &variables[..variables.partition_point(|variable| variable.name < place)];
        let mut nearest = before.iter().rev().take(MOST_VARIABLES);
        let variable =
            nearest.find(|variable| is_left(variable.name) && variable.is_seen(bindings, place))?;
        Some((n_plain + self.n_rules, &variable.value))
    }

    /// Whether the type that is wanted at a place is known.
    pub(super) fn has(&self, place: NodeId) -> bool {
        self.by_place.contains_key(&place)
    }

    /// Returns the values that may stand at some places, each with its index among the plain values
    /// or, behind these, that of its rule. Where one type is wanted at all places, and a rule for
    /// such types fits, only values of this type, in languages that check types but C++. O(places +
    /// values²).
    pub(super) fn beside<'a>(
        &'a self,
        language: &Language,
        plain: &'a Plain,
        mut places: impl Iterator<Item = NodeId>,
    ) -> Vec<(usize, &'a Value)> {
        let values = plain.values();
        let all = || values.iter().enumerate();
        let first = places.next().and_then(|place| self.by_place.get(&place));
        let Some(index) = first.filter(|&first| places.all(|place| self.by_place.get(&place) == Some(first)))
        else {
            return all().collect();
        };
        let Type { word, own, of_any, .. } = &self.types[*index];
        let is_certain = !own.is_empty() && checks_types(language) && language.name != "cpp";
        let is_excluded = |value: &Value| match word {
            Some(word) => checks_types(language) && word.excludes(value.class, language),
            None => is_certain,
        };
        let mut found: Vec<(usize, &Value)> = all().filter(|(_, value)| !is_excluded(value)).collect();
        // Beside a plain value of the type, what is made of any type is longer.
        let is_plain = word.is_some() && !found.is_empty();
        for (rule, value) in own.iter().chain(of_any.iter().filter(|_| !is_plain)) {
            match values.iter().position(|plain| plain.text == value.text) {
                None => found.push((values.len() + rule, value)),
                Some(index) if found.iter().all(|&(other, _)| other != index) => found.push((index, value)),
                Some(_) => {}
            }
        }
        found
    }

    /// Returns the values of the type that is wanted at a place.
    #[cfg(test)]
    pub(super) fn at(&self, place: NodeId) -> impl Iterator<Item = &Value> {
        let found = self.by_place.get(&place).map(|&index| &self.types[index]);
        found.into_iter().flat_map(|found| found.own.iter().chain(&found.of_any).map(|(_, value)| value))
    }
}

/// Returns a type without the signs of a reference: `str` of `&'a mut str`.
fn without_reference(of: &str) -> &str {
    let Some(inner) = of.strip_prefix('&').map(str::trim_start) else { return of };
    let inner = match inner.strip_prefix('\'') {
        Some(named) => named.split_once(char::is_whitespace).map_or(inner, |(_, inner)| inner.trim_start()),
        None => inner,
    };
    inner.strip_prefix("mut ").map_or(inner, str::trim_start)
}

/// Whether a type names a single capital letter that is no type of the text: mostly a type
/// parameter, which is unknown elsewhere.
fn names_parameter(of: &str, is_type: &dyn Fn(&str) -> bool) -> bool {
    let mut words = of.split(|letter: char| !(letter.is_alphanumeric() || letter == '_'));
    words.any(|word| matches!(word.as_bytes(), [b'A'..=b'Z']) && !is_type(word))
}
