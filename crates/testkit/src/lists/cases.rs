//! Generated lists, each with a property.

use std::collections::HashSet;

use dwindle_reduce::Units;
use rand::{Rng, RngExt};
use rand_chacha::ChaCha8Rng;

/// A list and its property.
pub struct Case {
    /// The weights of the units.
    pub weights: Vec<u32>,
    /// Whether a candidate is interesting.
    pub property: Box<dyn Fn(&Kept<'_>) -> bool>,
    /// The needed units, if a candidate is interesting exactly when it keeps all of them.
    pub needed: Option<Vec<u32>>,
}

/// The units that a candidate keeps.
pub struct Kept<'a> {
    /// The units that it leaves out.
    pub left_out: &'a Units,
    /// The number of units of the list.
    pub n_units: u32,
}

impl Kept<'_> {
    fn has(&self, unit: u32) -> bool {
        !self.left_out.contains(unit)
    }
}

impl Case {
    /// A list that has to keep certain units.
    pub fn superset(n_units: u32, needed: Vec<u32>) -> Case {
        let units = needed.clone();
        Case {
            weights: vec![1; n_units as usize],
            property: Box::new(move |kept| units.iter().all(|unit| kept.has(*unit))),
            needed: Some(needed),
        }
    }
}

/// Chooses some of a list's units.
pub fn choose(rng: &mut ChaCha8Rng, n_units: u32, n_needed: u32) -> Vec<u32> {
    let mut units: Vec<u32> = (0..n_units).collect();
    for at in 0..n_needed as usize {
        let other = rng.random_range(at..units.len());
        units.swap(at, other);
    }
    units.truncate(n_needed as usize);
    units.sort_unstable();
    units
}

/// Clusters of needed units, which may overlap.
pub fn clusters(rng: &mut ChaCha8Rng, n_units: u32, n_clusters: u32, length: u32, density: f64) -> Case {
    let mut needed = HashSet::new();
    for _ in 0..n_clusters {
        let start = rng.random_range(0..=n_units - length);
        needed.extend((start..start + length).filter(|_| rng.random_bool(density)));
    }
    let mut needed: Vec<u32> = needed.into_iter().collect();
    needed.sort_unstable();
    Case::superset(n_units, needed)
}

/// The direction in which units depend on others.
#[derive(Clone, Copy)]
pub enum Toward {
    /// On units before it.
    Earlier,
    /// On units after it.
    Later,
    /// On any.
    Both,
}

/// Each unit depends on up to two others; three units are needed.
pub fn dependent(rng: &mut ChaCha8Rng, n_units: u32, toward: Toward) -> Case {
    let needs: Vec<Vec<u32>> = (0..n_units)
        .map(|unit| {
            let n_needs = rng.random_range(0..=2);
            let mut one = |unit: u32| match toward {
                Toward::Earlier => (0 < unit).then(|| rng.random_range(0..unit)),
                Toward::Later => (unit + 1 < n_units).then(|| rng.random_range(unit + 1..n_units)),
                Toward::Both => Some(rng.random_range(0..n_units)),
            };
            (0..n_needs).filter_map(|_| one(unit)).filter(|need| *need != unit).collect()
        })
        .collect();
    let wanted = choose(rng, n_units, 3);
    Case {
        weights: vec![1; n_units as usize],
        property: Box::new(move |kept| closed(kept, &wanted, &needs)),
        needed: None,
    }
}

/// A list like a level of a tree: short, and its rate of needed units is often nearly 0 or nearly
/// 1.
pub fn tiny(rng: &mut ChaCha8Rng) -> Case {
    let n_units = rng.random_range(1..=10);
    let rate = match rng.random_range(0..4) {
        0 => 0.05,
        1 => 0.95,
        2 => 0.3,
        _ => rng.random_range(0.0..1.0),
    };
    let mut needed: Vec<u32> = (0..n_units).filter(|_| rng.random_bool(rate)).collect();
    if needed.is_empty() {
        needed.push(rng.random_range(0..n_units));
    }
    Case::superset(n_units, needed)
}

/// A property that is not monotone: it depends on a hash of the kept units.
pub fn arbitrary(rng: &mut ChaCha8Rng, n_units: u32, odds: u64) -> Case {
    let seed = rng.next_u64() | 1;
    Case {
        weights: vec![1; n_units as usize],
        property: Box::new(move |kept| {
            let mut hash = seed;
            for unit in kept.left_out.complement(kept.n_units).iter() {
                hash = (hash ^ u64::from(unit)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23);
            }
            (hash >> 7).is_multiple_of(odds)
        }),
        needed: None,
    }
}

/// A list of the simulation of the WDD paper, section IV-D; `informed`: heavier units are needed
/// more often.
pub fn weighted(rng: &mut ChaCha8Rng, longest: u32, informed: bool, rate: Option<f64>) -> Case {
    let n_units = rng.random_range(2..=longest);
    let total = rng.random_range(n_units..=10 * n_units);
    let mut weights = vec![1u32; n_units as usize];
    for _ in n_units..total {
        weights[rng.random_range(0..n_units as usize)] += 1;
    }
    let q: f64 = rate.unwrap_or_else(|| rng.random_range(0.0..1.0));
    let needed: Vec<u32> = weights
        .iter()
        .zip(0..)
        .filter(|(weight, _)| !rng.random_bool(q.powi(if informed { **weight as i32 } else { 1 })))
        .map(|(_, unit)| unit)
        .collect();
    Case { weights, ..Case::superset(n_units, needed) }
}

/// Heavy-tailed weights, like the numbers of tokens of subtrees, with few needed units.
pub fn heavy(rng: &mut ChaCha8Rng, n_units: u32, rate: f64, informed: bool) -> Case {
    let weights: Vec<u32> =
        (0..n_units).map(|_| (1.0 / rng.random_range(0.001..1.0f64)).powf(1.2) as u32 + 1).collect();
    let needed: Vec<u32> = weights
        .iter()
        .zip(0..)
        .filter(|(weight, _)| !rng.random_bool((1.0 - rate).powi(if informed { **weight as i32 } else { 5 })))
        .map(|(_, unit)| unit)
        .collect();
    Case { weights, ..Case::superset(n_units, needed) }
}

/// Nested pairs, like brackets: both units of a pair or none have to be kept; five units are
/// needed.
pub fn pairs(rng: &mut ChaCha8Rng, n_units: u32) -> Case {
    let (mut open, mut pairs) = (Vec::new(), Vec::new());
    for unit in 0..n_units {
        match (rng.random_range(0..4), open.len()) {
            (0, _) => open.push(unit),
            (1, 1..) => pairs.extend(open.pop().map(|start| (start, unit))),
            _ => {}
        }
    }
    let wanted = choose(rng, n_units, 5);
    Case {
        weights: vec![1; n_units as usize],
        property: Box::new(move |kept| {
            wanted.iter().all(|unit| kept.has(*unit))
                && pairs.iter().all(|(start, end)| kept.has(*start) == kept.has(*end))
        }),
        needed: None,
    }
}

/// Any of four sets of six units is enough.
pub fn alternatives(rng: &mut ChaCha8Rng, n_units: u32) -> Case {
    let sets: Vec<Vec<u32>> = (0..4).map(|_| choose(rng, n_units, 6)).collect();
    Case {
        weights: vec![1; n_units as usize],
        property: Box::new(move |kept| sets.iter().any(|set| set.iter().all(|unit| kept.has(*unit)))),
        needed: None,
    }
}

/// Lines of a program: functions of a header, statements and a footer. Header and footer need each
/// other, a statement needs its function and sometimes an earlier statement or an earlier function,
/// half of the functions need their last statement. Three lines are needed.
pub fn functions(rng: &mut ChaCha8Rng, n_units: u32) -> Case {
    let mut needs: Vec<Vec<u32>> = vec![Vec::new(); n_units as usize];
    let (mut start, mut headers) = (0, Vec::new());
    while start < n_units {
        let end = (start + rng.random_range(3..=25)).min(n_units);
        if end - start < 3 {
            break;
        }
        let footer = end - 1;
        needs[start as usize].push(footer);
        needs[footer as usize].push(start);
        if rng.random_bool(0.5) {
            needs[start as usize].push(footer - 1);
        }
        for line in start + 1..footer {
            needs[line as usize].push(start);
            if start + 1 < line && rng.random_bool(0.5) {
                needs[line as usize].push(rng.random_range(start + 1..line));
            }
            if !headers.is_empty() && rng.random_bool(0.1) {
                needs[line as usize].push(headers[rng.random_range(0..headers.len())]);
            }
        }
        headers.push(start);
        start = end;
    }
    let wanted = choose(rng, n_units, 3);
    Case {
        weights: vec![1; n_units as usize],
        property: Box::new(move |kept| closed(kept, &wanted, &needs)),
        needed: None,
    }
}

/// Whether all wanted units are kept, and for each kept unit all that it needs.
fn closed(kept: &Kept<'_>, wanted: &[u32], needs: &[Vec<u32>]) -> bool {
    wanted.iter().all(|unit| kept.has(*unit))
        && (0..).zip(needs).all(|(unit, needs)| !kept.has(unit) || needs.iter().all(|need| kept.has(*need)))
}
