//! Steps that make generic code plain: a type parameter gets a type.

use std::collections::BTreeSet;

use dwindle_reduce::cost::count_tokens;
use dwindle_syntax::bindings::EntityId;
use dwindle_syntax::{NodeId, Tree};

use super::left::Left;
use crate::tree::closures::parameters::elements;
use crate::tree::token_edits::outermost;
use crate::tree::uses::step::{Put, Step, Weighed};

/// The most parameters that are replaced in one step: those of implementations go with that of
/// their type.
const MOST_TOGETHER: usize = 32;

/// A type parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct TypeParameter {
    node: NodeId,
    name: NodeId,
    list: NodeId,
    /// The function, type or implementation whose parameter it is.
    holder: NodeId,
}

impl TypeParameter {
    fn is_of_implementation(&self, tree: &Tree) -> bool {
        is_implementation(tree, self.holder)
    }
}

fn is_implementation(tree: &Tree, node: NodeId) -> bool {
    tree.kind_name(node).starts_with("impl")
}

/// Returns the steps that remove a type parameter with its arguments, and replace its uses by a
/// type: the one that it is given, or a plain one. The weight is the number of tokens that are
/// saved.
pub(super) fn made_plain(left: &Left<'_>) -> Vec<Weighed> {
    let tree = left.subject.tree();
    let parameters = type_parameters(left);
    let plain = left.subject.file.language.bindings.map_or(&[][..], |rules| rules.plain_types);
    let (of_implementations, own): (Vec<_>, Vec<_>) =
        parameters.iter().copied().partition(|parameter| parameter.is_of_implementation(tree));
    let mut known: BTreeSet<TypeParameter> = BTreeSet::new();
    let mut steps = Vec::new();
    for parameter in own.into_iter().chain(of_implementations) {
        if known.contains(&parameter) {
            continue;
        }
        let Some(together) = together(left, &parameters, parameter) else { continue };
        known.extend(together.parameters.iter().copied());
        let given = together.arguments.first().map(|&node| tree.text_of(node));
        let types =
            given.map_or_else(|| plain.iter().map(|text| text.as_bytes()).collect(), |text| vec![text]);
        steps.extend(types.into_iter().filter_map(|text| together.step(left, text)));
    }
    steps
}

/// Returns the live type parameters of a text. O(nodes).
fn type_parameters(left: &Left<'_>) -> Vec<TypeParameter> {
    let Left { subject, cut, .. } = left;
    let tree = subject.tree();
    let is_list = |node: &NodeId| {
        matches!(tree.kind_name(*node), "type_parameters" | "type_parameter_list" | "template_parameter_list")
    };
    let mut found = Vec::new();
    for list in tree.preorder(tree.root()).filter(is_list).filter(|&node| 0 < subject.n_alive(node, cut)) {
        let Some(holder) = tree.parent(list) else { continue };
        for node in elements(tree, list) {
            // Not lifetimes, nor parameters that are values.
            let is_type =
                tree.kind_name(node).contains("type") || tree.kind_name(node).ends_with("identifier");
            let n_names = tree.children(node).filter(|&child| tree.field_name(child) == Some("name")).count();
            if !is_type || 1 < n_names || subject.n_alive(node, cut) == 0 {
                continue;
            }
            let is_name = |inner: &NodeId| tree.kind_name(*inner).ends_with("identifier");
            if let Some(name) = tree.preorder(node).find(is_name) {
                found.push(TypeParameter { node, name, list, holder });
            }
        }
    }
    found
}

/// Everything that changes with a type parameter.
struct Together {
    /// It, and those of implementations that go with it.
    parameters: Vec<TypeParameter>,
    gone: Vec<NodeId>,
    /// Nodes that are emptied, as a grammar may not allow their removal.
    emptied: Vec<NodeId>,
    /// The uses that get a type.
    uses: Vec<NodeId>,
    /// The arguments that are given for it.
    arguments: Vec<NodeId>,
}

impl Together {
    /// Returns the step that gives the parameter a type; `None` if it saves nothing.
    fn step(&self, left: &Left<'_>, text: &[u8]) -> Option<Weighed> {
        let Left { subject, cut, .. } = left;
        let n_text = count_tokens(text) as u32;
        let all = || self.gone.iter().chain(&self.emptied);
        let n_gone: u32 = all().map(|&node| subject.n_alive(node, cut)).sum();
        let n_more = self.uses.len() as u32 * n_text.saturating_sub(1);
        let weight = n_gone.checked_sub(n_more).filter(|&weight| 0 < weight)?;
        let put = |&node: &NodeId| -> Put { (node, text.into()) };
        let mut puts: Vec<Put> = self.uses.iter().map(put).collect();
        puts.extend(self.emptied.iter().map(|&node| -> Put { (node, [][..].into()) }));
        puts.sort();
        Some(Weighed::new(Step::Put { puts, gone: self.gone.clone(), moves: true }, weight))
    }
}

/// Returns what changes with a type parameter: with that of a type, those of its implementations.
fn together(left: &Left<'_>, all: &[TypeParameter], first: TypeParameter) -> Option<Together> {
    let Left { subject, cut, .. } = left;
    let tree = subject.tree();
    let is_alive = |node: &NodeId| 0 < subject.n_alive(*node, cut);
    let left_in =
        |list: NodeId| -> Vec<NodeId> { elements(tree, list).into_iter().filter(is_alive).collect() };
    let (mut gone, mut emptied, mut uses, mut arguments) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut waiting = vec![first];
    let mut at = 0;
    while let Some(&TypeParameter { node, name, list, holder }) = waiting.get(at) {
        at += 1;
        let own = left_in(list);
        match own.len() {
            1 => emptied.extend(with_word_before(tree, list)),
            _ => gone.push(node),
        }
        let text = tree.text_of(name);
        let is_use = |inner: &NodeId| {
            tree.is_leaf(*inner)
                && tree.kind_name(*inner).ends_with("identifier")
                && tree.text_of(*inner) == text
                && !tree.is_within(*inner, node)
        };
        uses.extend(tree.preorder(holder).filter(is_use).filter(is_alive));
        gone.extend(bounds(tree, holder, text));
        let place = own.iter().position(|&element| element == node)?;
        for list in entity(left, list, holder).map(|owner| argument_lists(left, owner)).unwrap_or_default() {
            let given = left_in(list);
            if given.len() != own.len() {
                return None;
            }
            let argument = given[place];
            match given.len() {
                1 => emptied.extend(with_word_before(tree, list)),
                _ => gone.push(argument),
            }
            // `impl<T> S<T>`: the parameter of the implementation has no other use.
            match handed_on(tree, all, argument) {
                Some(other) if !waiting.contains(&other) => waiting.push(other),
                Some(_) => {}
                // Where it names itself, nothing is given.
                None if tree.text_of(argument) == text || !subject.is_whole(argument, cut) => {}
                None => arguments.push(argument),
            }
        }
        if MOST_TOGETHER < waiting.len() {
            return None;
        }
    }
    let mut gone = outermost(tree, gone, |&node| node);
    let mut emptied = outermost(tree, emptied, |&node| node);
    gone.retain(|&node| !emptied.iter().any(|&whole| tree.is_within(node, whole)));
    emptied.retain(|&node| !gone.iter().any(|&whole| tree.is_within(node, whole)));
    let is_gone = |node: NodeId| gone.iter().chain(&emptied).any(|&whole| tree.is_within(node, whole));
    uses.retain(|&node| !is_gone(node));
    let uses = outermost(tree, uses, |&node| node);
    Some(Together { parameters: waiting, gone, emptied, uses, arguments })
}

/// Returns a list, and what goes with it if it stands before it: `template` or `::`.
fn with_word_before(tree: &Tree, list: NodeId) -> impl Iterator<Item = NodeId> {
    let siblings = tree.parent(list).into_iter().flat_map(|above| tree.children(above));
    let before = siblings.take_while(|&child| child < list).last();
    let before = before.filter(|&word| matches!(tree.text_of(word), b"template" | b"::"));
    std::iter::once(list).chain(before)
}

/// Returns the parameter of the enclosing implementation that an argument names. `all` are in the
/// order of their lists.
fn handed_on(tree: &Tree, all: &[TypeParameter], argument: NodeId) -> Option<TypeParameter> {
    let holder = tree.ancestors(argument).find(|&above| is_implementation(tree, above))?;
    let nodes = tree.subtree(holder);
    let inside = all[all.partition_point(|other| other.list.0 < nodes.start)..].iter();
    let mut inside = inside.take_while(|other| other.list.0 < nodes.end);
    let text = tree.text_of(argument);
    inside.find(|other| other.holder == holder && tree.text_of(other.name) == text).copied()
}

/// Returns the conditions on a type parameter that stand apart: `where T: A`. In C#, each parameter
/// has a clause of its own.
fn bounds(tree: &Tree, holder: NodeId, name: &[u8]) -> Vec<NodeId> {
    const OF_ONE: &str = "type_parameter_constraints_clause";
    let names_it = |&clause: &NodeId| {
        let mut names = tree.children(clause).filter(|&child| tree.is_named(child));
        tree.kind_name(clause) == OF_ONE && names.next().is_some_and(|own| tree.text_of(own) == name)
    };
    let own_clauses = tree.children(holder).filter(names_it);
    let clauses = tree.children(holder).filter(|&child| tree.kind_name(child).contains("where"));
    let is_own = |node: &NodeId| tree.children(*node).next().is_some_and(|left| tree.text_of(left) == name);
    let mut found: Vec<NodeId> = own_clauses.collect();
    for clause in clauses {
        let all = elements(tree, clause);
        let own: Vec<NodeId> = all.iter().copied().filter(is_own).collect();
        if own.len() == all.len() { found.push(clause) } else { found.extend(own) }
    }
    found
}

/// Returns the entity that declares a list of type parameters.
fn entity(left: &Left<'_>, list: NodeId, holder: NodeId) -> Option<EntityId> {
    let (tree, bindings) = (left.subject.tree(), left.uses.bindings());
    if is_implementation(tree, holder) {
        return None;
    }
    let named = tree.children(holder).find(|&child| tree.field_name(child) == Some("name"));
    let behind = tree.subtree(list).end..tree.subtree(holder).end;
    let definitions = match named {
        Some(name) => bindings.definitions_within(tree.subtree(name)),
        None => bindings.definitions_within(behind),
    };
    definitions.first().map(|definition| definition.entity)
}

/// Returns the lists of types behind the uses of a name.
fn argument_lists(left: &Left<'_>, owner: EntityId) -> Vec<NodeId> {
    const LEVELS: usize = 2;
    let Left { subject, cut, uses, .. } = left;
    let (tree, bindings) = (subject.tree(), uses.bindings());
    let is_list = |node: &NodeId| {
        matches!(tree.kind_name(*node), "type_arguments" | "type_argument_list" | "template_argument_list")
    };
    let list_behind = |name: NodeId| {
        let mut above = tree.ancestors(name).take(LEVELS);
        let list = above.find_map(|above| tree.children(above).filter(|&child| name < child).find(is_list));
        list.filter(|&list| 0 < subject.n_alive(list, cut))
    };
    let places = bindings.entity(owner).uses.iter().map(|&id| bindings.use_at(id).node);
    places.filter_map(list_behind).collect()
}
