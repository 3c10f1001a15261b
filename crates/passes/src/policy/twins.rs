//! A policy for text passes: skip candidates that a tree pass has already tried.

use std::ops::Range;
use std::sync::Arc;

use dwindle_reduce::{Answer, Candidate, CandidateSearch, Edit, Pass};
use dwindle_syntax::bindings::Bindings;
use dwindle_syntax::{NodeId, Spacing};

use super::governed::{Policy, govern};
use crate::options::PassOptions;
use crate::tree::subject::Subject;
use crate::tree::token_edits::TokenEdits;

/// Returns the pass without candidates that remove exactly one syntax node, if the pass `hdd`
/// proposes the same candidate except for spaces within lines (its *twin*).
///
/// For plans in which `hdd` runs before, and again whenever something was accepted: then the twin
/// was not interesting. The result is 1-minimal except for white space. Languages with significant
/// white space have no twins.
pub(crate) fn without_twins(pass: Pass, options: &PassOptions) -> Pass {
    let options = options.clone();
    pass.wrapped(move |pass, document| {
        let search = pass.begin(document)?;
        let files = 0..u32::try_from(document.files().len()).ok()?;
        let subject = |file| Subject::new(pass.name(), &options, document, file);
        let files: Arc<[Option<Subject>]> = files.map(subject).collect();
        let search = govern(search, WithoutTwins { files });
        search.propose().is_some().then_some(search)
    })
}

#[derive(Clone)]
struct WithoutTwins {
    files: Arc<[Option<Subject>]>,
}

impl WithoutTwins {
    fn has_twin(&self, candidate: &Candidate) -> bool {
        let edits = candidate.edits().as_slice();
        let (Some(first), Some(last)) = (edits.first(), edits.last()) else { return false };
        let Some(Some(subject)) = self.files.get(first.file as usize) else { return false };
        first.file == last.file && candidate.edits().removed_files().is_empty() && subject.has_twin(candidate)
    }
}

impl Policy for WithoutTwins {
    /// Advances to a proposal without a twin.
    fn advance(&mut self, search: &mut CandidateSearch) {
        while search.propose().is_some_and(|candidate| self.has_twin(&candidate)) {
            search.learn(Answer::Refused);
        }
    }
}

impl Subject {
    /// Whether removing one node gives the same file, except for spaces within lines, and that
    /// candidate is admitted by its gate. O(affected lines).
    fn has_twin(&self, candidate: &Candidate) -> bool {
        let edits = candidate.edits().as_slice();
        let twin = || {
            let node = self.node_at(edits.first()?.range.start..edits.last()?.range.end)?;
            let change = self.removal(node, &TokenEdits::default())?;
            let twin = self.candidate(&self.apply(&TokenEdits::default(), std::iter::once(&change)));
            (twin.cost() < self.document.cost()).then_some(twin)
        };
        let Some(twin) = twin() else { return false };
        let theirs = twin.edits().as_slice();
        let text = self.tree().text();
        let lines = lines_around(text, edits.iter().chain(theirs));
        let spacing = self.file.language.spacing;
        // Candidates that lack a definition may have been refused before `hdd` could test them.
        let lacks =
            |bindings: &Bindings| !bindings.missing(theirs.iter().map(|edit| edit.range.clone())).is_empty();
        normal(text, &lines, edits, spacing) == normal(text, &lines, theirs, spacing)
            && twin.gate().is_none_or(|gate| gate.admits(&twin))
            && !self.file.bindings().is_some_and(lacks)
    }

    /// Returns the outermost node with the same text as a range of bytes, ignoring white space
    /// around it.
    fn node_at(&self, range: Range<usize>) -> Option<NodeId> {
        let tree = self.tree();
        let inside = &tree.text()[range.clone()];
        let start = range.start + (inside.len() - inside.trim_ascii_start().len());
        let end = start + inside.trim_ascii().len();
        let first = tree.tokens().partition_point(|&token| tree.range(token).start < start);
        let behind = tree.tokens().partition_point(|&token| tree.range(token).start < end);
        let tokens = u32::try_from(first).ok()?..u32::try_from(behind).ok()?;
        let first = *tree.tokens().get(first)?;
        let last = *tree.tokens().get(behind.checked_sub(1)?)?;
        if tokens.is_empty() || tree.range(first).start != start || tree.range(last).end != end {
            return None;
        }
        let chain = std::iter::once(first).chain(tree.ancestors(first));
        let inner = chain.take_while(|&node| tree.token_range(node).end <= tokens.end);
        inner.filter(|&node| tree.token_range(node) == tokens).last()
    }
}

/// Returns the lines that edits affect, as one range, including their ends.
fn lines_around<'a>(text: &[u8], edits: impl Iterator<Item = &'a Edit>) -> Range<usize> {
    let (mut start, mut end) = (text.len(), 0);
    for edit in edits {
        start = start.min(edit.range.start);
        end = end.max(edit.range.end);
    }
    let start = text[..start].iter().rposition(|&byte| byte == b'\n').map_or(0, |before| before + 1);
    let end = text[end..].iter().position(|&byte| byte == b'\n').map_or(text.len(), |at| end + at + 1);
    start..end
}

/// Returns the result of edits on some lines in a normal form: without empty lines, trailing white
/// space, and unnecessary white space between tokens. Indentation is kept; if white space is
/// significant, all of it is kept.
fn normal(text: &[u8], lines: &Range<usize>, edits: &[Edit], spacing: Spacing) -> Vec<u8> {
    let mut edited = Vec::new();
    let mut at = lines.start;
    for edit in edits {
        edited.extend_from_slice(&text[at..edit.range.start]);
        edited.extend_from_slice(edit.text());
        at = edit.range.end;
    }
    edited.extend_from_slice(&text[at..lines.end]);
    if spacing == Spacing::Exact {
        return edited;
    }
    let mut normal = Vec::with_capacity(edited.len());
    for line in edited.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii_end) {
        let words = line.trim_ascii_start();
        if words.is_empty() {
            continue;
        }
        normal.extend_from_slice(&line[..line.len() - words.len()]);
        let mut last: Option<u8> = None;
        for word in words.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()) {
            if last.is_some_and(|last| spacing.fuses(last, word[0])) {
                normal.push(b' ');
            }
            normal.extend_from_slice(word);
            last = word.last().copied();
        }
        normal.push(b'\n');
    }
    normal
}

#[cfg(test)]
mod tests {
    use dwindle_reduce::Document;

    use super::*;
    use crate::entry::Entry;
    use crate::testing::{Answers, best_options, drive};

    /// Returns the number of proposals of `words` with and without twins, for a text in which
    /// everything is needed.
    fn asked(path: &str, text: &str) -> (usize, usize) {
        let options = best_options();
        let words = Entry::named("words").unwrap().pass(&options);
        let document = Document::single(path, text);
        let count = |pass: &Pass| {
            let mut answers = Answers::new();
            if let Some(search) = pass.begin(&document) {
                drive(search, &document, &mut answers, |_| false);
            }
            answers.len()
        };
        (count(&words), count(&without_twins(words.clone(), &options)))
    }

    #[test]
    fn what_hdd_asks_with_other_spaces_is_not_asked_again() {
        let (all, rest) = asked("a.smt2", "(assert (= x (f y z)))\n");
        assert!(rest + 6 <= all, "{rest} of {all}: assert, =, x, f, y and z");
    }

    #[test]
    fn parts_of_nodes_are_asked() {
        let (all, rest) = asked("a.smt2", "|a b c d|\n");
        assert_eq!(rest + 1, all, "only the whole is a node");
    }

    #[test]
    fn white_space_between_tokens_is_nothing_and_indentation_is_something() {
        let spacing = Spacing::Free { word_bytes: b"" };
        let normal = |text: &[u8]| normal(text, &(0..text.len()), &[], spacing);
        assert_eq!(normal(b"f ( x )\n\n  a  b \n"), b"f(x)\n  a b\n");
        assert_eq!(normal(b"f(x)\n  a b"), normal(b"f( x )\n  a b"));
        assert_ne!(normal(b"f(x)\na b"), normal(b"f(x)\n  a b"));
        assert_ne!(normal(b"x + +1"), normal(b"x ++1"));
    }
}
