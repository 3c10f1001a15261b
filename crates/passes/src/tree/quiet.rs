//! Removes something and adds a line that keeps a compiler from reporting what is unused.

use std::sync::Arc;

use dwindle_reduce::{Answer, Candidate, CandidateSearch, Document, Edit, Edits, File, Pass, Search};
use dwindle_syntax::languages::Quiet;

use super::source::TreeSource;
use super::treesplit::COARSE;
use crate::entry::Entry;
use crate::options::PassOptions;

/// The entry of the pass.
pub const ENTRY: Entry = Entry {
    name: "quiet",
    summary: "adds a line that silences warnings about unused things, and removes subtrees with it",
    manual: "\
Where a compiler or linter reports what is unused, little can be removed alone: what only the \
removed part used becomes unused. The first question is whether the input is still interesting \
with a line that silences such warnings: `#![allow(unused)]` in Rust, a pragma in C, C++ and \
Haskell, an attribute in OCaml, a comment in Lua and JavaScript. If so, subtrees are removed as by \
treesplit-coarse, and the first removal adds the line, so that the result is simpler all the same. \
The line makes room for all other passes, and goes as soon as nothing unused is left. The plan \
auto does this with several passes where little can be removed alone.",
    begin: |options, document| quiet(COARSE.pass(options), options).begin(document),
};

/// The likelihood of the question whether the line does no harm.
const HARMLESS: f64 = 0.5;

/// Returns the pass with the line in each file in whose language there is one, if it does no harm.
pub(crate) fn quiet(pass: Pass, options: &PassOptions) -> Pass {
    let trees = options.trees.clone();
    Pass::new(ENTRY.name, move |document| {
        let lines = lines(&trees, document);
        if lines.is_empty() {
            return None;
        }
        let question = Candidate::question(ENTRY.name, document, Edits::new(lines.iter().cloned()));
        Some(Box::new(Quieted {
            trees: trees.clone(),
            base: document.clone(),
            lines: lines.into(),
            search: pass.begin(document)?,
            proposal: Some(question),
        }))
    })
}

/// Returns the edits that add the line to every file that has none. O(bytes).
fn lines(trees: &TreeSource, document: &Document) -> Vec<Edit> {
    let files = (0u32..).zip(document.files());
    files.filter_map(|(at, file)| line(file, at, trees.language(file)?.quiet?)).collect()
}

/// Returns the edit that adds the line to a file; `None` if it is there, or its place is not.
fn line(file: &File, at: u32, quiet: Quiet) -> Option<Edit> {
    let text = file.bytes();
    let is_there = text.windows(quiet.text.len()).any(|found| found == quiet.text.as_bytes());
    let starts: Vec<usize> = std::iter::once(0)
        .chain(text.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1))
        .collect();
    let place = match quiet.behind {
        Some(word) => *starts.iter().find(|&&start| text[start..].starts_with(word.as_bytes()))?,
        None if text.starts_with(b"#!/") => 0,
        None => return (!is_there && !text.is_empty()).then(|| insertion(at, 0, quiet)),
    };
    let next = starts.into_iter().find(|&start| place < start)?;
    (!is_there).then(|| insertion(at, next, quiet))
}

fn insertion(file: u32, place: usize, quiet: Quiet) -> Edit {
    Edit::replace(file, place..place, [quiet.text.as_bytes(), b"\n"].concat().as_slice())
}

/// A search whose proposals are tried with the lines.
#[derive(Clone)]
struct Quieted {
    trees: Arc<TreeSource>,
    /// What the proposals are relative to, and the lines that it lacks.
    base: Document,
    lines: Arc<[Edit]>,
    search: CandidateSearch,
    /// First the question whether the lines alone do no harm; at the end nothing.
    proposal: Option<Candidate>,
}

impl Quieted {
    /// Finds the next proposal of the search that is simpler with the lines.
    fn advance(&mut self) {
        loop {
            self.proposal = self.search.propose().map(|candidate| {
                self.follow(candidate.base());
                self.with_lines(&candidate)
            });
            match &self.proposal {
                Some(candidate) if !candidate.is_simpler(&self.base) => self.search.learn(Answer::Refused),
                _ => return,
            }
        }
    }

    /// Follows the search to another base, which may have the lines.
    fn follow(&mut self, base: &Document) {
        if *base != self.base {
            self.base = base.clone();
            self.lines = lines(&self.trees, base).into();
        }
    }

    /// Returns a candidate with the lines in the files that stay.
    fn with_lines(&self, candidate: &Candidate) -> Candidate {
        let edits = candidate.edits();
        let has_place = |line: &&Edit| {
            let place = line.range.start;
            let is_around = |edit: &Edit| edit.range.start < place && place < edit.range.end;
            !edits.removed_files().contains(line.file) && !edits.of_file(line.file).iter().any(is_around)
        };
        let lines = self.lines.iter().filter(has_place);
        let all = Edits::new(lines.chain(edits.as_slice()).cloned());
        candidate.with_edits(all.without_files(edits.removed_files().clone()))
    }
}

impl Search for Quieted {
    type Proposal = Candidate;

    fn propose(&self) -> Option<Candidate> {
        self.proposal.clone()
    }

    fn learn(&mut self, answer: Answer) {
        match &self.proposal {
            Some(question) if question.is_question() && answer.is_interesting() => self.advance(),
            Some(question) if question.is_question() => self.proposal = None,
            _ => {
                self.search.learn(answer);
                self.advance();
            }
        }
    }

    fn likelihood(&self) -> Option<f64> {
        match &self.proposal {
            Some(question) if question.is_question() => Some(HARMLESS),
            _ => self.search.likelihood(),
        }
    }

    fn skip(&mut self) {
        match &self.proposal {
            Some(question) if question.is_question() => self.proposal = None,
            _ => {
                self.search.skip();
                self.advance();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{best_options, reduce_file};

    const LINE: &str = "#![allow(unused)]";

    /// Whether a text names a function that it lacks, or lacks the line although nothing uses one.
    fn is_refused(text: &str) -> bool {
        let calls = |name: &str| text.contains(&format!(" {name}();"));
        let defines = |name: &str| text.contains(&format!("fn {name}()"));
        ["a", "b", "c"].iter().any(|&name| {
            calls(name) && !defines(name) || defines(name) && !calls(name) && !text.contains(LINE)
        })
    }

    fn reduced(text: &str, interesting: impl Fn(&str) -> bool) -> (String, usize) {
        reduce_file(&ENTRY.pass(&best_options()), "a.rs", text, interesting)
    }

    const TEXT: &str = "fn main() {\n    let x = 1 + 2 + 3;\n    a();\n    b();\n    c();\n}\nfn a() { let long = 1 + 2 + 3 + 4 + 5; }\nfn b() { let long = 1 + 2 + 3 + 4 + 5; }\nfn c() { let long = 1 + 2 + 3 + 4 + 5; }\n";

    #[test]
    fn the_first_removal_adds_the_line() {
        let (left, _) = reduced(TEXT, |text| text.contains("let x") && !is_refused(text));
        assert!(left.starts_with(LINE) && !left.contains("a();") && left.contains("let x"), "{left}");
    }

    #[test]
    fn a_line_that_does_harm_costs_one_trial() {
        let (left, n_trials) = reduced(TEXT, |text| !text.contains(LINE) && !is_refused(text));
        assert_eq!((left.as_str(), n_trials), (TEXT, 1));
    }

    #[test]
    fn the_line_stands_behind_what_comes_first() {
        let quiet = |text: &str, behind| {
            let file = File::new("a", text.into());
            let edit = line(&file, 0, Quiet { text: "quiet", behind })?;
            let at = edit.range.start;
            Some([&text[..at], std::str::from_utf8(edit.text()).unwrap(), &text[at..]].concat())
        };
        assert_eq!(quiet("a\n", None).unwrap(), "quiet\na\n");
        assert_eq!(quiet("#!/bin/a\nb\n", None).unwrap(), "#!/bin/a\nquiet\nb\n");
        assert_eq!(quiet("%\n-module(a).\nb\n", Some("-module")).unwrap(), "%\n-module(a).\nquiet\nb\n");
        assert_eq!(quiet("b\n", Some("-module")), None, "its place is not there");
        assert_eq!(quiet("a\nquiet\n", None), None, "it is there");
        assert_eq!(quiet("", None), None);
    }
}
