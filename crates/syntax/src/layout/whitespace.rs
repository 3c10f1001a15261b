//! The white space before each token of a text.

use crate::tree::{NodeId, Tree};

/// The columns that a line should not exceed.
pub(super) const WIDTH: usize = 80;
/// The blanks for one level of indentation.
pub(super) const INDENT: usize = 4;

/// The white space that is written before a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Break {
    /// Nothing.
    None,
    /// One blank.
    Blank,
    /// A line end, and this many levels of indentation.
    Line(u16),
}

/// The white space of a text: what separates its tokens, and the indentation of one level.
pub(super) struct Whitespace<'tree> {
    pub(super) tree: &'tree Tree,
    /// By token.
    pub(super) breaks: Vec<Break>,
    pub(super) indent: &'static [u8],
}

impl<'tree> Whitespace<'tree> {
    /// Joins all lines; tokens that were separated get one blank.
    pub(super) fn joined(tree: &'tree Tree) -> Whitespace<'tree> {
        let breaks = (0..tree.tokens().len()).map(|token| joined(tree, token)).collect();
        Whitespace { tree, breaks, indent: &[b' '; INDENT] }
    }

    /// Returns the columns of a token and the break before it; a line end counts as 0.
    pub(super) fn width(&self, token: usize) -> usize {
        let before = usize::from(self.breaks[token] == Break::Blank);
        before + self.tree.range(self.tree.tokens()[token]).len()
    }

    /// Returns the text.
    pub(super) fn text(&self) -> Vec<u8> {
        let mut text = Vec::with_capacity(self.tree.text().len());
        for (before, &token) in self.breaks.iter().zip(self.tree.tokens()) {
            match *before {
                Break::None => {}
                Break::Blank => text.push(b' '),
                Break::Line(levels) => {
                    // Some tokens end with the end of their line.
                    if !text.is_empty() && text.last() != Some(&b'\n') {
                        text.push(b'\n');
                    }
                    (0..levels).for_each(|_| text.extend(self.indent));
                }
            }
            text.extend(self.tree.text_of(token));
        }
        if !text.is_empty() && text.last() != Some(&b'\n') {
            text.push(b'\n');
        }
        text
    }
}

/// Whether the original text has a line end before a token.
pub(super) fn begins_line(tree: &Tree, token: usize) -> bool {
    let gap = tree.gap(token as u32);
    let ends = |node: NodeId| tree.text_of(node).ends_with(b"\n");
    tree.text()[gap].contains(&b'\n')
        || token.checked_sub(1).is_some_and(|before| ends(tree.tokens()[before]))
}

/// Whether a token must end its line: a comment to the end of the line, or a line of a
/// preprocessor.
pub(super) fn ends_line(tree: &Tree, token: usize) -> bool {
    let node = tree.tokens()[token];
    let text = tree.text_of(node);
    let is_last = token + 1 == tree.tokens().len();
    text.ends_with(b"\n") || (tree.is_extra(node) && !is_last && begins_line(tree, token + 1))
}

/// Returns the break before a token when lines are joined.
fn joined(tree: &Tree, token: usize) -> Break {
    let Some(before) = token.checked_sub(1) else { return Break::None };
    let gap = &tree.text()[tree.gap(token as u32)];
    let [left, right] = [before, token].map(|token| tree.text_of(tree.tokens()[token]));
    let is_opening = matches!(left, b"(" | b"[");
    let is_closing = matches!(right, b")" | b"]" | b"," | b";" | b"." | b"?.");
    match (gap, left) {
        (_, b"," | b";") if !matches!(right, b")" | b"]" | b";" | b">") => Break::Blank,
        ([], _) => Break::None,
        _ if gap.contains(&b'\n') && (is_opening || is_closing) => Break::None,
        _ => Break::Blank,
    }
}
