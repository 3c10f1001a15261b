//! Which names an import introduces.

use super::kinds::{Kinds, is_name};
use crate::tree::{NodeId, Tree};

/// Returns the last part of each imported path, or its alias. If the import does not list its
/// names, that is what the module is named after, if it is used, or else nothing.
pub(super) fn imported(
    tree: &Tree,
    kinds: &Kinds,
    import: NodeId,
    is_used: &impl Fn(NodeId) -> bool,
) -> Vec<NodeId> {
    let mut found = Vec::new();
    if brings_all(tree, import) {
        found.extend(named_after(tree, kinds, import, is_used));
        return found;
    }
    let mut rest = vec![import];
    while let Some(node) = rest.pop() {
        let named: Vec<NodeId> = tree.children(node).filter(|&child| tree.is_named(child)).collect();
        let is_in = |child: NodeId, wanted: &str| tree.field_name(child) == Some(wanted);
        if let Some(&alias) = named.iter().find(|&&child| is_in(child, "alias")) {
            found.extend(last(tree, kinds, alias));
            continue;
        }
        if tree.kind_name(node).ends_with("from_statement") {
            rest.extend(named.iter().copied().filter(|&child| is_in(child, "name")));
            continue;
        }
        if named.is_empty() {
            found.extend(Some(node).filter(|&node| is_name(tree, kinds, node)));
            continue;
        }
        if node != import && kinds.of_node(tree, node).path {
            found.extend(last(tree, kinds, node));
            continue;
        }
        let has_names = named.iter().any(|&child| is_in(child, "names"));
        let is_path = |child: &NodeId| {
            let is_field =
                matches!(tree.field_name(*child), Some("path" | "module_name" | "module" | "source"));
            (is_field && 1 < named.len()) || (has_names && tree.kind_name(*child) == "module")
        };
        rest.extend(named.iter().copied().filter(|child| !is_path(child)));
    }
    found
}

/// Returns the last part of the path of an imported module: often it is named after the class or
/// type for which it is imported, as in `import Data.Semigroup`. `None` if that does not occur.
fn named_after(
    tree: &Tree,
    kinds: &Kinds,
    import: NodeId,
    is_used: &impl Fn(NodeId) -> bool,
) -> Option<NodeId> {
    let path = tree.children(import).find(|&child| tree.field_name(child) == Some("module"));
    let name =
        path.filter(|_| tree.kind_name(import) == "import").and_then(|path| last(tree, kinds, path))?;
    // These are there without the import, which is for something else then.
    const PRELUDE: [&[u8]; 20] = [
        b"Applicative",
        b"Bool",
        b"Bounded",
        b"Char",
        b"Either",
        b"Enum",
        b"Eq",
        b"Foldable",
        b"Functor",
        b"Int",
        b"Maybe",
        b"Monad",
        b"Monoid",
        b"Ord",
        b"Read",
        b"Show",
        b"String",
        b"Traversable",
        b"Tuple",
        b"Word",
    ];
    (!PRELUDE.contains(&tree.text_of(name)) && is_used(name)).then_some(name)
}

/// Returns the last name in a node.
fn last(tree: &Tree, kinds: &Kinds, node: NodeId) -> Option<NodeId> {
    tree.preorder(node).rev().find(|&node| is_name(tree, kinds, node))
}

/// Whether an import is a wildcard, possibly with exceptions: `open Printf`, `import a.*`, `import
/// Data.Char hiding (ord)`.
fn brings_all(tree: &Tree, import: NodeId) -> bool {
    let kind = tree.kind_name(import);
    let mut within = tree.preorder(import);
    let is_wildcard = |node: NodeId| {
        let is_star = matches!(tree.text_of(node), b"*" | b"hiding");
        let kind = tree.kind_name(node);
        is_star && tree.is_leaf(node) || kind.contains("wildcard") || kind == "asterisk"
    };
    let has = |field: &str| tree.children(import).any(|child| tree.field_name(child) == Some(field));
    let is_whole_module = kind == "import" && has("module") && !has("names") && !has("alias");
    kind.starts_with("open") || is_whole_module || within.any(is_wildcard)
}
