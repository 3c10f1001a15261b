//! A layout for languages with one statement per line: lines are kept and indented evenly.

use super::whitespace::{Break, WIDTH, Whitespace, begins_line, ends_line};
use crate::layout::whitespace::INDENT;
use crate::tree::Tree;

/// Returns the layout of a tree that keeps its lines, without blank ones. The contents of brackets
/// are joined on one line if they fit.
pub(super) fn lines(tree: &Tree) -> Whitespace<'_> {
    let mut made = Whitespace::joined(tree);
    if tree.text().contains(&b'\t') {
        made.indent = b"\t";
    }
    let mut around: Vec<usize> = Vec::new();
    let starts = statements(tree);
    for (nth, &start) in starts.iter().enumerate() {
        let end = starts.get(nth + 1).copied().unwrap_or(tree.tokens().len());
        let column = column(tree, start);
        while around.pop_if(|other| column <= *other).is_some() {}
        let level = around.len() as u16;
        around.push(column);
        made.breaks[start] = Break::Line(level);
        let width = (start + 1..end).map(|token| made.width(token)).sum::<usize>();
        let is_joined = usize::from(level) * INDENT + tree.range(tree.tokens()[start]).len() + width < WIDTH;
        for token in start + 1..end {
            if ends_line(tree, token - 1) || (!is_joined && begins_line(tree, token)) {
                made.breaks[token] = Break::Line(level + 1);
            }
        }
    }
    made
}

/// Returns the tokens that begin a line outside of all brackets.
fn statements(tree: &Tree) -> Vec<usize> {
    let mut depth = 0usize;
    let mut starts = Vec::new();
    for (token, &node) in tree.tokens().iter().enumerate() {
        let text = tree.text_of(node);
        let closes = matches!(text, b")" | b"]" | b"}");
        if depth == 0 && (token == 0 || begins_line(tree, token)) {
            starts.push(token);
        }
        match text {
            b"(" | b"[" | b"{" | b"#{" | b"${" => depth += 1,
            _ if closes => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    starts
}

/// Returns the column of a token that begins a line.
fn column(tree: &Tree, token: usize) -> usize {
    let gap = &tree.text()[tree.gap(token as u32)];
    gap.iter().rev().take_while(|&&byte| byte != b'\n').count()
}
