//! Verification of a result: whether any of a list of smaller candidates is interesting.

use std::collections::{HashMap, HashSet};

use dwindle_reduce::{Candidate, Trial, TrialId, Verdict};

use crate::executor::{End, Executor};
use crate::property::PropertyError;

/// Why a verification could not be finished.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// The environment failed.
    #[error(transparent)]
    Property(#[from] PropertyError),
    /// The property panicked.
    #[error("the property panicked: {0}")]
    Panicked(String),
    /// The executor's waker was used.
    #[error("interrupted")]
    Interrupted,
}

/// Tests candidates, as many at once as the executor has slots. Calls `tell` with each answer and
/// the note of its candidate. Of candidates with the same content only the first is tested.
///
/// # Errors
/// When the environment failed, or the waker of the executor was used.
pub fn test_each<Note>(
    executor: &mut dyn Executor,
    candidates: impl IntoIterator<Item = (Candidate, Note)>,
    mut tell: impl FnMut(&Candidate, Note, Verdict),
) -> Result<(), VerifyError> {
    let mut seen = HashSet::new();
    let mut waiting = candidates.into_iter().filter(move |(candidate, _)| seen.insert(candidate.key()));
    let mut under_way = HashMap::new();
    let mut ids = (0..).map(TrialId);
    loop {
        while under_way.len() < executor.slots()
            && let Some((candidate, note)) = waiting.next()
        {
            let id = ids.next().expect("there are more ids than candidates");
            under_way.insert(id, (candidate.clone(), note));
            executor.submit(Trial { id, candidate });
        }
        if under_way.is_empty() {
            return Ok(());
        }
        let outcome = executor.next(None).ok_or(VerifyError::Interrupted)?;
        let Some((candidate, note)) = under_way.remove(&outcome.id) else { continue };
        match outcome.end {
            End::Verdict(verdict) => tell(&candidate, note, verdict),
            End::Cancelled => {}
            End::Failed(error) => return Err(error.into()),
            End::Panicked(message) => return Err(VerifyError::Panicked(message)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use dwindle_reduce::{Document, Edit, Edits};

    use super::*;
    use crate::executor::Threads;
    use crate::property::{Cancel, Property};

    #[test]
    fn each_content_is_tested_once_with_the_note_of_its_first_candidate() {
        let n_runs = Arc::new(AtomicUsize::new(0));
        let counted = n_runs.clone();
        let property: Arc<dyn Property> = Arc::new(move |document: &Document, _: &Cancel| {
            counted.fetch_add(1, Ordering::SeqCst);
            let text = document.files()[0].bytes();
            Ok(if text.contains(&b'b') { Verdict::Interesting } else { Verdict::Boring })
        });
        let base = Document::single("x", "aabcc");
        let without = |at| Candidate::new("test", &base, Edits::new([Edit::delete(0, at..at + 1)]));
        let mut answers = Vec::new();
        let mut executor = Threads::new(&property, 2).unwrap();
        test_each(&mut executor, (0..5).map(|at| (without(at), at)), |candidate, at, verdict| {
            answers.push((candidate.render().files()[0].bytes().to_vec(), at, verdict));
        })
        .unwrap();
        answers.sort_by(|left, right| left.0.cmp(&right.0));
        let texts: Vec<(&[u8], usize, Verdict)> =
            answers.iter().map(|(text, at, verdict)| (&text[..], *at, *verdict)).collect();
        let expected: [(&[u8], usize, Verdict); 3] = [
            (b"aabc", 3, Verdict::Interesting),
            (b"aacc", 2, Verdict::Boring),
            (b"abcc", 0, Verdict::Interesting),
        ];
        assert_eq!(texts, expected);
        assert_eq!(n_runs.load(Ordering::SeqCst), 3);
    }
}
