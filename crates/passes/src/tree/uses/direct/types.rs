//! The types of a text, and what is needed to make a value of one.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use dwindle_syntax::bindings::{Bindings, DefinitionId};
use dwindle_syntax::{NodeId, Tree};

use crate::tree::closures::parameters::{apart, elements};
use crate::tree::uses::sort::defines_type;
use crate::tree::uses::sources::constructor;

/// How many nodes below the declaration of a type its parts are.
const MOST_LEVELS: usize = 4;

/// A type that the text defines.
#[derive(Clone, Copy, Debug)]
pub(super) struct Type {
    pub(super) definition: DefinitionId,
    pub(super) name: NodeId,
    pub(super) whole: NodeId,
}

/// The types that a text defines, by name.
#[derive(Debug)]
pub(super) struct Types<'a> {
    by_name: HashMap<&'a [u8], Type>,
    by_node: HashMap<NodeId, Type>,
    /// What is known of each type so far, by its node.
    parts: RefCell<HashMap<NodeId, Rc<Parts>>>,
}

/// What of a type a value is made of.
#[derive(Debug)]
pub(super) struct Parts {
    /// The variants of an enumeration.
    pub(super) variants: Vec<NodeId>,
    /// The name of its first constructor, and the parameters.
    pub(super) constructor: Option<(NodeId, Vec<NodeId>)>,
    /// The fields of a data class of Python without a value.
    pub(super) data: Vec<NodeId>,
}

impl<'a> Types<'a> {
    /// O(definitions).
    pub(super) fn of(bindings: &'a Bindings) -> Types<'a> {
        let tree = bindings.tree();
        let mut by_name = HashMap::new();
        for (id, found) in bindings.numbered_definitions() {
            // Decorators of Python stand around a class.
            let inner = |node: NodeId| match tree.kind_name(node) {
                "decorated_definition" => tree.children(node).last().unwrap_or(node),
                _ => node,
            };
            let node = found.node.map(inner);
            let node = node.filter(|&node| !found.accompanies && defines_type(tree, node));
            if let Some(whole) = node.filter(|_| !tree.text_of(found.name).is_empty()) {
                let one = Type { definition: id, name: found.name, whole };
                by_name.entry(tree.text_of(found.name)).or_insert(one);
            }
        }
        let by_node = by_name.values().map(|&one: &Type| (one.whole, one)).collect();
        Types { by_name, by_node, parts: RefCell::default() }
    }

    pub(super) fn named(&self, name: &str) -> Option<Type> {
        self.by_name.get(name.as_bytes()).copied()
    }

    pub(super) fn is_named(&self, name: &[u8]) -> bool {
        self.by_name.contains_key(name)
    }

    /// Whether a node is one of the types.
    pub(super) fn is_one(&self, node: NodeId) -> bool {
        self.by_node.contains_key(&node)
    }

    /// Returns the parts of a type. Only the first call costs O(nodes of the type).
    pub(super) fn parts(&self, tree: &Tree, one: Type) -> Rc<Parts> {
        let of = || {
            let is_own = |node: &NodeId| self.around(tree, *node).is_some_and(|of| of.whole == one.whole);
            let mut variants = if one.is(tree, "enum") { one.variants(tree) } else { Vec::new() };
            variants.retain(is_own);
            let constructor = constructor(tree, one.name, one.whole);
            Rc::new(Parts { variants, constructor, data: one.data(tree) })
        };
        self.parts.borrow_mut().entry(one.whole).or_insert_with(of).clone()
    }

    /// Returns the name of a type where a program starts: behind the types around it that do not
    /// contain the start, with a sign between them. `None` if an object of one of these is needed.
    pub(super) fn path(&self, tree: &Tree, one: Type, sign: Option<&str>, start: NodeId) -> Option<String> {
        let name = std::str::from_utf8(tree.text_of(one.name)).ok()?;
        let Some(outer) = self.around(tree, one.whole) else { return Some(name.into()) };
        // A class of Java within another one belongs to an object of it.
        let is_inner = tree.kind_name(one.whole) == "class_declaration"
            && tree.kind_name(outer.whole) == "class_declaration"
            && tree.children(outer.whole).any(|child| tree.kind_name(child) == "class_body")
            && !one.has_word(tree, b"static");
        if is_inner {
            return None;
        }
        if tree.is_within(start, outer.whole) {
            return Some(name.into());
        }
        Some(format!("{}{}{name}", self.path(tree, outer, sign, start)?, sign?))
    }

    /// Returns the innermost type around a node. O(depth).
    pub(super) fn around(&self, tree: &Tree, node: NodeId) -> Option<Type> {
        tree.ancestors(node).find_map(|above| self.by_node.get(&above).copied())
    }
}

impl Type {
    /// Whether the kind of its declaration has a word in it.
    pub(super) fn is(&self, tree: &Tree, word: &str) -> bool {
        let inner = std::iter::once(self.whole).chain(tree.children(self.whole));
        let mut kinds = inner.map(|node| tree.kind_name(node));
        kinds.any(|kind| kind.contains(word) && !kind.contains("body") && !kind.contains("_list"))
    }

    /// Whether it takes types as parameters.
    pub(super) fn is_generic(&self, tree: &Tree) -> bool {
        let has_list = tree.children(self.whole).any(|child| tree.kind_name(child).starts_with("type_param"));
        has_list
            || tree.parent(self.whole).is_some_and(|above| tree.kind_name(above) == "template_declaration")
    }

    /// Whether a word stands before its name.
    pub(super) fn has_word(&self, tree: &Tree, word: &[u8]) -> bool {
        has_word_before(tree, self.whole, self.name, word)
    }

    /// Returns its fields, in order: the declarations, or names where these share a declaration.
    pub(super) fn fields(&self, bindings: &Bindings) -> Vec<NodeId> {
        let tree = bindings.tree();
        let lists = self.inner(tree).filter(|&node| tree.kind_name(node).ends_with("declaration_list"));
        let declared = lists.flat_map(|list| tree.children(list).collect::<Vec<_>>());
        let is_field = |node: &NodeId| tree.kind_name(*node) == "field_declaration";
        let declared: Vec<NodeId> = declared.filter(is_field).collect();
        apart(tree, bindings, &declared)
    }

    /// Returns the types of its fields without names: `struct A(u8, B)`.
    pub(super) fn ordered(&self, tree: &Tree) -> Option<Vec<NodeId>> {
        let list = self.inner(tree).find(|&node| tree.kind_name(node) == "ordered_field_declaration_list")?;
        let fields = elements(tree, list).into_iter();
        Some(fields.filter(|&field| tree.field_name(field) == Some("type")).collect())
    }

    /// Returns the fields of a data class of Python without a value.
    fn data(&self, tree: &Tree) -> Vec<NodeId> {
        let typed = |&node: &NodeId| {
            let fields: Vec<_> = tree.children(node).map(|child| tree.field_name(child)).collect();
            tree.kind_name(node) == "assignment"
                && fields.contains(&Some("type"))
                && !fields.contains(&Some("right"))
        };
        self.inner(tree).filter(typed).collect()
    }

    /// Returns the names of its variants.
    fn variants(&self, tree: &Tree) -> Vec<NodeId> {
        const KINDS: [&str; 4] =
            ["enum_variant", "enum_constant", "enum_member_declaration", "enum_assignment"];
        let is_variant = |&node: &NodeId| KINDS.contains(&tree.kind_name(node));
        self.inner(tree).filter(is_variant).collect()
    }

    /// Returns its nodes down to some levels, in order.
    fn inner(&self, tree: &Tree) -> std::vec::IntoIter<NodeId> {
        let mut found = Vec::new();
        let mut waiting = vec![(self.whole, 0)];
        while let Some((node, level)) = waiting.pop() {
            if 0 < level {
                found.push(node);
            }
            if level < MOST_LEVELS {
                let start = waiting.len();
                waiting.extend(tree.children(node).map(|child| (child, level + 1)));
                waiting[start..].reverse();
            }
        }
        found.into_iter()
    }
}

/// Whether a word stands in a declaration before its name.
pub(super) fn has_word_before(tree: &Tree, whole: NodeId, name: NodeId, word: &[u8]) -> bool {
    words_before(tree, whole, name).any(|token| tree.text_of(token) == word)
}

/// Returns the tokens of a declaration before its name.
pub(super) fn words_before(tree: &Tree, whole: NodeId, name: NodeId) -> impl Iterator<Item = NodeId> {
    let range = tree.token_range(whole).start..tree.token_range(name).start;
    range.map(|at| tree.tokens()[at as usize])
}
