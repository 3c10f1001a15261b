//! Holds group testing to what it claims on generated lists: how many tests it takes, beside the
//! other searches and beside what no search can do without. Seeds are fixed, so every figure is the
//! same in each run.

use dwindle_reduce::{ALGORITHMS, Algorithm, ListOptions};
use dwindle_testkit::lists::{Case, Family, Outcome, count, families};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

fn cases(family: &Family, n_lists: u64) -> Vec<Case> {
    (0..n_lists.min(family.n_lists)).map(|seed| (family.make)(&mut ChaCha8Rng::seed_from_u64(seed))).collect()
}

fn algorithm(name: &str) -> &'static Algorithm {
    Algorithm::named(name).expect("the search is there")
}

/// What reductions come to on average.
#[derive(Clone, Copy, Debug)]
struct Mean {
    n_tests: f64,
    n_kept: f64,
}

/// Reduces the first lists of a family.
fn outcome(name: &str, family: &str, n_lists: u64) -> Mean {
    let families = families();
    let family = families.iter().find(|known| known.name == family).expect("the family is there");
    let cases = cases(family, n_lists);
    let n = cases.len() as f64;
    let outcomes: Vec<Outcome> = cases
        .iter()
        .map(|case| count(case, algorithm(name), &ListOptions::default(), family.until))
        .collect();
    Mean {
        n_tests: outcomes.iter().map(|outcome| outcome.n_tests as f64).sum::<f64>() / n,
        n_kept: outcomes.iter().map(|outcome| outcome.n_kept as f64).sum::<f64>() / n,
    }
}

/// Returns the mean number of tests on the first lists of a family.
fn tests(name: &str, family: &str, n_lists: u64) -> f64 {
    outcome(name, family, n_lists).n_tests
}

/// Asserts that `split-adaptive` takes at most `ratio` as many tests as another search.
fn check(family: &str, n_lists: u64, ratio: f64, other: &str) {
    let (ours, theirs) = (tests("split-adaptive", family, n_lists), tests(other, family, n_lists));
    assert!(ours <= ratio * theirs, "{family}: {ours} tests, {other} {theirs}");
}

/// Returns log2 of the number of sets of needed units that a list could have had, on average over
/// the lists.
fn information(family: &str, n_lists: u64) -> f64 {
    let families = families();
    let family = families.iter().find(|known| known.name == family).expect("the family is there");
    let cases = cases(family, n_lists);
    let bits = |case: &Case| {
        let (n, k) =
            (case.weights.len(), case.needed.as_ref().expect("needed units are all that matters").len());
        (0..k).map(|i| ((n - i) as f64 / (k - i) as f64).log2()).sum::<f64>()
    };
    cases.iter().map(bits).sum::<f64>() / cases.len() as f64
}

#[test]
fn random_needed_units_take_little_more_than_the_information_bound() {
    for (n_needed, excess) in [(1, 1.5), (5, 1.2), (20, 1.13), (100, 1.12), (400, 1.15)] {
        let family = format!("random {n_needed}");
        let (ours, bits) = (tests("split-adaptive", &family, 6), information(&family, 6));
        assert!(ours <= excess * bits, "{family}: {ours} tests for {bits} bits");
        assert!(bits <= ours, "{family}: {ours} tests for {bits} bits");
    }
}

#[test]
fn random_needed_units_take_fewer_tests_than_with_probabilistic_delta_debugging() {
    for (n_needed, ratio) in [(1, 0.2), (5, 0.4), (20, 0.7), (100, 0.8), (400, 0.72), (1000, 0.57)] {
        check(&format!("random {n_needed}"), 3, ratio, "probdd");
        check(&format!("random {n_needed}"), 3, ratio, "cdd");
    }
}

#[test]
fn lists_of_which_all_is_needed_take_little_more_than_one_test_for_each_unit() {
    let ours = tests("split-adaptive", "random 1000", 1);
    assert!(ours <= 1125.0, "{ours}");
    assert_eq!(tests("split-adaptive", "tiny 8 of 8", 1), 8.0);
    assert_eq!(tests("split-adaptive", "tiny 3 of 3", 1), 3.0);
}

#[test]
fn clusters_are_noticed() {
    for (family, ratio) in [
        ("clusters 1 of 100, 1", 0.5),
        ("clusters 3 of 30, 1", 0.58),
        ("clusters 10 of 10, 1", 0.65),
        ("clusters 20 of 5, 1", 0.75),
        ("clusters 40 of 2, 1", 0.95),
        ("clusters 5 of 40, 0.5", 0.78),
    ] {
        check(family, 4, ratio, "split");
        check(family, 4, 0.9, "cdd");
    }
}

#[test]
fn units_that_have_to_go_together_are_found_by_windows() {
    for (family, other, fewer_tests, fewer_units) in [
        ("pairs 200", "probdd", 0.85, 1.05),
        ("pairs 200", "cdd", 1.0, 0.7),
        ("functions 1000", "probdd", 0.75, 0.9),
        ("functions 1000", "cdd", 0.8, 0.85),
    ] {
        let (ours, theirs) = (outcome("split-robust", family, 10), outcome(other, family, 10));
        assert!(ours.n_tests <= fewer_tests * theirs.n_tests, "{family}: {ours:?}, {other} {theirs:?}");
        assert!(ours.n_kept <= fewer_units * theirs.n_kept, "{family}: {ours:?}, {other} {theirs:?}");
    }
}

#[test]
fn windows_cost_little_where_they_bring_nothing() {
    let (robust, verified) =
        (tests("split-robust", "minimal 100", 4), tests("split-adaptive-verified", "minimal 100", 4));
    assert!(robust <= verified + 32.0, "{robust}, {verified}");
    let (robust, verified) =
        (tests("split-robust", "tiny minimal", 200), tests("split-adaptive-verified", "tiny minimal", 200));
    assert!(robust <= 1.1 * verified, "{robust}, {verified}");
}

#[test]
fn the_side_from_which_the_list_can_be_taken_apart_is_found() {
    check("needs later 200", 8, 0.25, "split");
    check("needs later 200", 8, 0.3, "cdd");
    check("needs earlier 200", 8, 0.95, "split");
    check("needs earlier 200", 8, 0.5, "cdd");
    check("needs both ways 50", 8, 0.95, "split");
}

#[test]
fn tiny_lists_are_not_searched_like_long_ones() {
    check("tiny", 300, 0.85, "split");
    check("tiny", 300, 0.8, "cdd");
    check("tiny", 300, 0.85, "probdd");
    check("tiny minimal", 300, 0.8, "cdd");
}

#[test]
fn verification_costs_about_one_test_for_each_kept_unit() {
    let plain = tests("split-adaptive", "random 100", 4);
    let verified = tests("split-adaptive-verified", "minimal 100", 4);
    assert!(verified <= plain + 101.0, "{plain} and {verified}");
    // What was proven since the last success is not asked again.
    let all = tests("split-adaptive-verified", "random 1000", 1);
    assert_eq!(all, tests("split-adaptive", "random 1000", 1));
}

#[test]
fn weights_help_where_they_tell_and_do_not_hurt_where_they_do_not() {
    let n_lists = 12;
    let by_weight = tests("wsplit", "heavy tails", n_lists);
    let by_count = tests("split", "heavy tails", n_lists);
    assert!(by_weight <= 0.85 * by_count, "{by_weight}, {by_count}");
    check("heavy tails", n_lists, 0.95, "split");
    check("heavy tails blind", n_lists, 1.1, "split");
    check("wdd, q .99", n_lists, 0.8, "wprobdd");
    check("heavy tails", n_lists, 0.85, "wprobdd");
}

/// The lists on which all searches are counted: what is needed is spread, in runs, in pairs,
/// dependent, weighted.
const COUNTED: [&str; 8] = [
    "random 20",
    "random 400",
    "clusters 10 of 10, 1",
    "pairs 200",
    "functions 100",
    "needs both ways 50",
    "heavy tails",
    "tiny 8 of 8",
];

/// No constant of a search changes by accident. Whoever changes one on purpose sees here what it
/// costs or saves on lists that nobody chose for it, and puts the new figures into the fixture.
#[test]
fn every_search_tests_as_often_as_was_recorded() {
    let mut counted = format!("tests / units kept on the first two lists of: {}\n", COUNTED.join("; "));
    // Each query of ddmin is recorded already (`tests/vectors.rs`), and there are many.
    for algorithm in ALGORITHMS.iter().filter(|algorithm| !algorithm.name.contains("ddmin")) {
        let of_family = |family: &&str| {
            let Mean { n_tests, n_kept } = outcome(algorithm.name, family, 2);
            format!("{n_tests} / {n_kept}")
        };
        let counts: Vec<String> = COUNTED.iter().map(of_family).collect();
        counted += &format!("{}: {}\n", algorithm.name, counts.join("; "));
    }
    let recorded = include_str!("../fixtures/counts.txt");
    assert!(counted == recorded, "fixtures/counts.txt has other figures than\n{counted}");
}
