//! dd, which isolates a difference: A. Zeller, R. Hildebrandt, *Simplifying and Isolating Failure-Inducing Input*,
//! IEEE TSE 2002.

use std::ops::Range;

use crate::list::Positions;
use crate::units::Units;
use crate::verdict::Verdict;

/// dd: brings a boring list and an interesting one together until a minimal difference is left.
///
/// It is not a [`Search`](super::Search), because it needs three answers: an interesting candidate becomes the
/// smaller interesting list, a boring one the larger boring list, an unresolved one neither. It works like one:
/// [`propose`](Isolation::propose) is pure and gives the units that the candidate leaves out of the interesting
/// list, [`learn`](Isolation::learn) takes the answer, cloning forks. A proposal can come again that was answered
/// before; callers keep answers.
///
/// At the end, [`difference`](Isolation::difference) is *1-minimal*: adding any single unit of it to the boring list
/// is not interesting or is the whole difference, and leaving any single one out of the interesting list is not
/// boring. Unlike a minimal list, it costs O(log n) tests when no test is unresolved.
///
/// With the difference cut into `n` parts, the first of these rules that has a part decides, as in the paper:
///
/// 1. the boring list with a part is interesting: it is the interesting list, `n` is 2;
/// 2. the interesting list without a part is boring: it is the boring list, `n` is 2;
/// 3. the boring list with a part is boring: it is the boring list, `n` is one less (at least 2);
/// 4. the interesting list without a part is interesting: it is the interesting list, `n` is one less (at least 2);
/// 5. the parts can be cut: `n` doubles; else it is over.
#[derive(Clone, Debug)]
pub struct Isolation {
    n_units: u32,
    boring: Units,
    difference: Positions,
    n_parts: u32,
    step: Step,
    /// The first part with which the boring list stayed boring.
    grows: Option<u32>,
    /// The first part without which the interesting list stayed interesting.
    shrinks: Option<u32>,
}

#[derive(Clone, Copy, Debug)]
enum Step {
    /// The boring list with this part of the difference.
    Add(u32),
    /// The interesting list without this part of the difference.
    Remove(u32),
    Over,
}

impl Isolation {
    /// Begins with the interesting list of all `n_units` units and the boring list that has only some of them.
    pub fn new(n_units: u32, boring: Units) -> Isolation {
        let difference = Positions::of(&boring.complement(n_units));
        let step = Step::Over;
        let mut search =
            Isolation { n_units, boring, difference, n_parts: 2, step, grows: None, shrinks: None };
        search.begin(2);
        search
    }

    /// Returns the units of the largest boring list so far.
    pub fn boring(&self) -> &Units {
        &self.boring
    }

    /// Returns the units of the smallest interesting list so far.
    pub fn interesting(&self) -> Units {
        self.boring.union(&self.difference())
    }

    /// Returns the units that are in the interesting list and not in the boring one.
    pub fn difference(&self) -> Units {
        self.difference.units(0..self.difference.len())
    }

    /// Returns which units of `0..n_units` to leave out next, or `None` at the end.
    pub fn propose(&self) -> Option<Units> {
        let kept = match self.step {
            Step::Add(part) => self.boring.union(&self.part(part)),
            Step::Remove(part) => self.interesting().difference(&self.part(part)),
            Step::Over => return None,
        };
        Some(kept.complement(self.n_units))
    }

    /// Takes the answer for the current proposal.
    pub fn learn(&mut self, verdict: Verdict) {
        match (self.step, verdict) {
            (Step::Add(part), Verdict::Interesting) => {
                self.shrink_to(&self.part(part));
                self.begin(2);
            }
            (Step::Remove(part), Verdict::Boring) => {
                self.grow_by(&self.difference().difference(&self.part(part)));
                self.begin(2);
            }
            (Step::Add(part), Verdict::Boring) => {
                self.grows = self.grows.or(Some(part));
                self.advance();
            }
            (Step::Remove(part), Verdict::Interesting) => {
                self.shrinks = self.shrinks.or(Some(part));
                self.advance();
            }
            (_, Verdict::Unresolved) => self.advance(),
            (Step::Over, _) => {}
        }
    }

    fn advance(&mut self) {
        self.step = match self.step {
            Step::Add(part) if part + 1 < self.n_parts => Step::Add(part + 1),
            Step::Add(_) => Step::Remove(0),
            Step::Remove(part) if part + 1 < self.n_parts => Step::Remove(part + 1),
            Step::Remove(_) | Step::Over => return self.decide(),
        };
    }

    /// Applies the rules for what is known when every part has been tried.
    fn decide(&mut self) {
        let n_fewer = self.n_parts.saturating_sub(1).max(2);
        if let Some(part) = self.grows {
            self.grow_by(&self.part(part));
            self.begin(n_fewer);
        } else if let Some(part) = self.shrinks {
            self.shrink_to(&self.difference().difference(&self.part(part)));
            self.begin(n_fewer);
        } else if self.n_parts < self.difference.len() {
            self.begin(self.n_parts.saturating_mul(2));
        } else {
            self.step = Step::Over;
        }
    }

    /// Makes the boring list larger by units of the difference.
    fn grow_by(&mut self, units: &Units) {
        let difference = self.difference().difference(units);
        self.boring = self.boring.union(units);
        self.difference = Positions::of(&difference);
    }

    /// Makes the interesting list the boring one and these units of the difference.
    fn shrink_to(&mut self, units: &Units) {
        self.difference = Positions::of(units);
    }

    fn begin(&mut self, n_parts: u32) {
        self.n_parts = n_parts.min(self.difference.len());
        self.grows = None;
        self.shrinks = None;
        self.step = if self.difference.len() <= 1 { Step::Over } else { Step::Add(0) };
    }

    fn part(&self, part: u32) -> Units {
        self.difference.units(self.positions(part))
    }

    /// Returns the positions of a part of the difference; the first parts get the units that are left over.
    fn positions(&self, part: u32) -> Range<u32> {
        let (size, extra) = (self.difference.len() / self.n_parts, self.difference.len() % self.n_parts);
        let start = |part: u32| part * size + part.min(extra);
        start(part)..start(part + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Isolates a difference and gives it with the number of tests; `test` is given the kept units.
    fn isolate(n_units: u32, test: impl Fn(&Units) -> Verdict) -> (Isolation, usize) {
        let mut search = Isolation::new(n_units, Units::none());
        let mut n_tests = 0;
        while let Some(left_out) = search.propose() {
            let kept = left_out.complement(n_units);
            assert!(search.boring().difference(&kept).is_empty(), "candidates lie between the two lists");
            assert!(
                kept.difference(&search.interesting()).is_empty(),
                "candidates lie between the two lists"
            );
            search.learn(test(&kept));
            n_tests += 1;
            assert!(n_tests < 100_000, "the search ends");
        }
        (search, n_tests)
    }

    fn check_one_minimal(search: &Isolation, test: impl Fn(&Units) -> Verdict) {
        let difference = search.difference();
        for unit in difference.iter().filter(|_| 1 < difference.len()) {
            let unit = Units::range(unit..unit + 1);
            assert_eq!(test(&search.boring().union(&unit)), Verdict::Unresolved);
            assert_eq!(test(&search.interesting().difference(&unit)), Verdict::Unresolved);
        }
    }

    #[test]
    fn without_unresolved_tests_one_unit_is_isolated_in_logarithmic_time() {
        for needed in [0, 1, 500, 777, 1023] {
            let (search, n_tests) =
                isolate(
                    1024,
                    |kept| {
                        if kept.contains(needed) { Verdict::Interesting } else { Verdict::Boring }
                    },
                );
            assert_eq!(search.difference(), Units::range(needed..needed + 1));
            assert!(n_tests <= 20, "{n_tests} tests");
        }
    }

    #[test]
    fn of_several_needed_units_the_difference_is_one() {
        let needed: Units = [3, 70, 71].into_iter().collect();
        let (search, _) = isolate(100, |kept| {
            if needed.difference(kept).is_empty() { Verdict::Interesting } else { Verdict::Boring }
        });
        assert_eq!(search.difference().len(), 1);
        assert!(needed.contains(search.difference().iter().next().expect("one unit")));
        assert!(needed.difference(&search.interesting()).is_empty());
    }

    #[test]
    fn units_that_only_work_together_stay_together() {
        let test = |kept: &Units| match (kept.contains(4), kept.contains(11)) {
            (true, true) => Verdict::Interesting,
            (false, false) => Verdict::Boring,
            _ => Verdict::Unresolved,
        };
        let (search, _) = isolate(16, test);
        assert_eq!(search.difference(), [4, 11].into_iter().collect());
        check_one_minimal(&search, test);
    }

    #[test]
    fn a_clone_learns_without_the_original_noticing() {
        let search = Isolation::new(16, Units::none());
        let before = search.propose();
        search.clone().learn(Verdict::Interesting);
        assert_eq!(search.propose(), before);
    }

    proptest! {
        #[test]
        fn any_answers_lead_to_a_minimal_difference(n_units in 1u32..24, salt in any::<u64>()) {
            let test = |kept: &Units| {
                if kept.is_empty() {
                    return Verdict::Boring;
                }
                if kept.len() == n_units as usize {
                    return Verdict::Interesting;
                }
                let hash = kept.iter().fold(salt | 1, |hash, unit| {
                    (hash ^ u64::from(unit)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
                });
                [Verdict::Interesting, Verdict::Boring, Verdict::Unresolved, Verdict::Unresolved]
                    [(hash >> 40) as usize % 4]
            };
            let (search, _) = isolate(n_units, test);
            prop_assert!(!search.difference().is_empty());
            prop_assert_eq!(test(search.boring()), Verdict::Boring);
            prop_assert_eq!(test(&search.interesting()), Verdict::Interesting);
            check_one_minimal(&search, test);
        }
    }
}
