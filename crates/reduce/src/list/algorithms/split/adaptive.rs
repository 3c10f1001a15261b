//! A mixture of experts on how needed units are distributed, weighted by how well each predicted
//! the answers.

use super::bold::Bold;
use super::expert::{By, Expert, Front, Shape, Sides};
use super::hazard::{Hazard, Stretches};
use super::mass::Masses;
use super::model::{Model, Side, even_cut, even_group};
use crate::list::{List, ListOptions};
use crate::units::Units;

/// How many units after a needed one may have a rate of their own.
const REACHES: [u32; 3] = [1, 4, 16];
/// A group at the back is preferred if its probability to be clear exceeds that of the same group
/// at the front by this.
const BACK_MARGIN: f64 = 0.2;
/// The prior probability that a list which must not become empty can lose any of its units.
const FREE: f64 = 0.25;
/// The smallest weight of an expert: lists change their character half-way.
const FLOOR: f64 = 1e-4;

/// A mixture of experts in Bayes' way: the weight of each is the probability that it gave to all
/// that was learned.
///
/// Tests of even odds are bits of a code for "which units are needed", so their number is the
/// length of that code: a mixture of n experts costs log2 n tests more than the best of them would
/// alone, at most.
#[derive(Clone)]
pub(super) struct Adaptive {
    masses: Masses,
    experts: Vec<(f64, Expert)>,
    shapes: &'static [Shape],
    /// Units that were cleared at each side since the last needed one.
    since: [Option<u32>; 2],
    unfound: Option<Unfound>,
    bold: Bold,
}

/// While no needed unit is found: there must be one, because the list without all of its units is
/// boring.
#[derive(Clone)]
struct Unfound {
    /// The prior probability that it is not boring.
    free: f64,
    /// Prior probability that some unit is needed.
    some: f64,
}

const fn shape(by: By, sides: Sides, reach: u32) -> Shape {
    Shape { by, sides, reach }
}

/// Experts by count, and by weight if the weights of the list may matter.
static WEIGHED: [Shape; 16] = {
    let mut shapes = [shape(By::Count, Sides::Alike, 0); 16];
    let mut idx = 0;
    while idx < shapes.len() {
        let by = if idx < 8 { By::Count } else { By::Weight };
        let sides = if idx % 8 < 4 { Sides::Alike } else { Sides::Apart };
        shapes[idx] = shape(by, sides, if idx % 4 == 0 { 0 } else { REACHES[idx % 4 - 1] });
        idx += 1;
    }
    shapes
};

/// What W_ddmin and W_ProbDD assume.
static BY_WEIGHT: [Shape; 1] = [shape(By::Weight, Sides::Alike, 0)];

impl Adaptive {
    /// Mixes all the ways in which needed units may lie.
    pub(super) fn new(list: &List, options: &ListOptions) -> Adaptive {
        let masses = Masses::new(list, options);
        let shapes: &[Shape] = if masses.differ() { &WEIGHED } else { &WEIGHED[..8] };
        let mut adaptive = Adaptive::of(masses, shapes);
        adaptive.bold = Bold::new(list.len());
        adaptive
    }

    /// Takes one rate, of needed units by weight.
    pub(super) fn by_weight(list: &List, options: &ListOptions) -> Adaptive {
        Adaptive::of(Masses::new(list, options), &BY_WEIGHT)
    }

    fn of(masses: Masses, shapes: &'static [Shape]) -> Adaptive {
        let prior = Hazard::unknown(f64::from(masses.len()));
        let mut adaptive = Adaptive::from_prior(masses, shapes, &prior);
        let none = adaptive.unbound(Side::Front, adaptive.masses.len());
        adaptive.unfound = Some(Unfound { free: FREE, some: 1.0 - none });
        adaptive
    }

    /// Creates experts with this prior. Those without a near rate have half of the weight together.
    fn from_prior(masses: Masses, shapes: &'static [Shape], prior: &Hazard) -> Adaptive {
        let n_far = shapes.iter().filter(|shape| shape.reach == 0).count();
        let n_near = shapes.len() - n_far;
        let experts = shapes
            .iter()
            .map(|shape| {
                let n_alike = if shape.reach == 0 { n_far } else { n_near };
                let half = if n_near == 0 { 1.0 } else { 0.5 };
                (half / n_alike as f64, Expert::new(*shape, prior))
            })
            .collect();
        Adaptive { masses, experts, shapes, since: [None; 2], unfound: None, bold: Bold::never() }
    }

    fn front(&self, side: Side) -> Front<'_> {
        let since = self.since[side as usize];
        Front { masses: &self.masses, side, since, stretches: Stretches::default() }
    }

    /// Returns the probability of a clear prefix when nothing is known of the whole list.
    fn unbound(&self, side: Side, n: u32) -> f64 {
        let front = self.front(side);
        self.experts.iter().map(|(weight, expert)| weight * expert.clear(&front, n)).sum()
    }

    /// Updates the experts; `foretold` is the probability that an expert gave to what is learned.
    fn learn(
        &mut self,
        side: Side,
        foretold: impl Fn(&Expert, &Front<'_>) -> f64,
        learn: impl Fn(&mut Expert, &Front<'_>),
    ) {
        let since = self.since[side as usize];
        let front = Front { masses: &self.masses, side, since, stretches: Stretches::default() };
        for (weight, expert) in &mut self.experts {
            *weight = (*weight * foretold(expert, &front)).max(f64::MIN_POSITIVE);
            learn(expert, &front);
        }
        let total: f64 = self.experts.iter().map(|(weight, _)| weight).sum();
        for (weight, _) in &mut self.experts {
            *weight = (*weight / total).max(FLOOR);
        }
    }
}

impl Model for Adaptive {
    /// Prefers the back only where the front's group would be clear there by a margin: in a list
    /// whose units need later ones, most of those at the front are needed as long as those at the
    /// back are there.
    fn side(&self) -> Side {
        let n_units = self.masses.len();
        if self.shapes.iter().all(|shape| shape.sides == Sides::Alike) || n_units < 3 {
            return Side::Front;
        }
        let n = even_group(self, Side::Front, n_units);
        let (front, back) = (self.clear(Side::Front, n), self.clear(Side::Back, n));
        if front + BACK_MARGIN < back { Side::Back } else { Side::Front }
    }

    fn clear(&self, side: Side, n: u32) -> f64 {
        let clear = self.unbound(side, n);
        let Some(Unfound { free, some }) = self.unfound else { return clear };
        let none = self.unbound(side, self.masses.len());
        let bound = (1.0 - free) / some;
        (free * clear + bound * (clear - none)) / (free + bound * (1.0 - none))
    }

    fn group(&self, side: Side, longest: u32) -> u32 {
        let even = even_group(self, side, longest);
        if self.bold.is_over() { even } else { even.max(self.bold.group(side, longest)) }
    }

    fn cut(&self, side: Side, n: u32) -> u32 {
        if !self.bold.is_over() {
            return n / 2;
        }
        even_cut(self, side, n)
    }

    fn cleared(&mut self, side: Side, n: u32) {
        self.bold.cleared(n);
        self.learn(side, |expert, front| expert.clear(front, n), |expert, front| expert.cleared(front, n));
        self.masses.decide(side, n);
        let since = &mut self.since[side as usize];
        *since = since.map(|since| since.saturating_add(n));
    }

    fn needed(&mut self, side: Side) {
        self.bold.needed();
        self.learn(side, |expert, front| 1.0 - expert.clear(front, 1), Expert::needed);
        self.unfound = None;
        self.masses.decide(side, 1);
        self.since[side as usize] = Some(0);
    }

    fn skipped(&mut self, side: Side, n: u32) {
        self.masses.decide(side, n);
    }

    fn not_all_clear(&mut self) {
        if let Some(unfound) = &mut self.unfound {
            unfound.free = 0.0;
        }
    }

    fn again(&mut self, units: &Units) {
        *self = Adaptive::from_prior(self.masses.again(units), self.shapes, &Hazard::survivors());
    }
}
