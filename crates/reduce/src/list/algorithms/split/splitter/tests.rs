//! Scripts and properties for the splitter, over the plain rate.

use proptest::prelude::*;

use super::super::*;
use super::*;
use crate::list::List;

const VERIFIED: [Algorithm; 5] =
    [SPLIT_VERIFIED, SPLIT_OPTIMISTIC_VERIFIED, SPLIT_ADAPTIVE_VERIFIED, SPLIT_ROBUST, WSPLIT_VERIFIED];
const ALL: [Algorithm; 9] = [
    SPLIT_ROBUST,
    SPLIT,
    SPLIT_VERIFIED,
    SPLIT_OPTIMISTIC,
    SPLIT_OPTIMISTIC_VERIFIED,
    SPLIT_ADAPTIVE,
    SPLIT_ADAPTIVE_VERIFIED,
    WSPLIT,
    WSPLIT_VERIFIED,
];

fn begin(algorithm: &Algorithm, n_units: u32, options: &ListOptions) -> UnitSearch {
    (algorithm.start)(&List::uniform(n_units), options)
}

struct Run {
    /// What each proposal left out, and its answer.
    tests: Vec<(Units, bool)>,
    left_out: Units,
}

fn run(mut search: UnitSearch, interesting: impl Fn(&Units) -> bool) -> Run {
    let mut tests = Vec::new();
    let mut left_out = Units::none();
    while let Some(proposal) = search.propose() {
        let likelihood = search.likelihood().expect("every proposal has a likelihood");
        assert!((0.0..=1.0).contains(&likelihood), "{likelihood}");
        assert!(left_out.difference(&proposal).is_empty() && left_out != proposal, "proposals only grow");
        let answer = interesting(&proposal);
        let mut other = search.clone();
        other.learn((!answer).into());
        assert_eq!(search.propose().as_ref(), Some(&proposal), "a fork's answers stay with the fork");
        search.learn(answer.into());
        if answer {
            left_out = proposal.clone();
        }
        tests.push((proposal, answer));
    }
    assert!(search.propose().is_none());
    Run { tests, left_out }
}

fn holds(needed: &[u32]) -> impl Fn(&Units) -> bool + '_ {
    |left_out| needed.iter().all(|unit| !left_out.contains(*unit))
}

fn options(order: Order) -> ListOptions {
    ListOptions { order, ..ListOptions::default() }
}

#[test]
fn a_boring_group_is_halved_until_its_first_needed_unit_is_known_by_elimination() {
    // Units 0..8, of which 2 and 7 are needed; backward.
    let run = run(begin(&SPLIT, 8, &options(Order::Backward)), holds(&[2, 7]));
    let tests: Vec<(Vec<u32>, bool)> = run
        .tests
        .iter()
        .map(|(left_out, answer)| (left_out.complement(8).iter().collect(), *answer))
        .collect();
    let expected: &[(&[u32], bool)] = &[
        (&[0], false),
        (&[0, 1, 2, 3, 4], false),
        (&[0, 1, 2, 3, 4, 5, 6], false),
        (&[0, 1, 2, 3, 7], true),
        (&[7], false),
        (&[0, 1, 7], false),
        (&[0, 1, 2, 7], true),
        (&[2, 7], true),
    ];
    let expected: Vec<(Vec<u32>, bool)> =
        expected.iter().map(|(kept, answer)| (kept.to_vec(), *answer)).collect();
    assert_eq!(tests, expected);
}

#[test]
fn the_last_unit_of_a_list_stays_without_a_test() {
    for algorithm in ALL {
        assert_eq!(run(begin(&algorithm, 1, &ListOptions::default()), |_| true).tests.len(), 0);
        assert_eq!(run(begin(&algorithm, 0, &ListOptions::default()), |_| true).tests.len(), 0);
        let everything_goes = run(begin(&algorithm, 9, &ListOptions::default()), |_| true);
        assert_eq!(everything_goes.left_out.len(), 8);
    }
}

#[test]
fn the_empty_list_is_the_first_proposal_where_it_is_allowed_and_comes_only_once() {
    let options = ListOptions { empty: EmptyList::First, ..ListOptions::default() };
    for algorithm in ALL {
        for n_units in 1..6 {
            let empty = run(begin(&algorithm, n_units, &options), |_| true);
            assert_eq!(empty.tests, [(Units::range(0..n_units), true)]);
            let boring = run(begin(&algorithm, n_units, &options), |left_out| !left_out.contains(0));
            assert_eq!(boring.left_out, Units::range(1..n_units));
            let n_empty = boring.tests.iter().filter(|test| test.0.len() == n_units as usize).count();
            assert_eq!((boring.tests[0].0.len(), n_empty), (n_units as usize, 1));
        }
    }
}

#[test]
fn a_hundred_million_units_take_a_handful_of_tests() {
    let needed = [5, 40_000_000, 99_999_999];
    for order in [Order::Backward, Order::Forward] {
        let run = run(begin(&SPLIT, 100_000_000, &options(order)), holds(&needed));
        assert_eq!(run.left_out.complement(100_000_000).iter().collect::<Vec<_>>(), needed);
        assert!(run.tests.len() < 140, "{}", run.tests.len());
    }
}

#[test]
fn verification_skips_units_that_were_proven_since_the_last_success() {
    let run = run(begin(&SPLIT_VERIFIED, 8, &options(Order::Backward)), holds(&[0, 2, 5, 6, 7]));
    let last_success = run.tests.iter().rposition(|test| test.1).unwrap();
    let alone: Vec<Vec<u32>> = run.tests[last_success + 1..]
        .iter()
        .map(|test| test.0.difference(&run.left_out).iter().collect())
        .collect();
    // Unit 0 was in the boring group from which unit 1 was cleared last, so that test is proof
    // already.
    assert_eq!(alone, [[7], [6], [5], [2]]);
    assert_eq!(run.tests.len(), 16);
}

/// A property that is anything but monotone: a hash of what is kept decides.
fn arbitrary(seed: u64, n_units: u32) -> impl Fn(&Units) -> bool {
    move |left_out| {
        let mut hash = seed | 1;
        for unit in left_out.complement(n_units).iter() {
            hash = (hash ^ u64::from(unit)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23);
        }
        hash.is_multiple_of(3)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn monotone_lists_end_with_what_is_needed(
        n_units in 1u32..60, needed in proptest::collection::btree_set(0u32..60, 1..12), forward: bool
    ) {
        let needed: Vec<u32> = needed.into_iter().filter(|unit| *unit < n_units).collect();
        prop_assume!(!needed.is_empty());
        let order = if forward { Order::Forward } else { Order::Backward };
        for algorithm in ALL {
            let run = run(begin(&algorithm, n_units, &options(order)), holds(&needed));
            prop_assert_eq!(run.left_out.complement(n_units).iter().collect::<Vec<_>>(), needed.clone());
        }
    }

    #[test]
    fn verified_results_are_one_minimal_whatever_the_property(n_units in 1u32..20, seed: u64, forward: bool) {
        let property = arbitrary(seed, n_units);
        let order = if forward { Order::Forward } else { Order::Backward };
        for algorithm in VERIFIED {
            let run = run(begin(&algorithm, n_units, &options(order)), &property);
            let kept = run.left_out.complement(n_units);
            for unit in kept.iter().filter(|_| 1 < kept.len()) {
                prop_assert!(!property(&run.left_out.union(&Units::range(unit..unit + 1))));
            }
        }
    }
}
