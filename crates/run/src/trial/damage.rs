//! Detecting trials that remove files outside their directory, if no sandbox prevents it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{PoisonError, RwLock};

use crate::property::PropertyError;

/// What is missing after a trial that existed before it, the least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Damage {
    /// Nothing.
    None,
    /// A file of the candidate.
    Candidate,
    /// A directory of the trial.
    Directory,
    /// The directory of the session, which contains those of all trials.
    Session,
}

/// Rejects verdicts that another trial may have disturbed.
///
/// If something is missing after a trial, this trial or another one has removed it. The trial is
/// then run again alone, and only that verdict counts.
#[derive(Debug, Default)]
pub(crate) struct DamageGuard {
    others: RwLock<()>,
    /// Whether the test removes its own candidate, which it may.
    takes_candidate: AtomicBool,
}

impl DamageGuard {
    /// Runs a trial, which also returns what is missing after it. If something is, runs it again
    /// alone.
    ///
    /// # Errors
    /// Those of the trial; or when it removes the directories of all trials even alone.
    pub(crate) fn run<T>(
        &self,
        trial: impl Fn() -> Result<(T, Damage), PropertyError>,
    ) -> Result<T, PropertyError> {
        let beside = self.others.read().unwrap_or_else(PoisonError::into_inner);
        let first = trial();
        drop(beside);
        match first {
            Ok((answer, damage)) => {
                let is_usual = damage == Damage::Candidate && self.takes_candidate.load(Ordering::Relaxed);
                if damage == Damage::None || is_usual {
                    return Ok(answer);
                }
            }
            // Another trial may have removed the directory before the program was started.
            Err(
                PropertyError::Start { .. }
                | PropertyError::InterpreterMissing { .. }
                | PropertyError::Directory { .. },
            ) => {}
            Err(error) => return Err(error),
        }
        let _alone = self.others.write().unwrap_or_else(PoisonError::into_inner);
        match trial()? {
            (_, Damage::Session) => Err(PropertyError::RemovesAll),
            (answer, damage) => {
                if damage == Damage::Candidate {
                    self.takes_candidate.store(true, Ordering::Relaxed);
                }
                Ok(answer)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// Runs a trial with these harms in turn, and returns which run counted.
    fn counted(damage_guard: &DamageGuard, harms: &[Damage]) -> Result<usize, PropertyError> {
        let n_runs = Cell::new(0);
        damage_guard.run(|| {
            let number = n_runs.replace(n_runs.get() + 1);
            Ok((number, harms[number]))
        })
    }

    #[test]
    fn a_disturbed_verdict_does_not_count() {
        let damage_guard = DamageGuard::default();
        assert_eq!(counted(&damage_guard, &[Damage::None]).unwrap(), 0);
        assert_eq!(counted(&damage_guard, &[Damage::Directory, Damage::None]).unwrap(), 1);
        assert_eq!(counted(&damage_guard, &[Damage::Session, Damage::Directory]).unwrap(), 1);
    }

    #[test]
    fn a_test_that_removes_its_candidate_is_run_again_only_once() {
        let damage_guard = DamageGuard::default();
        assert_eq!(counted(&damage_guard, &[Damage::Candidate, Damage::Candidate]).unwrap(), 1);
        assert_eq!(counted(&damage_guard, &[Damage::Candidate]).unwrap(), 0);
    }

    #[test]
    fn a_test_that_removes_everything_ends_the_session() {
        let error = counted(&DamageGuard::default(), &[Damage::Session, Damage::Session]).unwrap_err();
        assert!(error.to_string().contains("--sandbox auto"), "{error}");
    }
}
