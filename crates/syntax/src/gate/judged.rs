//! Answers for windows that were judged before.
//!
//! Until a change is part of the base, every candidate contains it: the same windows are asked
//! about again and again.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::grammar::Damage;

/// Everything on which the answer for a window depends.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Question<'text> {
    pub(super) before: Cow<'text, [u8]>,
    pub(super) changed: Cow<'text, [u8]>,
    /// The errors among all items.
    pub(super) damage: Damage,
    /// The kind and size of the unchanged neighbours.
    pub(super) left: Option<(u16, usize)>,
    pub(super) right: Option<(u16, usize)>,
}

/// Windows with more bytes than this are not kept: they are rarely asked about twice.
const MOST_BYTES: usize = 4 * 1024;
/// All answers are forgotten after so many bytes of questions.
const MOST_KEPT_BYTES: usize = 1 << 20;

/// The answers of one grammar. It changes how long an answer takes, and nothing else.
#[derive(Debug, Default)]
pub(super) struct Judged {
    known: Mutex<Known>,
}

#[derive(Debug, Default)]
struct Known {
    answers: HashMap<Question<'static>, Option<bool>>,
    n_bytes: usize,
}

impl Judged {
    /// Returns the answer to a question, which `judge` finds if it is not known. O(bytes of the
    /// window) for a known one.
    ///
    /// # Errors
    /// As `judge`. What could not be judged is asked again: a parser may have been stopped.
    pub(super) fn answer<E>(
        &self,
        question: &Question<'_>,
        judge: impl FnOnce() -> Result<Option<bool>, E>,
    ) -> Result<Option<bool>, E> {
        if MOST_BYTES < question.n_bytes() {
            return judge();
        }
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(answer) = known().answers.get(question) {
            return Ok(*answer);
        }
        let answer = judge()?;
        known().keep(question.kept(), answer);
        Ok(answer)
    }
}

impl Known {
    fn keep(&mut self, question: Question<'static>, answer: Option<bool>) {
        if MOST_KEPT_BYTES < self.n_bytes {
            *self = Known::default();
        }
        self.n_bytes += question.n_bytes();
        self.answers.insert(question, answer);
    }
}

impl Question<'_> {
    fn n_bytes(&self) -> usize {
        self.before.len() + self.changed.len()
    }

    fn kept(&self) -> Question<'static> {
        let [before, changed] = [&self.before, &self.changed].map(|text| Cow::Owned(text.to_vec()));
        Question { before, changed, ..*self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(changed: &str) -> Question<'_> {
        let changed = Cow::Borrowed(changed.as_bytes());
        Question {
            before: Cow::Borrowed(b"int a;"),
            changed,
            damage: Damage::default(),
            left: None,
            right: None,
        }
    }

    fn ask(judged: &Judged, question: &Question<'_>, answer: Option<bool>) -> Option<bool> {
        judged.answer(question, || Ok::<_, ()>(answer)).expect("it could be judged")
    }

    #[test]
    fn a_window_is_judged_once() {
        let judged = Judged::default();
        for (text, answer) in [("int", Some(false)), ("", Some(true)), (";", None)] {
            assert_eq!(judged.answer(&question(text), || Err("stopped")), Err("stopped"));
            assert_eq!(ask(&judged, &question(text), answer), answer, "an error is no answer");
            assert_eq!(ask(&judged, &question(text), Some(text.is_empty())), answer);
        }
        let other = Question { left: Some((1, 2)), ..question("int") };
        assert_eq!(ask(&judged, &other, Some(true)), Some(true));
    }

    #[test]
    fn what_is_kept_is_bounded() {
        let judged = Judged::default();
        let large = "x".repeat(MOST_BYTES);
        for answer in [Some(true), Some(false)] {
            assert_eq!(ask(&judged, &question(&large), answer), answer, "it is not kept");
        }
        for n in 0..4_000 {
            let text = format!("{n:04}{}", "x".repeat(1000));
            ask(&judged, &question(&text), Some(true));
        }
        assert!(judged.known.lock().unwrap().n_bytes <= MOST_KEPT_BYTES + MOST_BYTES);
    }
}
