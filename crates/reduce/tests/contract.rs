//! Holds every list algorithm to what all of them must keep. A new line in `ALGORITHMS` is tested
//! without a line here.

mod common;

use std::collections::BTreeSet;

use common::{Run, run};
use dwindle_reduce::{ALGORITHMS, Algorithm, EmptyList, List, ListMethod, ListOptions, Order, Units};
use proptest::prelude::*;

/// What is asked of the units that are kept.
#[derive(Clone, Debug)]
enum Property {
    /// All units of one of these sets are there. Monotone.
    AnyOf(Vec<BTreeSet<u32>>),
    /// At least so many units are there. Monotone and as ambiguous as can be.
    AtLeast(usize),
    /// These units are there, and with each unit those that it needs: what programs are like. Not
    /// monotone.
    Closed { needed: BTreeSet<u32>, needs: Vec<(u32, u32)> },
    /// Any answer, the same for the same units: some interesting list is part of a boring one.
    Arbitrary { salt: u64, one_in: u64 },
}

impl Property {
    fn holds(&self, kept: &Units) -> bool {
        match self {
            Property::AnyOf(sets) => sets.iter().any(|set| set.iter().all(|&unit| kept.contains(unit))),
            Property::AtLeast(n_units) => *n_units <= kept.len(),
            Property::Closed { needed, needs } => {
                needed.iter().all(|&unit| kept.contains(unit))
                    && needs.iter().all(|&(unit, other)| !kept.contains(unit) || kept.contains(other))
            }
            Property::Arbitrary { salt, one_in } => {
                let hash = kept.iter().fold(*salt, |hash, unit| {
                    (hash ^ u64::from(unit)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31)
                });
                (hash >> 20).is_multiple_of(*one_in)
            }
        }
    }

    fn is_monotone(&self) -> bool {
        matches!(self, Property::AnyOf(_) | Property::AtLeast(_))
    }
}

#[derive(Clone, Debug)]
struct Case {
    list: List,
    options: ListOptions,
    property: Property,
}

impl Case {
    fn run(&self, algorithm: &'static Algorithm) -> Run {
        let method = ListMethod { algorithm, options: self.options.clone() };
        let n_units = self.list.len();
        run(method.start(&self.list), n_units, |left_out| self.property.holds(&left_out.complement(n_units)))
    }

    /// Whether a list without units was allowed to be the result.
    fn may_be_empty(&self) -> bool {
        self.options.empty == EmptyList::First
    }
}

fn any_list(n_most: usize) -> impl Strategy<Value = List> {
    prop_oneof![
        (0..=n_most as u32).prop_map(List::uniform),
        proptest::collection::vec(0u32..30, 0..=n_most).prop_map(List::weighted),
    ]
}

fn any_options() -> impl Strategy<Value = ListOptions> {
    let order = prop_oneof![Just(Order::Backward), Just(Order::Forward)];
    let empty = prop_oneof![Just(EmptyList::Never), Just(EmptyList::First)];
    let p0 = prop_oneof![Just(0.1), 0.001..0.95];
    (order, p0, proptest::option::of(any::<u64>()), empty).prop_map(|(order, p0, seed, empty)| ListOptions {
        order,
        p0,
        seed,
        empty,
    })
}

fn any_needed(n_units: u32) -> impl Strategy<Value = BTreeSet<u32>> {
    let most = (n_units as usize).min(8);
    prop_oneof![
        4 => proptest::collection::btree_set(0..n_units.max(1), 0..=most),
        1 => Just((0..n_units).collect()),
    ]
    .prop_map(move |needed| needed.into_iter().filter(|&unit| unit < n_units).collect())
}

fn any_property(n_units: u32) -> impl Strategy<Value = Property> {
    let needs = proptest::collection::vec((0..n_units.max(1), 0..n_units.max(1)), 0..60);
    prop_oneof![
        (any_needed(n_units), needs).prop_map(|(needed, needs)| Property::Closed { needed, needs }),
        any_needed(n_units).prop_map(|needed| Property::AnyOf(vec![needed])),
        proptest::collection::vec(any_needed(n_units), 1..4).prop_map(Property::AnyOf),
        (0..=n_units as usize).prop_map(Property::AtLeast),
        (any::<u64>(), 1u64..12).prop_map(|(salt, one_in)| Property::Arbitrary { salt, one_in }),
    ]
}

fn any_case() -> impl Strategy<Value = Case> {
    (any_list(48), any_options()).prop_flat_map(|(list, options)| {
        let property = any_property(list.len());
        property.prop_map(move |property| Case { list: list.clone(), options: options.clone(), property })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn results_are_interesting_and_as_small_as_promised(case in any_case()) {
        let n_units = case.list.len();
        for algorithm in ALGORITHMS {
            let run = case.run(algorithm);
            let kept = run.left_out.complement(n_units);
            let is_result_tested = run.tests.iter().any(|test| test.0 == run.left_out && test.1);
            prop_assert!(run.left_out.is_empty() || is_result_tested, "{}", algorithm.name);
            if !(algorithm.guarantees.one_minimal || case.property.is_monotone()) {
                continue;
            }
            for unit in kept.iter().filter(|_| 1 < kept.len()) {
                let without = kept.difference(&Units::range(unit..unit + 1));
                prop_assert!(!case.property.holds(&without), "{} keeps {unit} of {kept:?}", algorithm.name);
            }
        }
    }

    #[test]
    fn a_monotone_unambiguous_property_gives_its_minimum(case in any_case(), salt in any::<u64>()) {
        let n_units = case.list.len();
        let needed: BTreeSet<u32> = (0..n_units).filter(|unit| (salt >> (unit % 64)) & 5 == 5).collect();
        let minimum: Units = needed.iter().copied().collect();
        let case = Case { property: Property::AnyOf(vec![needed]), ..case };
        for algorithm in ALGORITHMS {
            let kept = case.run(algorithm).left_out.complement(n_units);
            if minimum.is_empty() && !case.may_be_empty() {
                prop_assert_eq!(kept.len() as u32, n_units.min(1), "{}", algorithm.name);
            } else {
                prop_assert_eq!(&kept, &minimum, "{}", algorithm.name);
            }
        }
    }

    #[test]
    fn the_empty_list_is_proposed_first_and_once_or_never(case in any_case()) {
        for algorithm in ALGORITHMS {
            let n_units = case.list.len();
            let method = ListMethod { algorithm, options: case.options.clone() };
            let mut search = method.start(&case.list);
            let mut is_first = true;
            while let Some(left_out) = search.propose() {
                let is_empty = left_out.len() as u32 == n_units;
                prop_assert_eq!(is_empty, is_first && case.may_be_empty(), "{}", algorithm.name);
                is_first = false;
                search.learn(case.property.holds(&left_out.complement(n_units)).into());
            }
            prop_assert_eq!(is_first, n_units == 0 || n_units == 1 && !case.may_be_empty(), "{}", algorithm.name);
        }
    }

    #[test]
    fn the_same_run_twice_is_the_same(case in any_case()) {
        for algorithm in ALGORITHMS {
            prop_assert_eq!(case.run(algorithm), case.run(algorithm), "{}", algorithm.name);
        }
    }

    #[test]
    fn backward_is_forward_over_the_reversed_list(case in any_case()) {
        let n_units = case.list.len();
        let mirror = |units: &Units| -> Units { units.iter().map(|unit| n_units - 1 - unit).collect() };
        for algorithm in ALGORITHMS {
            let method =
                |order| ListMethod { algorithm, options: ListOptions { order, ..case.options.clone() } };
            let backward = run(method(Order::Backward).start(&case.list), n_units, |left_out| {
                case.property.holds(&left_out.complement(n_units))
            });
            let forward = run(method(Order::Forward).start(&case.list.reversed()), n_units, |left_out| {
                case.property.holds(&mirror(&left_out.complement(n_units)))
            });
            prop_assert_eq!(&backward.left_out, &mirror(&forward.left_out), "{}", algorithm.name);
            let asked = |run: &Run| run.tests.iter().map(|test| test.0.clone()).collect::<Vec<_>>();
            let mirrored: Vec<Units> = asked(&forward).iter().map(mirror).collect();
            prop_assert_eq!(asked(&backward), mirrored, "{}", algorithm.name);
        }
    }

    #[test]
    fn what_a_fork_learns_the_original_never_notices(case in any_case(), answers in any::<u64>()) {
        for algorithm in ALGORITHMS {
            let method = ListMethod { algorithm, options: case.options.clone() };
            let (mut search, mut untouched) = (method.start(&case.list), method.start(&case.list));
            for step in 0..64 {
                let proposal = search.propose();
                prop_assert_eq!(&proposal, &untouched.propose(), "{}", algorithm.name);
                prop_assert_eq!(search.likelihood(), untouched.likelihood(), "{}", algorithm.name);
                if proposal.is_none() {
                    break;
                }
                let mut fork = search.clone();
                for guess in 0..6 {
                    if fork.propose().is_some() {
                        fork.learn(((answers.rotate_left(step * 7) >> guess) & 1 == 1).into());
                    }
                }
                prop_assert_eq!(&proposal, &search.propose(), "{}", algorithm.name);
                let interesting = (answers >> step) & 1 == 1;
                search.learn(interesting.into());
                untouched.learn(interesting.into());
            }
        }
    }

    #[test]
    fn a_search_ends_on_answers_that_contradict_each_other(
        list in any_list(40), options in any_options(), salt in any::<u64>(), one_in in 1u64..40
    ) {
        for algorithm in ALGORITHMS {
            let n_units = list.len() as usize;
            let mut search = ListMethod { algorithm, options: options.clone() }.start(&list);
            let (mut n_attempts, mut n_left_out, mut state) = (0, 0, salt | 1);
            while let Some(left_out) = search.propose() {
                prop_assert!(n_left_out < left_out.len(), "{}", algorithm.name);
                state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                let interesting = (state >> 33).is_multiple_of(one_in);
                if interesting {
                    n_left_out = left_out.len();
                }
                search.learn(interesting.into());
                n_attempts += 1;
                prop_assert!(n_attempts <= 40 * (n_units + 1) * (n_units + 1), "{} does not end", algorithm.name);
            }
            prop_assert_eq!(search.propose(), None);
        }
    }

    #[test]
    fn probabilistic_searches_make_linearly_many_attempts(case in any_case()) {
        for algorithm in ALGORITHMS.iter().filter(|algorithm| algorithm.guarantees.linear) {
            let n_attempts = case.run(algorithm).n_attempts;
            let n_most = 3 * case.list.len() as usize + 20;
            prop_assert!(n_attempts <= n_most, "{}: {n_attempts} attempts", algorithm.name);
        }
    }
}

#[test]
fn what_is_verified_is_guaranteed() {
    let guaranteed = |is: fn(&Algorithm) -> bool| -> Vec<&str> {
        ALGORITHMS.iter().filter(|algorithm| is(algorithm)).map(|algorithm| algorithm.name).collect()
    };
    let verified = guaranteed(|algorithm| algorithm.name.ends_with("-verified"));
    let one_minimal = guaranteed(|algorithm| algorithm.guarantees.one_minimal);
    assert!(verified.iter().all(|name| one_minimal.contains(name)), "{one_minimal:?}");
    assert_eq!(one_minimal.len(), verified.len() + 4, "{one_minimal:?}");
    assert_eq!(guaranteed(|algorithm| algorithm.guarantees.linear), ["probdd", "wprobdd", "cdd", "wcdd"]);
}

#[test]
fn names_are_unique_kebab_case_and_explained() {
    let names: BTreeSet<&str> = ALGORITHMS.iter().map(|algorithm| algorithm.name).collect();
    assert_eq!(names.len(), ALGORITHMS.len());
    for algorithm in ALGORITHMS {
        let name = algorithm.name;
        assert!(
            name.split('-').all(|word| !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase())),
            "{name}"
        );
        assert!(20 <= algorithm.summary.len(), "{name} is explained");
        assert_eq!(Algorithm::named(name).map(|found| found.name), Some(name));
    }
    assert!(Algorithm::named("no-such-search").is_none());
}

/// Runs every search but the named ones on a long list of which three units are needed; forks at
/// every step.
fn check_long_list(list: &List, p0: f64, n_runs_most: usize, but: &[&str]) {
    let n_units = list.len();
    let needed: Units = [n_units / 7, n_units / 2, n_units - 3].into_iter().collect();
    for algorithm in ALGORITHMS.iter().filter(|algorithm| !but.contains(&algorithm.name)) {
        for order in [Order::Backward, Order::Forward] {
            let options = ListOptions { order, p0, ..ListOptions::default() };
            let mut search = ListMethod { algorithm, options }.start(list);
            let mut kept = Units::range(0..n_units);
            while let Some(left_out) = search.propose() {
                assert!(
                    left_out.runs().len() <= n_runs_most,
                    "{}: {} runs",
                    algorithm.name,
                    left_out.runs().len()
                );
                let mut fork = search.clone();
                fork.learn((left_out.runs().len() % 2 == 0).into());
                let candidate = left_out.complement(n_units);
                let interesting = needed.difference(&candidate).is_empty();
                if interesting {
                    kept = candidate;
                }
                search.learn(interesting.into());
            }
            assert_eq!(kept, needed, "{} {order:?}", algorithm.name);
        }
    }
}

#[test]
fn a_million_units_take_little_state() {
    // Random subsets of a million units are many runs by their nature.
    check_long_list(&List::uniform(1_000_000), 0.02, 64, &["active-coarsen"]);
}

#[test]
fn a_hundred_thousand_weights_take_little_state() {
    // The heaviest units are left out first where weight decides, and they stand apart from each
    // other.
    let list = List::weighted((0..100_000u32).map(|unit| unit / 1000 * 7919 % 50 + 1));
    check_long_list(&list, 0.02, 128, &["active-coarsen"]);
}

#[test]
fn two_billion_units_are_not_stored() {
    check_long_list(&List::uniform(2_000_000_000), 1e-7, 64, &["active-coarsen"]);
}

#[test]
fn random_subsets_of_long_lists_come_down_to_the_minimum() {
    let needed: Units = [7, 50_000, 99_998].into_iter().collect();
    let algorithm = Algorithm::named("active-coarsen").expect("the search is there");
    for seed in 0..3 {
        let method =
            ListMethod { algorithm, options: ListOptions { seed: Some(seed), ..ListOptions::default() } };
        let run = run(method.start(&List::uniform(100_000)), 100_000, |left_out| {
            needed.iter().all(|unit| !left_out.contains(unit))
        });
        assert_eq!(run.left_out.complement(100_000), needed);
        assert!(run.n_attempts < 500, "{} attempts", run.n_attempts);
    }
}
