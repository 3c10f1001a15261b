//! The children of a node, and which changes of them the grammar allows.

use std::ops::Range;
use std::sync::Arc;

use super::known::Facts;
use super::role::Role;
use super::rules::Kind;
use super::shape::Shape;
use super::shortest::rank;
use crate::tree::{KindId, NodeId, Tree};

/// The elements of one repetition. Any may be removed with [`Children::without`], as long as `min`
/// remain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elements {
    /// The indices of the children that form each element, without separators.
    pub elements: Vec<Range<usize>>,
    /// The kind of the separator.
    pub separator: Option<KindId>,
    /// How many elements the rule requires.
    pub min: usize,
}

/// The children of one node, extras included, and what the grammar allows for them. Children are
/// identified by index.
#[derive(Clone, Debug)]
pub struct Children {
    facts: Arc<Facts>,
    nodes: Vec<NodeId>,
    extra: Vec<bool>,
    /// The children that are not extras: their indices, by position in the shape.
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

    /// Whether the children follow a rule of the grammar. If not, any child may be removed, and the
    /// parser decides.
    pub fn is_known(&self) -> bool {
        self.shape.is_some()
    }

    /// Returns the role of a child in its parent.
    pub fn role(&self, child: usize) -> Role {
        if self.extra[child] {
            return Role::Extra;
        }
        let place = self.row.binary_search(&child);
        self.shape.as_ref().zip(place.ok()).map_or(Role::Unknown, |(shape, place)| shape.roles()[place])
    }

    /// Returns the repetitions among the children. Those within elements of others come after them.
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

    /// Returns the children to remove so that those in `removed` (sorted, without duplicates) are
    /// removed and the parent still follows its rule: separators and other dependent children are
    /// added. `None` if the rule requires one of them. If nothing is known, returns `removed`
    /// itself.
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

    /// Whether a node of this kind may replace a child; true if nothing is known.
    pub fn may_replace(&self, child: usize, kind: KindId) -> bool {
        let (Some(shape), Ok(place)) = (&self.shape, self.row.binary_search(&child)) else { return true };
        self.facts.kind_of(kind).is_some_and(|kind| shape.may_replace(place, kind))
    }

    /// Returns the shortest text of any named kind that may replace a named child.
    pub fn shortest_at(&self, child: usize) -> Option<&str> {
        self.texts_at(child).min_by_key(|text| rank(text))
    }

    /// Returns the shortest number or keyword that may replace a named child: `0` for an
    /// expression, `int` for a type. It needs no definition.
    pub fn plain_at(&self, child: usize) -> Option<&str> {
        self.texts_at(child).filter(|text| is_plain(text)).min_by_key(|text| rank(text))
    }

    /// Returns the shortest text of a child's own kind, if that is a number or a keyword: `int` for
    /// `uint32_t`, if the grammar knows both.
    pub fn plain_alike(&self, child: usize) -> Option<&str> {
        let place = self.row.binary_search(&child).ok()?;
        let own = self.facts.shortest_of(self.shape.as_ref()?.kind_of(place)?)?;
        is_plain(own).then_some(own)
    }

    /// Returns the shortest texts of the named kinds that may replace a named child.
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

/// Whether a text is a number or a keyword. One letter may be a name.
fn is_plain(text: &str) -> bool {
    let is_word = text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_word && (1 < text.len() || text.starts_with(|c: char| c.is_ascii_digit()))
}
