//! A policy that ends a pass which makes too little progress.

use dwindle_reduce::{Answer, Candidate, CandidateSearch, Document, Pass};

use super::governed::{Policy, govern};

/// A pass goes on if at least one answer in this many is interesting. Group testing aims at even
/// odds, and reaches them if units are independent.
const PAYS: u32 = 3;

/// Returns the pass with a limit of progress. It ends when the document was not halved within
/// `n_answers` answers (not counting gates; more for each earlier halving), less than one answer in
/// [`PAYS`] was interesting, and more than `few` tokens are left.
pub(crate) fn halving_pass(pass: Pass, n_answers: u32, few: u64) -> Pass {
    pass.wrapped(move |pass, document| Some(halving(pass.begin(document)?, document, n_answers, few)))
}

/// Returns the pass until the document is halved, or was not halved within `n_answers` answers.
pub(crate) fn until_halved(pass: Pass, n_answers: u32) -> Pass {
    pass.wrapped(move |pass, document| {
        let goal = document.cost().tokens / 2;
        Some(govern(pass.begin(document)?, Halving { goal, ..Halving::new(document, n_answers, 0) }))
    })
}

fn halving(search: CandidateSearch, document: &Document, n_answers: u32, few: u64) -> CandidateSearch {
    govern(search, Halving::new(document, n_answers, few))
}

#[derive(Clone)]
struct Halving {
    n_answers: u32,
    /// How many answers the next halving may take. It grows with every halving: the smaller the
    /// document, the denser the needed parts.
    allowed: u32,
    few: u64,
    /// The pass ends when at most this many tokens are left.
    goal: u64,
    /// The number of tokens left.
    n_tokens: u64,
    /// How many more answers are allowed until at most `half` of the tokens are left.
    n_left: u32,
    half: u64,
    /// How many answers since the last halving were interesting.
    n_paid: u32,
}

impl Halving {
    fn new(document: &Document, n_answers: u32, few: u64) -> Halving {
        let n_tokens = document.cost().tokens;
        let (allowed, n_left, half) = (n_answers, n_answers, n_tokens / 2);
        Halving { n_answers, allowed, few, goal: 0, n_tokens, n_left, half, n_paid: 0 }
    }
}

impl Policy for Halving {
    fn propose(&self, search: &CandidateSearch) -> Option<Candidate> {
        let goes_on = 0 < self.n_left || self.n_tokens <= self.few;
        if goes_on && self.goal < self.n_tokens { search.propose() } else { None }
    }

    fn learn(&mut self, search: &CandidateSearch, answer: Answer) {
        let n_tokens = match answer {
            Answer::Interesting => search.propose().map(|candidate| candidate.cost().tokens),
            Answer::Boring | Answer::Refused => None,
        };
        self.n_left -= u32::from(answer != Answer::Refused).min(self.n_left);
        if let Some(n_tokens) = n_tokens {
            self.n_tokens = n_tokens;
            self.n_paid += 1;
        }
        let is_worth_it = self.n_left == 0 && self.allowed <= PAYS * self.n_paid;
        let is_halved = self.n_tokens <= self.half;
        if is_halved {
            self.allowed += self.n_answers;
        }
        if is_halved || is_worth_it {
            self.half = self.n_tokens / 2;
            self.n_left = self.allowed;
            self.n_paid = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use dwindle_reduce::{Edit, Edits, Search};

    use super::*;
    use crate::entry::Entry;
    use crate::testing::{best_options, options, reduce};

    fn document(n_lines: u32) -> Document {
        Document::single("a.txt", (0..n_lines).map(|line| format!("l{line}\n")).collect::<String>())
    }

    fn n_answers(few: u64, interesting: impl Fn(&Document) -> bool) -> usize {
        let lines = Entry::named("lines").unwrap().pass(&options());
        let (_, answers) = reduce(&halving_pass(lines, 6, few), &document(256), interesting);
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

    #[test]
    fn it_may_end_once_half_is_gone() {
        let lines = Entry::named("lines").unwrap().pass(&options());
        let mut search = until_halved(lines, 6).begin(&document(256)).unwrap();
        search.learn(Answer::Boring);
        assert!(search.propose().is_some(), "the first question removes everything");
        search.learn(Answer::Interesting);
        assert!(search.propose().is_none(), "half is gone");
    }

    #[test]
    fn each_half_that_is_gone_buys_answers_for_the_next() {
        let document = document(256);
        let lines = Entry::named("lines").unwrap().pass(&options());
        let n_misses = |n_halves: u32| {
            let mut search = halving(lines.begin(&document).unwrap(), &document, 6, 0);
            // The first question removes everything.
            search.learn(Answer::Boring);
            for _ in 0..n_halves {
                search.learn(Answer::Interesting);
            }
            (0..100)
                .take_while(|_| search.propose().inspect(|_| search.learn(Answer::Boring)).is_some())
                .count()
        };
        assert_eq!([0, 1].map(n_misses), [5, 12]);
    }

    #[test]
    fn what_a_gate_refuses_takes_nothing_from_the_budget() {
        let document = document(64);
        let lines = Entry::named("lines").unwrap().pass(&options());
        let mut search = halving(lines.begin(&document).unwrap(), &document, 6, 0);
        let mut learn = |answer| search.propose().map(|_| search.learn(answer)).is_some();
        assert_eq!([Answer::Refused; 10].map(&mut learn), [true; 10]);
        assert_eq!([Answer::Boring; 8].map(&mut learn).iter().filter(|learned| **learned).count(), 6);
    }

    /// Tries to remove one line after the other.
    #[derive(Clone)]
    struct OneByOne {
        base: Document,
        gone: Vec<usize>,
        at: usize,
    }

    impl Search for OneByOne {
        type Proposal = Candidate;

        fn propose(&self) -> Option<Candidate> {
            let gone = self.gone.iter().copied().chain([self.at]);
            let edits = Edits::new(gone.map(|line| Edit::delete(0, 2 * line..2 * line + 2)));
            (self.at < self.base.files()[0].bytes().len() / 2)
                .then(|| Candidate::new("one-by-one", &self.base, edits))
        }

        fn learn(&mut self, answer: Answer) {
            if answer.is_interesting() {
                self.gone.push(self.at);
            }
            self.at += 1;
        }
    }

    #[test]
    fn one_answer_in_three_pays() {
        let document = Document::single("a.txt", "a\n".repeat(64));
        let n_answers = |n_interesting: usize| {
            let search = OneByOne { base: document.clone(), gone: Vec::new(), at: 0 };
            let mut search = halving(Box::new(search), &document, 16, 0);
            (0..64)
                .take_while(|at| {
                    let proposed = search.propose().is_some();
                    if proposed {
                        search.learn((*at < n_interesting).into());
                    }
                    proposed
                })
                .count()
        };
        assert_eq!([5, 6].map(n_answers), [16, 32]);
    }

    #[test]
    fn what_is_skipped_takes_nothing_from_the_budget() {
        let document = Document::single("a.txt", "a\n".repeat(64));
        let search = OneByOne { base: document.clone(), gone: Vec::new(), at: 0 };
        let mut search = halving(Box::new(search), &document, 16, 0);
        (0..20).for_each(|_| search.skip());
        let n_learned = std::iter::from_fn(|| search.propose().map(|_| search.learn(Answer::Boring))).count();
        assert_eq!(n_learned, 16);
    }

    /// Returns the number of answers (at most 100) if one in `n_small` of the candidates without
    /// one or two more lines is interesting, and no other is.
    fn n_answers_where_one_in(n_small: u32) -> u32 {
        let document = document(64);
        let pass = Entry::named("lines").unwrap().pass(&best_options());
        let mut search = halving(pass.begin(&document).unwrap(), &document, 16, 0);
        let (mut n_tokens, mut n_seen) = (document.cost().tokens, 0);
        for n_answers in 0..100 {
            let Some(candidate) = search.propose() else { return n_answers };
            let is_small = n_tokens <= candidate.cost().tokens + 2;
            n_seen += u32::from(is_small);
            if is_small && n_seen.is_multiple_of(n_small) {
                n_tokens = candidate.cost().tokens;
                search.learn(Answer::Interesting);
            } else {
                search.learn(Answer::Boring);
            }
        }
        100
    }

    #[test]
    fn it_goes_on_as_long_as_many_answers_are_interesting() {
        let n_answers = n_answers_where_one_in(1);
        assert!(16 < n_answers, "{n_answers}");
        assert_eq!(n_answers_where_one_in(8), 16);
    }
}
