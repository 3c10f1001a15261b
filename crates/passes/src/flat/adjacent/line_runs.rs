//! Removes adjacent lines together, when few are left.

use std::ops::Range;
use std::sync::Arc;

use dwindle_reduce::cost::is_word_byte;
use dwindle_reduce::{CandidateSearch, Document, Units};

use super::left::{Left, Parses};
use crate::entry::Entry;
use crate::flat::lines;
use crate::flat::spans::{Spans, UnitStarts};
use crate::options::PassOptions;
use crate::stage::attempts::{Attempt, Attempts, search};
use crate::tree::gates::no_new_errors;

/// The entry of the pass.
pub const ENTRY: Entry = Entry {
    name: "line-runs",
    summary: "removes adjacent lines together, when few are left",
    manual: "\
For small results of at most 96 lines. If no single line can be removed, several that depend on \
each other may be: the head of a block, its `begin` and its `end`, in a language that is not known \
or whose grammar does not cover it; or a closing brace and the next head. Tried are the lines from \
one to the next that begins alike, then runs of two to four lines, starting from the end. \
Candidates with new syntax errors are not tried, if there is a parser. Each kind is given up after \
four to eight misses in a row.",
    begin,
};

/// Documents with more lines are left alone.
const MOST_LINES: u32 = 96;

fn begin(options: &PassOptions, document: &Document) -> Option<CandidateSearch> {
    let spans = Spans::of(document, options.scope, starts_of_texts);
    if MOST_LINES < spans.len() {
        return None;
    }
    let gate = no_new_errors(document, &options.trees);
    let lines = read_lines(document, &spans);
    let n_lines = spans.len();
    let left = Left { pass: ENTRY.name, base: document.clone(), spans, grain: None, gate };
    search(Runs { left, lines }, n_lines)
}

/// Splits a text into lines that are not blank; blank lines belong to the line above.
fn starts_of_texts(text: &[u8], n_bytes: u32) -> UnitStarts {
    let starts = lines::starts(text, n_bytes);
    let has_text = |line: &u32| !text[starts.bytes(&(*line..line + 1))].trim_ascii().is_empty();
    UnitStarts::new(n_bytes, (0..starts.len()).filter(has_text).map(|line| starts.start(line) as u32))
}

/// How a line begins, and its file: lines that have both in common are of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Line {
    file: u32,
    /// White space and the first word, or the first byte of something else.
    head: Vec<u8>,
}

fn read_lines(document: &Document, spans: &Spans) -> Vec<Line> {
    let all = Units::range(0..spans.len());
    let runs = spans.runs(&all).flat_map(|(of_file, run)| run.map(move |line| (of_file, line)));
    let line = runs.map(|(of_file, line)| {
        let text = &document.files()[of_file.file as usize].bytes()[of_file.starts.bytes(&(line..line + 1))];
        let n_space = text.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let n_word = text[n_space..].iter().take_while(|byte| is_word_byte(**byte)).count();
        Line { file: of_file.file, head: text[..n_space + n_word.max(1)].to_vec() }
    });
    line.collect()
}

/// Which lines are removed together.
#[derive(Clone, Copy, Debug)]
enum Pattern {
    /// From a line to before the next one that begins alike; for the last of these, as many as the
    /// previous one had.
    Alike,
    /// This many adjacent lines.
    Run(usize),
}

const PATTERNS: [Pattern; 4] = [Pattern::Alike, Pattern::Run(2), Pattern::Run(3), Pattern::Run(4)];

impl Pattern {
    /// Returns the budget of misses in a row for the pattern.
    fn most_misses(self) -> u32 {
        match self {
            Pattern::Alike => 8,
            Pattern::Run(_) => 4,
        }
    }
}

/// Tries one pattern at each position, starting from the end: definitions can be removed after
/// their uses, which are usually further down.
#[derive(Clone)]
struct Runs {
    left: Left,
    lines: Vec<Line>,
}

impl Runs {
    /// Returns the range in `left` of the lines that a pattern removes from a position on; never
    /// all lines, never a single one.
    fn run(&self, pattern: Pattern, at: usize, left: &[u32]) -> Option<Range<usize>> {
        let line = |at: usize| &self.lines[left[at] as usize];
        let n = match pattern {
            Pattern::Run(n) => n,
            Pattern::Alike => {
                let like = |other: &usize| line(*other) == line(at);
                let next = (at + 1..left.len()).find(like).map(|next| next - at);
                next.or_else(|| (0..at).rev().find(like).map(|last| at - last))?
            }
        };
        let run = at..at + n;
        let is_of_one_file = || line(at).file == line(run.end - 1).file;
        (2 <= n && n < left.len() && run.end <= left.len() && is_of_one_file()).then_some(run)
    }
}

impl Attempts for Runs {
    /// The index in `left` after the next line to try.
    type Position = usize;

    fn most_misses(&self, kind: usize) -> Option<u32> {
        PATTERNS.get(kind).map(|pattern| pattern.most_misses())
    }

    fn first(&self, _: usize, left: &[u32]) -> usize {
        left.len()
    }

    fn attempt(&self, kind: usize, below: &mut usize, left: &[u32]) -> Option<Attempt> {
        while 0 < *below {
            if let Some(run) = self.run(PATTERNS[kind], *below - 1, left) {
                let stays: Arc<[u32]> = [&left[..run.start], &left[run.end..]].concat().into();
                return Some(self.left.candidate(stays, Parses::Yes));
            }
            *below -= 1;
        }
        None
    }

    fn pass(&self, below: &mut usize) {
        *below -= 1;
    }

    fn stay(&self, below: &mut usize, n_left: usize) {
        *below = n_left.min(*below);
    }
}

#[cfg(test)]
mod tests {
    use dwindle_reduce::Answer;

    use super::*;
    use crate::testing::{best_options, n_misses, reduce};

    /// Reduces a text; only these texts are interesting.
    fn check(path: &str, text: &str, interesting: &[&str], after: &str) {
        let pass = ENTRY.pass(&best_options());
        let (left, _) = reduce(&pass, &Document::single(path, text), |document| {
            interesting.iter().any(|text| text.as_bytes() == document.files()[0].bytes())
        });
        assert_eq!(String::from_utf8_lossy(left.files()[0].bytes()), after, "{path}");
    }

    #[test]
    fn a_block_goes_whose_head_and_end_are_lines_of_one_indentation() {
        let text = "package p is\nfunction f is\nbegin\nend;\n\nfunction g is\nbegin\nend;\nend;\n";
        let without_g = "package p is\nfunction f is\nbegin\nend;\n\nend;\n";
        check("a.adb", text, &[without_g], without_g);
        let without_f = "package p is\nfunction g is\nbegin\nend;\nend;\n";
        check("a.adb", text, &[without_f], without_f);
        let none = "package p is\nend;\n";
        check("a.adb", text, &[without_f, none], none);
    }

    #[test]
    fn two_blocks_become_one() {
        let text = "void f() {\n  a();\n}\nint g() {\n  b();\n}\n";
        let one = "void f() {\n  a();\n  b();\n}\n";
        check("a.c", text, &[one], one);
    }

    #[test]
    fn what_parses_worse_is_not_tried() {
        let text = "void f() {\n  if (a) {\n    b();\n  }\n}\n";
        check("a.c", text, &["    b();\n  }\n}\n"], text);
    }

    #[test]
    fn each_kind_has_its_budget_of_misses() {
        let n_misses = |text: &str| n_misses(&ENTRY.pass(&best_options()), &Document::single("a", text));
        // Runs from a line to before the next one like it have one line here, and are not tried.
        assert_eq!(n_misses(&"x\n".repeat(40)), 3 * 4);
        assert_eq!(n_misses(&"x\ny\n".repeat(20)), 8 + 3 * 4);
    }

    #[test]
    fn what_a_gate_refuses_is_no_miss() {
        // Each run of two or more lines that leaves the braces in pairs is tried, and no other.
        let text = format!("void f() {{\n{}}}\n", "  if (a) {\n    b();\n  }\n".repeat(12));
        let pass = ENTRY.pass(&best_options());
        let document = Document::single("a.c", text);
        let mut search = pass.begin(&document).unwrap();
        let mut answers = Vec::new();
        while let Some(candidate) = search.propose() {
            let is_admitted = candidate.gate().unwrap().admits(&candidate);
            answers.push(is_admitted);
            search.learn(if is_admitted { Answer::Boring } else { Answer::Refused });
        }
        let n_refused = answers.iter().filter(|is_admitted| !**is_admitted).count();
        assert!(8 < n_refused, "{n_refused} of {}", answers.len());
        assert_eq!(answers.len() - n_refused, 8 + 3 * 4, "as many misses as if nothing were refused");
    }

    #[test]
    fn many_lines_are_left_alone() {
        let pass = ENTRY.pass(&best_options());
        assert!(pass.begin(&Document::single("a", "x\n".repeat(96))).is_some());
        assert!(pass.begin(&Document::single("a", "x\n".repeat(97))).is_none());
    }
}
