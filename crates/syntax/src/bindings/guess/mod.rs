//! Heuristic definitions and uses, for languages without a query.
//!
//! Binders are guessed from what grammars have in common: fields such as `name`, `left` and
//! `declarator`, and the words in the names of kinds. Elements of the whole text and of classes and
//! modules are visible everywhere, others within the function around them. A wrong guess costs a
//! trial or misses a definition; therefore guesses may only propose edits, never refuse them.

mod binders;
mod elements;
mod imports;
mod kinds;
mod ports;
mod units;

use self::binders::{Binder, Binders};
pub(super) use self::elements::Elements;
use self::kinds::{Kinds, is_frame, is_inner, is_name};
pub(crate) use self::kinds::{is_attached, is_import};
pub(crate) use self::ports::names_port;
use self::units::{UnitNode, units};
use super::collect::Collected;
use super::named::FoundDefinition;
use super::nesting::innermost;
use super::roles::{Namespace, ScopeClasses, Traits};
use crate::tree::{NodeId, Tree};

/// The namespace of names that stand alone.
pub(super) const NAME: Namespace = Namespace(0);
/// The namespace of members.
pub(super) const MEMBER: Namespace = Namespace(1);
/// The names of the namespaces.
pub(super) const NAMESPACES: &[&str] = &["name", "member"];

/// The traits of a definition that is removed with another one.
fn accompanies() -> Traits {
    Traits { accompanies: true, scope: Some(ScopeClasses::default()), ..Traits::default() }
}

/// Guesses what names are defined and used in a tree; O(nodes · depth of patterns).
pub(super) fn guess(tree: &Tree) -> Collected {
    let kinds = Kinds::of(tree);
    let elements = Elements::of(tree, &kinds);
    let mut binders = Binders::of(tree, &kinds);
    let units = units(tree, &kinds, &elements, &binders);
    name_declarations(tree, &kinds, &units, &mut binders);
    let guess = Guess { tree, kinds, elements, binders, units };
    guess.collected()
}

/// Guesses which nodes of a tree are statements. O(nodes).
pub(super) fn statements(tree: &Tree) -> Vec<NodeId> {
    statements_of(tree, &Elements::of(tree, &Kinds::of(tree)))
}

fn statements_of(tree: &Tree, elements: &Elements) -> Vec<NodeId> {
    let is_frame = |node| tree.parent(node) == Some(tree.root()) && is_frame(tree.kind_name(node));
    let is_statement = |&node: &NodeId| elements.is_statement(tree, node) && !is_frame(node);
    tree.preorder(tree.root()).filter(is_statement).collect()
}

/// Gives each declaration without a binder its first name as the binder.
fn name_declarations(tree: &Tree, kinds: &Kinds, units: &[UnitNode], binders: &mut Binders) {
    for unit in units {
        let kind = kinds.of_node(tree, unit.node);
        if !kind.declares || kind.import || kind.instance || kind.export {
            continue;
        }
        let is_known = |name: NodeId, binder: Binder| is_exported(tree, kinds, unit.node, name, binder);
        if !binders.within(tree.subtree(unit.node)).any(|(name, binder)| is_known(name, binder)) {
            // `let () = main ()` defines nothing.
            let is_outside = |&node: &NodeId| {
                let binder = Binder { node, is_import: false };
                is_name(tree, kinds, node) && is_known(node, binder)
            };
            let first = tree.preorder(unit.node).find(is_outside);
            if let Some(first) = first {
                binders.add(first, unit.node);
            }
        }
    }
}

/// Whether a name is visible wherever its unit is.
fn is_exported(tree: &Tree, kinds: &Kinds, unit: NodeId, _name: NodeId, binder: Binder) -> bool {
    if binder.is_import {
        return true;
    }
    let mut at = binder.node;
    while at != unit {
        let Some(parent) = tree.parent(at) else { return false };
        let kind = tree.kind_name(at);
        // What the head of an architecture, a process or a function declares is for its body.
        let is_head = kind.ends_with("_head") && kind != "entity_head";
        let (own, above) = (kinds.of_node(tree, at), kinds.of_node(tree, parent));
        let names_it =
            tree.is_leaf(at) || ["specification", "signature"].iter().any(|end| kind.ends_with(end));
        let is_local = above.function && !own.function && !names_it;
        let is_hardware = matches!(tree.kind_name(parent), "module_declaration" | "module_item");
        let is_of_module =
            is_hardware && kind != "module_item" && !(kind.ends_with("_header") || own.function);
        let is_inside = kind == "infix"
            || (is_head || is_local || is_of_module)
            || tree.field_name(at).is_some_and(is_inner) && !kinds.of_node(tree, parent).type_like;
        if is_inside || kinds.of_node(tree, at).parameter {
            return false;
        }
        at = parent;
    }
    true
}

/// Whether a node only declares what is defined elsewhere.
fn is_announcement(tree: &Tree, node: NodeId) -> bool {
    let kind = tree.kind_name(node);
    let above = tree.parent(node).map_or("", |parent| tree.kind_name(parent));
    matches!(kind, "signature" | "type_signature" | "fixity" | "spec")
        || kind.ends_with("_specification") && above.ends_with("_declaration")
}

struct Guess<'a> {
    tree: &'a Tree,
    kinds: Kinds,
    elements: Elements,
    binders: Binders,
    units: Vec<UnitNode>,
}

impl Guess<'_> {
    fn collected(&self) -> Collected {
        let tree = self.tree;
        let mut collected = Collected::default();
        collected.scopes.push((tree.root(), ScopeClasses::default()));
        let is_scope = |&node: &NodeId| {
            tree.is_named(node) && !tree.is_leaf(node) && self.kinds.of_node(tree, node).function
        };
        let scopes =
            tree.preorder(tree.root()).filter(is_scope).chain(self.units.iter().map(|unit| unit.node));
        collected.scopes.extend(scopes.map(|node| (node, ScopeClasses::default())));
        let ranges: Vec<_> = self.units.iter().map(|unit| tree.subtree(unit.node)).collect();
        let names: Vec<NodeId> = tree.preorder(tree.root()).filter(|&node| self.is_name(node)).collect();
        let around = innermost(&ranges, names.iter().map(|name| name.0));
        let mut has_main = vec![false; self.units.len()];
        for (&name, unit) in names.iter().zip(around) {
            let unit_node = unit.map(|unit| self.units[unit as usize]);
            match self.binders.get(name) {
                Some(binder) if self.is_of_instance(binder.node) => {
                    let root = unit_node.map_or(binder.node, |unit| unit.node);
                    collected.add_use(name, NAME, Traits { fallback: Some(MEMBER), ..Traits::default() });
                    collected.definitions.push(FoundDefinition::new(
                        name,
                        NAME,
                        root,
                        None,
                        None,
                        accompanies(),
                    ));
                }
                Some(binder) => {
                    let is_main =
                        unit.is_some_and(|unit| !std::mem::replace(&mut has_main[unit as usize], true));
                    collected.definitions.push(self.definition(name, binder, unit_node, is_main));
                }
                None if self.is_module_path(name) => {}
                None => self.add_use(&mut collected, name, unit_node),
            }
        }
        collected.statements = statements_of(tree, &self.elements);
        let is_pragma = |&node: &NodeId| {
            tree.is_extra(node) && self.kinds.of_node(tree, node).pragma && tree.is_leaf(node)
        };
        collected.words = tree.preorder(tree.root()).filter(is_pragma).collect();
        ports::qualify(tree, &mut collected, MEMBER);
        collected.normalize(tree);
        collected
    }

    fn is_name(&self, node: NodeId) -> bool {
        is_name(self.tree, &self.kinds, node)
    }

    /// Whether a node is a method in an instance: it needs the method of the class, and stays as
    /// long as the instance does.
    fn is_of_instance(&self, node: NodeId) -> bool {
        let tree = self.tree;
        let list = tree.parent(node).map(|list| tree.kind_name(list));
        let is_method = self.kinds.of_node(tree, node).function || tree.kind_name(node) == "bind";
        list == Some("instance_declarations") && is_method
    }

    /// Whether a name is a part of the path of an imported module, which is another file.
    fn is_module_path(&self, name: NodeId) -> bool {
        let tree = self.tree;
        let path = tree.ancestors(name).take(2).find(|&node| tree.field_name(node) == Some("module"));
        let import = path.and_then(|path| tree.parent(path));
        import.is_some_and(|import| tree.kind_name(import) == "import")
    }

    fn definition(
        &self,
        name: NodeId,
        binder: Binder,
        unit: Option<UnitNode>,
        is_main: bool,
    ) -> FoundDefinition {
        let (tree, kinds) = (self.tree, &self.kinds);
        let everywhere = Traits { scope: Some(ScopeClasses::default()), ..Traits::default() };
        let element = self.elements.around(tree, binder.node);
        let body = !is_announcement(tree, binder.node);
        if binder.is_import {
            let element = self.elements.around(tree, name).unwrap_or(binder.node);
            let whole = if tree.is_within(element, binder.node) { element } else { binder.node };
            let group = (whole != binder.node).then_some(binder.node);
            return FoundDefinition::new(name, NAME, binder.node, Some(whole), group, everywhere);
        }
        match unit {
            Some(unit) if is_exported(tree, kinds, unit.node, name, binder) => {
                let element =
                    element.filter(|&element| tree.is_within(element, unit.node)).unwrap_or(unit.node);
                let is_own = is_main || element == unit.node;
                let is_member = unit.is_member || !is_own;
                let namespace = if is_member { MEMBER } else { NAME };
                let traits = Traits { member: is_member, body, ..everywhere };
                let whole = if is_own { unit.node } else { element };
                FoundDefinition::new(name, namespace, binder.node, Some(whole), None, traits)
            }
            _ => {
                let path = std::iter::successors(Some(binder.node), |&node| tree.parent(node));
                let path = path.take_while(|&node| Some(node) != element).chain(element);
                // A list of names is a part of the declaration around it.
                let is_list = |&node: &NodeId| tree.kind_name(node).ends_with("_list");
                let declaring = Some(binder.node).filter(is_list).and_then(|node| tree.parent(node));
                let element = match declaring {
                    Some(declaring) => self.elements.around(tree, declaring),
                    None => element,
                };
                let declares = |node: NodeId| kinds.of_node(tree, node).declares;
                let mut is_fixed = !declares(declaring.unwrap_or(binder.node)) || element.is_none();
                for node in path {
                    let kind = kinds.of_node(tree, node);
                    is_fixed |= (kind.parameter || kind.passing) && !kind.declares;
                }
                let whole = element.filter(|_| !is_fixed);
                // The scope is around the removed node, not in it.
                let traits = Traits { body, ..Traits::default() };
                FoundDefinition::new(name, NAME, binder.node, whole, None, traits)
            }
        }
    }

    /// Adds a use. In attributes and in export lists, the use is removed with the definition that
    /// it names.
    fn add_use(&self, collected: &mut Collected, name: NodeId, unit: Option<UnitNode>) {
        let (tree, kinds) = (self.tree, &self.kinds);
        let parent = tree.parent(name);
        let is_access = parent.is_some_and(|parent| kinds.of_node(tree, parent).access)
            && tree.children(parent.unwrap_or(name)).find(|&child| tree.is_named(child)) != Some(name);
        let (namespace, other) = if is_access { (MEMBER, NAME) } else { (NAME, MEMBER) };
        let traits = Traits { fallback: Some(other), ..Traits::default() };
        collected.add_use(name, namespace, traits);
        let Some(unit) = unit else { return };
        let kind = kinds.of_node(tree, unit.node);
        let is_list = kind.export && self.binders.within(tree.subtree(unit.node)).next().is_none();
        if is_list {
            let element = self.elements.around(tree, name);
            let whole = element.filter(|&element| element != unit.node);
            collected.definitions.push(FoundDefinition::new(
                name,
                NAME,
                unit.node,
                whole.or(Some(unit.node)),
                whole.map(|whole| tree.parent(whole).unwrap_or(unit.node)),
                accompanies(),
            ));
        } else if kind.instance {
            let own = self.binders.within(tree.subtree(unit.node)).next();
            let is_head = own.is_none_or(|(first, _)| name < first)
                && tree
                    .ancestors(name)
                    .take_while(|&node| node != unit.node)
                    .all(|node| !kinds.of_node(tree, node).list);
            if is_head {
                let whole = Some(unit.node);
                collected.definitions.push(FoundDefinition::new(
                    name,
                    NAME,
                    unit.node,
                    whole,
                    None,
                    accompanies(),
                ));
            }
        }
    }
}
