//! A policy that ends a pass once its answers cost more than what they remove.

use dwindle_reduce::{Answer, Candidate, CandidateSearch, Document, Pass};

use super::governed::{Policy, govern};

/// An answer is paid for by one part in this many of the document.
const PAYS: u64 = 2000;

/// Returns the pass with a budget of answers, each of which has to remove one part in [`PAYS`] of
/// the document. What a success removes buys more answers, up to the budget again. Refusals by
/// gates cost nothing.
pub(crate) fn thrifty_pass(pass: Pass, n_answers: u32) -> Pass {
    pass.wrapped(move |pass, document| Some(govern(pass.begin(document)?, Thrifty::new(document, n_answers))))
}

#[derive(Clone)]
struct Thrifty {
    n_answers: u64,
    /// How many answers are left, in tokens that they have to remove, times [`PAYS`].
    left: u64,
    /// The number of tokens left.
    n_tokens: u64,
}

impl Thrifty {
    fn new(document: &Document, n_answers: u32) -> Thrifty {
        let (n_tokens, n_answers) = (document.cost().tokens.max(1), u64::from(n_answers));
        Thrifty { n_answers, left: n_answers * n_tokens, n_tokens }
    }
}

impl Policy for Thrifty {
    fn propose(&self, search: &CandidateSearch) -> Option<Candidate> {
        if 0 < self.left { search.propose() } else { None }
    }

    fn learn(&mut self, search: &CandidateSearch, answer: Answer) {
        if answer == Answer::Refused {
            return;
        }
        self.left = self.left.saturating_sub(self.n_tokens);
        let accepted = search.propose().filter(|_| answer == Answer::Interesting);
        if let Some(n_tokens) = accepted.map(|candidate| candidate.cost().tokens) {
            let gain = self.n_tokens.saturating_sub(n_tokens);
            self.left = (self.left + PAYS * gain).min(self.n_answers * self.n_tokens);
            self.n_tokens = n_tokens.max(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::Entry;
    use crate::testing::{options, reduce};

    /// Returns how many answers a pass over lines takes, and how many lines are left.
    fn reduced(n_lines: u32, interesting: impl Fn(&str) -> bool) -> (usize, usize) {
        let text: String = (0..n_lines).map(|line| format!("l{line}\n")).collect();
        let lines = Entry::named("lines").unwrap().pass(&options());
        let (left, answers) =
            reduce(&thrifty_pass(lines, 20), &Document::single("a.txt", text), |document| {
                interesting(&String::from_utf8_lossy(document.files()[0].bytes()))
            });
        (answers.len(), left.files()[0].bytes().split(|&byte| byte == b'\n').count() - 1)
    }

    #[test]
    fn where_nothing_goes_it_ends_with_the_budget() {
        assert_eq!(reduced(4000, |_| false).0, 20);
    }

    #[test]
    fn what_goes_pays_for_more() {
        assert_eq!(reduced(4000, |text| text.contains("l77\n")).1, 1);
    }

    #[test]
    fn little_in_a_long_text_pays_for_less_than_in_a_short_one() {
        // Only the last lines can go, one by one.
        let goes = |n_lines: u32| {
            move |text: &str| {
                let n_left = text.lines().count();
                text.lines().enumerate().all(|(at, line)| line == format!("l{at}"))
                    && n_lines as usize <= 2 * n_left
            }
        };
        let (short, long) = (reduced(64, goes(64)), reduced(4096, goes(4096)));
        assert_eq!(short.1, 32);
        assert!(20 <= long.0, "{long:?}");
    }
}
