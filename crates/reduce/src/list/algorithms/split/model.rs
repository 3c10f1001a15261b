//! The interface between the splitter and an estimate of which units are needed.

use crate::units::Units;

/// An end of the undecided units of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// Where the order of the search begins.
    Front,
    /// The other end.
    Back,
}

/// An estimate of which units are needed, which learns from tests.
///
/// The undecided units of a sweep are a stretch that shrinks from its two sides. A *prefix* of `n`
/// units is counted from a side inwards. The model follows what is decided through
/// [`needed`](Model::needed) and [`cleared`](Model::cleared).
pub(super) trait Model: Clone + Send + 'static {
    /// Returns the side from which the next group should be taken.
    fn side(&self) -> Side {
        Side::Front
    }

    /// Returns how many units at a side to test without next: at least one, at most `longest`.
    fn group(&self, side: Side, longest: u32) -> u32
    where
        Self: Sized,
    {
        even_group(self, side, longest)
    }

    /// Returns the probability that none of the `n` units at a side is needed, given all that was
    /// learned; 1 for no units, falling as `n` grows.
    fn clear(&self, side: Side, n: u32) -> f64;

    /// Returns how many of the `n` units at a side, two or more of which at least one is needed, to
    /// test without: at least one, fewer than `n`.
    fn cut(&self, side: Side, n: u32) -> u32;

    /// Learns that the `n` units at a side are not needed.
    fn cleared(&mut self, side: Side, n: u32);

    /// Learns that the unit at a side is needed.
    fn needed(&mut self, side: Side);

    /// Passes the `n` units at a side, about which nothing is learned.
    fn skipped(&mut self, _side: Side, _n: u32) {}

    /// Learns that the list without all of its units is boring.
    fn not_all_clear(&mut self) {}

    /// Starts another sweep, over kept units whose proof is outdated.
    fn again(&mut self, units: &Units);
}

/// Returns the size of the group with the most even odds, the larger of equal ones, of at least one
/// and at most `longest` units. Asks the model O(log longest) times.
pub(super) fn even_group(model: &impl Model, side: Side, longest: u32) -> u32 {
    even_prefix(longest, |n| model.clear(side, n))
}

/// Returns how many of `n` units that hold a needed one to test without, so that the odds that the
/// needed ones are among the rest are most even.
pub(super) fn even_cut(model: &impl Model, side: Side, n: u32) -> u32 {
    let all = model.clear(side, n);
    let holds = (1.0 - all).max(f64::MIN_POSITIVE);
    even_prefix(n - 1, |n| (model.clear(side, n) - all) / holds)
}

fn even_prefix(longest: u32, clear: impl Fn(u32) -> f64) -> u32 {
    // Galloping: the groups that matter are much shorter than the list.
    let (mut likely, mut unlikely) = (0, 1);
    let (mut p_likely, mut p_unlikely) = (1.0, clear(1));
    while unlikely < longest && 0.5 <= p_unlikely {
        (likely, p_likely) = (unlikely, p_unlikely);
        unlikely = unlikely.saturating_mul(2).min(longest);
        p_unlikely = clear(unlikely);
    }
    if 0.5 <= p_unlikely {
        return unlikely;
    }
    while 1 < unlikely - likely {
        let middle = likely + (unlikely - likely) / 2;
        let p_middle = clear(middle);
        if 0.5 <= p_middle {
            (likely, p_likely) = (middle, p_middle);
        } else {
            (unlikely, p_unlikely) = (middle, p_middle);
        }
    }
    let longer_is_closer = 0.5 - p_unlikely <= p_likely - 0.5;
    if likely == 0 || longer_is_closer { unlikely } else { likely }
}
