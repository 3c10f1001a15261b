//! The families of lists, by name.

use rand_chacha::ChaCha8Rng;

use super::cases::{
    Case, Toward, alternatives, arbitrary, choose, clusters, dependent, functions, heavy, pairs, tiny,
    weighted,
};
use super::count::Until;

/// Lists of one kind.
pub struct Family {
    /// The name.
    pub name: String,
    /// The number of lists that are reduced.
    pub n_lists: u64,
    /// When a reduction ends.
    pub until: Until,
    /// Creates a list.
    pub make: Box<dyn Fn(&mut ChaCha8Rng) -> Case>,
}

/// Returns all families.
pub fn families() -> Vec<Family> {
    let mut families: Vec<Family> = Vec::new();
    let mut add = |name: &str, n_lists, until, make: Box<dyn Fn(&mut ChaCha8Rng) -> Case>| {
        families.push(Family { name: name.to_string(), n_lists, until, make });
    };
    for n in [0, 1, 5, 20, 100, 400, 700, 1000] {
        let make = move |rng: &mut ChaCha8Rng| Case::superset(1000, choose(rng, 1000, n));
        add(&format!("random {n}"), 30, Until::Once, Box::new(make));
    }
    for n in [5, 100] {
        let make = move |rng: &mut ChaCha8Rng| Case::superset(1000, choose(rng, 1000, n));
        add(&format!("minimal {n}"), 30, Until::Minimal, Box::new(make));
    }
    for (n, length, density) in
        [(1, 100, 1.0), (3, 30, 1.0), (10, 10, 1.0), (20, 5, 1.0), (40, 2, 1.0), (5, 40, 0.5), (3, 200, 0.3)]
    {
        let make = move |rng: &mut ChaCha8Rng| clusters(rng, 1000, n, length, density);
        add(&format!("clusters {n} of {length}, {density}"), 30, Until::Once, Box::new(make));
    }
    for (name, toward) in
        [("earlier", Toward::Earlier), ("later", Toward::Later), ("both ways", Toward::Both)]
    {
        for n_units in [50, 200, 800] {
            let make = move |rng: &mut ChaCha8Rng| dependent(rng, n_units, toward);
            add(&format!("needs {name} {n_units}"), 20, Until::Minimal, Box::new(make));
        }
    }
    for n_units in [100, 1000] {
        let make = move |rng: &mut ChaCha8Rng| functions(rng, n_units);
        add(&format!("functions {n_units}"), 20, Until::Minimal, Box::new(make));
    }
    add("pairs 200", 30, Until::Minimal, Box::new(|rng| pairs(rng, 200)));
    add("tiny", 1000, Until::Once, Box::new(tiny));
    add("tiny minimal", 1000, Until::Minimal, Box::new(tiny));
    for (n, n_units) in [(1, 2), (2, 2), (1, 3), (3, 3), (1, 5), (2, 5), (5, 5), (1, 8), (4, 8), (8, 8)] {
        let make = move |rng: &mut ChaCha8Rng| Case::superset(n_units, choose(rng, n_units, n));
        add(&format!("tiny {n} of {n_units}"), 100, Until::Once, Box::new(make));
    }
    add("alternatives", 100, Until::Minimal, Box::new(|rng| alternatives(rng, 200)));
    for odds in [2, 8] {
        let make = move |rng: &mut ChaCha8Rng| arbitrary(rng, 40, odds);
        add(&format!("arbitrary 1 in {odds}"), 300, Until::Minimal, Box::new(make));
    }
    add("wdd", 200, Until::Once, Box::new(|rng| weighted(rng, 1000, true, None)));
    add("wdd, q .99", 100, Until::Once, Box::new(|rng| weighted(rng, 1000, true, Some(0.99))));
    add("wdd blind, q .95", 100, Until::Once, Box::new(|rng| weighted(rng, 1000, false, Some(0.95))));
    add("heavy tails", 100, Until::Once, Box::new(|rng| heavy(rng, 500, 0.01, true)));
    add("heavy tails blind", 100, Until::Once, Box::new(|rng| heavy(rng, 500, 0.01, false)));
    families
}
