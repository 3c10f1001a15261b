//! Finds trials that removed files outside of their directory, where no sandbox prevents it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{PoisonError, RwLock};

use crate::property::PropertyError;

/// What is missing after a trial that was there before it, the least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Harm {
    /// Nothing.
    None,
    /// A file of the candidate.
    Candidate,
    /// A directory of the trial.
    Directory,
    /// The directory of the session, in which those of all trials are.
    Session,
}

/// Sees to it that no verdict is believed while another trial may have disturbed it.
///
/// Where something is missing after a trial, it or another one has removed it. Then it is run again
/// while no other trial is under way, and only that verdict counts.
#[derive(Debug, Default)]
pub(crate) struct Undisturbed {
    others: RwLock<()>,
    /// The test takes its own candidate away, as it may.
    takes_candidate: AtomicBool,
}

impl Undisturbed {
    /// Runs a trial, which returns what is missing after it, too; if need be again, and then alone.
    ///
    /// # Errors
    /// Those of the trial; or when it removes the directories of all others even if it is alone.
    pub(crate) fn run<T>(
        &self,
        trial: impl Fn() -> Result<(T, Harm), PropertyError>,
    ) -> Result<T, PropertyError> {
        let beside = self.others.read().unwrap_or_else(PoisonError::into_inner);
        let first = trial();
        drop(beside);
        match first {
            Ok((answer, harm)) => {
                let is_usual = harm == Harm::Candidate && self.takes_candidate.load(Ordering::Relaxed);
                if harm == Harm::None || is_usual {
                    return Ok(answer);
                }
            }
            // A program cannot be started in a directory that went before it began.
            Err(
                PropertyError::Start { .. }
                | PropertyError::InterpreterMissing { .. }
                | PropertyError::Directory { .. },
            ) => {}
            Err(error) => return Err(error),
        }
        let _alone = self.others.write().unwrap_or_else(PoisonError::into_inner);
        match trial()? {
            (_, Harm::Session) => Err(PropertyError::RemovesAll),
            (answer, harm) => {
                if harm == Harm::Candidate {
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

    /// Runs a trial that leaves these harms in turn, and returns which run counted.
    fn counted(undisturbed: &Undisturbed, harms: &[Harm]) -> Result<usize, PropertyError> {
        let n_runs = Cell::new(0);
        undisturbed.run(|| {
            let number = n_runs.replace(n_runs.get() + 1);
            Ok((number, harms[number]))
        })
    }

    #[test]
    fn a_disturbed_verdict_does_not_count() {
        let undisturbed = Undisturbed::default();
        assert_eq!(counted(&undisturbed, &[Harm::None]).unwrap(), 0);
        assert_eq!(counted(&undisturbed, &[Harm::Directory, Harm::None]).unwrap(), 1);
        assert_eq!(counted(&undisturbed, &[Harm::Session, Harm::Directory]).unwrap(), 1);
    }

    #[test]
    fn a_test_that_takes_its_candidate_away_is_run_again_only_once() {
        let undisturbed = Undisturbed::default();
        assert_eq!(counted(&undisturbed, &[Harm::Candidate, Harm::Candidate]).unwrap(), 1);
        assert_eq!(counted(&undisturbed, &[Harm::Candidate]).unwrap(), 0);
    }

    #[test]
    fn a_test_that_removes_everything_ends_the_session() {
        let error = counted(&Undisturbed::default(), &[Harm::Session, Harm::Session]).unwrap_err();
        assert!(error.to_string().contains("--sandbox auto"), "{error}");
    }
}
