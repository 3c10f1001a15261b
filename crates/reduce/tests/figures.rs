//! Reproduces the figures and tables of the papers that print every step of a search.

mod common;

use std::sync::Arc;

use common::{Run, run};
use dwindle_reduce::list::algorithms::probdd::{ProbDd, Ties};
use dwindle_reduce::{Algorithm, List, ListMethod, ListOptions, Order, Search, Units};

/// The tokens of the eight units of the motivating example of the WDD paper.
const WDD_WEIGHTS: [u32; 8] = [5, 8, 7, 7, 8, 16, 25, 6];

/// Makes a set of units from the names that the papers use, which begin at 1.
fn named(names: &[u32]) -> Units {
    names.iter().map(|name| name - 1).collect()
}

fn kept(left_out: &Units) -> Vec<u32> {
    left_out.complement(8).iter().map(|unit| unit + 1).collect()
}

fn wdd_property(left_out: &Units) -> bool {
    left_out.difference(&named(&[2, 4, 5])).is_empty()
}

fn run_wdd(name: &str, p0: f64) -> Run {
    let options = ListOptions { order: Order::Forward, p0, ..ListOptions::default() };
    let method = ListMethod { algorithm: Algorithm::named(name).expect("the search is there"), options };
    let run = run(method.start(&List::weighted(WDD_WEIGHTS)), 8, wdd_property);
    assert_eq!(kept(&run.left_out), [1, 3, 6, 7, 8]);
    run
}

/// Returns the numbers, from 1, of the tests that were interesting.
fn interesting(run: &Run) -> Vec<usize> {
    (1..).zip(&run.tests).filter(|(_, test)| test.1).map(|(number, _)| number).collect()
}

fn scripted(p0: f64, script: &[&[u32]]) -> ProbDd {
    let script: Arc<[Vec<u32>]> =
        script.iter().map(|names| names.iter().map(|name| name - 1).collect()).collect();
    ProbDd::new(8, p0, Ties::Script(script))
}

/// Steps through a search, and compares what is left out anew, the answers and the probabilities
/// after each test.
fn check_steps(
    search: &mut ProbDd,
    digits: i32,
    property: impl Fn(&Units) -> bool,
    steps: &[(&[u32], bool, [f64; 8])],
) {
    let mut gone = Units::none();
    for (number, (left_out, answer, probabilities)) in (1..).zip(steps) {
        let proposal = search.propose().expect("there is another step");
        assert_eq!(proposal.difference(&gone), named(left_out), "test {number}");
        assert_eq!(property(&proposal), *answer, "test {number}");
        search.learn((*answer).into());
        if *answer {
            gone = proposal;
        }
        let scale = 10f64.powi(digits);
        let rounded = std::array::from_fn(|unit| (search.probability(unit as u32) * scale).round() / scale);
        assert_eq!(rounded, *probabilities, "after test {number}");
    }
    assert_eq!(search.propose(), None);
}

#[test]
fn wdd_fig_2a_ddmin_makes_30_tests() {
    let run = run_wdd("ddmin", 0.1);
    assert_eq!(run.tests.len(), 30);
    assert_eq!(interesting(&run), [20, 22, 25]);
}

#[test]
fn wdd_fig_2b_w_ddmin_makes_26_tests_and_leaves_unit_7_out_12_times() {
    let run = run_wdd("wddmin", 0.1);
    assert_eq!(run.tests.len(), 26);
    assert_eq!(interesting(&run), [8, 22]);
    let tries = |run: &Run| run.tests.iter().filter(|test| test.0.contains(6)).count();
    assert_eq!(tries(&run), 12);
    assert_eq!(tries(&run_wdd("ddmin", 0.1)), 13);
}

#[test]
fn wdd_fig_2c_probdd_makes_15_tests_with_the_printed_probabilities() {
    let mut search = scripted(0.2, &[&[3, 6, 8, 2, 7, 1, 5, 4]]);
    let steps: [(&[u32], bool, [f64; 8]); 15] = [
        (&[3, 6, 8, 2, 7], false, [0.2, 0.3, 0.3, 0.2, 0.2, 0.3, 0.3, 0.3]),
        (&[1, 5, 4], false, [0.41, 0.3, 0.3, 0.41, 0.41, 0.3, 0.3, 0.3]),
        (&[3, 6, 8], false, [0.41, 0.3, 0.46, 0.41, 0.41, 0.46, 0.3, 0.46]),
        (&[2, 7], false, [0.41, 0.59, 0.46, 0.41, 0.41, 0.46, 0.59, 0.46]),
        (&[1, 5], false, [0.63, 0.59, 0.46, 0.41, 0.63, 0.46, 0.59, 0.46]),
        (&[4, 3], false, [0.63, 0.59, 0.67, 0.6, 0.63, 0.46, 0.59, 0.46]),
        (&[6, 8], false, [0.63, 0.59, 0.67, 0.6, 0.63, 0.65, 0.59, 0.65]),
        (&[2], true, [0.63, 0.0, 0.67, 0.6, 0.63, 0.65, 0.59, 0.65]),
        (&[7], false, [0.63, 0.0, 0.67, 0.6, 0.63, 0.65, 1.0, 0.65]),
        (&[4], true, [0.63, 0.0, 0.67, 0.0, 0.63, 0.65, 1.0, 0.65]),
        (&[1], false, [1.0, 0.0, 0.67, 0.0, 0.63, 0.65, 1.0, 0.65]),
        (&[5], true, [1.0, 0.0, 0.67, 0.0, 0.0, 0.65, 1.0, 0.65]),
        (&[6], false, [1.0, 0.0, 0.67, 0.0, 0.0, 1.0, 1.0, 0.65]),
        (&[8], false, [1.0, 0.0, 0.67, 0.0, 0.0, 1.0, 1.0, 1.0]),
        (&[3], false, [1.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0]),
    ];
    check_steps(&mut search, 2, wdd_property, &steps);
}

#[test]
fn wdd_fig_2d_w_probdd_makes_11_tests() {
    let run = run_wdd("wprobdd", 0.2);
    assert_eq!((run.tests.len(), run.n_attempts), (11, 13));
}

#[test]
fn probdd_fig_3_isolates_s3_and_s8_in_8_tests() {
    // The figure's third test leaves out s1 and s8, later ones take s2 and s3 first: ties are
    // broken anew each time.
    let script: [&[u32]; 4] = [&[1, 2, 3, 8, 4, 5, 6, 7], &[4, 5, 6, 7], &[1, 8, 2, 3], &[2, 3, 1, 8]];
    let (p1, p2) = (0.3657, 0.6119);
    let steps: [(&[u32], bool, [f64; 8]); 8] = [
        (&[1, 2, 3, 8], false, [p1, p1, p1, 0.25, 0.25, 0.25, 0.25, p1]),
        (&[4, 5, 6, 7], true, [p1, p1, p1, 0.0, 0.0, 0.0, 0.0, p1]),
        (&[1, 8], false, [p2, p1, p1, 0.0, 0.0, 0.0, 0.0, p2]),
        (&[2, 3], false, [p2, p2, p2, 0.0, 0.0, 0.0, 0.0, p2]),
        (&[2], true, [p2, 0.0, p2, 0.0, 0.0, 0.0, 0.0, p2]),
        (&[3], false, [p2, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, p2]),
        (&[1], true, [0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, p2]),
        (&[8], false, [0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0]),
    ];
    let property = |left_out: &Units| !left_out.contains(2) && !left_out.contains(7);
    check_steps(&mut scripted(0.25, &script), 4, property, &steps);
}

#[test]
fn cdd_table_iii_probdd_minimizes_the_running_example_in_8_tests() {
    let script: [&[u32]; 5] =
        [&[1, 4, 5, 8, 2, 3, 6, 7], &[2, 3, 6, 7], &[1, 5, 4, 8], &[4, 8], &[4, 5, 1, 8]];
    let (p1, p2) = (0.37, 0.61);
    let steps: [(&[u32], bool, [f64; 8]); 8] = [
        (&[1, 4, 5, 8], false, [p1, 0.25, 0.25, p1, p1, 0.25, 0.25, p1]),
        (&[2, 3, 6, 7], true, [p1, 0.0, 0.0, p1, p1, 0.0, 0.0, p1]),
        (&[1, 5], false, [p2, 0.0, 0.0, p1, p2, 0.0, 0.0, p1]),
        (&[4, 8], false, [p2, 0.0, 0.0, p2, p2, 0.0, 0.0, p2]),
        (&[4], true, [p2, 0.0, 0.0, 0.0, p2, 0.0, 0.0, p2]),
        (&[5], false, [p2, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, p2]),
        (&[1], true, [0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, p2]),
        (&[8], false, [0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0]),
    ];
    check_steps(&mut scripted(0.25, &script), 2, running_example, &steps);
}

/// The program of the CDD paper's Fig. 1(a), whose units need others that define what they use.
fn running_example(left_out: &Units) -> bool {
    let has = |name: u32| !left_out.contains(name - 1);
    let needs: [(u32, &[u32]); 5] = [(2, &[1]), (3, &[2]), (4, &[1]), (6, &[3, 4]), (7, &[1, 4, 6])];
    has(8)
        && (has(5) || has(7))
        && needs.iter().all(|(unit, needed)| !has(*unit) || needed.iter().all(|&name| has(name)))
}
