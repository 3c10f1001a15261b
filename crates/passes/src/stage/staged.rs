//! A search over one list of units after the other.

use dwindle_reduce::{Answer, Candidate, CandidateSearch, Search, UnitSearch, Units};

/// Lists of units that are minimized one after the other, each on the result of the previous ones.
pub(crate) trait Stages: Clone + Send + 'static {
    /// Finishes the current list, and starts the next one; `None` at the end.
    fn next(&mut self) -> Option<UnitSearch>;

    /// Returns the candidate without these units of the list; `None` if it is not worth a trial.
    fn candidate(&self, left_out: &Units) -> Option<Candidate>;

    /// Accepts the candidate without these units of the list.
    fn accept(&mut self, left_out: Units, candidate: &Candidate);

    /// Returns the budget of misses in a row for a list. Answers of gates count as misses, too.
    fn most_misses(&self) -> u32 {
        u32::MAX
    }
}

/// Starts a search; `None` if there is nothing to propose.
pub(crate) fn search(stages: impl Stages) -> Option<CandidateSearch> {
    let mut search = Staged { stages, units: None, n_misses: 0, proposed: None };
    search.advance();
    search.proposed.is_some().then(|| Box::new(search) as CandidateSearch)
}

#[derive(Clone)]
struct Staged<S> {
    stages: S,
    /// The search over the current list.
    units: Option<UnitSearch>,
    /// The misses since the last success in this list.
    n_misses: u32,
    /// Created once per proposal: this may take time proportional to the document.
    proposed: Option<(Units, Candidate)>,
}

impl<S: Stages> Staged<S> {
    /// Advances until there is a proposal, or no further list.
    fn advance(&mut self) {
        self.proposed = None;
        loop {
            while self.n_misses < self.stages.most_misses()
                && let Some(units) = &mut self.units
                && let Some(left_out) = units.propose()
            {
                if let Some(candidate) = self.stages.candidate(&left_out) {
                    self.proposed = Some((left_out, candidate));
                    return;
                }
                units.learn(Answer::Boring);
            }
            self.n_misses = 0;
            self.units = self.stages.next();
            if self.units.is_none() {
                return;
            }
        }
    }
}

impl<S: Stages> Search for Staged<S> {
    type Proposal = Candidate;

    fn propose(&self) -> Option<Candidate> {
        self.proposed.as_ref().map(|(_, candidate)| candidate.clone())
    }

    fn learn(&mut self, answer: Answer) {
        let (left_out, candidate) = self.proposed.take().expect("an answer is learned only for a proposal");
        if answer.is_interesting() {
            self.stages.accept(left_out, &candidate);
            self.n_misses = 0;
        } else {
            self.n_misses += 1;
        }
        if let Some(units) = &mut self.units {
            units.learn(answer);
        }
        self.advance();
    }

    fn likelihood(&self) -> Option<f64> {
        self.units.as_ref()?.likelihood()
    }

    fn skip(&mut self) {
        if let Some(units) = &mut self.units {
            units.skip();
        }
        self.advance();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    use dwindle_reduce::{Document, Edit, Edits, List};

    use super::*;
    use crate::testing::best_options;

    /// The bytes of a document in two lists: the first half, then the second.
    #[derive(Clone)]
    struct Halves {
        base: Document,
        next: u32,
        gone: Vec<u32>,
        left_out: Vec<u32>,
        n_made: Arc<AtomicU32>,
        most_misses: u32,
    }

    impl Halves {
        fn of(text: &str, most_misses: u32) -> Halves {
            let base = Document::single("a", text);
            let (gone, left_out) = (Vec::new(), Vec::new());
            Halves { base, next: 0, gone, left_out, n_made: Arc::default(), most_misses }
        }

        fn n_units(&self) -> u32 {
            self.base.files()[0].bytes().len() as u32 / 2
        }
    }

    impl Stages for Halves {
        fn next(&mut self) -> Option<UnitSearch> {
            self.gone.append(&mut self.left_out);
            self.next += 1;
            (self.next <= 2).then(|| best_options().method.start(&List::uniform(self.n_units())))
        }

        fn candidate(&self, left_out: &Units) -> Option<Candidate> {
            self.n_made.fetch_add(1, Ordering::Relaxed);
            let first = (self.next - 1) * self.n_units();
            let own = left_out.iter().map(|unit| first + unit);
            let bytes = self.gone.iter().copied().chain(own).map(|at| at as usize..at as usize + 1);
            Some(Candidate::new("halves", &self.base, Edits::new(bytes.map(|bytes| Edit::delete(0, bytes)))))
        }

        fn accept(&mut self, left_out: Units, _: &Candidate) {
            let first = (self.next - 1) * self.n_units();
            self.left_out = left_out.iter().map(|unit| first + unit).collect();
        }

        fn most_misses(&self) -> u32 {
            self.most_misses
        }
    }

    /// Answers all proposals. Returns the result, and the number of proposals.
    fn run(mut search: CandidateSearch, keeps: impl Fn(&str) -> bool) -> (String, u32) {
        let (mut left, mut n_asked) = (String::new(), 0);
        while let Some(candidate) = search.propose() {
            n_asked += 1;
            let text = String::from_utf8_lossy(candidate.render().files()[0].bytes()).into_owned();
            let is_interesting = keeps(&text);
            search.learn(is_interesting.into());
            if is_interesting {
                left = text;
            }
        }
        (left, n_asked)
    }

    #[test]
    fn each_list_builds_on_what_those_before_it_left() {
        let stages = Halves::of("..a.....", u32::MAX);
        let (left, _) = run(search(stages).unwrap(), |text| text.contains('a') && 3 <= text.len());
        assert_eq!(left.len(), 3);
        assert!(left.contains('a'));
    }

    #[test]
    fn a_candidate_is_made_once_however_often_it_is_proposed() {
        let stages = Halves::of("................", u32::MAX);
        let n_made = stages.n_made.clone();
        let search = search(stages).unwrap();
        for _ in 0..5 {
            assert_eq!(
                search.propose().map(|found| found.key()),
                search.clone().propose().map(|found| found.key())
            );
        }
        assert_eq!(n_made.load(Ordering::Relaxed), 1);
    }

    #[test]
    fn a_list_ends_after_too_many_misses_in_a_row() {
        let text = ".".repeat(64);
        let (_, n_asked) = run(search(Halves::of(&text, 3)).unwrap(), |_| false);
        assert_eq!(n_asked, 6);
    }
}
