//! The lines at the end.

use dwindle_reduce::StopReason;

use crate::state::State;
use crate::words;

/// Returns the summary of a finished reduction: two lines about result and cost, and others about
/// relations that were maintained and texts that were written, if any. `None` before the reduction
/// began.
pub fn ending(state: &State) -> Option<String> {
    let (original, now) = (state.original?, state.now?);
    let sizes = format!(
        "{} → {}, {} → {} ({} gone): {}",
        words::number(original.bytes),
        words::counted(now.bytes, "byte"),
        words::number(original.tokens),
        words::counted(now.tokens, "token"),
        words::percent_gone(original.bytes, now.bytes),
        reason(state.stopped, state.counts.accepted),
    );
    let counts = &state.counts;
    let asides = |asides: &[(u64, &str)]| -> String {
        let told = asides.iter().filter(|(count, _)| *count != 0);
        told.map(|(count, what)| format!(", {} {what}", words::number(*count))).collect()
    };
    let trials = format!(
        "{} proposed{}; {} run in {}{}",
        words::counted(counts.proposed, "candidate"),
        asides(&[
            (counts.known, "answered from memory"),
            (counts.gated, "refused by a gate"),
            (counts.put_off, "put off"),
        ]),
        words::counted(counts.executed, "trial"),
        words::duration(state.at),
        asides(&[
            (counts.scouted, "of them to look ahead for likely answers"),
            (counts.cancelled, "cancelled"),
            (state.unresolved, "without an answer in time"),
        ]),
    );
    let found = [state.agreements.kept(), state.agreements.written()];
    let lines: Vec<String> = [sizes, trials].into_iter().chain(found.into_iter().flatten()).collect();
    Some(lines.join("\n"))
}

fn reason(stopped: Option<StopReason>, accepted: u64) -> &'static str {
    match stopped {
        Some(StopReason::Complete) if accepted == 0 => "nothing could be removed",
        Some(StopReason::Complete) => "nothing more was found to remove",
        Some(StopReason::Trials) => "the limit of trials is reached",
        Some(StopReason::Time) => "the time limit is reached",
        Some(StopReason::Size) => "the target size is reached",
        Some(StopReason::Interrupted) => "interrupted",
        Some(StopReason::Environment) => "trials can't be run any more",
        Some(StopReason::Flaky) => "unreliable: the test's answers differ too much",
        None => "not finished",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{accepted, finished, found, started, story};
    use dwindle_reduce::{Counts, Event, Finding, FindingState, Stamped};
    use std::time::Duration;

    fn told(events: &[Stamped]) -> String {
        let mut state = State::default();
        for stamped in events {
            state.event(stamped);
        }
        ending(&state).unwrap()
    }

    #[test]
    fn two_lines_say_what_was_made_and_what_it_cost() {
        insta::assert_snapshot!(told(&story()));
    }

    #[test]
    fn what_was_kept_right_is_said_if_it_was_of_use() {
        let kept = found(0, "lines", FindingState::Kept);
        let lines = |events: &[Stamped]| told(events).lines().skip(2).collect::<String>();
        let end = finished(2, StopReason::Complete, 3, 7, Counts::default());
        assert_eq!(lines(&[started(0, 5, 9), kept.clone(), end.clone()]), "");
        let went = accepted(1, 1, "lines", 3, 7, Counts::default());
        assert_eq!(lines(&[started(0, 5, 9), kept, went, end]), "kept right: byte offset");
    }

    #[test]
    fn what_was_printed_as_it_is_is_said() {
        let written = |text: &str| {
            let place = format!("{text} for f(a)");
            let finding =
                Finding { relation: "expected text".into(), values: 1, place, state: FindingState::Written };
            Stamped { at: Duration::ZERO, event: Event::Finding { pass: "expected".into(), finding } }
        };
        let end = finished(2, StopReason::Complete, 3, 7, Counts::default());
        let last = |events: &[Stamped]| told(events).lines().last().unwrap().to_owned();
        assert_eq!(
            last(&[started(0, 5, 9), written("\"sum: 7\""), end.clone()]),
            "printed as the test expects it, not computed: \"sum: 7\" for f(a); --no-expected keeps what computes it"
        );
        let more = last(&[started(0, 5, 9), written(&"é".repeat(80)), written("b"), written("c"), end]);
        assert!(more.contains("é…, and 2 more; "), "{more}");
    }

    #[test]
    fn every_ending_says_why() {
        let reasons = [
            StopReason::Complete,
            StopReason::Trials,
            StopReason::Time,
            StopReason::Size,
            StopReason::Interrupted,
            StopReason::Environment,
            StopReason::Flaky,
        ];
        let lines: Vec<String> = reasons
            .iter()
            .map(|reason| told(&[started(0, 5, 9), finished(1, *reason, 5, 9, Counts::default())]))
            .collect();
        insta::assert_snapshot!(lines.join("\n\n"));
    }

    #[test]
    fn nothing_is_said_of_a_reduction_that_never_began() {
        assert_eq!(ending(&State::default()), None);
    }
}
