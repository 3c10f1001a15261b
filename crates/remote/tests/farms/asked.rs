//! Which calls a server gets, and how many.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use dwindle_reduce::Document;
use dwindle_remote::FarmOptions;
use dwindle_run::property::{Cancel, Property};
use tonic::Code;

use crate::fake::{Call, Fake, Instead};
use crate::stage::{
    BOTH, ask, ask_again, ask_all, assigned, farm, options, started, started_beside, texts, verdict_of,
};

/// The runs before a farm is used: the original and the empty input.
const FIRST: usize = 2;

#[test]
fn verdicts_are_those_of_the_test_and_are_kept_by_the_cache() {
    let fake = Fake::start(BOTH);
    fake.world().header = Some(("x-key", "secret"));
    let (first, property) = farm(&options(&fake));
    ask_all(&property);
    assert_eq!(fake.world().n_executed, FIRST + texts().len());
    assert_eq!(first.figures().n_cached, 0);
    let (second, property) = farm(&options(&fake));
    ask_all(&property);
    assert_eq!(second.figures().n_cached, texts().len() as u64);
    assert_eq!(fake.world().n_executed, 2 * FIRST + texts().len(), "only the checks at the start run again");
}

#[test]
fn without_the_cache_it_is_neither_asked_nor_filled() {
    let fake = Fake::start(BOTH);
    for round in 1..3 {
        let (_farm, property) = farm(&FarmOptions { uses_cache: false, ..options(&fake) });
        ask_all(&property);
        assert_eq!(fake.world().n_executed, round * (FIRST + texts().len()));
    }
    let world = fake.world();
    assert!(world.results.is_empty() && !world.n_calls.contains_key(&Call::Cached));
    assert_eq!(world.n_lookups, 0);
}

#[test]
fn repeats_of_a_flaky_test_run_each_time() {
    let fake = Fake::start(BOTH);
    let (_farm, property) = farm(&options(&fake));
    let before = fake.world().n_executed;
    for nth in 0..4 {
        assert_eq!(ask_again(&property, "ab", nth), verdict_of("ab"));
    }
    assert_eq!(fake.world().n_executed, before + 4);
    assert_eq!(fake.world().results.len(), 1, "repeats do not go into the cache");
}

#[test]
fn large_blobs_are_streamed_and_batches_stay_small() {
    let fake = Fake::start(BOTH);
    let (_farm, property) = farm(&options(&fake));
    let large = format!("ab{}", "x".repeat(300_000));
    assert_eq!(ask(&property, &large).unwrap(), verdict_of("ab"));
    let world = fake.world();
    assert_eq!(world.n_calls[&Call::Write], 1);
    assert!(world.largest_batch <= 65_536, "{}", world.largest_batch);
}

#[test]
fn what_the_store_has_is_not_asked_for_again() {
    let fake = Fake::start(BOTH);
    let (_farm, property) = farm(&options(&fake));
    ask_all(&property);
    let n_asked = fake.world().n_calls[&Call::Missing];
    for text in texts() {
        ask_again(&property, &text, 1);
    }
    // Repeats are separate actions with the same input.
    assert!(fake.world().n_calls[&Call::Missing] <= n_asked + texts().len());
    let (_second, property) = farm(&options(&fake));
    let n_updates = fake.world().n_calls[&Call::Update];
    ask_all(&property);
    assert_eq!(fake.world().n_calls[&Call::Update], n_updates);
}

#[test]
fn calls_that_fail_are_made_again() {
    let fake = Fake::start(BOTH);
    let (_farm, property) = farm(&options(&fake));
    let codes = [Code::Unavailable, Code::ResourceExhausted, Code::Internal, Code::Aborted, Code::Unknown];
    for call in [Call::Cached, Call::Missing, Call::Update, Call::Execute] {
        for code in codes {
            fake.fail(call, &[code, code]);
            let text = format!("{call:?}{code:?}ab");
            assert_eq!(ask(&property, &text).unwrap(), verdict_of(&text), "{text}");
        }
    }
    assert!(fake.world().faults.values().all(std::collections::VecDeque::is_empty));
}

#[test]
fn blobs_that_a_server_lost_are_sent_again() {
    let fake = Fake::start(BOTH);
    let (_farm, property) = farm(&options(&fake));
    fake.world().instead.extend([Instead::LoseBlobs, Instead::LoseBlobs]);
    ask_all(&property);
    // Also without an error that says so.
    fake.world().blobs.clear();
    fake.world().results.clear();
    ask_all(&property);
}

#[test]
fn who_is_not_let_in_is_told_so() {
    let fake = Fake::start(BOTH);
    fake.world().header = Some(("x-key", "another"));
    let error = started(&options(&fake)).err().unwrap();
    assert!(error.why.contains("UNAUTHENTICATED: who are you?"), "{error}");
    assert!(error.help.unwrap().contains("--remote-header"));
}

#[test]
fn machines_that_differ_are_told_apart() {
    let start = |test| started(&options(&Fake::start(test))).err().unwrap();
    assert!(start(|_| 1).why.contains("says no to the original there"));
    assert!(start(|_| 0).why.contains("says yes to an empty input there"));
    let fake = Fake::start(BOTH);
    // As on a machine without a shell.
    fake.world().always = Some(Instead::End(127, ""));
    let error = started(&options(&fake)).err().unwrap();
    assert!(error.why.contains("it ended with status 127"), "{error}");
    assert!(error.help.unwrap().contains("--remote-image"));
}

#[test]
fn several_tests_share_the_places_of_one_farm_and_those_inside() {
    let fake = Fake::start(BOTH);
    let options = FarmOptions { n_slots: 3, ..options(&fake) };
    let (farm, first) = started_beside(&options, 1).unwrap();
    let tests = [first, assigned(&farm, "input").unwrap()];
    fake.world().most_under_way = 0;
    let (n_inside, most_inside) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let (inside_now, most) = (n_inside.clone(), most_inside.clone());
    let inside: Arc<dyn Property> = Arc::new(move |input: &Document, _: &Cancel| {
        most.fetch_max(inside_now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        std::thread::yield_now();
        inside_now.fetch_sub(1, Ordering::SeqCst);
        Ok(verdict_of(&String::from_utf8_lossy(input.files()[0].bytes())))
    });
    let properties = tests.map(|test| test.property(inside.clone()));
    std::thread::scope(|scope| {
        properties.iter().for_each(|property| drop(scope.spawn(|| ask_all(property))));
    });
    assert_eq!(most_inside.load(Ordering::SeqCst), 1);
    let most_there = fake.world().most_under_way;
    assert!((1..=3).contains(&most_there), "{most_there}");
    assert!(farm.seat_inside(&Cancel::new()).is_some());
    drop(farm);
    ask_all(&properties[1]);
}
