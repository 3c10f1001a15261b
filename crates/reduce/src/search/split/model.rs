//! What the splitter asks of an estimate of which units are needed.

use std::ops::Range;

/// An estimate of which units are needed, that learns.
///
/// Units are named by their *position*: their place in the order in which the search works. The splitter decides
/// positions in ascending order, so a model sees each position once in [`needed`](Model::needed) or
/// [`cleared`](Model::cleared), and is only asked about positions behind those.
pub(super) trait Model: Clone + Send + 'static {
    /// Gives the probability that none of the positions is needed, given all that was learned; 1 for no positions,
    /// falling as the range grows. The range starts at the first undecided position.
    fn clear(&self, positions: Range<u32>) -> f64;

    /// Says where to cut a range of two positions or more that holds a needed one: behind its start, before its end.
    fn cut(&self, positions: Range<u32>) -> u32 {
        positions.start + (positions.end - positions.start) / 2
    }

    /// Learns that the positions, which start at the first undecided one, are not needed.
    fn cleared(&mut self, positions: Range<u32>);

    /// Learns that the first undecided position is needed.
    fn needed(&mut self, position: u32);
}

/// Gives the end of the group that starts at `positions.start` and is as close to even odds as any, ties longer, at
/// least one position, at most `positions`. Asks the model O(log length) times.
pub(super) fn even_group(model: &impl Model, positions: Range<u32>) -> u32 {
    let clear = |n: u32| model.clear(positions.start..positions.start + n);
    let longest = positions.end - positions.start;
    // Galloping: the groups that matter are much shorter than the list.
    let mut likely = 0;
    let mut unlikely = 1;
    while unlikely < longest && 0.5 <= clear(unlikely) {
        likely = unlikely;
        unlikely = unlikely.saturating_mul(2).min(longest);
    }
    if 0.5 <= clear(unlikely) {
        return positions.start + unlikely;
    }
    while 1 < unlikely - likely {
        let middle = likely + (unlikely - likely) / 2;
        if 0.5 <= clear(middle) { likely = middle } else { unlikely = middle }
    }
    let longer_is_closer = 0.5 - clear(unlikely) <= clear(likely) - 0.5;
    positions.start + if likely == 0 || longer_is_closer { unlikely } else { likely }
}
