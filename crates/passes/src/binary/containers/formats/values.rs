//! Values that contain their length or the number of values in them.

use std::ops::Range;

use super::super::image::narrow;
use super::super::kinds::kind_of;
use super::super::layout::{Layout, Value};
use crate::binary::code::Code;

/// A value and its contents.
pub(in crate::binary) struct Node {
    pub(in crate::binary) range: Range<usize>,
    /// The position and encoding of its length or count.
    pub(in crate::binary) head: Option<(Range<usize>, Code)>,
    pub(in crate::binary) holds: Holds,
}

/// The contents of a value.
pub(in crate::binary) enum Holds {
    /// Nothing that can be removed.
    Nothing,
    /// Bytes, which the head counts.
    Bytes(Range<usize>),
    /// Values, which the head counts.
    Values(Vec<Node>),
    /// Pairs of keys and values, which the head counts.
    Pairs(Vec<(Node, Node)>),
    /// Values, whose bytes the head counts.
    Content(Range<usize>, Vec<Node>),
}

impl Node {
    /// Returns the number of values in it, including itself.
    fn n_nodes(&self) -> usize {
        1 + match &self.holds {
            Holds::Nothing | Holds::Bytes(_) => 0,
            Holds::Values(nodes) | Holds::Content(_, nodes) => nodes.iter().map(Node::n_nodes).sum(),
            Holds::Pairs(pairs) => pairs.iter().map(|(key, value)| key.n_nodes() + value.n_nodes()).sum(),
        }
    }

    /// Whether it contains other values.
    fn is_container(&self) -> bool {
        !matches!(self.holds, Holds::Nothing | Holds::Bytes(_))
    }

    fn take(&self, layout: &mut Layout, depth: u32, class: u64) {
        layout.values.push(narrow(&self.range));
        let value = |code| match &self.holds {
            Holds::Nothing => None,
            Holds::Bytes(of) | Holds::Content(of, _) => Some(Value::Length { of: narrow(of), plus: 0, code }),
            Holds::Values(_) | Holds::Pairs(_) => Some(Value::Count { of: Vec::new(), plus: 0, code }),
        };
        let mut value = self.head.as_ref().and_then(|(_, code)| value(*code));
        let mut items = Vec::new();
        match &self.holds {
            Holds::Nothing => {}
            Holds::Bytes(of) => layout.content(narrow(of)),
            Holds::Values(nodes) | Holds::Content(_, nodes) => {
                let class = kind_of(&(class, "items"));
                for node in nodes {
                    items.push(layout.item(vec![narrow(&node.range)], depth, class));
                    node.take(layout, depth + 1, class);
                }
            }
            Holds::Pairs(pairs) => {
                for (key, node) in pairs {
                    let class = kind_of(&(class, &layout.image.bytes()[key.range.clone()]));
                    items.push(layout.item(vec![narrow(&(key.range.start..node.range.end))], depth, class));
                    node.take(layout, depth + 1, class);
                }
            }
        }
        if let Some(Value::Count { of, .. }) = &mut value {
            *of = items;
        }
        if let Some(((range, _), value)) = self.head.as_ref().zip(value) {
            layout.field(narrow(range), value);
        }
    }
}

/// Fewer values may be chance.
const FEWEST: usize = 8;
/// The fewest values if they follow each other without a container.
const FEWEST_IN_ROW: usize = 24;

/// Whether the values of a file are unlikely to be chance: one that contains all others, or
/// consecutive containers.
pub(in crate::binary) fn are_sure(nodes: &[Node]) -> bool {
    let n_nodes: usize = nodes.iter().map(Node::n_nodes).sum();
    let fewest = if nodes.len() == 1 { FEWEST } else { FEWEST_IN_ROW };
    fewest <= n_nodes && nodes.iter().all(Node::is_container)
}

/// Adds the values of a file.
pub(super) fn take(layout: &mut Layout, nodes: &[Node], shortest: &'static [u8]) -> Option<()> {
    if !are_sure(nodes) {
        return None;
    }
    for node in nodes {
        if 1 < nodes.len() {
            layout.item(vec![narrow(&node.range)], 0, 0);
        }
        node.take(layout, 1, 0);
    }
    layout.shortest = Some(shortest);
    Some(())
}

/// Parses values up to the end of a range; `None` if they do not fill it.
pub(in crate::binary) fn all(
    bytes: &[u8],
    within: Range<usize>,
    read: impl Fn(&[u8], usize) -> Option<Node>,
) -> Option<Vec<Node>> {
    let bytes = &bytes[..within.end];
    let mut nodes = Vec::new();
    let mut at = within.start;
    while at < within.end {
        let node = read(bytes, at)?;
        at = node.range.end;
        nodes.push(node);
    }
    Some(nodes)
}

/// The deepest nesting of values.
pub(in crate::binary) const DEEPEST: usize = 128;
