//! The children of one node of a tree, and what may be done with them.

use std::ops::Range;
use std::sync::Arc;

use super::known::Facts;
use super::role::Role;
use super::rules::Kind;
use super::shape::Shape;
use super::shortest::rank;
use crate::tree::{KindId, NodeId, Tree};

/// The elements of one repetition; any may go by [`Children::without`], as long as `min` are left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elements {
    /// The indices of the children that make up each element, without separators.
    pub elements: Vec<Range<usize>>,
    /// The kind of what stands between two elements.
    pub separator: Option<KindId>,
    /// How many elements the rule wants to keep.
    pub min: usize,
}

/// The children of one node, extras included, and what the grammar says about them. Children are
/// given by index.
#[derive(Clone, Debug)]
pub struct Children {
    facts: Arc<Facts>,
    nodes: Vec<NodeId>,
    extra: Vec<bool>,
    /// The children that the rule speaks of, by their place in the shape.
    row: Vec<usize>,
    shape: Option<Arc<Shape>>,
}

impl Children {
    pub(super) fn new(
        facts: &Arc<Facts>,
        tree: &Tree,
        nodes: Vec<NodeId>,
        row: Vec<usize>,
        shape: Option<Arc<Shape>>,
    ) -> Children {
        let extra = nodes.iter().map(|child| tree.is_extra(*child) && !tree.is_error(*child)).collect();
        Children { facts: facts.clone(), nodes, extra, row, shape }
    }

    /// Returns the nodes, in order.
    pub fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    /// Whether the children follow a rule of the grammar. If not, any child may go, and the parser
    /// decides.
    pub fn is_known(&self) -> bool {
        self.shape.is_some()
    }

    /// Returns what a child is to its parent.
    pub fn role(&self, child: usize) -> Role {
        if self.extra[child] {
            return Role::Extra;
        }
        let place = self.row.binary_search(&child);
        self.shape.as_ref().zip(place.ok()).map_or(Role::Unknown, |(shape, place)| shape.roles()[place])
    }

    /// Returns the repetitions among the children; the ones inside of elements of others come
    /// behind those.
    pub fn lists(&self) -> Vec<Elements> {
        let Some(shape) = &self.shape else { return Vec::new() };
        let child = |place: u32| self.row.get(place as usize).copied().unwrap_or(self.nodes.len());
        let of = |list: &super::List| Elements {
            elements: list
                .elements
                .iter()
                .map(|range| child(range.start)..child(range.end - 1) + 1)
                .collect(),
            separator: list.separator.and_then(|kind| self.facts.ids_of(kind).first().copied()),
            min: list.min as usize,
        };
        shape.lists().iter().map(of).collect()
    }

    /// Finds the children that go when those in `removed` (sorted, without repetition) are to go,
    /// so that the parent still follows its rule; separators and what else cannot stay go with
    /// them. `None` when the rule needs one of them. Where the grammar does not say, exactly those
    /// in `removed`.
    pub fn without(&self, removed: &[usize]) -> Option<Vec<usize>> {
        let Some(shape) = &self.shape else { return Some(removed.to_vec()) };
        let place =
            |child: &usize| self.row.binary_search(child).ok().and_then(|place| u32::try_from(place).ok());
        let places: Vec<u32> = removed.iter().filter_map(place).collect();
        let mut gone: Vec<usize> =
            shape.without(&places)?.into_iter().map(|place| self.row[place as usize]).collect();
        gone.extend(removed.iter().copied().filter(|child| self.row.binary_search(child).is_err()));
        gone.sort_unstable();
        Some(gone)
    }

    /// Whether a node of this kind may stand in the place of a child; yes where the grammar does
    /// not say.
    pub fn may_replace(&self, child: usize, kind: KindId) -> bool {
        let (Some(shape), Ok(place)) = (&self.shape, self.row.binary_search(&child)) else { return true };
        self.facts.kind_of(kind).is_some_and(|kind| shape.may_replace(place, kind))
    }

    /// Returns the shortest text that may stand in the place of a child that has a name, of any
    /// kind with a name that is allowed there.
    pub fn shortest_at(&self, child: usize) -> Option<&str> {
        self.texts_at(child).min_by_key(|text| rank(text))
    }

    /// Returns the shortest number or word of the language's own that may stand in the place of a
    /// child that has a name: `0` for an expression, `int` for a type. It needs no definition.
    pub fn plain_at(&self, child: usize) -> Option<&str> {
        self.texts_at(child).filter(|text| is_plain(text)).min_by_key(|text| rank(text))
    }

    /// Returns the shortest text of a child's own kind, if that is a number or a word of the
    /// language's own: `int` for `uint32_t`, where the grammar knows both.
    pub fn plain_alike(&self, child: usize) -> Option<&str> {
        let place = self.row.binary_search(&child).ok()?;
        let own = self.facts.shortest_of(self.shape.as_ref()?.kind_of(place)?)?;
        is_plain(own).then_some(own)
    }

    /// Returns the shortest texts of the kinds with a name that are allowed in the place of a child
    /// that has one.
    fn texts_at(&self, child: usize) -> impl Iterator<Item = &str> {
        let is_named = |kind: &Kind| self.facts.rules().is_named(*kind);
        let place = || {
            let (shape, place) = (self.shape.as_ref()?, self.row.binary_search(&child).ok()?);
            shape.kind_of(place).filter(is_named).map(|_| shape.kinds_at(place))
        };
        let kinds = place().into_iter().flatten().filter(is_named);
        kinds.filter_map(|kind| self.facts.shortest_of(kind))
    }
}

/// Whether a text is a number or a word that is no name: names may be of one letter.
fn is_plain(text: &str) -> bool {
    let is_word = text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_word && (1 < text.len() || text.starts_with(|c: char| c.is_ascii_digit()))
}
