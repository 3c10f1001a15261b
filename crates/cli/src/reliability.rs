//! How far a result can be relied on, in words.

use std::time::Duration;

use dwindle_report::words;
use dwindle_run::session::Reliability;

/// Trials without an answer are explained if they are so many, and at least this part of all.
const MANY_UNRESOLVED: u64 = 10;
const ONE_OF: u64 = 5;

/// Returns how far a result can be relied on, where the test is flaky or time ran out.
pub fn told(reliability: &Reliability) -> Option<String> {
    let Reliability { interesting, runs, retracted, .. } = *reliability;
    if !reliability.is_confirmed {
        return Some(
            "no time was left to run the test on the result a second time: \
             give it more with --budget, or go on with --resume"
                .to_owned(),
        );
    }
    if reliability.is_steady {
        return None;
    }
    let mut text = format!(
        "the test is flaky: the result was interesting in {} of {}",
        words::number(u64::from(interesting)),
        words::counted(u64::from(runs), "run"),
    );
    if retracted != 0 {
        text.push_str(&format!("; the search started again {}", words::counted(retracted, "time")));
    }
    if !reliability.are_rates_kept {
        text.push_str(
            "\nwhat is not interesting passed the test too often to be told from what is: \
             let the test try several times, or ask for more",
        );
    }
    Some(text)
}

/// Explains trials that came to no answer, where they are many of those that were asked for.
pub fn unanswered(n_lost: u64, n_asked: u64, limit: Duration) -> Option<String> {
    (MANY_UNRESOLVED <= n_lost && n_asked <= ONE_OF * n_lost).then(|| {
        format!(
            "{} of {} had no answer within {} (or went over another limit), and are taken for boring; \
             with more time (--timeout) the result may be smaller",
            words::number(n_lost),
            words::counted(n_asked, "candidate"),
            words::span(limit),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_trials_without_an_answer_are_explained_and_few_are_not() {
        let limit = Duration::from_secs(5);
        assert_eq!(unanswered(9, 9, limit), None);
        assert_eq!(unanswered(20, 101, limit), None);
        let text = unanswered(20, 100, limit).unwrap();
        assert!(text.starts_with("20 of 100 candidates had no answer within 5"), "{text}");
    }

    #[test]
    fn a_steady_and_confirmed_result_needs_no_words() {
        let sure = Reliability { is_steady: true, is_confirmed: true, ..Reliability::default() };
        assert_eq!(told(&sure), None);
        let text = told(&Reliability { is_confirmed: false, ..sure }).unwrap();
        assert!(text.contains("--budget"), "{text}");
    }
}
