//! The first minute: whether a property can be relied on, before anything is reduced.

mod comparison;
mod neighbours;

pub use comparison::Comparison;
pub use neighbours::needed_neighbours;

use dwindle_reduce::{Document, File, Verdict};

use crate::flaky::{Repeated, Tally, Trust};
use crate::property::{Answered, Cancel, Diagnosis, Property, PropertyError};

/// What the first runs of a property showed.
#[derive(Debug)]
pub struct Checkup {
    /// The first run on the original.
    pub first: Diagnosis,
    /// The second one; left out when the first was not interesting.
    pub second: Option<Diagnosis>,
    /// The run on an empty input; left out when the original is not interesting or is empty itself.
    pub empty: Option<Diagnosis>,
    /// What all runs of the original showed, where they contradict each other or one answer is not
    /// to be believed.
    pub runs: Option<(Tally, Verdict)>,
}

/// What a checkup means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The original is interesting each time, and nothing is not.
    Fit,
    /// The original is interesting, but so is an empty input: the property probably accepts
    /// everything.
    AcceptsEmpty,
    /// The original is not interesting.
    NotInteresting,
    /// The property gave no answer on the original: out of time, or over a limit.
    NoAnswer,
    /// The same original got two different answers, or is interesting too seldom.
    Flaky,
    /// The original got different answers, and is interesting often enough to be told from what is
    /// not.
    Unsteady,
}

impl Checkup {
    /// Completes a checkup whose first run was made already, perhaps with another time limit.
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

    /// Completes a checkup of a property that is asked several times where its answers contradict
    /// each other. The first run was made without that. A test that says no three times is
    /// believed.
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
                // Nobody ends because of one unlucky run.
                run = property.diagnose(&empty, cancel)?;
                run.verdict = property.test(&empty, cancel)?;
            }
            checkup.empty = Some(run);
        }
        Ok(checkup)
    }

    /// Makes a whole checkup: the original twice, then an empty input.
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

    /// Returns what was found.
    pub fn finding(&self) -> Finding {
        let is_interesting = |diagnosis: &Diagnosis| diagnosis.verdict.is_interesting();
        let accepts_empty = self.empty.as_ref().is_some_and(is_interesting);
        match (self.runs, self.first.verdict) {
            (Some((_, verdict)), _) if !verdict.is_interesting() => Finding::Flaky,
            (Some(_), _) if accepts_empty => Finding::AcceptsEmpty,
            (Some((tally, _)), _) if tally.is_contradictory() => Finding::Unsteady,
            (Some(_), _) => Finding::Fit,
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
            Verdict::Interesting => Finding::Fit,
        }
    }
}

/// Returns the same files without content.
fn emptied(original: &Document) -> Document {
    Document::new(original.files().iter().map(|file: &File| file.with_bytes(Vec::new())))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::flaky::{Observations, Rates};

    /// Returns these verdicts in turn.
    fn finding(verdicts: &[Verdict]) -> (Finding, usize) {
        let n_asked = AtomicUsize::new(0);
        let property = |_: &Document, _: &Cancel| {
            Ok(verdicts[n_asked.fetch_add(1, Ordering::SeqCst).min(verdicts.len() - 1)])
        };
        let checkup = Checkup::of(&property, &Document::single("a", "text"), &Cancel::new()).unwrap();
        (checkup.finding(), n_asked.into_inner())
    }

    #[test]
    fn an_original_that_is_interesting_twice_is_fit() {
        use Verdict::{Boring, Interesting, Unresolved};
        assert_eq!(finding(&[Interesting, Interesting, Boring]), (Finding::Fit, 3));
        assert_eq!(finding(&[Interesting, Interesting, Unresolved]), (Finding::Fit, 3));
    }

    #[test]
    fn a_property_that_takes_nothing_takes_everything() {
        assert_eq!(finding(&[Verdict::Interesting]), (Finding::AcceptsEmpty, 3));
    }

    #[test]
    fn what_is_not_interesting_is_not_asked_again() {
        assert_eq!(finding(&[Verdict::Boring, Verdict::Interesting]), (Finding::NotInteresting, 1));
        assert_eq!(finding(&[Verdict::Unresolved, Verdict::Interesting]), (Finding::NoAnswer, 1));
    }

    #[test]
    fn two_answers_to_one_question_are_flaky() {
        assert_eq!(finding(&[Verdict::Interesting, Verdict::Boring]), (Finding::Flaky, 2));
        assert_eq!(finding(&[Verdict::Interesting, Verdict::Unresolved]), (Finding::Flaky, 2));
    }

    /// As `finding`, for a property that is asked several times.
    fn doubting(trust: Trust, verdicts: &'static [Verdict]) -> (Finding, usize) {
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
    fn a_flaky_test_that_fails_often_enough_is_used_with_a_warning() {
        use Verdict::{Boring, Interesting};
        let auto = Trust::UntilContradicted;
        assert_eq!(doubting(auto, &[Interesting]), (Finding::Fit, 2));
        assert_eq!(doubting(auto, &[Boring]), (Finding::NotInteresting, 3));
        assert_eq!(doubting(auto, &[Boring, Interesting, Interesting, Interesting]).0, Finding::Unsteady);
        assert_eq!(doubting(auto, &[Interesting, Boring, Boring, Boring]).0, Finding::Flaky);
        assert_eq!(doubting(Trust::Always, &[Interesting, Boring]), (Finding::Fit, 1));
        assert_eq!(doubting(Trust::Never(Rates::default()), &[Interesting]), (Finding::Fit, 5));
    }

    #[test]
    fn an_empty_original_is_no_reason_to_warn() {
        let property = |_: &Document, _: &Cancel| Ok(Verdict::Interesting);
        let checkup = Checkup::of(&property, &Document::single("a", ""), &Cancel::new()).unwrap();
        assert_eq!(checkup.finding(), Finding::Fit);
    }
}
