//! A map of the clean and dirty parts of one base document, learned from trials.

use std::ops::Range;

use super::intervals::Intervals;
use super::region::Region;

/// Which parts of a base document can probably be removed, learned from trials without them:
/// *clean* parts were removed in an interesting trial, *dirty* ones hold something needed. It is
/// only likely: what was needed may become removable.
#[derive(Default)]
pub(super) struct Ground {
    /// [`CLEAN`], or one more than the index of a dirty part.
    labels: Intervals,
    dirty: Vec<Dirty>,
    /// How much of it is clean.
    clean: u64,
}

struct Dirty {
    region: Region,
    /// How much of it may still hold the needed part.
    mass: u64,
}

const CLEAN: u32 = 0;
/// How often an estimate of the rate is improved, at most.
const MOST_ROUNDS: usize = 20;

/// What is known of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Label {
    /// All of it was removed in interesting trials.
    Clean,
    /// It holds all of a dirty part.
    Dirty,
    /// Neither.
    Open,
}

/// How reliable the map is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Belief {
    /// The probability that a clean part can be removed now.
    pub(super) clean: f64,
    /// The probability that a dirty part is needed now.
    pub(super) dirty: f64,
    /// The probability that an unknown byte can be removed.
    pub(super) byte: f64,
}

impl Belief {
    /// Creates the belief that the map is right, and that a byte has so many needed parts.
    pub(super) fn of_rate(rate: f64) -> Belief {
        Belief { clean: 1.0, dirty: 1.0, byte: (-rate).exp() }
    }

    /// Returns the probability that so many bytes of which nothing is known can be removed.
    pub(super) fn unknown(self, mass: u64) -> f64 {
        self.byte.powf(mass as f64)
    }

    /// Returns the probability that so much of a dirty part can be removed: the part holds
    /// something needed, and the rest of it may hold more.
    fn part_of_dirty(self, mass: u64, of: u64) -> f64 {
        let (unknown, whole) = (self.unknown(mass), self.unknown(of));
        let free = match 1.0 - whole {
            some if some < 1e-6 => 1.0 - mass as f64 / of as f64,
            some => (unknown - whole) / some,
        };
        self.dirty * free + (1.0 - self.dirty)
    }
}

impl Ground {
    /// Returns how many parts were found dirty.
    pub(super) fn n_dirty(&self) -> usize {
        self.dirty.len()
    }

    /// Returns how many needed parts there are in a byte, by all that is known.
    ///
    /// A part of mass m is free of them with probability exp(-rate * m). `expected` is the rate
    /// without the map, which counts as much as one needed part.
    pub(super) fn rate(&self, expected: f64) -> f64 {
        let parts: Vec<f64> =
            self.dirty.iter().map(|dirty| dirty.mass as f64).filter(|mass| 0.0 < *mass).collect();
        let mass = self.clean as f64 + parts.iter().sum::<f64>() + 1.0 / expected;
        let mut rate = (parts.len() as f64 + 1.0) / mass;
        for _ in 0..MOST_ROUNDS {
            // A dirty part holds one at least.
            let in_part = |part: &f64| rate * part / -(-rate * part).exp_m1();
            let next = (parts.iter().map(in_part).sum::<f64>() + 1.0) / mass;
            let is_near = (next / rate - 1.0).abs() < 0.01;
            rate = next;
            if is_near {
                break;
            }
        }
        rate
    }

    /// Learns that the base without a region, and without what was removed before, is interesting.
    pub(super) fn interesting(&mut self, region: &Region) {
        self.clear(region);
        self.clean += region.mass();
        self.labels.insert(region, CLEAN);
    }

    /// Learns that the base without a region, and without what was removed before, is boring.
    pub(super) fn boring(&mut self, region: &Region) {
        let mut clean = Vec::new();
        let mut touched: Vec<(u32, u64)> = Vec::new();
        for (piece, label) in self.labels.overlaps(region) {
            match label {
                CLEAN => clean.push(piece),
                _ => add(&mut touched, label, piece.end - piece.start),
            }
        }
        if touched.iter().any(|(label, mass)| *mass == self.dirty[*label as usize - 1].mass) {
            return;
        }
        // The needed part lies in the intersection of both, or it is another one: nothing more is
        // known of the rest of the dirty part.
        for (label, _) in touched {
            let all = self.dirty[label as usize - 1].region.clone();
            let is_of = |piece: &(Range<u64>, u32)| piece.1 == label;
            let pieces = self.labels.overlaps(&all).filter(is_of).map(|(piece, _)| piece).collect();
            self.clear(&Region::new(pieces));
        }
        let rest = region.minus(&Region::new(clean));
        let dirty = if rest.is_empty() { region.clone() } else { rest };
        self.clear(&dirty);
        self.dirty.push(Dirty { mass: dirty.mass(), region: dirty.clone() });
        self.labels.insert(&dirty, self.dirty.len() as u32);
    }

    pub(super) fn label(&self, region: &Region) -> Label {
        let mut n_clean = 0;
        let mut touched: Vec<(u32, u64)> = Vec::new();
        for (piece, label) in self.labels.overlaps(region) {
            let mass = piece.end - piece.start;
            match label {
                CLEAN => n_clean += mass,
                _ => add(&mut touched, label, mass),
            }
        }
        if n_clean == region.mass() {
            Label::Clean
        } else if touched.iter().any(|(label, mass)| *mass == self.dirty[*label as usize - 1].mass) {
            Label::Dirty
        } else {
            Label::Open
        }
    }

    /// Returns the probability that a region can be removed; `None` if nothing is known of it.
    pub(super) fn free(&self, region: &Region, belief: Belief) -> Option<f64> {
        let (mut n_clean, mut n_known) = (0, 0);
        let mut touched: Vec<(u32, u64)> = Vec::new();
        for (piece, label) in self.labels.overlaps(region) {
            let mass = piece.end - piece.start;
            n_known += mass;
            match label {
                CLEAN => n_clean += mass,
                _ => add(&mut touched, label, mass),
            }
        }
        if n_known == 0 {
            return None;
        }
        let mut free = belief.unknown(region.mass() - n_known);
        if 0 < n_clean {
            free *= belief.clean;
        }
        for (label, mass) in touched {
            free *= belief.part_of_dirty(mass, self.dirty[label as usize - 1].mass);
        }
        Some(free)
    }

    fn clear(&mut self, region: &Region) {
        for (piece, label) in self.labels.clear(region) {
            let mass = piece.end - piece.start;
            match label {
                CLEAN => self.clean -= mass,
                _ => self.dirty[label as usize - 1].mass -= mass,
            }
        }
    }
}

fn add(touched: &mut Vec<(u32, u64)>, label: u32, mass: u64) {
    match touched.iter_mut().find(|(other, _)| *other == label) {
        Some((_, sum)) => *sum += mass,
        None => touched.push((label, mass)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn region(range: Range<u64>) -> Region {
        Region::new(vec![range])
    }

    #[test]
    fn what_remains_of_a_dirty_part_is_dirty() {
        let mut ground = Ground::default();
        ground.boring(&region(0..8));
        assert_eq!(ground.label(&region(0..8)), Label::Dirty);
        assert_eq!(ground.label(&region(0..4)), Label::Open);
        ground.interesting(&region(0..4));
        assert_eq!(ground.label(&region(0..4)), Label::Clean);
        assert_eq!(ground.label(&region(4..8)), Label::Dirty);
        assert_eq!(ground.label(&region(2..20)), Label::Dirty);
    }

    #[test]
    fn a_dirty_half_explains_the_whole() {
        let mut ground = Ground::default();
        ground.boring(&region(0..8));
        ground.boring(&region(0..4));
        assert_eq!(ground.label(&region(0..4)), Label::Dirty);
        assert_eq!(ground.label(&region(4..8)), Label::Open);
        ground.boring(&region(0..8));
        assert_eq!(ground.label(&region(4..8)), Label::Open, "the first half explains it");
    }

    #[test]
    fn what_is_clean_is_not_what_is_needed() {
        let mut ground = Ground::default();
        ground.interesting(&region(2..6));
        ground.boring(&region(0..8));
        assert_eq!(ground.label(&Region::new(vec![0..2, 6..8])), Label::Dirty);
        assert_eq!(ground.label(&region(2..6)), Label::Clean);
    }

    #[test]
    fn the_rate_follows_what_is_known() {
        let mut ground = Ground::default();
        assert!((ground.rate(0.25) - 0.25).abs() < 0.01, "nothing is known");
        for start in (0..1_000).step_by(10) {
            ground.interesting(&region(start..start + 9));
            ground.boring(&region(start + 9..start + 10));
        }
        assert!((0.09..0.12).contains(&ground.rate(0.05)), "{}", ground.rate(0.05));
        let mut ground = Ground::default();
        (0..100).for_each(|start| ground.boring(&region(100 * start..100 * start + 100)));
        assert!(0.02 < ground.rate(0.001), "a dirty part may hold several");
    }

    #[test]
    fn the_likelihood_follows_what_is_known() {
        let mut ground = Ground::default();
        let belief = Belief { clean: 0.9, dirty: 0.8, byte: 0.5 };
        assert_eq!(ground.free(&region(0..4), belief), None);
        ground.interesting(&region(0..4));
        ground.boring(&region(10..14));
        let free = |range| ground.free(&region(range), belief).unwrap();
        assert!((free(0..4) - 0.9).abs() < 1e-9);
        assert!((free(0..6) - 0.9 * 0.25).abs() < 1e-9);
        assert!((free(10..14) - 0.2).abs() < 1e-9);
        // The second half alone may hold it: 0.25 · 0.75 of 1 - 0.25 · 0.25.
        assert!((free(10..12) - (0.8 * 0.2 + 0.2)).abs() < 1e-9);
        let almost_all = Belief { byte: 1.0, ..belief };
        assert!((ground.free(&region(10..12), almost_all).unwrap() - 0.6).abs() < 1e-9);
    }
}
