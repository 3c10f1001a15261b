//! A pass that ends when what is left does not halve soon enough.

use dwindle_reduce::{Answer, Candidate, CandidateSearch, Document, Pass, Search};

/// Returns the pass that ends when so many answers, without those of gates, did not halve what was left before them, and that is
/// more than `few` tokens.
pub(crate) fn halving_pass(pass: Pass, n_answers: u32, few: u64) -> Pass {
    pass.wrapped(move |pass, document| Some(halving(pass.begin(document)?, document, n_answers, few)))
}

fn halving(search: CandidateSearch, document: &Document, n_answers: u32, few: u64) -> CandidateSearch {
    let n_tokens = document.cost().tokens;
    Box::new(Halving { search, n_answers, few, n_tokens, n_left: n_answers, half: n_tokens / 2 })
}

#[derive(Clone)]
struct Halving {
    search: CandidateSearch,
    n_answers: u32,
    few: u64,
    /// How many tokens are left.
    n_tokens: u64,
    /// How many answers there may be until no more than `half` of the tokens are left.
    n_left: u32,
    half: u64,
}

impl Search for Halving {
    type Proposal = Candidate;

    fn propose(&self) -> Option<Candidate> {
        if 0 < self.n_left || self.n_tokens <= self.few { self.search.propose() } else { None }
    }

    fn learn(&mut self, answer: Answer) {
        let n_tokens = match answer {
            Answer::Interesting => self.search.propose().map(|candidate| candidate.cost().tokens),
            Answer::Boring | Answer::Refused => None,
        };
        self.n_left -= u32::from(answer != Answer::Refused).min(self.n_left);
        if let Some(n_tokens) = n_tokens {
            self.n_tokens = n_tokens;
            if n_tokens <= self.half {
                self.half = n_tokens / 2;
                self.n_left = self.n_answers;
            }
        }
        self.search.learn(answer);
    }

    fn likelihood(&self) -> Option<f64> {
        self.search.likelihood()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::Entry;
    use crate::testing::{options, reduce};

    fn n_answers(few: u64, interesting: impl Fn(&Document) -> bool) -> usize {
        let lines = Entry::named("lines").unwrap().pass(&options());
        let text: String = (0..256).map(|line| format!("l{line}\n")).collect();
        let (_, answers) =
            reduce(&halving_pass(lines, 6, few), &Document::single("a.txt", text), interesting);
        answers.len()
    }

    #[test]
    fn it_goes_on_as_long_as_halves_go() {
        let contains = |document: &Document, word: &[u8]| {
            document.files()[0].bytes().split(|&byte| byte == b'\n').any(|line| line == word)
        };
        assert!(7 <= n_answers(0, |document| contains(document, b"l77")), "one line is needed");
        assert_eq!(n_answers(0, |_| false), 6, "all are");
        assert!(6 < n_answers(256, |_| false), "there are few");
    }
}
