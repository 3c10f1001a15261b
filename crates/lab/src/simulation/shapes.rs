//! Lists with different distributions of needed units, and with dependencies between units.

use dwindle_reduce::Units;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

/// Which units are needed, and what depends on what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// Two to eight units, some of them needed.
    Tiny,
    /// One to three units are needed.
    Few,
    /// A tenth of the units is needed, anywhere.
    Scattered,
    /// A tenth of the units is needed, in one to three runs.
    Clusters,
    /// Half of the units is needed, anywhere.
    Half,
    /// Units use up to two units before them, and two of the last ones are needed.
    UsesAfter,
    /// Units use up to two later units, and two of the first ones are needed.
    UsesBefore,
    /// Three units in ten can be removed only together with a partner nearby; a twentieth of the
    /// others is needed.
    Pairs,
    /// Of each of four pairs, one unit must remain, no matter which; two others are needed.
    Either,
}

impl Shape {
    /// All shapes, with their descriptions.
    pub const ALL: [(Shape, &'static str); 9] = [
        (Shape::Tiny, "lists of two to eight units, each needed with even odds"),
        (Shape::Few, "one to three needed units"),
        (Shape::Scattered, "a tenth needed, anywhere"),
        (Shape::Clusters, "a tenth needed, in one to three runs"),
        (Shape::Half, "half needed, anywhere"),
        (Shape::UsesAfter, "units use up to two earlier ones, and two late ones are needed"),
        (Shape::UsesBefore, "units use up to two later ones, and two early ones are needed"),
        (
            Shape::Pairs,
            "three units in ten go only together with a partner; a twentieth of the others is needed",
        ),
        (Shape::Either, "of four pairs either unit has to stay; two other units are needed"),
    ];

    /// Whether there is exactly one minimal answer, so that the information bound applies.
    pub fn has_bound(self) -> bool {
        matches!(self, Shape::Tiny | Shape::Few | Shape::Scattered | Shape::Clusters | Shape::Half)
    }
}

/// A list and its property.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The weight of each unit.
    pub weights: Vec<u32>,
    needed: Vec<bool>,
    /// If the first unit is kept, the second must be.
    requires: Vec<(u32, u32)>,
    /// One of the two units must be kept.
    either: Vec<(u32, u32)>,
}

impl Instance {
    /// Generates the instance with this number in the collection of a seed. Lists have 50 to 300
    /// units unless they are tiny.
    pub fn generate(shape: Shape, seed: u64, number: u64) -> Instance {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(number * Shape::ALL.len() as u64 + shape as u64);
        let n_units: u32 = match shape {
            Shape::Tiny => random.random_range(2..=8),
            _ => random.random_range(50..=300),
        };
        let weights = (0..n_units).map(|_| random.random_range(1..=10)).collect();
        let mut instance = Instance {
            weights,
            needed: vec![false; n_units as usize],
            requires: Vec::new(),
            either: Vec::new(),
        };
        instance.lay_out(shape, &mut random);
        if instance.needed.iter().all(|needed| !needed) {
            instance.needed[random.random_range(0..n_units) as usize] = true;
        }
        instance
    }

    fn lay_out(&mut self, shape: Shape, random: &mut impl Rng) {
        let n_units = self.n_units();
        match shape {
            Shape::Tiny => self.needed.fill_with(|| random.random()),
            Shape::Few => {
                let n_needed = random.random_range(1..=3);
                self.need(n_needed, 0..n_units, random);
            }
            Shape::Scattered => self.need(n_units / 10, 0..n_units, random),
            Shape::Half => self.need(n_units / 2, 0..n_units, random),
            Shape::Clusters => {
                let n_runs = random.random_range(1..=3);
                for _ in 0..n_runs {
                    let length = n_units / 10 / n_runs + 1;
                    let start = random.random_range(0..n_units - length);
                    self.needed[start as usize..(start + length) as usize].fill(true);
                }
            }
            Shape::UsesAfter | Shape::UsesBefore => {
                for unit in 1..n_units {
                    for _ in 0..random.random_range(0..=2) {
                        self.requires.push((unit, random.random_range(0..unit)));
                    }
                }
                self.need(2, n_units - n_units / 4..n_units, random);
                if shape == Shape::UsesBefore {
                    self.mirror();
                }
            }
            Shape::Pairs => {
                for _ in 0..3 * n_units / 20 {
                    let one = random.random_range(0..n_units - 10);
                    let other = one + random.random_range(1..=10);
                    self.requires.extend([(one, other), (other, one)]);
                }
                self.need(n_units / 20, 0..n_units, random);
            }
            Shape::Either => {
                self.either = (0..4)
                    .map(|_| (random.random_range(0..n_units), random.random_range(0..n_units)))
                    .collect();
                self.need(2, 0..n_units, random);
            }
        }
    }

    fn need(&mut self, n_needed: u32, among: std::ops::Range<u32>, random: &mut impl Rng) {
        for _ in 0..n_needed {
            self.needed[random.random_range(among.clone()) as usize] = true;
        }
    }

    fn mirror(&mut self) {
        let last = self.n_units() - 1;
        self.needed.reverse();
        for (one, other) in &mut self.requires {
            (*one, *other) = (last - *one, last - *other);
        }
    }

    /// Returns the number of units.
    pub fn n_units(&self) -> u32 {
        self.weights.len() as u32
    }

    /// Whether the list is still interesting without these units.
    pub fn survives_without(&self, left_out: &Units) -> bool {
        let gone = |unit: u32| left_out.contains(unit);
        let all_needed = left_out.iter().all(|unit| !self.needed[unit as usize]);
        all_needed
            && self.requires.iter().all(|&(one, other)| gone(one) || !gone(other))
            && self.either.iter().all(|&(one, other)| !gone(one) || !gone(other))
    }

    /// Returns the size of a smallest interesting list: the needed units, all that they require,
    /// and one of each pair with none of these. If pairs share units, this is an upper bound.
    pub fn smallest(&self) -> u32 {
        let mut kept = self.needed.clone();
        loop {
            let before = kept.iter().filter(|kept| **kept).count();
            for &(one, other) in &self.requires {
                kept[other as usize] |= kept[one as usize];
            }
            if kept.iter().filter(|kept| **kept).count() == before {
                break;
            }
        }
        for &(one, other) in &self.either {
            if !kept[one as usize] && !kept[other as usize] {
                kept[one as usize] = true;
            }
        }
        kept.iter().filter(|kept| **kept).count() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_instance_is_interesting_as_it_is_and_not_when_empty() {
        for (shape, _) in Shape::ALL {
            for number in 0..20 {
                let instance = Instance::generate(shape, 1, number);
                assert!(instance.survives_without(&Units::none()), "{shape:?}");
                assert!(!instance.survives_without(&Units::range(0..instance.n_units())), "{shape:?}");
                assert!((1..=instance.n_units()).contains(&instance.smallest()));
            }
        }
    }

    #[test]
    fn what_a_kept_unit_requires_cannot_go() {
        let instance = Instance {
            weights: vec![1; 4],
            needed: vec![false, false, true, false],
            requires: vec![(2, 1), (1, 0)],
            either: vec![(0, 3)],
        };
        let survives = |left_out: &[u32]| instance.survives_without(&left_out.iter().copied().collect());
        assert!(survives(&[3]) && !survives(&[1]) && !survives(&[0, 1]) && !survives(&[2]));
        assert_eq!(instance.smallest(), 3);
    }

    #[test]
    fn mirrored_lists_use_what_is_behind() {
        for number in 0..10 {
            let instance = Instance::generate(Shape::UsesBefore, 1, number);
            assert!(instance.requires.iter().all(|(one, other)| one < other));
            let instance = Instance::generate(Shape::UsesAfter, 1, number);
            assert!(instance.requires.iter().all(|(one, other)| other < one));
        }
    }
}
