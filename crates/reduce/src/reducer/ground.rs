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
}

struct Dirty {
    region: Region,
    /// How much of it may still hold the needed part.
    mass: u64,
}

const CLEAN: u32 = 0;

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

impl Ground {
    /// Learns that the base without a region, and without what was removed before, is interesting.
    pub(super) fn interesting(&mut self, region: &Region) {
        self.clear(region);
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
        let mut free = belief.byte.powf((region.mass() - n_known) as f64);
        if 0 < n_clean {
            free *= belief.clean;
        }
        for (label, mass) in touched {
            free *= 1.0 - belief.dirty * mass as f64 / self.dirty[label as usize - 1].mass as f64;
        }
        Some(free)
    }

    fn clear(&mut self, region: &Region) {
        for (piece, label) in self.labels.clear(region) {
            if label != CLEAN {
                self.dirty[label as usize - 1].mass -= piece.end - piece.start;
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
        assert!((free(10..12) - 0.6).abs() < 1e-9);
    }
}
