//! The check of a property before a run: whether its answers can be relied on.

mod comparison;
mod neighbours;

pub use comparison::Comparison;
pub use neighbours::needed_neighbours;

use dwindle_reduce::{Document, File, Verdict};

use crate::flaky::{Repeated, Tally, Trust};
use crate::property::{Answered, Cancel, Diagnosis, Property, PropertyError};

/// The first runs of a property.
#[derive(Debug)]
pub struct Checkup {
    /// The first run on the original.
    pub first: Diagnosis,
    /// The last further run on the original, if there was one.
    pub second: Option<Diagnosis>,
    /// The run on an empty input; `None` when the original is not interesting or is empty itself.
    pub empty: Option<Diagnosis>,
    /// The count of all answers on the original, and the verdict that follows from them; `None` if
    /// each single answer is trusted.
    pub runs: Option<(Tally, Verdict)>,
}

/// The conclusion from a checkup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The original is interesting each time, and an empty input is not.
    Reliable,
    /// The original is interesting, but so is an empty input: the property probably accepts
    /// everything.
    AcceptsEmpty,
    /// The original is not interesting.
    NotInteresting,
    /// The run on the original was unresolved: it ran into a time or resource limit.
    NoAnswer,
    /// The answers on the original differ, and it is interesting too seldom to go on.
    Flaky,
    /// The answers on the original differ, but it is interesting often enough to be told from
    /// boring inputs.
    Unsteady,
}

impl Checkup {
    /// Completes a checkup after its first run, which may have had another time limit.
    ///
    /// # Errors
    /// When the environment failed.
    pub fn complete(
        first: Diagnosis,
        property: &dyn Property,
        original: &Document,
        cancel: &Cancel,
    ) -> Result<Checkup, PropertyError> {
        let mut checkup = Checkup { first, second: None, empty: None, runs: None };
        if !checkup.first.verdict.is_interesting() {
            return Ok(checkup);
        }
        let second = checkup.second.insert(property.diagnose(original, cancel)?);
        if second.verdict.is_interesting() && original.n_bytes() != 0 {
            checkup.empty = Some(property.diagnose(&emptied(original), cancel)?);
        }
        Ok(checkup)
    }

    /// Completes a checkup of a property that may be asked several times about one input. `first`
    /// is a single run on the original. If it was boring, up to two more runs follow, until one is
    /// interesting.
    ///
    /// # Errors
    /// When the environment failed.
    pub fn repeated(
        first: Diagnosis,
        property: &Repeated,
        original: &Document,
        cancel: &Cancel,
    ) -> Result<Checkup, PropertyError> {
        let observations = property.observations();
        let trust = observations.trust();
        observations.observe(original.key(), Answered { verdict: first.verdict, took: first.wall });
        let mut checkup = Checkup { first, second: None, empty: None, runs: None };
        let n_more = match checkup.first.verdict {
            _ if trust == Trust::Always => 0,
            Verdict::Interesting => 1,
            Verdict::Boring => 2,
            Verdict::Unresolved => 0,
        };
        for _ in 0..n_more {
            let again = checkup.second.insert(property.diagnose(original, cancel)?);
            if again.verdict.is_interesting() {
                break;
            }
        }
        if observations.rates().is_some() && checkup.first.verdict != Verdict::Unresolved {
            let verdict = property.test(original, cancel)?;
            checkup.runs = Some((observations.tally(original.key()), verdict));
        }
        let is_interesting =
            checkup.runs.map_or(checkup.first.verdict, |(_, verdict)| verdict).is_interesting();
        if is_interesting && original.n_bytes() != 0 {
            let empty = emptied(original);
            let mut run = property.diagnose(&empty, cancel)?;
            if run.verdict.is_interesting() && trust != Trust::Always {
                // A run does not end because of a single false *interesting*.
                run = property.diagnose(&empty, cancel)?;
                run.verdict = property.test(&empty, cancel)?;
            }
            checkup.empty = Some(run);
        }
        Ok(checkup)
    }

    /// Runs a whole checkup: the original twice, then an empty input.
    ///
    /// # Errors
    /// When the environment failed.
    pub fn of(
        property: &dyn Property,
        original: &Document,
        cancel: &Cancel,
    ) -> Result<Checkup, PropertyError> {
        Checkup::complete(property.diagnose(original, cancel)?, property, original, cancel)
    }

    /// Returns the conclusion.
    pub fn finding(&self) -> Finding {
        let is_interesting = |diagnosis: &Diagnosis| diagnosis.verdict.is_interesting();
        let accepts_empty = self.empty.as_ref().is_some_and(is_interesting);
        match (self.runs, self.first.verdict) {
            (Some((_, verdict)), _) if !verdict.is_interesting() => Finding::Flaky,
            (Some(_), _) if accepts_empty => Finding::AcceptsEmpty,
            (Some((tally, _)), _) if tally.is_contradictory() => Finding::Unsteady,
            (Some(_), _) => Finding::Reliable,
            (None, verdict) => self.of_one_run(verdict),
        }
    }

    fn of_one_run(&self, first: Verdict) -> Finding {
        let is_interesting = |diagnosis: &Diagnosis| diagnosis.verdict.is_interesting();
        match first {
            Verdict::Unresolved => Finding::NoAnswer,
            Verdict::Boring => Finding::NotInteresting,
            Verdict::Interesting if !self.second.as_ref().is_none_or(is_interesting) => Finding::Flaky,
            Verdict::Interesting if self.empty.as_ref().is_some_and(is_interesting) => Finding::AcceptsEmpty,
            Verdict::Interesting => Finding::Reliable,
        }
    }
}

/// Returns the same document with all files empty.
fn emptied(original: &Document) -> Document {
    Document::new(original.files().iter().map(|file: &File| file.with_bytes(Vec::new())))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::flaky::{Observations, Rates};

    /// Returns the finding for a property with these verdicts in turn (the last one is repeated),
    /// and how often it was asked.
    fn finding(verdicts: &[Verdict]) -> (Finding, usize) {
        let n_asked = AtomicUsize::new(0);
        let property = |_: &Document, _: &Cancel| {
            Ok(verdicts[n_asked.fetch_add(1, Ordering::SeqCst).min(verdicts.len() - 1)])
        };
        let checkup = Checkup::of(&property, &Document::single("a", "text"), &Cancel::new()).unwrap();
        (checkup.finding(), n_asked.into_inner())
    }

    #[test]
    fn an_original_that_is_interesting_twice_is_reliable() {
        use Verdict::{Boring, Interesting, Unresolved};
        assert_eq!(finding(&[Interesting, Interesting, Boring]), (Finding::Reliable, 3));
        assert_eq!(finding(&[Interesting, Interesting, Unresolved]), (Finding::Reliable, 3));
    }

    #[test]
    fn a_property_that_accepts_an_empty_input_is_reported() {
        assert_eq!(finding(&[Verdict::Interesting]), (Finding::AcceptsEmpty, 3));
    }

    #[test]
    fn an_original_that_is_not_interesting_is_run_once() {
        assert_eq!(finding(&[Verdict::Boring, Verdict::Interesting]), (Finding::NotInteresting, 1));
        assert_eq!(finding(&[Verdict::Unresolved, Verdict::Interesting]), (Finding::NoAnswer, 1));
    }

    #[test]
    fn two_different_answers_on_the_original_are_flaky() {
        assert_eq!(finding(&[Verdict::Interesting, Verdict::Boring]), (Finding::Flaky, 2));
        assert_eq!(finding(&[Verdict::Interesting, Verdict::Unresolved]), (Finding::Flaky, 2));
    }

    /// As `finding`, for a property that may be asked several times about one input.
    fn repeated_finding(trust: Trust, verdicts: &'static [Verdict]) -> (Finding, usize) {
        let n_asked = Arc::new(AtomicUsize::new(0));
        let counted = n_asked.clone();
        let property = move |input: &Document, _: &Cancel| {
            if input.n_bytes() == 0 {
                return Ok(Verdict::Boring);
            }
            Ok(verdicts[counted.fetch_add(1, Ordering::SeqCst) % verdicts.len()])
        };
        let (original, cancel) = (Document::single("a", "text"), Cancel::new());
        let first = property.diagnose(&original, &cancel).unwrap();
        let property = Repeated::new(Arc::new(property), Arc::new(Observations::new(trust)));
        let checkup = Checkup::repeated(first, &property, &original, &cancel).unwrap();
        (checkup.finding(), n_asked.load(Ordering::SeqCst))
    }

    #[test]
    fn a_flaky_test_that_is_interesting_often_enough_is_unsteady() {
        use Verdict::{Boring, Interesting};
        let auto = Trust::UntilContradicted;
        assert_eq!(repeated_finding(auto, &[Interesting]), (Finding::Reliable, 2));
        assert_eq!(repeated_finding(auto, &[Boring]), (Finding::NotInteresting, 3));
        let mostly_yes = &[Boring, Interesting, Interesting, Interesting];
        assert_eq!(repeated_finding(auto, mostly_yes).0, Finding::Unsteady);
        assert_eq!(repeated_finding(auto, &[Interesting, Boring, Boring, Boring]).0, Finding::Flaky);
        assert_eq!(repeated_finding(Trust::Always, &[Interesting, Boring]), (Finding::Reliable, 1));
        let never = Trust::Never(Rates::default());
        assert_eq!(repeated_finding(never, &[Interesting]), (Finding::Reliable, 5));
    }

    #[test]
    fn an_empty_original_does_not_count_as_accepting_an_empty_input() {
        let property = |_: &Document, _: &Cancel| Ok(Verdict::Interesting);
        let checkup = Checkup::of(&property, &Document::single("a", ""), &Cancel::new()).unwrap();
        assert_eq!(checkup.finding(), Finding::Reliable);
    }
}
