//! Unused names that cannot be removed with the node that introduces them.

use std::ops::Range;

use super::graph::Inner;
use super::use_graph::Uses;
use crate::bindings::{Definition, DefinitionId, UseId};
use crate::tree::{NodeId, Tree};

/// Superfluous names and words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spare {
    /// Unused names of parameters and of parts of patterns, in order.
    pub names: Vec<NodeId>,
    /// Superfluous words that make a name mutable or recursive: `mut` in Rust, `rec` in OCaml, in
    /// order.
    pub words: Vec<NodeId>,
    /// Unused names within expressions with the sign behind them, which are worth as much without
    /// both: `name :=` in Python, in order.
    pub signed: Vec<[NodeId; 2]>,
}

impl Uses {
    /// Returns the names and words that were of use when the bytes `before` were removed, and are
    /// superfluous when those in `gone` are (both sorted, without overlaps), if the node that
    /// introduces the name remains. O(tokens + names · depth).
    pub fn spare(&self, before: &[Range<usize>], gone: &[Range<usize>]) -> Spare {
        let inner = &*self.inner;
        let tree = inner.tree();
        let (before, now) = (self.state(before), self.state(gone));
        let (before, now) = (&before.gone, &now.gone);
        let mut spare = Spare::default();
        for (id, found) in inner.bindings.numbered_definitions() {
            let uses = &inner.bindings.entity(found.entity).uses;
            let lost = |id: &&UseId| !before.has_use(**id) && now.has_use(**id);
            if now.has_definition(id) || !uses.iter().any(|id| lost(&id)) {
                continue;
            }
            if let Some(word) = rec_of(tree, found.name) {
                let group = tree.parent(word).map_or(0..0, |group| tree.subtree(group));
                let is_within = |id: &&UseId| group.contains(&inner.bindings.use_at(**id).node.0);
                let own = || uses.iter().filter(is_within);
                if own().all(|&id| now.has_use(id)) && own().any(|id| lost(&id)) {
                    spare.words.push(word);
                }
            }
            let names_both = |other: &&Definition| other.name == found.name && other.entity != found.entity;
            // The parameter for a member, and the member for a parameter.
            let both = inner.bindings.definitions_within(tree.subtree(found.name)).iter().find(names_both);
            // Members of other types may have the same name.
            let is_private = both.is_some() && is_private(tree, found.name);
            let holder = tree.ancestors(found.name).find(|&node| is_private && is_type(tree, node));
            let is_here = |node: NodeId| holder.is_none_or(|holder| tree.is_within(node, holder));
            let is_idle = |found: &Definition| {
                let mut uses = inner.bindings.entity(found.entity).uses.iter();
                uses.all(|&id| now.has_use(id) || !is_here(inner.bindings.use_at(id).node))
            };
            if let Some(parameter) = both.filter(|_| found.is_member && is_idle(found)) {
                spare.words.extend(modifiers(tree, found.name));
                spare.names.extend(is_idle(parameter).then_some(found.name));
            }
            if both.is_some_and(|other| !is_idle(other)) {
                continue;
            }
            // A parameter that is declared below the list accompanies its declaration.
            if found.accompanies {
                let is_left = |&&id: &&UseId| !now.has_use(id);
                let mut left = uses.iter().filter(is_left).map(|&id| inner.bindings.use_at(id).node);
                let is_idle = found.node.is_none() && left.all(|node| node == found.name);
                spare.names.extend(is_idle.then_some(found.name));
                continue;
            }
            let sign = sign_of_value(tree, found.name);
            let is_one_part = sign.is_none() && !has_to_stay(inner, id);
            let is_own = found.is_member || found.is_root || is_one_part;
            let word = mut_of(tree, found.name);
            if is_own && word.is_none() {
                continue;
            }
            let is_unused =
                !is_own && uses.iter().all(|&id| now.has_use(id)) && may_be_without(tree, found.name);
            match sign.filter(|_| is_unused) {
                Some(sign) => spare.signed.push([found.name, sign]),
                None => spare.names.extend(is_unused.then_some(found.name)),
            }
            let changes = |id: &UseId| may_change(tree, inner.bindings.use_at(*id).node);
            let is_constant = || {
                let mut left = uses.iter().filter(|id| !now.has_use(**id));
                uses.iter().filter(lost).any(changes) && !left.any(changes)
            };
            if let Some(word) = word.filter(|_| is_unused || is_constant()) {
                spare.words.push(word);
            }
        }
        spare.signed.sort_unstable();
        for nodes in [&mut spare.names, &mut spare.words] {
            nodes.sort_unstable();
            nodes.dedup();
        }
        spare
    }
}

/// Whether a name has no part of its own to remove: a parameter, or one of several in a
/// declaration.
fn has_to_stay(inner: &Inner, id: DefinitionId) -> bool {
    inner.own_part(id).is_none_or(|part| 1 < inner.defines[part as usize].len())
}

/// Whether a name may be left out or changed: it is not a field, a label or a type.
fn may_be_without(tree: &Tree, name: NodeId) -> bool {
    const LEVELS: usize = 2;
    const OWN: [&str; 3] = ["field", "shorthand", "label"];
    const AROUND: [&str; 6] = ["type_param", "lifetime", "import", "enum", "variant", "constructor"];
    let is_of = |node: NodeId, kinds: &[&str]| kinds.iter().any(|kind| tree.kind_name(node).contains(kind));
    let is_labelled = |node: NodeId| {
        tree.children(node).next().is_some_and(|first| matches!(tree.text_of(first), b"~" | b"?"))
    };
    let is_pattern = |node: NodeId| tree.kind_name(node).ends_with("pattern");
    let stands_alone = |node: NodeId| !is_labelled(node) && (is_pattern(node) || !is_of(node, &AROUND));
    !is_of(name, &OWN) && tree.ancestors(name).take(LEVELS).all(stands_alone)
}

/// Returns the word that lets a function use itself: `rec` in OCaml. `None` for functions that are
/// defined together.
fn rec_of(tree: &Tree, name: NodeId) -> Option<NodeId> {
    const LEVELS: usize = 2;
    let group = tree.ancestors(name).take(LEVELS).find(|&node| tree.kind_name(node) == "value_definition")?;
    let is_alone = !tree.children(group).any(|child| tree.text_of(child) == b"and");
    tree.children(group).find(|&child| is_alone && tree.is_leaf(child) && tree.text_of(child) == b"rec")
}

/// Returns the sign between a name and its value within an expression, which is worth as much
/// without both: `:=` in Python's `(name := value)`.
fn sign_of_value(tree: &Tree, name: NodeId) -> Option<NodeId> {
    let around = tree.parent(name).filter(|&above| tree.kind_name(above) == "named_expression")?;
    tree.children(around).find(|&child| tree.text_of(child) == b":=")
}

/// Returns the word before a name that makes it mutable.
fn mut_of(tree: &Tree, name: NodeId) -> Option<NodeId> {
    let parent = tree.parent(name)?;
    tree.children(parent).take_while(|&child| child != name).find(|&child| is_mut(tree, child))
}

/// Whether a parameter is a private member.
fn is_private(tree: &Tree, name: NodeId) -> bool {
    const LEVELS: usize = 2;
    let mut words = tree.ancestors(name).take(LEVELS).flat_map(|above| tree.children(above));
    words.any(|word| tree.text_of(word) == b"private")
}

/// Whether a node is the declaration of a type with members.
fn is_type(tree: &Tree, node: NodeId) -> bool {
    let kind = tree.kind_name(node);
    kind.contains("class") && (kind.ends_with("declaration") || kind == "class")
}

/// Returns the words that make a parameter of a constructor a member of its class.
fn modifiers(tree: &Tree, name: NodeId) -> impl Iterator<Item = NodeId> {
    let before = tree.parent(name).into_iter().flat_map(|parameter| tree.children(parameter));
    let is_modifier = |&node: &NodeId| {
        tree.kind_name(node) == "accessibility_modifier" || tree.text_of(node) == b"readonly"
    };
    before.take_while(move |&node| node != name).filter(is_modifier)
}

fn is_mut(tree: &Tree, node: NodeId) -> bool {
    tree.kind_name(node) == "mutable_specifier"
}

/// Whether a use may change the entity, judging from the use itself: `x.f()` may.
fn may_change(tree: &Tree, node: NodeId) -> bool {
    const MOST_LEVELS: usize = 8;
    let is_macro = |node: NodeId| tree.kind_name(node) == "token_tree";
    let mut at = node;
    for above in tree.ancestors(node).take(MOST_LEVELS) {
        let (kind, field) = (tree.kind_name(above), tree.field_name(at));
        match kind {
            "assignment_expression" | "compound_assignment_expr" => return field == Some("left"),
            "reference_expression" => return tree.children(above).any(|child| is_mut(tree, child)),
            "call_expression" => {
                return field == Some("function") && tree.kind_name(at) == "field_expression";
            }
            "field_expression" | "index_expression" | "unary_expression" | "parenthesized_expression" => {}
            // What a macro does with it is not known.
            _ => return is_macro(above) || tree.parent(above).is_some_and(is_macro),
        }
        at = above;
    }
    false
}
