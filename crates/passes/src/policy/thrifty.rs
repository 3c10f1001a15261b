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
            self.n_tokens = n_tokens.max(1);
            self.left = (self.left + PAYS * gain).min(self.n_answers * self.n_tokens);
        }
    }
}

#[cfg(test)]
mod tests {
    use dwindle_reduce::{ListMethod, ListOptions};

    use super::*;
    use crate::entry::Entry;
    use crate::options::PassOptions;
    use crate::singles::EACH_ALONE;

    /// Returns how many answers a pass over single lines takes, where the nth line goes or not.
    fn n_answers(n_lines: usize, goes: impl Fn(usize) -> bool) -> usize {
        let method = ListMethod { algorithm: &EACH_ALONE, options: ListOptions::default() };
        let lines = Entry::named("lines").unwrap().pass(&PassOptions::new(method));
        let text: String = (0..n_lines).map(|line| format!("l{line}\n")).collect();
        let mut search = thrifty_pass(lines, 20).begin(&Document::single("a.txt", text)).unwrap();
        let mut n_answers = 0;
        while search.propose().is_some() {
            search.learn(goes(n_answers).into());
            n_answers += 1;
        }
        n_answers
    }

    #[test]
    fn where_nothing_goes_it_ends_with_the_budget() {
        assert_eq!(n_answers(4000, |_| false), 20);
    }

    #[test]
    fn what_goes_pays_for_more() {
        // Each line of 500 pays for four answers, …
        assert!(498 < n_answers(500, |nth| nth % 4 == 0));
        // … but never for more than the budget.
        assert_eq!(n_answers(500, |nth| nth < 100), 120);
    }

    #[test]
    fn a_line_of_a_long_text_pays_for_less_than_one_of_a_short_text() {
        // Each line of 4,000 pays for half an answer.
        let n_answers = n_answers(4000, |nth| nth % 2 == 0);
        assert!((25..=30).contains(&n_answers), "{n_answers}");
    }
}
