//! Finding the matches of a query.

use std::sync::Arc;

use super::pattern::{CaptureId, Child, Pattern, Setting, Shape, Test};
use crate::tree::{Children, FieldId, Kinds, NodeId, Tree};

/// A query, compiled for one language.
#[derive(Debug)]
pub struct Query {
    kinds: Arc<Kinds>,
    patterns: Vec<Pattern>,
    captures: Vec<String>,
    /// By kind: the patterns whose root may be of it.
    by_kind: Vec<Box<[u16]>>,
    /// The patterns whose root may be of any kind.
    anywhere: Vec<u16>,
}

/// The captures of a match.
type Captured = Vec<(CaptureId, NodeId)>;

impl Query {
    pub(super) fn of(kinds: Arc<Kinds>, patterns: Vec<Pattern>, captures: Vec<String>) -> Query {
        let mut by_kind: Vec<Vec<u16>> = vec![Vec::new(); kinds.len()];
        let mut anywhere = Vec::new();
        for (index, pattern) in (0u16..).zip(&patterns) {
            match pattern.root.test.kinds() {
                None => anywhere.push(index),
                Some(kinds) => {
                    for kind in kinds {
                        let of_kind = by_kind.get_mut(usize::from(kind.0));
                        if let Some(known) = of_kind.filter(|known| known.last() != Some(&index)) {
                            known.push(index);
                        }
                    }
                }
            }
        }
        let by_kind = by_kind.into_iter().map(Into::into).collect();
        Query { kinds, patterns, captures, by_kind, anywhere }
    }

    /// Returns the names of the captures, without `@`, by their ids.
    pub fn captures(&self) -> &[String] {
        &self.captures
    }

    /// Returns the `#set!` settings of each pattern.
    pub fn settings(&self) -> impl Iterator<Item = &[Setting]> {
        self.patterns.iter().map(|pattern| &pattern.settings[..])
    }

    /// Whether the query was compiled for the kinds of this tree.
    pub fn is_for(&self, tree: &Tree) -> bool {
        tree.is_of(&self.kinds)
    }

    /// Calls `found` for each match in the tree, in preorder of their roots, with the index of the
    /// pattern, the root and the captures. O(nodes) for patterns with one or two child patterns per
    /// node.
    pub fn find(&self, tree: &Tree, mut found: impl FnMut(usize, NodeId, &[(CaptureId, NodeId)])) {
        let mut captured = Captured::new();
        for node in tree.preorder(tree.root()) {
            let of_kind = self.by_kind.get(usize::from(tree.kind(node).0));
            for &index in of_kind.into_iter().flatten().chain(&self.anywhere) {
                let pattern = &self.patterns[usize::from(index)];
                matches(tree, &pattern.root, node, &mut captured, &mut |captured| {
                    if pattern.follows.is_empty() {
                        if pattern.accepts(tree, captured) {
                            found(usize::from(index), node, captured);
                        }
                    } else if let Some(followed) = pattern.follow(tree, captured)
                        && pattern.accepts(tree, &followed)
                    {
                        found(usize::from(index), node, &followed);
                    }
                });
            }
        }
    }
}

impl Pattern {
    /// Replaces captured nodes by the leaves that they declare (`#follow!`); `None` if one declares
    /// nothing.
    fn follow(&self, tree: &Tree, captured: &Captured) -> Option<Captured> {
        let mut captured = captured.clone();
        for follow in &self.follows {
            for (_, node) in captured.iter_mut().filter(|(capture, _)| *capture == follow.capture) {
                *node = declared(tree, *node, follow.field)?;
            }
        }
        Some(captured)
    }

    /// Whether the captured texts satisfy the predicates.
    fn accepts(&self, tree: &Tree, captured: &Captured) -> bool {
        let text = |wanted: CaptureId| {
            let found = captured.iter().find(|(capture, _)| *capture == wanted);
            found.map(|(_, node)| tree.text_of(*node))
        };
        self.same.iter().all(|&(a, b)| text(a) == text(b))
            && self.tests.iter().all(|test| {
                let mut asked = captured.iter().filter(|(capture, _)| *capture == test.capture);
                asked.all(|&(_, node)| test.accepts(tree.text_of(node)))
            })
    }
}

/// Returns the leaf that a node declares, following the field, or in a declarator without the field
/// the first named child. `None` if that leaf is not a name.
fn declared(tree: &Tree, node: NodeId, field: FieldId) -> Option<NodeId> {
    let mut at = node;
    while !tree.is_leaf(at) {
        let along = tree.children(at).find(|&child| tree.field(child) == Some(field));
        let inner = || tree.children(at).find(|&child| tree.is_named(child) && !tree.is_extra(child));
        let is_declarator = tree.kind_name(at).ends_with("declarator");
        at = along.or_else(|| inner().filter(|_| is_declarator))?;
    }
    (tree.is_named(at) && !tree.is_missing(at)).then_some(at)
}

/// Calls `then` for every way in which a node matches a shape.
fn matches(
    tree: &Tree,
    shape: &Shape,
    node: NodeId,
    captured: &mut Captured,
    then: &mut dyn FnMut(&mut Captured),
) {
    let fits = match &shape.test {
        Test::Any | Test::OneOf(_) => true,
        Test::Named => tree.is_named(node),
        Test::Kinds(kinds) => kinds.contains(&tree.kind(node)),
    };
    let has = |field: &FieldId| tree.children(node).any(|child| tree.field(child) == Some(*field));
    if !fits || shape.without.iter().any(has) {
        return;
    }
    let before = captured.len();
    captured.extend(shape.captures.iter().map(|&capture| (capture, node)));
    match &shape.test {
        Test::OneOf(shapes) => {
            for alternative in shapes {
                matches(tree, alternative, node, captured, then);
            }
        }
        _ => matches_children(tree, &shape.children, tree.children(node), captured, then),
    }
    captured.truncate(before);
}

fn matches_children(
    tree: &Tree,
    wanted: &[Child],
    mut rest: Children<'_>,
    captured: &mut Captured,
    then: &mut dyn FnMut(&mut Captured),
) {
    let Some((first, others)) = wanted.split_first() else { return then(captured) };
    while let Some(child) = rest.next() {
        if tree.is_extra(child) {
            continue;
        }
        if first.field.is_none_or(|field| tree.field(child) == Some(field)) {
            let behind = rest.clone();
            matches(tree, &first.shape, child, captured, &mut |captured| {
                matches_children(tree, others, behind.clone(), captured, then);
            });
        }
        if first.anchored && tree.is_named(child) {
            return;
        }
    }
}
