//! Generated sessions: none may report success with a boring document.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use dwindle_reduce::{Document, File, Reducer, ReducerOptions, Verdict};
use dwindle_run::flaky::{Observations, Repeated, Trust};
use dwindle_run::journal::{Identity, Journal, SessionDirectory, Start};
use dwindle_run::property::{Cancel, Property, PropertyError};
use dwindle_run::session::{Session, SessionOptions, Status};

use crate::toy::{mix, plan, threads};

/// A random property, and the behaviour of its test.
struct Case {
    seed: u64,
    /// Letters that must occur in this order.
    needed: Vec<u8>,
    /// One of this many documents with these letters is boring for no reason; 0 for none.
    whim: u64,
    /// How often the test says yes to interesting and to boring documents, in millionths.
    rates: [u64; 2],
    /// One of this many runs has no answer, or an error of the environment; 0 for none.
    lost: u64,
    broken: u64,
    n_workers: usize,
    /// The number of trials after which the session is stopped and resumed.
    cut_off: Option<u64>,
    original: Document,
    n_runs: AtomicU64,
}

/// A generator of pseudo-random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = mix(self.0.wrapping_add(0x9e37_79b9));
        self.0 % bound
    }

    /// Returns true once in `n` calls on average.
    fn is_one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }
}

impl Case {
    fn new(seed: u64) -> Case {
        let mut random = Random(mix(seed ^ 0x5eed));
        let n_bytes = 12 + random.below(70) as usize;
        let text: Vec<u8> = (0..n_bytes).map(|_| b"abcdefgh"[random.below(8) as usize]).collect();
        let n_needed = random.below(6);
        let mut places: Vec<usize> = (0..n_needed).map(|_| random.below(n_bytes as u64) as usize).collect();
        places.sort_unstable();
        places.dedup();
        let rates = match random.below(4) {
            0 => [1_000_000, 0],
            1 => [1_000_000, random.below(50_001)],
            _ => [800_000 + random.below(200_001), random.below(50_001)],
        };
        let case = Case {
            seed,
            needed: places.iter().map(|at| text[*at]).collect(),
            whim: [0, 0, 3, 7][random.below(4) as usize],
            rates,
            lost: if random.is_one_in(4) { 15 + random.below(100) } else { 0 },
            broken: if random.is_one_in(8) { 40 + random.below(400) } else { 0 },
            n_workers: [1, 1, 2, 4][random.below(4) as usize],
            cut_off: random.is_one_in(4).then(|| 1 + random.below(120)),
            original: Document::single("input.txt", text),
            n_runs: AtomicU64::new(0),
        };
        assert!(case.is_interesting(&case.original), "seed {seed}");
        case
    }

    fn is_interesting(&self, document: &Document) -> bool {
        let mut wanted = self.needed.iter().peekable();
        document.files().iter().flat_map(File::bytes).for_each(|byte| {
            wanted.next_if(|letter| *letter == byte);
        });
        let has_whim = self.whim != 0 && *document != self.original;
        let is_refused = has_whim && (mix(document.key().0 as u64 ^ self.seed)).is_multiple_of(self.whim);
        // If the empty document were interesting, the property would always hold.
        wanted.peek().is_none() && !is_refused && document.n_bytes() != 0
    }
}

impl Property for Case {
    fn test(&self, input: &Document, _: &Cancel) -> Result<Verdict, PropertyError> {
        let nth = self.n_runs.fetch_add(1, Ordering::SeqCst);
        let mut coin = Random(mix(self.seed ^ mix(nth)));
        if self.broken != 0 && coin.is_one_in(self.broken) {
            let source = std::io::ErrorKind::OutOfMemory.into();
            return Err(PropertyError::Other { what: "a fault".to_owned(), source });
        }
        if self.lost != 0 && coin.is_one_in(self.lost) {
            return Ok(Verdict::Unresolved);
        }
        let rate = self.rates[usize::from(!self.is_interesting(input))];
        Ok(if coin.below(1_000_000) < rate { Verdict::Interesting } else { Verdict::Boring })
    }
}

/// How a session ended.
#[derive(Debug, PartialEq, Eq)]
enum Outcome {
    Right,
    /// It reported success with a boring document.
    Wrong,
    /// Its status reported no success.
    NoSuccess(Status),
}

fn outcome(seed: u64, trust: Trust) -> (Outcome, bool) {
    let case = Arc::new(Case::new(seed));
    let place = tempfile::tempdir().unwrap();
    let mut limits = case.cut_off.into_iter().map(Some).chain([None]);
    loop {
        let limit = limits.next().unwrap();
        let observations = Arc::new(Observations::new(trust));
        let property: Arc<dyn Property> = Arc::new(Repeated::new(case.clone(), observations.clone()));
        let options = ReducerOptions { max_trials: limit, ..ReducerOptions::default() };
        let reducer = Reducer::new(&case.original, &plan(), options);
        let executor = threads(&property, case.n_workers);
        let mut session =
            Session::new(reducer, executor, SessionOptions::default()).with_observations(observations);
        let directory = SessionDirectory::open(place.path().join("session")).unwrap();
        if case.cut_off.is_some() {
            let identity = Identity::new(case.original.key()).with_property("the test", "generated");
            session = session.with_journal(Journal::open(&directory, &identity, Start::Resume).unwrap().0);
        }
        let ended = session.run();
        let is_right = case.is_interesting(&ended.best);
        let status = ended.summary.status;
        let outcome = match status {
            Status::Reduced | Status::Unreducible | Status::Budget if is_right => Outcome::Right,
            Status::Reduced | Status::Unreducible | Status::Budget => Outcome::Wrong,
            Status::Interrupted | Status::Failed | Status::Flaky | Status::Unconfirmed => {
                Outcome::NoSuccess(status)
            }
        };
        if limit.is_none() || outcome == Outcome::Wrong {
            return (outcome, case.rates != [1_000_000, 0]);
        }
    }
}

/// Counts the outcomes: right, wrong, and without success.
fn count(seeds: std::ops::Range<u64>, trust: Trust) -> [u64; 3] {
    let mut counts = [0; 3];
    for seed in seeds {
        let (outcome, is_flaky) = outcome(seed, trust);
        counts[match outcome {
            Outcome::Right => 0,
            Outcome::Wrong => 1,
            Outcome::NoSuccess(_) => 2,
        }] += 1;
        if outcome == Outcome::Wrong {
            println!("seed {seed} is wrong, flaky: {is_flaky}");
        }
    }
    counts
}

#[test]
fn no_generated_session_reports_success_with_a_boring_document() {
    let [right, wrong, no_success] = count(0..150, Trust::UntilContradicted);
    assert_eq!(wrong, 0);
    assert!(no_success * 3 < right, "most sessions report success: {right}, {no_success} do not");
}

#[test]
fn without_repeated_tests_and_confirmation_some_generated_sessions_end_wrong() {
    let [_, wrong, _] = count(0..60, Trust::Always);
    assert!(5 < wrong, "{wrong}");
}

/// Runs `DWINDLE_SESSIONS` sessions, from the seed `DWINDLE_FIRST` on.
#[test]
#[ignore = "takes minutes; docs/flaky.md says how to run it"]
fn many_generated_sessions() {
    let number = |name: &str| std::env::var(name).ok().and_then(|n| n.parse::<u64>().ok());
    let (first, n_sessions) =
        (number("DWINDLE_FIRST").unwrap_or(0), number("DWINDLE_SESSIONS").unwrap_or(10_000));
    let trust = match std::env::var_os("DWINDLE_BELIEVE") {
        Some(_) => Trust::Always,
        None => Trust::UntilContradicted,
    };
    let mut all = [0; 3];
    for begin in (first..first + n_sessions).step_by(500) {
        let end = (first + n_sessions).min(begin + 500);
        let counts = count(begin..end, trust);
        all.iter_mut().zip(counts).for_each(|(all, count)| *all += count);
        let [right, wrong, no_success] = all;
        println!("up to seed {end}: {right} right, {wrong} wrong, {no_success} ended with another status");
    }
    assert_eq!(all[1], 0);
}
