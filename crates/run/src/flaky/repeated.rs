//! A property that is asked until its answers give a verdict.

use std::sync::Arc;

use dwindle_reduce::{Candidate, ContentKey, Document, Verdict};

use super::observations::Observations;
use crate::property::{Answered, Attempt, Cancel, Diagnosis, Property, PropertyError};

/// Asks another property until its answers give a verdict, and notes each answer.
pub struct Repeated {
    property: Arc<dyn Property>,
    observations: Arc<Observations>,
}

impl Repeated {
    /// Wraps a property. The session must use the same observations.
    pub fn new(property: Arc<dyn Property>, observations: Arc<Observations>) -> Repeated {
        Repeated { property, observations }
    }

    /// Returns the answers that were noted.
    pub fn observations(&self) -> &Observations {
        &self.observations
    }

    fn decide(
        &self,
        key: ContentKey,
        cancel: &Cancel,
        run: impl Fn(Attempt) -> Result<Answered, PropertyError>,
    ) -> Result<Verdict, PropertyError> {
        while let Some(attempt) = self.observations.begin(key) {
            let result = run(attempt);
            // The exit status of a killed test is no answer.
            let seen = result.as_ref().ok().copied().filter(|_| !cancel.is_cancelled());
            self.observations.end(key, attempt, seen);
            let answered = result?;
            if seen.is_none() {
                return Ok(answered.verdict);
            }
        }
        Ok(self.observations.verdict(key).unwrap_or(Verdict::Boring))
    }
}

impl Property for Repeated {
    fn test(&self, input: &Document, cancel: &Cancel) -> Result<Verdict, PropertyError> {
        self.decide(input.key(), cancel, |attempt| self.property.attempt(input, attempt, cancel))
    }

    fn ask(&self, candidate: &Candidate, cancel: &Cancel) -> Result<Verdict, PropertyError> {
        self.decide(candidate.key(), cancel, |attempt| {
            self.property.attempt_candidate(candidate, attempt, cancel)
        })
    }

    /// Runs the property once, and notes the answer.
    fn diagnose(&self, input: &Document, cancel: &Cancel) -> Result<Diagnosis, PropertyError> {
        let diagnosis = self.property.diagnose(input, cancel)?;
        if !cancel.is_cancelled() {
            let Diagnosis { verdict, wall: took, .. } = diagnosis;
            self.observations.observe(input.key(), Answered { verdict, took });
        }
        Ok(diagnosis)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;
    use crate::flaky::Trust;

    /// Asks a property with these answers in turn. Returns the verdict, the number of runs and the
    /// observations.
    fn asked(trust: Trust, answers: &'static [Verdict]) -> (Verdict, u32, Arc<Observations>) {
        let n_runs = Arc::new(AtomicU32::new(0));
        let counted = n_runs.clone();
        let property = move |_: &Document, _: &Cancel| {
            Ok(answers[counted.fetch_add(1, Ordering::SeqCst) as usize % answers.len()])
        };
        let observations = Arc::new(Observations::new(trust));
        let repeated = Repeated::new(Arc::new(property), observations.clone());
        let verdict = repeated.test(&Document::single("a", "text"), &Cancel::new()).unwrap();
        (verdict, n_runs.load(Ordering::SeqCst), observations)
    }

    #[test]
    fn one_answer_is_enough_unless_trust_is_never() {
        use Verdict::{Boring, Interesting};
        for trust in [Trust::Always, Trust::UntilContradicted] {
            assert_eq!(asked(trust, &[Interesting, Boring]).1, 1);
        }
        let (verdict, n_runs, _) = asked(Trust::Never(Default::default()), &[Interesting]);
        assert_eq!((verdict, n_runs), (Interesting, 5));
        let (verdict, n_runs, _) = asked(Trust::Never(Default::default()), &[Boring]);
        assert_eq!((verdict, n_runs), (Boring, 3));
    }

    #[test]
    fn each_run_is_noted_once() {
        use Verdict::{Boring, Interesting};
        let (_, n_runs, observations) =
            asked(Trust::Never(Default::default()), &[Interesting, Boring, Interesting]);
        assert_eq!(observations.take_fresh().len() as u32, n_runs);
        assert!(observations.take_fresh().is_empty());
    }
}
