//! Facts of a grammar from its `node-types.json` alone.
//!
//! It lists which children a node must and may have, but neither their order nor the tokens between
//! them. So a child that no slot requires may be removed, a kind may replace a child if its slot
//! allows it, and nothing is known about tokens.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::dfa::{Dfa, DfaBuilder};
use super::lower::RulesError;
use super::rules::{Kind, KindName, Origin, Precision, Rules, Token};

/// Beyond this number, required slots are not distinguished.
const MAX_REQUIRED: usize = 8;

#[derive(Deserialize)]
struct NodeType {
    #[serde(rename = "type")]
    name: String,
    named: bool,
    #[serde(default)]
    fields: BTreeMap<String, Slot>,
    children: Option<Slot>,
    #[serde(default)]
    subtypes: Vec<TypeName>,
}

/// A field, or all children without a field.
#[derive(Deserialize)]
struct Slot {
    required: bool,
    types: Vec<TypeName>,
}

#[derive(Clone, Deserialize)]
struct TypeName {
    #[serde(rename = "type")]
    name: String,
    named: bool,
}

/// Parses a `node-types.json`: the kinds, and for each an automaton over its children in any order.
pub(super) fn read(json: &str) -> Result<(Rules, Vec<Dfa>), RulesError> {
    // Some generators add entries that are no types, such as `{"@generated": true}`.
    let entries: Vec<serde_json::Value> = serde_json::from_str(json)?;
    let entries = entries.into_iter().filter(|entry| entry.get("type").is_some());
    let types: Vec<NodeType> = entries.map(serde_json::from_value).collect::<Result<_, _>>()?;
    let kinds: Vec<KindName> =
        types.iter().map(|node| KindName { name: node.name.as_str().into(), named: node.named }).collect();
    if usize::from(u16::MAX) <= kinds.len() {
        return Err(RulesError::TooLarge);
    }
    let kind_of: BTreeMap<(&str, bool), u16> =
        (0u16..).zip(&types).map(|(index, node)| ((node.name.as_str(), node.named), index)).collect();
    let expand = |slot: &Slot| {
        let mut kinds = Vec::new();
        let mut todo = slot.types.clone();
        while let Some(name) = todo.pop() {
            let Some(index) = kind_of.get(&(name.name.as_str(), name.named)) else { continue };
            if !kinds.contains(&Kind(*index)) {
                kinds.push(Kind(*index));
                todo.extend(types[usize::from(*index)].subtypes.iter().cloned());
            }
        }
        kinds
    };
    let tokens: Vec<Kind> =
        (0u16..).zip(&kinds).filter(|(_, kind)| !kind.named).map(|(at, _)| Kind(at)).collect();
    let automaton = |node: &NodeType| {
        let slots = node.fields.values().chain(&node.children);
        let slots: Vec<(bool, Vec<Kind>)> = slots.map(|slot| (slot.required, expand(slot))).collect();
        in_any_order(&slots, &tokens)
    };
    let automata = types.iter().map(automaton).collect();
    let literal = |kind: Kind| Token {
        kind: Some(kind),
        sample: Some(kinds[kind.index()].name.clone()),
        immediate: false,
        may_be_blank: false,
    };
    let tokens = tokens.iter().map(|kind| literal(*kind)).collect();
    let rules = Rules {
        name: String::new(),
        origin: Origin::default(),
        kinds,
        rules: Vec::new(),
        tokens,
        spaces: true,
        precision: Precision::AnyOrder,
    };
    Ok((rules, automata))
}

/// Builds an automaton whose states are the sets of filled required slots. A child fills the first
/// empty slot that it fits; tokens are accepted everywhere.
fn in_any_order(slots: &[(bool, Vec<Kind>)], tokens: &[Kind]) -> Dfa {
    let required: Vec<&Vec<Kind>> =
        slots.iter().filter(|(required, _)| *required).map(|(_, kinds)| kinds).take(MAX_REQUIRED).collect();
    let n_states = 1u16 << required.len();
    let mut taken: Vec<Kind> = slots.iter().flat_map(|(_, kinds)| kinds).chain(tokens).copied().collect();
    taken.sort_unstable();
    taken.dedup();
    let mut builder = DfaBuilder::default();
    for state in 0..n_states {
        builder.state(state == n_states - 1);
    }
    for state in 0..n_states {
        for kind in &taken {
            let empty =
                (0..required.len()).find(|slot| state & 1 << slot == 0 && required[*slot].contains(kind));
            builder.step(state, *kind, empty.map_or(state, |slot| state | 1 << slot));
        }
    }
    builder.minimize()
}

#[cfg(test)]
mod tests {
    use super::super::known::Facts;
    use super::super::role::Role;
    use crate::tree::{KindId, Kinds, Naming};

    const TYPES: &str = r#"[
        {"type": "call", "named": true, "fields": {
            "function": {"multiple": false, "required": true, "types": [{"type": "_value", "named": true}]},
            "label": {"multiple": false, "required": false, "types": [{"type": "name", "named": true}]}
         }, "children": {"multiple": true, "required": false, "types": [{"type": "number", "named": true}]}},
        {"type": "_value", "named": true,
         "subtypes": [{"type": "name", "named": true}, {"type": "number", "named": true}]},
        {"type": "name", "named": true}, {"type": "number", "named": true}, {"type": "(", "named": false}
    ]"#;

    #[test]
    fn only_what_a_slot_needs_must_stay() {
        let names = ["call", "name", "number", "("];
        let naming = |name: &str| if name == "(" { Naming::Anonymous } else { Naming::Named };
        let kinds = Kinds::new(names.map(|name| (name, naming(name))), []);
        let facts = Facts::from_node_types(TYPES, &kinds).unwrap();
        let of = |name: &str| {
            facts.kind_of(KindId(names.iter().position(|n| *n == name).unwrap() as u16)).unwrap()
        };
        let roles = |children: &[&str]| {
            let children: Vec<_> = children.iter().map(|child| of(child)).collect();
            facts.shape(of("call"), &children).roles().to_vec()
        };
        assert_eq!(roles(&["number", "("]), [Role::Required, Role::Unknown]);
        assert_eq!(roles(&["name", "(", "number"]), [Role::Optional, Role::Unknown, Role::Optional]);
        let shape = facts.shape(of("call"), &[of("name"), of("number")]);
        assert_eq!(shape.without(&[1]), Some(vec![1]));
        assert_eq!(shape.without(&[0, 1]), None);
        assert!(shape.may_replace(0, of("number")) && !shape.may_replace(0, of("call")));
        assert_eq!(facts.shortest(KindId(3)), Some("("));
        assert_eq!(facts.shortest(KindId(0)), None);
    }
}
