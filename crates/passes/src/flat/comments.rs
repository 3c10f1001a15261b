//! Removes comments.

use std::ops::Range;

use dwindle_reduce::{CandidateSearch, Document};
use dwindle_syntax::Tree;

use super::code::comments_of;
use crate::entry::Entry;
use crate::options::PassOptions;
use crate::stage::stretches::{Stage, Stretch, search_with_budget};

/// The entry of the pass.
pub const ENTRY: Entry = Entry {
    name: "comments",
    summary: "removes comments, all at once where possible",
    manual: "\
One trial removes the comments of all files; if that fails, group testing finds those that are \
needed, and gives up after 12 misses in a row. Comments are often half of the bytes, and prevent \
other passes from removing what contains them. In a file with a syntax tree, comments are what its \
grammar calls a comment; in any other text they run from `//`, `# `, `-- ` or `; ` to the end of \
the line, or from `/*` to `*/`. A line that contains nothing else is removed as a whole: `/* count \
*/ int n; // of lines` becomes `int n;`.",
    begin,
};

/// Budget of misses in a row, after which comments are assumed to be needed.
const MOST_MISSES: u32 = 12;

/// What kinds of comments contain in their names, in lower case.
const KINDS: [&str; 3] = ["comment", "haddock", "marginalia"];

fn begin(options: &PassOptions, document: &Document) -> Option<CandidateSearch> {
    search_with_budget(MOST_MISSES, ENTRY.name, options, document, |file, text| {
        let found = match options.trees.tree(document, file) {
            Some(found) if found.language.name != "outline" => in_tree(&found.tree),
            _ => comments_of(text),
        };
        vec![stretches(file, text, found)]
    })
}

/// Returns the comments of a tree, in order and without overlaps.
fn in_tree(tree: &Tree) -> Vec<Range<usize>> {
    let comments = tree.kinds().named_like(|name| KINDS.iter().any(|comment| name.contains(comment)));
    tree.outermost(|node| comments.has(tree.kind(node))).into_iter().map(|node| tree.range(node)).collect()
}

/// Returns the bytes to remove with each comment: the lines that it fills, or the comment and the
/// blanks before it.
fn stretches(file: u32, text: &[u8], comments: Vec<Range<usize>>) -> Stage {
    let is_blank = |byte: &&u8| matches!(**byte, b' ' | b'\t');
    let mut reached = 0;
    let mut stage = Stage::new();
    for comment in comments {
        // In some grammars a comment includes its line end.
        let end = comment.start + text[comment.clone()].trim_ascii_end().len();
        let n_front = text[reached..comment.start].iter().rev().take_while(is_blank).count();
        let n_back = text[end..].iter().take_while(is_blank).count();
        let start = comment.start - n_front;
        let (line_starts, line_end) =
            (start == 0 || text[start - 1] == b'\n', n_line_end(&text[end + n_back..]));
        let bytes = match line_end {
            Some(n_line_end) if line_starts => start..end + n_back + n_line_end,
            Some(_) => start..end + n_back,
            None if line_starts => comment.start..end + n_back,
            None => start..end,
        };
        reached = bytes.end;
        if comment.start < end {
            let bytes = bytes.start as u32..bytes.end as u32;
            stage.push(Stretch::new(file, bytes));
        }
    }
    stage
}

/// Returns the length of the line end at the start of a text; 0 at the end of the text.
fn n_line_end(text: &[u8]) -> Option<usize> {
    match text {
        [] => Some(0),
        [b'\n', ..] => Some(1),
        [b'\r', b'\n', ..] => Some(2),
        _ => None,
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
    fn one_trial_takes_all_comments_with_the_lines_that_they_fill() {
        let before =
            "// a\nint f(void) { // b\n  /* c\n     d */\n  return 1 /* e */ + 2; /* f */ /* g */\n}\n//";
        let after = "int f(void) {\n  return 1 + 2;\n}\n";
        assert_eq!(check("a.c", before, &["int f", "}"], after), 1);
    }

    #[test]
    fn what_looks_like_a_comment_in_a_string_stays() {
        check("a.py", "# a\nx = '# b' # c\n", &["x"], "x = '# b'\n");
        check("a.rs", "/// A.\n//! B.\nfn f() { g(\"// c\"); }\n", &["f"], "fn f() { g(\"// c\"); }\n");
    }

    #[test]
    fn needed_comments_are_found_by_group_testing() {
        let line = |n: u32| format!("# {n}.\n");
        let before: String = (0..64).map(line).chain(["x\n".to_owned()]).collect();
        let n_trials = check("a.unknown", &before, &["# 20."], "# 20.\nx\n");
        assert!(n_trials < 20, "{n_trials}");
    }

    #[test]
    fn where_all_comments_are_needed_it_is_given_up_soon() {
        let before: String = (0..200).map(|n| format!("; {n}\n")).collect();
        let n_trials = check("a.unknown", &before, &[&before], &before);
        assert!(n_trials <= 12, "{n_trials}");
    }

    #[test]
    fn grammars_of_many_languages_know_their_comments() {
        check("a.html", "<p>\n<!-- a -->\nb</p>\n", &["<p>"], "<p>\nb</p>\n");
        check("a.hs", "-- | A.\nf = 1 {- b -}\n", &["f"], "f = 1\n");
        check("a.sql", "-- a\nSELECT 1; /* b */\n", &["SELECT"], "SELECT 1;\n");
        check("a.smt2", "; a\n(check-sat) ; b\n", &["check"], "(check-sat)\n");
        check("a.cnf", "c a\np cnf 1 1\n1 0\n", &["p"], "p cnf 1 1\n1 0\n");
        check("a.v", "// a\nmodule m; /* b */\nendmodule\n", &["m;"], "module m;\nendmodule\n");
    }
}
