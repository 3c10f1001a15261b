//! Removes the contents of strings.

use std::ops::Range;

use dwindle_reduce::{CandidateSearch, Document};
use dwindle_syntax::{NodeId, Tree};

use crate::entry::Entry;
use crate::options::PassOptions;
use crate::stage::stretches::{Stage, Stretch, search_with_budget};

/// The entry of the pass.
pub const ENTRY: Entry = Entry {
    name: "in-strings",
    summary: "removes lines and words of strings",
    manual: "\
The input of a program is often embedded in it as a string, and while that is long, all code that \
handles it is needed. First the lines of strings of several lines are units, then the words of \
strings of several words, including those separated by a backslash and `n`. Each is given up after \
8 misses in a row. A file without a syntax tree is left alone. `parse(\"usage: ship [--speed=N] \
[--drift]\")` becomes `parse(\"[--speed=N]\")`.",
    begin,
};

/// Budget of misses in a row, after which the contents of strings are assumed to be needed.
const MOST_MISSES: u32 = 8;
/// Strings with fewer lines, or fewer words, are left to other passes.
const FEWEST: usize = 3;

/// What kinds of strings contain in their names, in lower case.
const KINDS: [&str; 5] = ["string", "heredoc", "template", "text_block", "str_lit"];

fn begin(options: &PassOptions, document: &Document) -> Option<CandidateSearch> {
    search_with_budget(MOST_MISSES, ENTRY.name, options, document, |file, text| {
        let Some(found) = options.trees.tree(document, file) else { return Vec::new() };
        let contents: Vec<Range<usize>> =
            strings(&found.tree).into_iter().map(|node| content(text, found.tree.range(node))).collect();
        let stage = |parts_of: fn(&[u8]) -> Vec<Range<usize>>| -> Stage {
            let parts = contents.iter().flat_map(|content| {
                let parts = parts_of(&text[content.clone()]);
                let parts = if parts.len() < FEWEST { Vec::new() } else { parts };
                parts.into_iter().map(|part| content.start + part.start..content.start + part.end)
            });
            parts.map(|part| Stretch::new(file, part.start as u32..part.end as u32)).collect()
        };
        vec![stage(lines), stage(words)]
    })
}

/// Returns the outermost strings of a tree that contain only text, in order.
fn strings(tree: &Tree) -> Vec<NodeId> {
    let is_string = |name: &str| KINDS.iter().any(|string| name.contains(string)) && !is_put_in(name);
    let strings = tree.kinds().named_like(is_string);
    let is_text = |node: NodeId| {
        let mut below = tree.preorder(node).skip(1).filter(|&below| tree.is_named(below));
        below.all(|below| !is_put_in(tree.kind_name(below)))
    };
    tree.outermost(|node| strings.has(tree.kind(node)) && is_text(node))
}

/// Whether a kind is that of code within a string (an interpolation).
fn is_put_in(kind: &str) -> bool {
    kind.contains("interpolation") || kind.contains("substitution")
}

/// Returns the contents of a string between its quotes. If it is delimited otherwise, the words
/// before the first and after the last white space are excluded.
fn content(text: &[u8], string: Range<usize>) -> Range<usize> {
    let is_quote = |byte: u8| matches!(byte, b'"' | b'\'' | b'`');
    let spelling = &text[string.clone()];
    let prefix = spelling.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let quote = spelling.get(prefix).copied().filter(|&byte| is_quote(byte));
    let (start, n_end) = match quote {
        Some(quote) => {
            let is_tripled = 6 <= spelling.len() - prefix
                && spelling[prefix..].starts_with(&[quote; 3])
                && spelling.ends_with(&[quote; 3]);
            let n_quotes = if is_tripled { 3 } else { 1 };
            (prefix + n_quotes, if spelling.ends_with(&[quote]) { n_quotes } else { 0 })
        }
        None => {
            let is_space = |byte: &u8| byte.is_ascii_whitespace();
            let start = spelling.iter().position(is_space).unwrap_or(spelling.len());
            let last = spelling.iter().rposition(is_space).unwrap_or(spelling.len());
            (start, spelling.len() - last)
        }
    };
    let end = spelling.len().saturating_sub(n_end).max(start.min(spelling.len()));
    string.start + start.min(end)..string.start + end
}

/// Returns the lines of a text, each with the line end after it; the last one with that before it.
fn lines(text: &[u8]) -> Vec<Range<usize>> {
    let mut lines: Vec<Range<usize>> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let end = start + line.len();
        if !line.trim_ascii().is_empty() {
            lines.push(start..end);
        }
        start = end;
    }
    if lines.len() < 2 { Vec::new() } else { lines }
}

/// Returns the words of a text, each with the white space before it.
fn words(text: &[u8]) -> Vec<Range<usize>> {
    let mut words: Vec<Range<usize>> = Vec::new();
    let (mut start, mut at) = (0, 0);
    while at < text.len() {
        let n_space = n_space(&text[at..]);
        let is_end = 0 < n_space && start + n_before(&text[start..at]) < at;
        if is_end {
            words.push(start..at);
            start = at;
        }
        at += n_space.max(1);
    }
    if start + n_before(&text[start..]) < text.len() {
        words.push(start..text.len());
    }
    words
}

/// Returns the length of the white space at the start of a text.
fn n_before(text: &[u8]) -> usize {
    let mut at = 0;
    while let n @ 1.. = n_space(&text[at..]) {
        at += n;
    }
    at
}

/// Returns the length of the blank, or the escaped white space, at the start of a text.
fn n_space(text: &[u8]) -> usize {
    match text {
        [b'\\', b'n' | b't' | b'r', ..] => 2,
        [byte, ..] if byte.is_ascii_whitespace() => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{best_options, contains, reduce_file};

    /// Reduces a file of which some texts are needed. Returns the number of trials.
    fn check(path: &str, before: &str, needed: &[&str], after: &str) -> usize {
        let (left, n_tested) = reduce_file(&ENTRY.pass(&best_options()), path, before, contains(needed));
        assert_eq!(left, after);
        n_tested
    }

    #[test]
    fn lines_and_words_go_and_quotes_stay() {
        let before = "U = \"\"\"usage:\n  a ship --speed\n  a mine\n\n  b\n\"\"\"\nf('a b c', \"x y\")\n";
        let after = "U = \"\"\" ship\n\"\"\"\nf('', \"x y\")\n";
        check("a.py", before, &["U = \"\"\"", "ship", "\n\"\"\"\nf('", "x y"], after);
    }

    #[test]
    fn escaped_line_ends_keep_words_apart() {
        let before = "char *s = \"one\\ntwo\\n\\tthree four\";\n";
        check("a.c", before, &["char *s = \"", "three"], "char *s = \"\\n\\tthree\";\n");
    }

    #[test]
    fn strings_without_quotes_keep_their_ends() {
        let before = "x = [[\none two\nthree\nfour\n]]\n";
        check("a.lua", before, &["[[\n", "\n]]", "three"], "x = [[\nthree\n]]\n");
    }

    #[test]
    fn what_is_put_into_strings_stays() {
        let before = "let s = `a b c ${d + 'e f g h'} i`;\n";
        check("a.js", before, &["let"], "let s = `a b c ${d + ''} i`;\n");
    }

    #[test]
    fn where_all_of_it_is_needed_it_is_given_up_soon() {
        let text: String = (0..200).map(|n| format!("w{n} ")).collect();
        let before = format!("s = '{text}'\n");
        let n_trials = check("a.py", &before, &[&before], &before);
        assert!(n_trials <= 8, "{n_trials}");
    }
}
