//! Flaky tests.

use std::collections::HashMap;
use std::io::ErrorKind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use dwindle_reduce::{ContentKey, Document, LookAhead, Reducer, ReducerOptions, Verdict};
use dwindle_run::executor::Executor;
use dwindle_run::flaky::{Observations, Rates, Repeated, Trust};
use dwindle_run::property::{Cancel, Property, PropertyError};
use dwindle_run::session::{Ended, Session, SessionOptions, Status};

use crate::toy::*;

/// A property that says yes with one probability for interesting documents, and with another for
/// boring ones.
struct Coin {
    seed: u64,
    /// The probabilities, in millionths.
    rates: [u64; 2],
    n_runs: AtomicU64,
}

impl Coin {
    fn new(seed: u64, interesting: f64, boring: f64) -> Coin {
        let rates = [interesting, boring].map(|rate| (rate * 1e6) as u64);
        Coin { seed, rates, n_runs: AtomicU64::new(0) }
    }

    fn n_runs(&self) -> u64 {
        self.n_runs.load(Ordering::SeqCst)
    }
}

impl Property for Coin {
    fn test(&self, input: &Document, _: &Cancel) -> Result<Verdict, PropertyError> {
        let nth = self.n_runs.fetch_add(1, Ordering::SeqCst);
        let coin = mix(mix(self.seed) ^ mix(nth) ^ hash(input, self.seed)) % 1_000_000;
        let rate = self.rates[usize::from(!is_interesting(input))];
        Ok(if coin < rate { Verdict::Interesting } else { Verdict::Boring })
    }
}

const N_BYTES: usize = 300;

struct Run {
    ended: Ended,
    n_runs: u64,
}

fn run_with(coin: Coin, trust: Trust, n_workers: usize) -> Run {
    let coin = Arc::new(coin);
    let observations = Arc::new(Observations::new(trust));
    let property: Arc<dyn Property> = Arc::new(Repeated::new(coin.clone(), observations.clone()));
    let executor: Box<dyn Executor> = threads(&property, n_workers);
    let session = Session::new(reducer(&document(N_BYTES)), executor, SessionOptions::default());
    let ended = session.with_observations(observations).run();
    Run { ended, n_runs: coin.n_runs() }
}

fn run(seed: u64, interesting: f64, boring: f64, trust: Trust) -> Run {
    run_with(Coin::new(seed, interesting, boring), trust, 1)
}

fn exact() -> Run {
    run(0, 1.0, 0.0, Trust::Always)
}

/// Runs twenty seeds, each of which has to end with a truly interesting document.
fn twenty(interesting: f64, boring: f64) {
    let exact = exact();
    let (mut n_bytes, mut n_runs) = (0, 0);
    for seed in 1..=20 {
        let flaky = run(seed, interesting, boring, Trust::UntilContradicted);
        println!(
            "seed {seed}: {} bytes of {}, {} runs of {}, {:?}",
            flaky.ended.best.n_bytes(),
            exact.ended.best.n_bytes(),
            flaky.n_runs,
            exact.n_runs,
            flaky.ended.reliability
        );
        assert!(is_interesting(&flaky.ended.best), "seed {seed}");
        assert_eq!(flaky.ended.summary.status, Status::Reduced, "seed {seed}");
        n_bytes += flaky.ended.best.n_bytes();
        n_runs += flaky.n_runs;
    }
    assert!(n_bytes * 10 <= 20 * exact.ended.best.n_bytes() * 11, "{n_bytes} bytes in all");
    assert!(n_runs <= 20 * 5 * exact.n_runs, "{n_runs} runs in all, {} for the exact test", exact.n_runs);
}

#[test]
fn twenty_runs_with_yes_rates_of_90_and_2_percent_end_with_interesting_documents() {
    twenty(0.9, 0.02);
}

#[test]
fn twenty_runs_with_yes_rates_of_100_and_1_percent_end_with_interesting_documents() {
    twenty(1.0, 0.01);
}

#[test]
fn without_repeated_tests_some_runs_end_with_boring_documents() {
    let wrong = (1..=20).filter(|seed| !is_interesting(&run(*seed, 0.9, 0.02, Trust::Always).ended.best));
    assert!(5 < wrong.count(), "what the other tests check can go wrong");
}

#[test]
fn a_steady_test_costs_three_percent_and_five_runs_more() {
    let exact = exact();
    for n_workers in [1, 2, 8] {
        let watched = run_with(Coin::new(0, 1.0, 0.0), Trust::UntilContradicted, n_workers);
        assert_eq!(watched.ended.best, exact.ended.best);
        assert_eq!(watched.ended.summary.accepted_hash, exact.ended.summary.accepted_hash);
        let reliability = watched.ended.reliability.unwrap();
        assert!(reliability.is_steady && reliability.retracted == 0);
        assert!(reliability.repeated * 100 <= exact.n_runs * 3 + 500, "{reliability:?} of {}", exact.n_runs);
        if n_workers == 1 {
            assert_eq!(watched.n_runs, exact.n_runs + reliability.repeated);
        }
    }
}

#[test]
fn the_status_says_if_the_error_bound_can_not_be_kept() {
    for seed in 1..=8 {
        let vague = run(seed, 0.3, 0.2, Trust::Never(Rates::at_least(0.3).unwrap()));
        assert_eq!(vague.ended.summary.status, Status::Flaky, "{:?}", vague.ended.reliability);
    }
}

#[test]
fn with_stated_flakiness_candidates_are_tested_several_times_from_the_start() {
    let told = run(3, 0.9, 0.02, Trust::Never(Rates::at_least(0.9).unwrap()));
    assert_eq!(told.ended.summary.status, Status::Reduced);
    let [interesting, runs] = told.ended.summary.result_runs;
    assert!(4 <= interesting && interesting <= runs, "{interesting} of {runs}");
    assert!(is_interesting(&told.ended.best));
}

/// A property that says yes to an interesting document the first time, fails once at the second
/// time, and says no later.
#[derive(Default)]
struct Breaking {
    n_runs: Mutex<HashMap<ContentKey, u32>>,
    has_failed: AtomicBool,
}

impl Property for Breaking {
    fn test(&self, input: &Document, _: &Cancel) -> Result<Verdict, PropertyError> {
        let nth = {
            let mut runs = self.n_runs.lock().unwrap();
            let nth = runs.entry(input.key()).or_default();
            *nth += 1;
            *nth
        };
        match (nth, is_interesting(input)) {
            (1, true) => Ok(Verdict::Interesting),
            (2, true) if !self.has_failed.swap(true, Ordering::SeqCst) => {
                Err(PropertyError::Other { what: "gone".to_owned(), source: ErrorKind::NotFound.into() })
            }
            _ => {
                std::thread::sleep(Duration::from_millis(50));
                Ok(Verdict::Boring)
            }
        }
    }
}

#[test]
fn a_fault_while_a_wrong_result_is_confirmed_ends_the_session() {
    let (sender, ended) = channel();
    std::thread::spawn(move || {
        let observations = Arc::new(Observations::new(Trust::UntilContradicted));
        let breaking = Arc::new(Breaking::default());
        let property: Arc<dyn Property> = Arc::new(Repeated::new(breaking, observations.clone()));
        let look_ahead = LookAhead::Off;
        let options = ReducerOptions { max_trials: Some(35), look_ahead, ..ReducerOptions::default() };
        let reducer = Reducer::new(&document(N_BYTES), &plan(), options);
        let session = Session::new(reducer, threads(&property, 2), SessionOptions::default());
        sender.send(session.with_observations(observations).run().summary.status).unwrap();
    });
    // It takes a tenth of a second, or does not end.
    assert_eq!(ended.recv_timeout(Duration::from_secs(60)), Ok(Status::Failed));
}

/// A property whose second test of a document does not end.
#[derive(Default)]
struct Tiring {
    seen: Mutex<HashMap<ContentKey, u32>>,
}

impl Property for Tiring {
    fn test(&self, input: &Document, cancel: &Cancel) -> Result<Verdict, PropertyError> {
        let is_new = self.seen.lock().unwrap().insert(input.key(), 1).is_none();
        while !is_new && !cancel.is_cancelled() {
            std::thread::sleep(Duration::from_millis(2));
        }
        Ok(if is_interesting(input) { Verdict::Interesting } else { Verdict::Boring })
    }
}

/// Runs a session of `Tiring` with a budget of a second.
fn tired(options: ReducerOptions) -> Ended {
    let observations = Arc::new(Observations::new(Trust::UntilContradicted));
    let property: Arc<dyn Property> =
        Arc::new(Repeated::new(Arc::new(Tiring::default()), observations.clone()));
    let reducer = Reducer::new(&document(N_BYTES), &plan(), options);
    let budget = SessionOptions { budget: Some(Duration::from_secs(1)), ..SessionOptions::default() };
    let session = Session::new(reducer, threads(&property, 2), budget);
    session.with_observations(observations).run()
}

#[test]
fn a_result_that_could_not_be_tested_a_second_time_is_unconfirmed() {
    // The budget ends during the search, and after it.
    let short =
        ReducerOptions { max_trials: Some(12), look_ahead: LookAhead::Off, ..ReducerOptions::default() };
    for options in [ReducerOptions::default(), short] {
        let ended = tired(options);
        assert!(ended.best.n_bytes() < N_BYTES as u64);
        assert_eq!(ended.summary.status, Status::Unconfirmed);
        assert_eq!(ended.reliability.map(|reliability| reliability.is_confirmed), Some(false));
    }
}
