//! Variables and parameters whose type the text states.

use std::collections::HashMap;
use std::sync::Arc;

use dwindle_syntax::bindings::{Bindings, Definition, EntityId};
use dwindle_syntax::{Language, NodeId, Tree};

use super::kind::kind_has;
use super::plain::{Class, Value};
use super::stated::first_value;

/// A variable that may stand for other values of its type.
#[derive(Debug)]
pub(super) struct Variable {
    pub(super) entity: EntityId,
    /// The node that holds its name.
    pub(super) name: NodeId,
    /// The node that it is defined by, if it has one of its own.
    node: Option<NodeId>,
    /// Its name.
    pub(super) value: Value,
    /// Where its name means something else.
    hidden: Vec<NodeId>,
}

/// With more entities of one name, it is not known well enough which of them is meant.
const MOST_OF_A_NAME: usize = 32;
/// How many nodes around a name show that it has a value.
const MOST_AROUND: usize = 3;

/// Returns the variables and parameters that one definition introduces. O(definitions · depth).
pub(super) fn variables<'a>(
    bindings: &'a Bindings,
    language: &'a Language,
) -> impl Iterator<Item = Variable> + 'a {
    let tree = bindings.tree();
    let mut by_text: HashMap<&[u8], Vec<EntityId>> = HashMap::new();
    for found in bindings.definitions() {
        let entities = by_text.entry(tree.text_of(found.name)).or_default();
        if entities.last() != Some(&found.entity) {
            entities.push(found.entity);
        }
    }
    let is_alone = |found: &&Definition| {
        let is_only = bindings.entity(found.entity).definitions.len() == 1;
        is_only && !found.is_member && !found.accompanies && has_value(tree, language, found.name)
    };
    bindings.definitions().iter().filter(is_alone).filter_map(move |found| {
        let text = tree.text_of(found.name);
        let others = by_text.get(text).filter(|others| others.len() <= MOST_OF_A_NAME)?;
        let scope = bindings.entity(found.entity).scope;
        let scopes = others.iter().filter(|&&other| other != found.entity);
        let scopes = scopes.map(|&other| bindings.entity(other).scope);
        let hidden = scopes.filter(|&inner| tree.is_within(inner, scope)).collect();
        let kinds = vec![tree.kind(found.name)];
        let value = Value { class: Class::Made, text: Arc::from(text), kinds };
        let &Definition { entity, name, node, .. } = found;
        Some(Variable { entity, name, node, value, hidden })
    })
}

impl Variable {
    /// Whether its name has a meaning at a place behind its definition, and is not used there.
    /// O(depth + log uses + uses within the place).
    pub(super) fn is_seen(&self, bindings: &Bindings, place: NodeId) -> bool {
        let tree = bindings.tree();
        let scope = bindings.entity(self.entity).scope;
        let mut within = bindings.uses_within(tree.subtree(place)).iter();
        // What is defined in a function does not see what is local to it, or not all of it.
        let mut between = tree.ancestors(place).take_while(|&above| above != scope);
        tree.is_within(place, scope)
            && self.node.is_none_or(|node| !tree.is_within(place, node))
            && self.hidden.iter().all(|&inner| !tree.is_within(place, inner))
            && within.all(|used| used.entity != Some(self.entity))
            && !between.any(|above| kind_has(tree, above, &["_item", "class", "struct_decl"]))
    }
}

/// Whether a variable has a value, in languages in which it may not be used otherwise.
fn has_value(tree: &Tree, language: &Language, name: NodeId) -> bool {
    const GIVEN: [&str; 5] = ["param", "for", "catch", "resource", "pattern"];
    let mut around = tree.ancestors(name).take(MOST_AROUND);
    !matches!(language.name, "java" | "c-sharp" | "rust")
        || first_value(tree, name).is_some()
        || around.any(|above| kind_has(tree, above, &GIVEN))
}
