//! Possible replacements of names.

use std::collections::BTreeSet;

use dwindle_syntax::NodeId;
use dwindle_syntax::bindings::{Bindings, Definition, EntityId};

use crate::tree::closures::parameters::is_function;
use crate::tree::subject::Subject;
use crate::tree::token_edits::TokenEdits;

/// How many other names are tried for each name.
const MOST_NAMES: usize = 2;

/// A definition to remove, and the replacement of its uses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wish {
    pub(super) entity: EntityId,
    pub(super) instead: Instead,
}

/// The replacement of the uses of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Instead {
    /// What the name refers to: a part of its definition.
    Body(NodeId),
    /// The name of an entity with a similar definition.
    Alike(EntityId),
    /// The name of an entity that its definition uses.
    Used(EntityId),
    /// A text that needs no name: a number, or a built-in type.
    Plain,
    /// Nothing: the nodes around the uses are removed.
    Nothing,
    /// The name of another entity.
    Other(EntityId),
}

impl Instead {
    /// Returns the priority: lower ranks are tried first.
    fn rank(self) -> u32 {
        match self {
            Instead::Body(_) => 0,
            Instead::Alike(_) => 1,
            Instead::Used(_) => 2,
            Instead::Plain => 3,
            Instead::Nothing => 4,
            Instead::Other(_) => 5,
        }
    }
}

/// Returns all wishes, the likeliest first.
pub(super) fn wishes(subject: &Subject, bindings: &Bindings) -> Vec<Wish> {
    let entities = (0u32..).map(EntityId).take(bindings.entities().len());
    let mut order: Vec<EntityId> = entities.filter(|&entity| may_go(subject, bindings, entity)).collect();
    order.sort_by_key(|&entity| bindings.entity(entity).definitions[0]);
    let mut wishes = Vec::new();
    for &entity in &order {
        let mut wish = |instead| wishes.push(Wish { entity, instead });
        bodies(subject, bindings, entity).into_iter().for_each(|body| wish(Instead::Body(body)));
        others(subject, bindings, entity).into_iter().for_each(&mut wish);
        // Only functions can be called.
        if !is_function(subject.tree(), bindings, entity) {
            wish(Instead::Plain);
        }
        wish(Instead::Nothing);
    }
    wishes.sort_by_key(|wish| wish.instead.rank());
    wishes
}

/// Whether an entity is used, and always by the same name.
fn may_go(subject: &Subject, bindings: &Bindings, entity: EntityId) -> bool {
    let tree = subject.tree();
    let Some(name) = name(subject, bindings, entity) else { return false };
    let found = bindings.entity(entity);
    let definitions = found.definitions.iter().map(|&id| bindings.definition(id));
    let uses = found.uses.iter().map(|&id| bindings.use_at(id).node);
    !found.uses.is_empty()
        && definitions.clone().all(|definition| !definition.is_root && tree.text_of(definition.name) == name)
        && uses.clone().all(|node| tree.text_of(node) == name)
}

/// Returns the name of an entity in its first definition, if that is a word.
pub(super) fn name<'a>(subject: &'a Subject, bindings: &Bindings, entity: EntityId) -> Option<&'a [u8]> {
    let definition = bindings.definition(*bindings.entity(entity).definitions.first()?);
    let name = subject.tree().text_of(definition.name);
    (!name.is_empty() && !name.iter().any(u8::is_ascii_whitespace)).then_some(name)
}

/// Returns the parts of an entity's definition that may replace its uses; if there are several
/// definitions, they must be equal.
fn bodies(subject: &Subject, bindings: &Bindings, entity: EntityId) -> Vec<NodeId> {
    let tree = subject.tree();
    let found = bindings.entity(entity);
    let mut shapes = found.definitions.iter().map(|&id| likeness(subject, bindings.definition(id)));
    let first = shapes.next();
    if !shapes.all(|shape| Some(shape) == first) {
        return Vec::new();
    }
    let definition = bindings.definition(found.definitions[0]);
    // One of several definitions in a declaration shares its type with the others.
    let (name, Some(all)) = (definition.name, definition.outermost()) else { return Vec::new() };
    let fits = |node: NodeId| {
        found.uses.iter().map(|&id| bindings.use_at(id).node).all(|place| subject.may_stand_for(node, place))
    };
    let mut bodies = Vec::new();
    let mut waiting: Vec<NodeId> = tree.children(all).collect();
    while let Some(node) = waiting.pop() {
        if !tree.is_within(name, node) && tree.is_named(node) && fits(node) {
            bodies.push(node);
        } else if tree.is_within(name, node) {
            waiting.extend(tree.children(node));
        }
    }
    bodies
}

/// Returns other names for an entity, with the same kind of name: those with a similar definition,
/// those that its definition uses, so that a chain becomes shorter, then the nearest ones.
fn others(subject: &Subject, bindings: &Bindings, entity: EntityId) -> Vec<Instead> {
    let own = name(subject, bindings, entity);
    let first = |entity: EntityId| bindings.definition(bindings.entity(entity).definitions[0]);
    let is_other = |other: &EntityId| {
        let its = name(subject, bindings, *other);
        its.is_some()
            && its != own
            && bindings.namespace(*other) == bindings.namespace(entity)
            && is_known_where(subject, bindings, *other, entity)
    };
    let all = (0u32..).map(EntityId).take(bindings.entities().len());
    let shape = likeness(subject, first(entity));
    // What a function calls mostly takes other arguments.
    let whole = first(entity).outermost().filter(|_| !is_function(subject.tree(), bindings, entity));
    let used = whole.into_iter().flat_map(|node| bindings.used_within(subject.tree().subtree(node)));
    let used: BTreeSet<EntityId> = used.collect();
    let instead = |other: EntityId| {
        let is_alike = shape.is_some() && likeness(subject, first(other)) == shape;
        match is_alike {
            true => Instead::Alike(other),
            false if used.contains(&other) => Instead::Used(other),
            false => Instead::Other(other),
        }
    };
    let mut others: Vec<Instead> = all.filter(is_other).map(instead).collect();
    others.sort_by_key(|instead| match instead {
        Instead::Alike(other) | Instead::Used(other) | Instead::Other(other) => {
            (instead.rank(), first(*other).name.0.abs_diff(first(entity).name.0))
        }
        Instead::Body(_) | Instead::Plain | Instead::Nothing => (0, 0),
    });
    others.truncate(MOST_NAMES);
    others
}

/// Whether a name is visible where another one is used, estimated from its own uses: within the
/// innermost node around its definitions and uses.
fn is_known_where(subject: &Subject, bindings: &Bindings, name: EntityId, used: EntityId) -> bool {
    let tree = subject.tree();
    let found = bindings.entity(name);
    let definitions = found.definitions.iter().map(|&id| bindings.definition(id).name);
    let own: Vec<NodeId> = definitions.chain(found.uses.iter().map(|&id| bindings.use_at(id).node)).collect();
    let holds_all = |&above: &NodeId| own.iter().all(|&node| tree.is_within(node, above));
    let first = bindings.definition(found.definitions[0]);
    let Some(all) = tree.ancestors(first.outermost().unwrap_or(first.name)).find(holds_all) else {
        return false;
    };
    bindings.entity(used).uses.iter().all(|&id| tree.is_within(bindings.use_at(id).node, all))
}

/// Returns the text of a definition without its name.
fn likeness(subject: &Subject, definition: &Definition) -> Option<Vec<u8>> {
    let tree = subject.tree();
    let around = definition.outermost().or_else(|| tree.parent(definition.name))?;
    let tokens = tree.tokens_of(around).iter().filter(|&&token| !tree.is_within(token, definition.name));
    Some(tokens.flat_map(|&token| [tree.text_of(token), b" "].concat()).collect())
}

impl Subject {
    /// Whether a node may replace another one, as far as the grammar is known.
    pub(super) fn may_stand_for(&self, node: NodeId, place: NodeId) -> bool {
        let tree = self.tree();
        let is_all = |above: &NodeId| tree.token_range(*above) == tree.token_range(place);
        let places: Vec<NodeId> =
            std::iter::once(place).chain(tree.ancestors(place).take_while(is_all)).collect();
        // Without grammar facts, any named node may replace any other.
        self.file.facts.is_some() && self.any_fits(&places, &self.chain(node, &TokenEdits::default()))
    }
}
