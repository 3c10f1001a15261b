//! Moving code to another indentation, for languages in which that matters.

use std::ops::Range;

use dwindle_syntax::tree::{Cut as TokenCut, Spacing};
use dwindle_syntax::{NodeId, Tree};

use super::cut::{Change, Cut};
use super::subject::Subject;

/// Gives the change that puts tokens of a node in the place of the node.
///
/// Where lines mean more than white space and the tokens stand in other columns than the node, a text takes its place: the
/// tokens as the cut leaves them, their lines moved to where the node begins.
pub(crate) fn hoist(subject: &Subject, node: NodeId, keep: Range<u32>, cut: &Cut) -> Change {
    if !matches!(subject.file.language.spacing, Spacing::Layout { .. }) {
        return Change::Hoist { node, keep };
    }
    let tree = subject.tree();
    let text = tree.text();
    let start = |token: u32| tree.range(tree.tokens()[token as usize]).start;
    let (old, new) = (start(keep.start), start(tree.token_range(node).start));
    let line_end = |range: Range<usize>| text[range].contains(&b'\n');
    let end = tree.range(tree.tokens()[keep.end as usize - 1]).end;
    if column(text, old) == column(text, new) || (!line_end(new..old) && !line_end(old..end)) {
        return Change::Hoist { node, keep };
    }
    let kept = render(tree, keep, cut, subject.file.language.spacing);
    Change::Replace(node, move_lines(&kept, column(text, old), &blanks_before(text, new)).into())
}

fn line_start(text: &[u8], at: usize) -> usize {
    text[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1)
}

fn column(text: &[u8], at: usize) -> usize {
    at - line_start(text, at)
}

/// Gives as much white space as is needed to come to a place: what stands before it on its line, with blanks instead of
/// anything else.
fn blanks_before(text: &[u8], at: usize) -> Vec<u8> {
    text[line_start(text, at)..at].iter().map(|&byte| if byte == b'\t' { byte } else { b' ' }).collect()
}

/// Prints a range of tokens as a cut leaves them.
fn render(tree: &Tree, keep: Range<u32>, cut: &Cut, spacing: Spacing) -> Vec<u8> {
    let mut keep = keep;
    let mut cuts: Vec<TokenCut<'_>> = cut
        .cuts()
        .filter(|cut| keep.start < cut.tokens.end && cut.tokens.start < keep.end)
        .map(|cut| TokenCut { tokens: cut.tokens.start.max(keep.start)..cut.tokens.end.min(keep.end), ..cut })
        .collect();
    // What goes at either end goes with the white space towards the inside.
    while let Some(first) = cuts.first().filter(|cut| cut.text.is_empty() && cut.tokens.start == keep.start) {
        keep.start = first.tokens.end;
        cuts.remove(0);
    }
    while let Some(last) = cuts.last().filter(|cut| cut.text.is_empty() && cut.tokens.end == keep.end) {
        keep.end = last.tokens.start;
        cuts.pop();
    }
    if keep.is_empty() {
        return Vec::new();
    }
    let range = |token: u32| tree.range(tree.tokens()[token as usize]);
    let (mut at, end) = (range(keep.start).start, range(keep.end - 1).end);
    let mut kept = Vec::with_capacity(end - at);
    for splice in tree.splices(cuts, spacing) {
        kept.extend_from_slice(&tree.text()[at..splice.range.start.max(at)]);
        kept.extend_from_slice(&splice.text);
        at = splice.range.end;
    }
    kept.extend_from_slice(&tree.text()[at..end.max(at)]);
    kept
}

/// Takes as many blanks from each line but the first as the first one had in front of it, and puts others there; lines
/// with fewer stay as they are.
fn move_lines(text: &[u8], n_blanks: usize, blanks: &[u8]) -> Vec<u8> {
    let mut moved = Vec::with_capacity(text.len());
    for (line_idx, line) in text.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
        match line.split_at_checked(n_blanks) {
            Some((front, rest)) if 0 < line_idx && front.iter().all(is_blank) => {
                moved.extend_from_slice(blanks);
                moved.extend_from_slice(rest);
            }
            _ => moved.extend_from_slice(line),
        }
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moved(text: &str, n_blanks: usize, blanks: &str) -> String {
        String::from_utf8(move_lines(text.as_bytes(), n_blanks, blanks.as_bytes())).unwrap()
    }

    #[test]
    fn lines_keep_their_indentation_within_the_block() {
        assert_eq!(moved("if a:\n        b\n    c\n", 4, ""), "if a:\n    b\nc\n");
        assert_eq!(moved("if a:\n        b\n    c", 4, "  "), "if a:\n      b\n  c");
    }

    #[test]
    fn lines_that_stand_further_left_stay_where_they_are() {
        assert_eq!(moved("s = '''\nx\n  y'''\n    c", 4, ""), "s = '''\nx\n  y'''\nc");
        assert_eq!(moved("a\n\n    c", 4, "\t"), "a\n\n\tc");
    }
}
