//! Lines about how reliable a result is.

use std::time::Duration;

use dwindle_report::words;
use dwindle_run::session::Reliability;

/// Least number of trials without an answer that are explained.
const MANY_UNRESOLVED: u64 = 10;
/// They are many if at least one candidate in this number had no answer.
const ONE_OF: u64 = 5;

/// Returns a line about how reliable a result is, if the test is flaky or the time was too short.
pub fn told(reliability: &Reliability) -> Option<String> {
    let Reliability { interesting, runs, retracted, .. } = *reliability;
    if !reliability.is_confirmed {
        return Some(
            "no time was left to run the test on the result a second time: \
             allow more with --budget, or continue with --resume"
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
            "\nboring candidates passed the test too often to be distinguished from interesting ones: \
             let the test try several times, or require more with --flaky",
        );
    }
    Some(text)
}

/// Trials without an answer.
pub struct Unanswered {
    /// Candidates without an answer, those of an earlier run included.
    pub n_lost: u64,
    /// Candidates that needed an answer.
    pub n_asked: u64,
    /// Trials of this run.
    pub n_run: u64,
    /// The time limit at the end.
    pub limit: Duration,
    /// The time for trials: the time of the run, multiplied by the number of trials at once.
    pub worked: Duration,
}

impl Unanswered {
    /// Returns an explanation if they are many, or took most of the time.
    pub fn told(&self) -> Option<String> {
        let lost = self.limit.saturating_mul(u32::try_from(self.n_lost).unwrap_or(u32::MAX));
        let are_many = self.n_asked <= ONE_OF * self.n_lost;
        // Answers of an earlier run took none of the time of this one.
        let took_most = self.n_lost <= self.n_run && self.worked <= lost.saturating_mul(2);
        if self.n_lost < MANY_UNRESOLVED || !(are_many || took_most) {
            return None;
        }
        let mut text = format!(
            "{} of {} had no answer within {} (or exceeded another limit), and count as boring",
            words::number(self.n_lost),
            words::counted(self.n_asked, "candidate"),
            words::span(self.limit),
        );
        if are_many {
            text.push_str("; with more time (--timeout) the result may be smaller");
        }
        if took_most {
            text.push_str(
                "; waiting for them took most of the time: if candidates loop, a lower limit is faster \
                 (--timeout 1, or timeout 1 in front of a command in the test)",
            );
        }
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unanswered(n_lost: u64, n_asked: u64, worked: u64) -> Option<String> {
        let (limit, worked) = (Duration::from_secs(5), Duration::from_secs(worked));
        Unanswered { n_lost, n_asked, n_run: n_asked, limit, worked }.told()
    }

    #[test]
    fn many_trials_without_an_answer_are_explained_and_few_are_not() {
        assert_eq!(unanswered(9, 9, 1), None);
        assert_eq!(unanswered(20, 101, 201), None);
        let text = unanswered(20, 100, 201).unwrap();
        assert!(text.starts_with("20 of 100 candidates had no answer within 5"), "{text}");
        assert!(text.ends_with("the result may be smaller"), "{text}");
    }

    #[test]
    fn few_trials_without_an_answer_that_took_most_of_the_time_are_explained_too() {
        let text = unanswered(20, 1_000, 200).unwrap();
        assert!(text.contains("boring; waiting for them took most of the time"), "{text}");
        assert!(text.contains("--timeout 1"), "{text}");
        let of_earlier = Unanswered {
            n_lost: 20,
            n_asked: 1_000,
            n_run: 19,
            limit: Duration::from_secs(5),
            worked: Duration::from_secs(10),
        };
        assert_eq!(of_earlier.told(), None);
    }

    #[test]
    fn a_steady_and_confirmed_result_needs_no_words() {
        let sure = Reliability { is_steady: true, is_confirmed: true, ..Reliability::default() };
        assert_eq!(told(&sure), None);
        let text = told(&Reliability { is_confirmed: false, ..sure }).unwrap();
        assert!(text.contains("--budget"), "{text}");
    }
}
