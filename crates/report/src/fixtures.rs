//! Events for the tests of the displays.

use std::time::Duration;

use dwindle_reduce::{
    ContentKey, Cost, Counts, Event, Finding, FindingState, Source, Stamped, StopReason, Verdict,
};

const KEY: ContentKey = ContentKey(0x0123_4567_89ab_cdef);

fn stamped(seconds: u64, event: Event) -> Stamped {
    Stamped { at: Duration::from_secs(seconds), event }
}

fn cost(tokens: u64, bytes: u64) -> Cost {
    Cost { tokens, bytes, files: 1 }
}

pub(crate) fn started(seconds: u64, tokens: u64, bytes: u64) -> Stamped {
    stamped(seconds, Event::Started { cost: cost(tokens, bytes), key: KEY })
}

pub(crate) fn pass_began(seconds: u64, pass: &str, tokens: u64, bytes: u64) -> Stamped {
    stamped(seconds, Event::PassBegan { pass: pass.into(), cost: cost(tokens, bytes) })
}

pub(crate) fn pass_ended(seconds: u64, pass: &str, tokens: u64, bytes: u64) -> Stamped {
    let event = Event::PassEnded { pass: pass.into(), cost: cost(tokens, bytes), accepted: 3, proposed: 40 };
    stamped(seconds, event)
}

pub(crate) fn learned(seconds: u64, pass: &str, verdict: Verdict, source: Source) -> Stamped {
    let event = Event::Learned { pass: pass.into(), key: KEY, cost: cost(300, 3000), verdict, source };
    stamped(seconds, event)
}

pub(crate) fn found(seconds: u64, pass: &str, state: FindingState) -> Stamped {
    let (relation, place) = ("byte offset".to_owned(), "line 192: 0000000009 00000 n".to_owned());
    let finding = Finding { relation, values: 30, place, state };
    stamped(seconds, Event::Finding { pass: pass.into(), finding })
}

pub(crate) fn accepted(
    seconds: u64,
    step: u64,
    pass: &str,
    tokens: u64,
    bytes: u64,
    counts: Counts,
) -> Stamped {
    let cost = cost(tokens, bytes);
    stamped(seconds, Event::Accepted { step, pass: pass.into(), key: KEY, cost, counts })
}

pub(crate) fn finished(seconds: u64, reason: StopReason, tokens: u64, bytes: u64, counts: Counts) -> Stamped {
    stamped(seconds, Event::Finished { reason, cost: cost(tokens, bytes), counts })
}

/// A short reduction in which everything happens once.
pub(crate) fn story() -> Vec<Stamped> {
    let counts = |proposed, known, gated, executed, accepted| Counts {
        proposed,
        known,
        gated,
        put_off: gated,
        executed,
        accepted,
        scouted: 1,
        cancelled: 2,
    };
    vec![
        started(0, 3021, 12345),
        pass_began(0, "agree", 3021, 12345),
        found(0, "agree", FindingState::Found),
        found(0, "agree", FindingState::Kept),
        pass_ended(0, "agree", 3021, 12345),
        pass_began(0, "lines", 3021, 12345),
        learned(1, "lines", Verdict::Boring, Source::Trial),
        learned(3, "lines", Verdict::Interesting, Source::Trial),
        accepted(3, 1, "lines", 1500, 6000, counts(2, 0, 0, 4, 1)),
        learned(9, "lines", Verdict::Unresolved, Source::Trial),
        learned(9, "lines", Verdict::Boring, Source::Memory),
        pass_ended(10, "lines", 1500, 6000),
        pass_began(10, "tokens", 1500, 6000),
        learned(11, "tokens", Verdict::Boring, Source::Gate),
        learned(11, "tokens", Verdict::Boring, Source::PutOff),
        learned(75, "tokens", Verdict::Interesting, Source::Trial),
        accepted(75, 2, "tokens", 31, 123, counts(7, 1, 1, 7, 2)),
        finished(80, StopReason::Complete, 31, 123, counts(7, 1, 1, 9, 2)),
    ]
}
