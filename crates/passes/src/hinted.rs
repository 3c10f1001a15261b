//! Tries the proposals of an external program.

use std::sync::Arc;

use dwindle_reduce::{
    Candidate, CandidateSearch, Document, Edit, Edits, EmptyList, List, ListMethod, Pass, Units,
};

use crate::flat::spans::over_list;

/// The name of the pass in events and counts.
const NAME: &str = "hints";

/// Returns the pass that asks `whom` for edits of the best document, once per run of the pass.
///
/// The proposals form a list, sorted by the size of the result, for the list algorithm of the other
/// passes: this finds many useful proposals in few trials. If edits overlap, deletions are joined;
/// of others the first is used.
pub fn pass(whom: &str, method: &ListMethod) -> Pass {
    let mut method = method.clone();
    method.options.empty = EmptyList::First;
    Pass::hinted(NAME, whom, move |document, hints| begin(document, hints, &method))
}

fn begin(document: &Document, hints: &[Edits], method: &ListMethod) -> Option<CandidateSearch> {
    let mut hints: Vec<Candidate> = hints
        .iter()
        .map(|hint| Candidate::new(NAME, document, hint.clone()))
        .filter(|candidate| candidate.is_simpler(document))
        .collect();
    hints.sort_by_key(Candidate::cost);
    hints.dedup_by_key(|candidate| candidate.key());
    let before = document.cost().tokens;
    let weights = hints.iter().map(|hint| (before - hint.cost().tokens).min(u64::from(u32::MAX)) as u32);
    let list = List::weighted(weights);
    let hints: Arc<[Edits]> = hints.iter().map(|hint| hint.edits().clone()).collect();
    let edits_of = move |taken: &Units| {
        let taken = taken.runs().iter().flat_map(|run| run.start..run.end);
        joined(taken.flat_map(|unit| hints[unit as usize].as_slice()))
    };
    over_list(NAME, document, &list, method, edits_of)
}

/// Joins edits that may overlap: deletions are united; of others the first is used.
fn joined<'a>(edits: impl Iterator<Item = &'a Edit>) -> Edits {
    let mut all: Vec<Edit> = Vec::new();
    for edit in edits {
        let mut edit = edit.clone();
        let touches = |other: &Edit, edit: &Edit| {
            let is_within = other.range.start < edit.range.end && edit.range.start < other.range.end;
            other.file == edit.file && (is_within || other.range == edit.range)
        };
        if all.iter().any(|other| touches(other, &edit) && !(edit.text.is_none() && other.text.is_none())) {
            continue;
        }
        all.retain(|other| {
            let is_joined = touches(other, &edit);
            if is_joined {
                edit.range.start = edit.range.start.min(other.range.start);
                edit.range.end = edit.range.end.max(other.range.end);
            }
            !is_joined
        });
        all.push(edit);
    }
    Edits::new(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Answers, drive, options};

    fn document() -> Document {
        Document::single("a.txt", "one two three four five\n")
    }

    fn deletion(word: &str) -> Edits {
        let document = document();
        let text = std::str::from_utf8(document.files()[0].bytes()).unwrap();
        let start = text.find(word).unwrap();
        Edits::new([Edit::delete(0, start..start + word.len())])
    }

    fn reduce(hints: &[Edits], needed: &str) -> (String, usize) {
        let (base, mut answers) = (document(), Answers::new());
        let pass = pass("somebody", &options().method);
        assert!(pass.asks().is_some());
        let interesting = |candidate: &Document| {
            let text = std::str::from_utf8(candidate.files()[0].bytes()).unwrap();
            needed.split(' ').all(|word| text.contains(word))
        };
        let left = match pass.begin_with(&base, hints) {
            Some(search) => drive(search, &base, &mut answers, interesting),
            None => base,
        };
        (String::from_utf8(left.files()[0].bytes().to_vec()).unwrap(), answers.len())
    }

    #[test]
    fn useful_hints_are_taken_together_and_others_left_out() {
        let hints = ["one ", "two ", "three ", "four ", "five"].map(deletion);
        let (left, n_trials) = reduce(&hints, "three");
        assert_eq!(left, "three \n");
        assert!(n_trials <= 7, "{n_trials}");
    }

    #[test]
    fn deletions_that_overlap_are_joined_and_replacements_are_not() {
        assert_eq!(reduce(&["one two ", "two three "].map(deletion), "four").0, "four five\n");
        let replaced = Edits::new([Edit::replace(0, 0..13, b"x")]);
        let joined = joined(deletion("two ").as_slice().iter().chain(replaced.as_slice()));
        assert_eq!(joined, deletion("two "));
        let replaced = Edits::new([Edit::replace(0, 0..13, b"x")]);
        assert_eq!(reduce(&[replaced, deletion("two ")], "x").0, "x four five\n");
    }

    #[test]
    fn what_makes_nothing_simpler_is_no_hint() {
        let longer = Edits::new([Edit::replace(0, 0..0, b"more ")]);
        assert_eq!(reduce(&[longer, Edits::default()], "one"), ("one two three four five\n".to_owned(), 0));
    }
}
