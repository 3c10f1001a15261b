//! An expert: one assumption about how needed units are distributed.

use super::hazard::{Hazard, Stretches};
use super::mass::Masses;
use super::model::Side;

/// What makes a unit likely to be needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    /// Every unit is as likely to be needed as any other.
    Count,
    /// A unit is as likely to be clear as several that together weigh as much.
    Weight,
}

/// Whether the rate may be another one at the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sides {
    Alike,
    Apart,
}

/// An assumption about how needed units are distributed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub by: By,
    pub sides: Sides,
    /// How many units after a needed one are near it and have a rate of their own.
    pub reach: u32,
}

/// The undecided stretch of a sweep as an expert sees it.
pub(super) struct Front<'a> {
    pub masses: &'a Masses,
    pub side: Side,
    /// Units that were cleared at this side since the last needed one.
    pub since: Option<u32>,
    /// What several experts ask about it.
    pub stretches: Stretches,
}

/// The rates of one [`Shape`].
#[derive(Clone)]
pub(super) struct Expert {
    shape: Shape,
    near: Hazard,
    far: [Hazard; 2],
}

impl Expert {
    pub(super) fn new(shape: Shape, prior: &Hazard) -> Expert {
        Expert { shape, near: prior.clone(), far: [prior.clone(), prior.clone()] }
    }

    /// Returns the probability that the `n` units at the front are clear.
    pub(super) fn clear(&self, front: &Front<'_>, n: u32) -> f64 {
        let n_near = self.n_near(front, n);
        let mut clear = 1.0;
        if 0 < n_near {
            clear *= self.clear_of(&self.near, front, 0, n_near);
        }
        if n_near < n {
            clear *= self.clear_of(&self.far[self.far_idx(front.side)], front, n_near, n);
        }
        clear
    }

    /// Learns that the `n` units at the front are clear.
    pub(super) fn cleared(&mut self, front: &Front<'_>, n: u32) {
        let n_near = self.n_near(front, n);
        if 0 < n_near {
            let mass = self.mass(front, 0, n_near);
            front.stretches.of(mass, |each| self.near.cleared_of(each));
        }
        if n_near < n {
            let mass = self.mass(front, n_near, n);
            let far = &mut self.far[self.far_idx(front.side)];
            front.stretches.of(mass, |each| far.cleared_of(each));
        }
    }

    /// Learns that the unit at the front is needed.
    pub(super) fn needed(&mut self, front: &Front<'_>) {
        let mass = self.mass(front, 0, 1);
        if self.n_near(front, 1) == 1 {
            self.near.needed(mass);
        } else {
            self.far[self.far_idx(front.side)].needed(mass);
        }
    }

    fn clear_of(&self, hazard: &Hazard, front: &Front<'_>, skip: u32, n: u32) -> f64 {
        front.stretches.of(self.mass(front, skip, n), |each| hazard.clear_of(each))
    }

    fn n_near(&self, front: &Front<'_>, n: u32) -> u32 {
        front.since.map_or(0, |since| self.shape.reach.saturating_sub(since)).min(n)
    }

    fn far_idx(&self, side: Side) -> usize {
        match (self.shape.sides, side) {
            (Sides::Alike, _) | (Sides::Apart, Side::Front) => 0,
            (Sides::Apart, Side::Back) => 1,
        }
    }

    fn mass(&self, front: &Front<'_>, skip: u32, n: u32) -> f64 {
        match self.shape.by {
            By::Count => f64::from(n - skip),
            By::Weight => front.masses.between(front.side, skip, n),
        }
    }
}
