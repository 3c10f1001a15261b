//! Passes that infer the structure of a file and compute values that must agree.

use dwindle_passes::{Entry, PlanOptions};
use dwindle_reduce::{CandidateSearch, ContentKey, Document, Edit, ListOptions};

/// The passes that read any bytes.
const PASSES: [&str; 2] = ["containers", "agree"];
/// Larger documents only take longer.
const MOST_BYTES: usize = 4 << 10;
/// Answers of one search.
const MOST_ANSWERS: u32 = 48;

/// The first byte selects the answers, the rest is the document.
pub(super) fn run(bytes: &[u8]) {
    let [guess, text @ ..] = bytes else { return };
    let document = Document::single("input", &text[..text.len().min(MOST_BYTES)]);
    for name in PASSES {
        let entry = Entry::named(name).expect("the pass is in the catalogue");
        let begin = || (entry.begin)(&PlanOptions::measured_best(&ListOptions::default()).pass, &document);
        let asked = drive(begin(), &document, *guess);
        assert_eq!(asked, drive(begin(), &document, *guess), "{name}: the same answers, the same questions");
    }
}

/// Answers the proposals of a search. Returns the keys of the proposals.
fn drive(search: Option<CandidateSearch>, document: &Document, guess: u8) -> Vec<ContentKey> {
    let mut asked = Vec::new();
    let Some(mut search) = search else { return asked };
    let mut least = document.cost();
    for turn in 0..MOST_ANSWERS {
        let Some(candidate) = search.propose() else { break };
        assert!(candidate.base() == document, "edits are of the document");
        check_edits(candidate.edits().as_slice(), document);
        let rendered = candidate.render().clone();
        assert_eq!((candidate.key(), candidate.cost()), (rendered.key(), rendered.cost()), "measured");
        assert!(candidate.is_question() || candidate.cost() < least, "smaller than what was accepted");
        asked.push(candidate.key());
        let interesting = is_guessed(guess, turn, candidate.key());
        // What forks learn must not affect this search.
        for answer in [!interesting, interesting] {
            let mut fork = search.clone();
            fork.learn(answer.into());
            if let Some(next) = fork.propose() {
                assert!(next.base() == document, "forks go on with the same document");
            }
        }
        assert_eq!(search.propose().map(|again| again.key()), Some(candidate.key()), "forks change nothing");
        search.learn(interesting.into());
        if interesting && !candidate.is_question() {
            least = candidate.cost();
        }
    }
    asked
}

/// Checks that edits lie within their file, are sorted and do not overlap.
fn check_edits(edits: &[Edit], document: &Document) {
    let n_bytes = document.files()[0].bytes().len();
    let mut free = 0;
    for edit in edits {
        assert!(edit.file == 0 && free <= edit.range.start, "{edit:?} is sorted and apart");
        assert!(edit.range.start <= edit.range.end && edit.range.end <= n_bytes, "{edit:?} lies within");
        free = edit.range.end;
    }
}

fn is_guessed(guess: u8, turn: u32, key: ContentKey) -> bool {
    match guess % 4 {
        0 => false,
        1 => true,
        2 => turn % (u32::from(guess / 4) + 2) == 1,
        _ => (key.0 >> 20).is_multiple_of(2 + u128::from(guess / 4)),
    }
}
