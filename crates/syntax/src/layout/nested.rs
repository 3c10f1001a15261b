//! A layout for languages with brackets: a list that does not fit on a line is broken at its items.

use std::ops::Range;

use super::whitespace::{Break, INDENT, WIDTH, Whitespace, begins_line, ends_line};
use crate::tree::{NodeId, Tree};

/// Words that end a block in languages with one statement per line.
const ENDS: [&[u8]; 4] = [b"end", b"fi", b"done", b"esac"];

/// Words that continue a statement, and closing brackets.
const GO_ON: [&[u8]; 8] = [b"else", b"elif", b"catch", b"finally", b"while", b")", b"]", b"}"];

/// Which line ends within a statement are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Inside {
    /// Those of the layout.
    Made,
    /// Those of the original text, and no others: some languages end a statement with its line.
    Kept,
}

/// A list in brackets.
struct List {
    /// The token of the opening bracket.
    open: usize,
    /// The nodes that may begin a line.
    items: Vec<NodeId>,
    /// Whether the items are the statements of a block, each on a line of its own; otherwise they
    /// are parts of an expression.
    is_block: bool,
}

/// Returns the layout of a tree; `None` if it has no blocks in brackets.
pub(super) fn nested(tree: &Tree, inside: Inside) -> Option<Whitespace<'_>> {
    let is_end = |&node: &NodeId| ENDS.contains(&tree.text_of(node)) && !tree.is_named(node);
    if tree.tokens().iter().any(is_end) {
        return None;
    }
    let is_block = |node| list_of(tree, node).is_some_and(|list| list.is_block && !list.items.is_empty());
    // Data is often one list.
    let is_list = || list_of(tree, tree.root()).or_else(|| list_of(tree, only_child(tree)?)).is_some();
    if !tree.preorder(tree.root()).any(is_block) && !is_list() {
        return None;
    }
    let mut layout = Layout { made: Whitespace::joined(tree), inside };
    layout.tighten();
    layout.pad_blocks();
    let root = tree.root();
    for item in children(tree, root).filter(|&item| !is_separator(tree, item)) {
        layout.start_line(item, 0);
        layout.lay(item, 0, 0, 0);
    }
    Some(layout.made)
}

struct Layout<'tree> {
    made: Whitespace<'tree>,
    inside: Inside,
}

impl Layout<'_> {
    /// Removes blanks after opening and before closing brackets.
    fn tighten(&mut self) {
        let tree = self.made.tree;
        for (token, before) in self.made.breaks.iter_mut().enumerate().skip(1) {
            let [left, right] = [token - 1, token].map(|token| tree.text_of(tree.tokens()[token]));
            if matches!(left, b"(" | b"[") || matches!(right, b")" | b"]") {
                *before = Break::None;
            }
        }
    }

    /// Puts a blank after the opening and before the closing bracket of a block.
    fn pad_blocks(&mut self) {
        let tree = self.made.tree;
        for node in tree.preorder(tree.root()).skip(1) {
            let Some(list) = list_of(tree, node).filter(|list| list.is_block) else {
                continue;
            };
            let (start, end) = (list.open, tree.token_range(node).end as usize);
            if 0 < start {
                self.made.breaks[start] = Break::Blank;
            }
            let within = if list.items.is_empty() { Break::None } else { Break::Blank };
            self.made.breaks[start + 1] = within;
            self.made.breaks[end - 1] = within;
        }
    }

    fn start_line(&mut self, node: NodeId, level: u16) {
        let first = self.made.tree.token_range(node).start as usize;
        self.made.breaks[first] = Break::Line(level);
    }

    /// Lays out a node that starts at this column of a line of this level and is followed by `tail`
    /// columns: breaks it if it does not fit. Returns the column of its end.
    fn lay(&mut self, node: NodeId, level: u16, column: usize, tail: usize) -> usize {
        let tree = self.made.tree;
        let tokens = tree.token_range(node);
        let tokens = tokens.start as usize..tokens.end as usize;
        let width = self.width(tokens.clone());
        if column + width + tail <= WIDTH && !self.must_break(node) {
            return column + width;
        }
        let list = list_of(tree, node).filter(|list| list.is_block || self.inside == Inside::Made);
        if let Some(list) = list.filter(|list| !list.items.is_empty() && !self.is_open(list, node, column)) {
            for item in list.items {
                self.start_line(item, level + 1);
                self.lay(item, level + 1, usize::from(level + 1) * INDENT, 1);
            }
            self.made.breaks[tokens.end - 1] = Break::Line(level);
            return usize::from(level) * INDENT + 1;
        }
        self.lay_children(node, level, column, tail)
    }

    /// As `lay`, for a node that is not broken itself.
    fn lay_children(&mut self, node: NodeId, level: u16, column: usize, tail: usize) -> usize {
        let tree = self.made.tree;
        let children: Vec<NodeId> = children(tree, node).collect();
        let begins_with_keyword = children.first().is_some_and(|&first| !tree.is_named(first));
        let (own_level, mut level, mut column) = (level, level, column);
        for (nth, &child) in children.iter().enumerate() {
            let start = tree.token_range(child).start as usize;
            if 0 < nth && self.begins_own_line(child) {
                // What follows `case 1:` is indented, `else` is not.
                let word = tree.text_of(tree.tokens()[start]);
                let is_operator = word.first().is_some_and(u8::is_ascii_punctuation);
                let is_further = (begins_with_keyword || is_operator) && !GO_ON.contains(&word);
                level = own_level + u16::from(is_further);
                self.start_line(child, level);
                column = usize::from(level) * INDENT;
            } else if 0 < nth {
                column += usize::from(self.made.breaks[start] == Break::Blank);
            }
            let after = self.head(&children[nth + 1..], tail);
            column = self.lay(child, level, column, after);
        }
        column
    }

    /// Returns the columns of the following nodes, up to where a line may end in them, and of what
    /// follows them.
    fn head(&self, nodes: &[NodeId], tail: usize) -> usize {
        let tree = self.made.tree;
        let mut columns = 0;
        for &node in nodes {
            let tokens = tree.token_range(node);
            let (start, end) = (tokens.start as usize, tokens.end as usize);
            columns += usize::from(self.made.breaks[start] == Break::Blank);
            if let Some(bracket) = self.first(node, |_| true) {
                return columns + self.width(start..bracket + 1);
            }
            columns += self.width(start..end);
        }
        columns + tail
    }

    /// Returns the token that opens the first non-empty list within a node.
    fn first(&self, node: NodeId, is: impl Fn(&List) -> bool) -> Option<usize> {
        let tree = self.made.tree;
        let is_one = |list: &List| is(list) && !list.items.is_empty();
        tree.preorder(node).find_map(|node| list_of(tree, node).filter(is_one)).map(|list| list.open)
    }

    /// Returns the columns of some tokens on one line.
    fn width(&self, tokens: Range<usize>) -> usize {
        let tree = self.made.tree;
        let first = tokens.start;
        let blank = usize::from(self.made.breaks.get(first) == Some(&Break::Blank) && !tokens.is_empty());
        debug_assert!(first <= tree.tokens().len());
        tokens.map(|token| self.made.width(token)).sum::<usize>() - blank
    }

    /// Whether the brackets of a list stay on the lines of its items: only its last item is broken,
    /// which is a block or ends with one.
    fn is_open(&self, list: &List, node: NodeId, column: usize) -> bool {
        let Some((last, others)) = list.items.split_last() else { return true };
        if list.is_block || others.iter().any(|&item| self.must_break(item)) {
            return false;
        }
        let start = self.made.tree.token_range(node).start as usize;
        self.first(*last, |list| list.is_block)
            .is_some_and(|block| column + self.width(start..block + 1) <= WIDTH)
    }

    /// Whether a child of a broken node starts a line of its own.
    fn begins_own_line(&self, node: NodeId) -> bool {
        let tree = self.made.tree;
        let start = tree.token_range(node).start as usize;
        let was_broken = begins_line(tree, start);
        let is_statement = || tree.is_named(node) && tree.text_of(node).ends_with(b";");
        let is_bracket = || tree.text_of(tree.tokens()[start]).starts_with(b"{");
        ends_line(tree, start - 1)
            || (was_broken && (self.inside == Inside::Kept || is_statement()) && !is_bracket())
    }

    /// Whether a node is broken even if it fits on one line.
    fn must_break(&self, node: NodeId) -> bool {
        let tree = self.made.tree;
        let tokens = tree.token_range(node);
        let mut inner = (tokens.start as usize..tokens.end as usize).skip(1);
        let has_line_end = |token: usize| match self.inside {
            Inside::Made => ends_line(tree, token - 1),
            Inside::Kept => begins_line(tree, token),
        };
        let is_long = |node: NodeId| {
            let list = list_of(tree, node);
            list.is_some_and(|list| list.is_block && 1 < list.items.len())
        };
        inner.any(has_line_end) || tree.preorder(node).any(is_long)
    }
}

/// Returns the children that have text.
fn children(tree: &Tree, node: NodeId) -> impl Iterator<Item = NodeId> {
    tree.children(node).filter(|&child| !tree.token_range(child).is_empty())
}

/// Returns the only child of the root.
fn only_child(tree: &Tree) -> Option<NodeId> {
    let mut children = children(tree, tree.root());
    children.next().filter(|_| children.next().is_none())
}

/// Returns the list in the brackets at the end of a node.
fn list_of(tree: &Tree, node: NodeId) -> Option<List> {
    let all: Vec<NodeId> = children(tree, node).collect();
    let (&close, front) = all.split_last()?;
    let bracket: &[u8] = match tree.text_of(close) {
        b"}" => b"{",
        b")" => b"(",
        b"]" => b"[",
        _ => return None,
    };
    let open = front.iter().rposition(|&child| tree.text_of(child) == bracket)?;
    let inner = &front[open + 1..];
    let has_commas = inner.iter().any(|&child| tree.text_of(child) == b",");
    let ends = |item: NodeId| {
        let text = tree.text_of(item);
        let next = tree.next_sibling(item);
        text.ends_with(b";") || text.ends_with(b"}") || next.is_some_and(|next| tree.text_of(next) == b";")
    };
    let begins = |item: NodeId| begins_line(tree, tree.token_range(item).start as usize);
    let is_trailing = |item: NodeId| tree.is_extra(item) && !begins(item);
    let mut statements =
        inner.iter().copied().filter(|&child| !is_separator(tree, child) && !is_trailing(child));
    let kind = tree.kind_name(node);
    let is_block = bracket == b"{"
        && !has_commas
        && (kind.contains("block")
            || kind.contains("body")
            || statements.all(|item| ends(item) || begins(item)));
    let is_listed = has_commas || kind.contains("argument") || kind.contains("parameter");
    let mut after_separator = true;
    let mut items = Vec::new();
    for &child in inner {
        let is_separator = is_separator(tree, child);
        if !is_separator && !is_trailing(child) && (is_block || (is_listed && after_separator)) {
            items.push(child);
        }
        after_separator = is_separator;
    }
    let open = tree.token_range(front[open]).start as usize;
    Some(List { open, items, is_block })
}

fn is_separator(tree: &Tree, node: NodeId) -> bool {
    matches!(tree.text_of(node), b"," | b";")
}
