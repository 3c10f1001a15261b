//! The probability that a step succeeds, learned from the answers.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::along::VARIANTS;
use super::row::Row;
use super::sort::Sort;
use super::ways::{N_WAYS, is_clean};

/// How far an answer moves each number that it depends on.
const RATE: f64 = 0.3;
/// By how much less likely at first, in log-odds, an odd step is, one that leaves something unused,
/// and a way that leaves uses without their definition or removes statements with them. In eleven
/// programs in ten languages such trials succeeded in 7 % of cases, others in 20 %.
const DOUBTFUL: f64 = -1.2;
/// By how much each value is less likely to fit than the one before it at first, in log-odds.
const NEXT_VALUE: f64 = -0.5;
/// Steps of fewer tokens are of about the same size.
const SMALL: f64 = 8.0;

/// What the success of a step may depend on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Traits {
    pub(super) kind: usize,
    /// The index of the value that it inserts.
    pub(super) value: Option<usize>,
    pub(super) sort: Option<Sort>,
    /// Whether it leaves what stands nowhere like that in the text.
    pub(super) is_odd: bool,
    pub(super) way: usize,
    /// Whether only elements of lists, arms and definitions go along.
    pub(super) is_tidy: bool,
    /// Whether it leaves something that nothing uses any more.
    pub(super) leaves_unused: bool,
    /// How many tokens it removes.
    pub(super) tokens: u32,
}

/// How likely steps are to succeed: a logistic regression over their traits. An answer that was
/// expected changes little, so many misses of doubtful steps say little about others.
#[derive(Clone, Debug)]
pub(super) struct Chances {
    /// By kind.
    kinds: Vec<Kind>,
    /// By value.
    values: Vec<f64>,
    /// By way: where statements go along, and where only elements and definitions do.
    ways: [[f64; 2]; N_WAYS],
    /// By sort of the step, by way; 0 if none of them was tried.
    sorts: Arc<BTreeMap<Sort, [f64; N_WAYS]>>,
    odd: f64,
    unused: f64,
}

/// What is known about the steps of one kind.
#[derive(Clone, Copy, Debug)]
struct Kind {
    bias: f64,
    /// How much less likely larger steps are.
    slope: f64,
    /// The successes in a row: where statements go along, and where only elements and definitions
    /// do.
    rows: [Row; 2],
}

impl Chances {
    /// Starts with a slope for each kind, and how far behind the first one each value comes.
    pub(super) fn new(slopes: &[f64], values: &[u32]) -> Chances {
        let way = |way: usize| {
            let is_even = [is_clean(way), way < VARIANTS.len()];
            is_even.map(|is_even| if is_even { 0.0 } else { DOUBTFUL })
        };
        let kind = |&slope: &f64| Kind { bias: 0.0, slope, rows: [Row::default(); 2] };
        Chances {
            kinds: slopes.iter().map(kind).collect(),
            values: values.iter().map(|&place| f64::from(place) * NEXT_VALUE).collect(),
            ways: std::array::from_fn(way),
            sorts: Arc::default(),
            odd: DOUBTFUL,
            unused: DOUBTFUL,
        }
    }

    /// Learns the answer to a step tried alone, or the success of several.
    pub(super) fn learn(&mut self, traits: &Traits, paid: bool) {
        let change = RATE * (f64::from(u8::from(paid)) - self.likelihood(traits));
        let kind = &mut self.kinds[traits.kind];
        kind.rows[usize::from(traits.is_tidy)].learn(paid);
        kind.bias += change;
        kind.slope -= change * size(traits.tokens);
        self.ways[traits.way][usize::from(traits.is_tidy)] += change;
        if let Some(value) = traits.value {
            self.values[value] += change;
        }
        if let Some(sort) = traits.sort {
            Arc::make_mut(&mut self.sorts).entry(sort).or_default()[traits.way] += change;
        }
        if traits.is_odd {
            self.odd += change;
        }
        if traits.leaves_unused {
            self.unused += change;
        }
    }

    /// Learns that several steps tried together failed.
    pub(super) fn learn_together(&mut self, traits: &Traits, n: usize) {
        self.row(traits).learn_together(n);
    }

    /// Ends a row of successes.
    pub(super) fn end_row(&mut self, traits: &Traits) {
        *self.row(traits) = Row::default();
    }

    fn row(&mut self, traits: &Traits) -> &mut Row {
        &mut self.kinds[traits.kind].rows[usize::from(traits.is_tidy)]
    }

    /// Returns how many steps like this one to try at once.
    pub(super) fn at_once(&self, traits: &Traits) -> usize {
        self.kinds[traits.kind].rows[usize::from(traits.is_tidy)].at_once()
    }

    /// Returns the probability that a step succeeds.
    pub(super) fn likelihood(&self, traits: &Traits) -> f64 {
        let Kind { bias, slope, .. } = self.kinds[traits.kind];
        let value = traits.value.map_or(0.0, |value| self.values[value]);
        let sort = self.of_sort(traits.sort)[traits.way];
        let odd = if traits.is_odd { self.odd } else { 0.0 };
        let way = self.ways[traits.way][usize::from(traits.is_tidy)];
        let unused = if traits.leaves_unused { self.unused } else { 0.0 };
        let score = bias + value + sort + odd + unused + way - slope * size(traits.tokens);
        // The same on every machine.
        1.0 / (1.0 + libm::exp(-score))
    }

    fn of_sort(&self, sort: Option<Sort>) -> &[f64; N_WAYS] {
        sort.and_then(|sort| self.sorts.get(&sort)).unwrap_or(&[0.0; N_WAYS])
    }

    /// Returns the likeliest of some ways for a step that removes the same in each, as far as is
    /// known; `None` if there are none.
    pub(super) fn likeliest_way(
        &self,
        sort: Option<Sort>,
        ways: impl Iterator<Item = usize>,
    ) -> Option<usize> {
        let sort = self.of_sort(sort);
        let score = |way: usize| self.ways[way][0] + sort[way];
        ways.reduce(|best, way| if score(best) < score(way) { way } else { best })
    }

    /// Returns the expected number of tokens that a step removes.
    pub(super) fn gain(&self, traits: &Traits) -> f64 {
        f64::from(traits.tokens) * self.likelihood(traits)
    }
}

/// The size of a step: the logarithm of 1 + `tokens` / [`SMALL`].
fn size(tokens: u32) -> f64 {
    libm::log1p(f64::from(tokens) / SMALL)
}

#[cfg(test)]
mod tests {
    use dwindle_syntax::uses::CompanionKind;

    use super::super::along::Takes;
    use super::*;

    fn unused() -> usize {
        way_of(CompanionKind::Unused)
    }

    fn dependents() -> usize {
        way_of(CompanionKind::Dependents)
    }

    /// Returns the way that takes this along, without arguments.
    fn way_of(kind: CompanionKind) -> usize {
        let takes = Some(Takes { kind, with_arguments: false, keeps_calls: false });
        VARIANTS.iter().position(|&variant| variant == takes).unwrap()
    }

    fn traits(way: usize, tokens: u32) -> Traits {
        let (is_odd, is_tidy, leaves_unused) = (false, false, false);
        Traits { kind: 0, value: None, sort: None, is_odd, way, is_tidy, leaves_unused, tokens }
    }

    #[test]
    fn a_way_that_fails_gives_way_to_one_that_succeeds() {
        let mut chances = Chances::new(&[0.6], &[]);
        let gain = |chances: &Chances, way| chances.gain(&traits(way, 50));
        assert!(gain(&chances, dependents()) < gain(&chances, unused()), "removing uses is doubtful");
        for _ in 0..10 {
            chances.learn(&traits(dependents(), 50), true);
            chances.learn(&traits(unused(), 50), false);
        }
        assert!(1.5 * gain(&chances, unused()) < gain(&chances, dependents()));
    }

    /// Returns the size that promises most.
    fn best(chances: &Chances) -> u32 {
        (1..2000)
            .max_by(|&a, &b| {
                chances.gain(&traits(unused(), a)).total_cmp(&chances.gain(&traits(unused(), b)))
            })
            .unwrap()
    }

    #[test]
    fn where_large_steps_fail_smaller_ones_are_next() {
        let mut chances = Chances::new(&[0.8], &[]);
        assert!(500 < best(&chances));
        let before = chances.likelihood(&traits(unused(), 10));
        // Steps of more than 50 tokens never succeed.
        let n_misses = (0..60)
            .take_while(|_| {
                let tokens = best(&chances);
                chances.learn(&traits(unused(), tokens), false);
                50 < tokens
            })
            .count();
        assert!((10..50).contains(&n_misses), "{n_misses}");
        assert!(0.5 * before < chances.likelihood(&traits(unused(), 10)), "{chances:?}");
    }

    #[test]
    fn expected_misses_say_little_about_others() {
        let mut chances = Chances::new(&[0.6], &[]);
        let before = chances.likelihood(&traits(unused(), 10));
        for _ in 0..20 {
            chances.learn(&Traits { is_odd: true, ..traits(dependents(), 1000) }, false);
        }
        assert!(0.8 * before < chances.likelihood(&traits(unused(), 10)), "{chances:?}");
    }
}
