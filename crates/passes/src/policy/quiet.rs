//! A policy that adds a line which keeps a compiler from reporting what is unused.

use std::ops::Range;
use std::sync::Arc;

use dwindle_reduce::{Answer, Candidate, CandidateSearch, Document, Edit, Edits, File, Pass, Search};
use dwindle_syntax::languages::Quiet;

use super::governed::{Policy, govern};
use crate::options::PassOptions;
use crate::tree::source::TreeSource;

/// The name of the pass that has its candidates with the line.
const NAME: &str = "quiet";
/// The likelihood of the question whether the line does no harm.
const HARMLESS: f64 = 0.5;

/// Returns the pass with the line in each file in whose language there is one, if it does no harm.
pub(crate) fn quiet(pass: Pass, options: &PassOptions) -> Pass {
    quieted(pass, options, Otherwise::Nothing)
}

/// Returns the pass with the line where that does no harm and its candidates are simpler with it,
/// and without it otherwise. A line that is there is kept.
pub(crate) fn quiet_where_it_pays(pass: Pass, options: &PassOptions) -> Pass {
    quieted(kept_quiet(pass, options), options, Otherwise::WithoutLines)
}

/// What is proposed where the lines do harm, or are longer than what is removed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Otherwise {
    Nothing,
    WithoutLines,
}

fn quieted(pass: Pass, options: &PassOptions, otherwise: Otherwise) -> Pass {
    let trees = options.trees.clone();
    let name = if otherwise == Otherwise::Nothing { NAME } else { pass.name() };
    Pass::new(name, move |document| {
        let lines = lines(&trees, document);
        if lines.is_empty() {
            return if otherwise == Otherwise::Nothing { None } else { pass.begin(document) };
        }
        let question = Candidate::question(NAME, document, Edits::new(lines.iter().cloned()));
        Some(Box::new(Quieted {
            trees: trees.clone(),
            base: document.clone(),
            lines: lines.into(),
            search: pass.begin(document)?,
            proposal: Some(question),
            otherwise,
            does_harm: false,
        }))
    })
}

/// Returns the pass without candidates that lose a line that is there: it is needed as long as more
/// is to be removed.
pub(crate) fn kept_quiet(pass: Pass, options: &PassOptions) -> Pass {
    let trees = options.trees.clone();
    pass.wrapped(move |pass, document| {
        let search = pass.begin(document)?;
        let there = there(&trees, document);
        if there.is_empty() {
            return Some(search);
        }
        Some(govern(search, Keeping { trees: trees.clone(), base: document.clone(), there: there.into() }))
    })
}

/// Refuses candidates without a line that is there.
#[derive(Clone)]
struct Keeping {
    trees: Arc<TreeSource>,
    base: Document,
    /// The places of the lines.
    there: Arc<[(u32, Range<usize>)]>,
}

impl Policy for Keeping {
    fn advance(&mut self, search: &mut CandidateSearch) {
        while let Some(candidate) = search.propose() {
            if *candidate.base() != self.base {
                self.base = candidate.base().clone();
                self.there = there(&self.trees, &self.base).into();
            }
            let edits = candidate.edits();
            let meets = |(file, place): &(u32, Range<usize>)| {
                let meet = |edit: &Edit| edit.range.start < place.end && place.start < edit.range.end;
                !edits.removed_files().contains(*file) && edits.of_file(*file).iter().any(meet)
            };
            if !self.there.iter().any(meets) {
                return;
            }
            search.learn(Answer::Refused);
        }
    }
}

/// Returns the places of the lines that are there. O(bytes).
fn there(trees: &TreeSource, document: &Document) -> Vec<(u32, Range<usize>)> {
    let files = (0u32..).zip(document.files());
    let place = |(at, file): (u32, &File)| {
        let quiet = trees.language(file)?.quiet?;
        Some((at, found(file.bytes(), quiet)?))
    };
    files.filter_map(place).collect()
}

/// Returns the place of the line in a text.
fn found(text: &[u8], quiet: Quiet) -> Option<Range<usize>> {
    let line = quiet.text.as_bytes();
    let start = memchr::memmem::find(text, line)?;
    Some(start..start + line.len())
}

/// Returns the edits that add the line to every file that has none. O(bytes).
fn lines(trees: &TreeSource, document: &Document) -> Vec<Edit> {
    let files = (0u32..).zip(document.files());
    files.filter_map(|(at, file)| line(file, at, trees.language(file)?.quiet?)).collect()
}

/// Returns the edit that adds the line to a file; `None` if it is there, or its place is not.
fn line(file: &File, at: u32, quiet: Quiet) -> Option<Edit> {
    let text = file.bytes();
    if text.is_empty() || found(text, quiet).is_some() {
        return None;
    }
    let place = place(text, quiet)?;
    let line = [quiet.text.as_bytes(), b"\n"].concat();
    Some(Edit::replace(at, place..place, &line))
}

/// Returns where the line is inserted: behind a byte order mark and the line of an interpreter, or
/// behind the form that has to come first, which ends with a full stop.
fn place(text: &[u8], quiet: Quiet) -> Option<usize> {
    const MARK: &[u8] = b"\xef\xbb\xbf";
    let start = if text.starts_with(MARK) { MARK.len() } else { 0 };
    let is_script = text[start..].starts_with(b"#!") && !text[start..].starts_with(b"#![");
    let mut in_form = false;
    let mut at = start;
    for line in text[start..].split_inclusive(|&byte| byte == b'\n') {
        let is_done = match quiet.behind {
            Some(word) => {
                in_form |= line.starts_with(word.as_bytes());
                in_form && line.trim_ascii_end().ends_with(b".")
            }
            None if is_script => true,
            None => return Some(start),
        };
        at += line.len();
        if is_done {
            return line.ends_with(b"\n").then_some(at);
        }
    }
    None
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
    otherwise: Otherwise,
    does_harm: bool,
}

impl Quieted {
    /// Whether it is asked whether the lines do harm.
    fn asks(&self) -> bool {
        self.proposal.as_ref().is_some_and(Candidate::is_question)
    }

    /// Finds the next proposal of the search that is simpler with the lines, and no longer.
    fn advance(&mut self) {
        loop {
            let Some(candidate) = self.search.propose() else {
                self.proposal = None;
                return;
            };
            self.follow(candidate.base());
            let quieted = self.with_lines(&candidate);
            let is_gain = quieted.is_simpler(&self.base) && quieted.cost().bytes <= self.base.cost().bytes;
            if is_gain || self.otherwise == Otherwise::WithoutLines {
                self.proposal = Some(if is_gain { quieted } else { candidate });
                return;
            }
            self.search.learn(Answer::Refused);
        }
    }

    /// Follows the search to another base, which may have the lines.
    fn follow(&mut self, base: &Document) {
        if *base != self.base {
            self.base = base.clone();
            self.lines = if self.does_harm { Arc::default() } else { lines(&self.trees, base).into() };
        }
    }

    /// Learns that the lines do harm.
    fn give_up(&mut self) {
        self.proposal = None;
        if self.otherwise == Otherwise::WithoutLines {
            (self.does_harm, self.lines) = (true, Arc::default());
            self.advance();
        }
    }

    /// Returns a candidate with the lines in the files that it changes.
    fn with_lines(&self, candidate: &Candidate) -> Candidate {
        let edits = candidate.edits();
        let has_place = |line: &&Edit| {
            let place = line.range.start;
            let is_around = |edit: &Edit| edit.range.start < place && place < edit.range.end;
            let of_file = edits.of_file(line.file);
            let is_changed = !of_file.is_empty() && !edits.removed_files().contains(line.file);
            is_changed && !of_file.iter().any(is_around)
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
        if !self.asks() {
            self.search.learn(answer);
        } else if !answer.is_interesting() {
            return self.give_up();
        }
        self.advance();
    }

    fn likelihood(&self) -> Option<f64> {
        if self.asks() { Some(HARMLESS) } else { self.search.likelihood() }
    }

    fn skip(&mut self) {
        if self.asks() {
            self.give_up();
        } else {
            self.search.skip();
            self.advance();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{best_options, reduce, reduce_file};
    use crate::tree::treesplit::COARSE;

    const LINE: &str = "#![allow(unused)]";

    /// Whether a text names a function that it lacks, or lacks the line although nothing uses one.
    fn is_refused(text: &str) -> bool {
        let calls = |name: &str| text.contains(&format!(" {name}(["));
        let defines = |name: &str| text.contains(&format!("fn {name}(list"));
        ["a", "b", "c"].iter().any(|&name| {
            calls(name) && !defines(name) || defines(name) && !calls(name) && !text.contains(LINE)
        })
    }

    fn reduced(text: &str, interesting: impl Fn(&str) -> bool) -> (String, usize) {
        let options = best_options();
        reduce_file(&quiet(COARSE.pass(&options), &options), "a.rs", text, interesting)
    }

    const TEXT: &str = "fn main() {\n    let x = 1;\n    a([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);\n    b([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);\n    c([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);\n}\nfn a(list: [u8; 10]) {}\nfn b(list: [u8; 10]) {}\nfn c(list: [u8; 10]) {}\n";

    #[test]
    fn the_first_removal_adds_the_line() {
        let (left, _) = reduced(TEXT, |text| text.contains("let x") && !is_refused(text));
        assert!(left.starts_with(LINE) && !left.contains("a([0") && left.contains("let x"), "{left}");
    }

    #[test]
    fn a_line_that_does_harm_costs_one_trial() {
        let (left, n_trials) = reduced(TEXT, |text| !text.contains(LINE) && !is_refused(text));
        assert_eq!((left.as_str(), n_trials), (TEXT, 1));
    }

    #[test]
    fn where_the_line_does_harm_or_is_too_long_the_pass_goes_on_without_it() {
        let options = best_options();
        let reduced = |text: &str, interesting: &dyn Fn(&str) -> bool| {
            let pass = quiet_where_it_pays(COARSE.pass(&options), &options);
            reduce_file(&pass, "a.rs", text, interesting).0
        };
        let left =
            reduced(TEXT, &|text| !text.contains(LINE) && text.contains("fn main") && !is_refused(text));
        assert!(!left.contains("let x") && !left.contains("[0, 1"), "it does harm: {left}");
        let left = reduced("fn f() { g(1, 2); }", &|text| text.contains("g("));
        assert!(!left.contains(LINE) && !left.contains('1'), "it is too long: {left}");
        let left = reduced(TEXT, &|text| text.contains("let x") && !is_refused(text));
        assert!(left.starts_with(LINE) && !left.contains("a([0"), "it pays: {left}");
    }

    #[test]
    fn only_files_that_change_get_the_line() {
        let other = "fn g() {}\n";
        let document =
            Document::new([("a.rs", TEXT), ("b.rs", other)].map(|(path, text)| File::new(path, text.into())));
        let options = best_options();
        let text = |document: &Document, at: usize| {
            document.files().get(at).map(|file| String::from_utf8_lossy(file.bytes()).into_owned())
        };
        // Both lines together do no harm.
        let is_interesting = |document: &Document| {
            let (a, b) = (text(document, 0), text(document, 1));
            let is_alone = a.as_deref() != Some([LINE, "\n", TEXT].concat().as_str());
            let is_other = b.is_some_and(|b| if is_alone { b == other } else { b.ends_with(other) });
            is_other && a.is_some_and(|a| a.contains("let x"))
        };
        let (left, _) = reduce(&quiet(COARSE.pass(&options), &options), &document, is_interesting);
        assert!(text(&left, 0).is_some_and(|a| a.starts_with(LINE)));
        assert_eq!(text(&left, 1).as_deref(), Some(other));
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
