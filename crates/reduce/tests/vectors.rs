//! Reproduces every recorded query of the list algorithms: which candidates, in which order, with
//! which result.

mod common;

use std::collections::BTreeSet;

use common::run;
use dwindle_reduce::{Algorithm, List, ListMethod, ListOptions, Order, Units};
use serde::Deserialize;

#[derive(Deserialize)]
struct Vector {
    property: String,
    input: Vec<u32>,
    weights: Vec<u32>,
    algorithm: String,
    tests: Vec<(Vec<u32>, bool)>,
    attempts: usize,
    result: Vec<u32>,
}

fn vectors() -> Vec<Vector> {
    serde_json::from_str(include_str!("../fixtures/vectors.json")).expect("the fixture is readable")
}

/// What each recorded name stands for: the search, and from which end it goes.
const NAMES: &[(&str, &str, Order)] = &[
    ("ddmin", "ddmin", Order::Forward),
    ("wddmin", "wddmin", Order::Forward),
    ("probdd", "probdd", Order::Forward),
    ("wprobdd", "wprobdd", Order::Forward),
    ("cdd", "cdd", Order::Forward),
    ("split", "split", Order::Backward),
    ("split forward", "split", Order::Forward),
    ("split verified", "split-verified", Order::Backward),
    ("split optimistic", "split-optimistic", Order::Backward),
];

/// Finds the search that a recorded name stands for, such as `cdd p0=0.2`.
fn method(recorded: &str) -> ListMethod {
    let (name, p0) = recorded.split_once(" p0=").unzip();
    let name = name.unwrap_or(recorded);
    let (_, algorithm, order) = NAMES.iter().find(|row| row.0 == name).expect("each recorded name has a row");
    let defaults = ListOptions::default();
    let p0 = p0.map_or(defaults.p0, |p0| p0.parse().expect("a number"));
    let algorithm = Algorithm::named(algorithm).expect("the search is there");
    ListMethod { algorithm, options: ListOptions { order: *order, p0, ..defaults } }
}

type Predicate = Box<dyn Fn(&BTreeSet<u32>) -> bool>;

/// Returns the predicate that is described in words.
fn property(words: &str) -> Predicate {
    if let Some(needed) = words.strip_prefix("superset of ") {
        let needed: BTreeSet<u32> =
            needed.trim_matches(['{', '}']).split(',').map(|unit| unit.parse().expect("a number")).collect();
        return Box::new(move |kept| kept.is_superset(&needed));
    }
    let has_all = |kept: &BTreeSet<u32>, units: &[u32]| units.iter().all(|unit| kept.contains(unit));
    match words {
        "python program of the CDD paper, Fig. 1(a)" => Box::new(move |kept| {
            let needs: [(u32, &[u32]); 5] = [(2, &[1]), (3, &[2]), (4, &[1]), (6, &[3, 4]), (7, &[1, 4, 6])];
            kept.contains(&8)
                && (kept.contains(&5) || kept.contains(&7))
                && needs.iter().all(|(unit, needed)| !kept.contains(unit) || has_all(kept, needed))
        }),
        "everything" => Box::new(|kept| kept.len() == 8),
        "contains 4 or (17 and 60)" => Box::new(move |kept| kept.contains(&4) || has_all(kept, &[17, 60])),
        "closed under i needs i-1 for odd i, and contains 31" => Box::new(|kept| {
            kept.contains(&31) && kept.iter().all(|unit| unit % 2 == 0 || kept.contains(&(unit - 1)))
        }),
        "at least 12 elements" => Box::new(|kept| 12 <= kept.len()),
        _ => panic!("no predicate for {words:?}"),
    }
}

fn check(vector: &Vector, method: &ListMethod) {
    let what = format!("{} on {}", vector.algorithm, vector.property);
    let property = property(&vector.property);
    let n_units = vector.input.len() as u32;
    let names = |left_out: &Units| -> Vec<u32> {
        left_out.complement(n_units).iter().map(|unit| vector.input[unit as usize]).collect()
    };
    let search = method.start(&List::weighted(vector.weights.iter().copied()));
    let run = run(search, n_units, |left_out| property(&names(left_out).into_iter().collect()));
    let tests: Vec<(Vec<u32>, bool)> =
        run.tests.iter().map(|(left_out, interesting)| (names(left_out), *interesting)).collect();
    for (idx, pair) in tests.iter().zip(&vector.tests).enumerate() {
        assert_eq!(pair.0, pair.1, "{what}: test {}", idx + 1);
    }
    assert_eq!(tests.len(), vector.tests.len(), "{what}: tests");
    assert_eq!(names(&run.left_out), vector.result, "{what}: result");
    // `split verified` remembers which units it knows to be needed and does not propose them once
    // more.
    let exact = vector.algorithm != "split verified";
    assert!(run.n_attempts <= vector.attempts, "{what}: {} attempts", run.n_attempts);
    assert!(!exact || run.n_attempts == vector.attempts, "{what}: {} attempts", run.n_attempts);
}

fn check_all(family: &str) {
    let mut n_checked = 0;
    for vector in vectors().iter().filter(|vector| vector.algorithm.split(' ').next() == Some(family)) {
        check(vector, &method(&vector.algorithm));
        n_checked += 1;
    }
    assert!(9 <= n_checked, "each search is recorded on nine properties, {family} on {n_checked}");
}

#[test]
fn ddmin_asks_what_was_recorded() {
    check_all("ddmin");
}

#[test]
fn w_ddmin_asks_what_was_recorded() {
    check_all("wddmin");
}

#[test]
fn probdd_asks_what_was_recorded() {
    check_all("probdd");
}

#[test]
fn w_probdd_asks_what_was_recorded() {
    check_all("wprobdd");
}

#[test]
fn cdd_asks_what_was_recorded() {
    check_all("cdd");
}

#[test]
fn split_asks_what_was_recorded() {
    check_all("split");
}
