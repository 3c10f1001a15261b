//! Servers that fall silent, break off or go away, and trials that are cancelled.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use dwindle_reduce::{Document, Verdict};
use dwindle_remote::FarmOptions;
use dwindle_run::property::{Cancel, PropertyError};
use tonic::Code;

use crate::fake::{Call, Fake, Instead};
use crate::stage::{BOTH, ask, ask_all, document, farm, options, started, started_beside, verdict_of};

/// Waits until a condition holds.
fn wait_until(is_so: impl Fn() -> bool) {
    for _ in 0..1000 {
        if is_so() {
            return;
        }
        thread::sleep(Duration::from_millis(10));
    }
    panic!("the condition never holds");
}

#[test]
fn a_stream_that_breaks_off_is_taken_up_again() {
    let fake = Fake::start(BOTH);
    let (_farm, property) = farm(&options(&fake));
    fake.world().instead.extend([Instead::BreakOff, Instead::BreakOff]);
    ask_all(&property);
    assert!(0 < fake.world().n_calls[&Call::Wait]);
    // If the server cannot resume a stream, the action is started again.
    fake.world().never.insert(Call::Wait, Code::Unimplemented);
    fake.world().instead.extend([Instead::BreakOff, Instead::BreakOff]);
    assert_eq!(ask(&property, "yab").unwrap(), verdict_of("ab"));
}

#[test]
fn an_action_may_take_longer_than_a_server_may_be_silent() {
    let fake = Fake::start(BOTH);
    let max_silence = Duration::from_millis(300);
    let (_farm, property) = farm(&FarmOptions { max_silence, ..options(&fake) });
    fake.world().instead.push_back(Instead::Late(Duration::from_millis(1500)));
    let before = fake.world().n_calls[&Call::Capabilities];
    assert_eq!(ask(&property, "ab").unwrap(), Verdict::Interesting);
    assert!(before < fake.world().n_calls[&Call::Capabilities], "the server is checked meanwhile");
    assert_eq!(fake.world().n_calls[&Call::Execute], 3, "once for this, twice at the start");
}

#[test]
fn a_server_that_comes_back_goes_on() {
    let mut fake = Fake::start(BOTH);
    let (_farm, property) = farm(&options(&fake));
    fake.end();
    let trial_runner = {
        let property = property.clone();
        thread::spawn(move || ask_all(&property))
    };
    thread::sleep(Duration::from_millis(300));
    fake.begin();
    trial_runner.join().unwrap();
}

#[test]
fn a_server_that_stays_away_is_lost_and_the_rest_runs_inside() {
    let mut fake = Fake::start(BOTH);
    let max_silence = Duration::from_millis(300);
    let (_farm, test) = started_beside(&FarmOptions { max_silence, ..options(&fake) }, 1).unwrap();
    let inside =
        |input: &Document, _: &Cancel| Ok(verdict_of(&String::from_utf8_lossy(input.files()[0].bytes())));
    let property = test.property(Arc::new(inside));
    ask_all(&property);
    fake.end();
    ask_all(&property);
    // Without seats inside the run ends, and can be resumed.
    let mut fake = Fake::start(BOTH);
    let (_farm, property) = farm(&FarmOptions { max_silence, ..options(&fake) });
    fake.end();
    let error = ask(&property, "ab").err().unwrap();
    assert!(matches!(error, PropertyError::RemoteLost { .. }), "{error}");
    assert!(error.to_string().contains("--resume"));
}

#[test]
fn a_server_that_is_not_there_is_told_at_the_start() {
    let mut fake = Fake::start(BOTH);
    fake.end();
    let error =
        started(&FarmOptions { max_silence: Duration::from_secs(2), ..options(&fake) }).err().unwrap();
    assert!(error.why.contains("can't be reached"), "{error}");
}

/// Cancels an action that waits, and asks for another one meanwhile. Returns how many ran at once.
fn one_after_a_cancelled_one(can_cancel: bool) -> usize {
    let fake = Fake::start(BOTH);
    let (farm, property) = farm(&FarmOptions { n_slots: 1, ..options(&fake) });
    if !can_cancel {
        fake.world().never.insert(Call::Cancel, Code::Unimplemented);
    }
    fake.world().most_under_way = 0;
    fake.world().is_held = true;
    let cancel = Cancel::new();
    let waiting = {
        let (property, cancel) = (property.clone(), cancel.clone());
        thread::spawn(move || property.test(&document("a"), &cancel))
    };
    wait_until(|| fake.world().n_under_way == 1);
    cancel.cancel();
    waiting.join().unwrap().unwrap();
    wait_until(|| fake.world().n_calls.contains_key(&Call::Cancel));
    fake.world().is_held = false;
    let next = thread::spawn(move || ask(&property, "ab"));
    if can_cancel {
        assert_eq!(next.join().unwrap().unwrap(), Verdict::Interesting);
    } else {
        thread::sleep(Duration::from_millis(200));
        assert!(!next.is_finished(), "the seat is taken as long as the action runs");
        fake.shared.released.notify_waiters();
        assert_eq!(next.join().unwrap().unwrap(), Verdict::Interesting);
    }
    assert_eq!(farm.figures().can_cancel, can_cancel);
    fake.world().most_under_way
}

#[test]
fn what_nobody_waits_for_is_cancelled_and_never_more_runs_than_was_asked_for() {
    assert_eq!(one_after_a_cancelled_one(true), 1);
    assert_eq!(one_after_a_cancelled_one(false), 1);
}
