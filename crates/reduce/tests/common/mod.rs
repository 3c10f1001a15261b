//! Runs a list algorithm against a property and keeps a record.

use std::collections::HashMap;

use dwindle_reduce::{UnitSearch, Units};

/// What a search asked, and where it ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// What was asked for the first time, in order: the units left out, and whether that was
    /// interesting.
    pub tests: Vec<(Units, bool)>,
    /// All proposals, those that were answered before included.
    pub n_attempts: usize,
    /// The units that the last interesting proposal left out.
    pub left_out: Units,
}

/// Runs a search over `n_units` units to its end, holding it to what every search must keep.
///
/// `property` is given the units that are left out.
pub fn run(mut search: UnitSearch, n_units: u32, mut property: impl FnMut(&Units) -> bool) -> Run {
    let mut answers: HashMap<Units, bool> = HashMap::new();
    let mut run = Run { tests: Vec::new(), n_attempts: 0, left_out: Units::none() };
    while let Some(left_out) = search.propose() {
        assert!(left_out.runs().last().is_none_or(|run| run.end <= n_units), "{left_out:?} is no sublist");
        assert!(run.left_out.difference(&left_out).is_empty(), "{left_out:?} brings units back");
        assert!(run.left_out.len() < left_out.len(), "{left_out:?} is not smaller than {:?}", run.left_out);
        if let Some(likelihood) = search.likelihood() {
            assert!((0.0..=1.0).contains(&likelihood), "{likelihood} is no probability");
        }
        run.n_attempts += 1;
        let interesting = *answers.entry(left_out.clone()).or_insert_with(|| {
            let interesting = property(&left_out);
            run.tests.push((left_out.clone(), interesting));
            interesting
        });
        search.learn(interesting.into());
        if interesting {
            run.left_out = left_out;
        }
    }
    run
}
