//! The steps that are possible, and which of them is likely to remove most.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BinaryHeap};
use std::sync::Arc;

use dwindle_syntax::uses::Uses;

use super::chances::{Chances, Traits};
use super::pick::Pick;
use super::sources::{Left, Sources};
use super::step::{Step, Weighed};
use super::ways::{Does, FEW, N_WAYS, Tried, by_way};
use crate::tree::subject::Subject;
use crate::tree::token_edits::TokenEdits;

/// Steps that weigh fewer tokens are left to other passes, unless they move code.
const LEAST: u32 = 4;
/// So are steps that are likely to remove less than one part in this many of the text, …
const LEAST_SHARE: f64 = 4000.0;
/// … or less than this many tokens.
const LEAST_GAIN: f64 = 0.25;
/// In texts with at most [`FEW`] tokens, all removals are tried, as finer passes remove nothing
/// together with its dependents, until this many trials in a row were misses: then finer passes
/// take over for a while.
const MOST_MISSES_OF_FEW: u32 = 24;
/// The kind of steps that remove something, in `heaviest`.
const REMOVALS: usize = 0;
/// About how many tokens are looked at before a step is picked: one look costs as much as there is
/// text.
const LOOKED_AT: u32 = 240_000;
/// The least and the most steps that are looked at, unless none of them is worth a trial.
const N_LOOKED_AT: (u32, u32) = (2, 24);
/// The most failed removals within a step that make it less likely.
const MOST_NEEDED: usize = 3;

/// All steps for one cut. Cloning is O(1).
#[derive(Clone)]
pub(super) struct Queues {
    /// By kind, by falling weight.
    steps: Arc<Vec<Vec<Weighed>>>,
    /// By kind and step.
    looks: Arc<Vec<Vec<Look>>>,
    /// How many tokens are left.
    n_tokens: u32,
}

/// What is known about a step.
#[derive(Clone, Copy, Debug, Default)]
struct Look {
    tried: Tried,
    /// What it does in each way; `None` before it was looked at.
    does: Option<[Does; N_WAYS]>,
    /// How many failed removals it covers.
    n_needed: usize,
}

/// A step in a way, and the expected number of tokens that it removes.
#[derive(Clone, Copy, Debug)]
struct Likely {
    gain: f64,
    kind: usize,
    value: Option<usize>,
    index: usize,
    way: usize,
}

impl Queues {
    /// Finds all steps for a cut. O((parts + names) · depth) and what the sources cost.
    pub(super) fn find(
        subject: &Subject,
        uses: &Uses,
        cut: &TokenEdits,
        sources: &Sources,
        tried: &BTreeMap<Step, Tried>,
    ) -> Queues {
        let gone: Vec<_> = cut.gone_bytes(subject.tree()).collect();
        let weighing = uses.weigh(&gone);
        let (hoists, seen) = (sources.hoists(), sources.seen());
        let (stated, made) = (sources.stated(), sources.made());
        let mut steps =
            sources.steps(&Left { subject, uses, cut, weighing: &weighing, hoists, seen, stated, made });
        for steps in &mut steps {
            steps.retain(|weighed| LEAST <= weighed.weight || weighed.step.moves());
        }
        let look = |weighed: &Weighed| Look {
            tried: tried.get(&weighed.step).copied().unwrap_or_default(),
            ..Look::default()
        };
        let looks = steps.iter().map(|steps| steps.iter().map(look).collect()).collect();
        Queues { steps: Arc::new(steps), looks: Arc::new(looks), n_tokens: weighing.n_tokens() }
    }

    /// Returns how many tokens are left.
    pub(super) fn n_tokens(&self) -> u32 {
        self.n_tokens
    }

    /// Excludes a step from being picked again in the same way.
    pub(super) fn rule_out(&mut self, pick: &Pick) {
        Arc::make_mut(&mut self.looks)[pick.traits.kind][pick.index]
            .tried
            .learn(pick.traits.way, self.n_tokens);
    }

    /// Picks the step that is likely to remove most, after `n_misses` misses in a row; `None` if
    /// none is likely to remove much.
    pub(super) fn pick(
        &mut self,
        subject: &Subject,
        uses: &Uses,
        cut: &TokenEdits,
        chances: &Chances,
        tried: &BTreeMap<Step, Tried>,
        n_misses: u32,
    ) -> Option<Pick> {
        let n_tokens = self.n_tokens;
        let look = |weighed: &Weighed, look: &mut Look| {
            let step = &weighed.step;
            let is_left = |node| 0 < subject.n_alive(node, cut);
            let covers = |(removal, tried): &(&Step, &Tried)| {
                *removal != step
                    && tried.rules_out_any(n_tokens)
                    && removal.nodes(subject.tree()).any(is_left)
                    && step.covers(removal, subject.tree())
            };
            let mut does = by_way(subject, uses, cut, step);
            if step.moves() {
                // The weight is less by what is put in place.
                does = does.map(|does| Does { tokens: does.tokens.min(weighed.weight), ..does });
            }
            look.does = Some(does);
            look.n_needed = tried.iter().filter(covers).take(MOST_NEEDED).count();
        };
        let best = self.best(chances, n_misses, look)?;
        Some(self.with_others(subject, chances, best))
    }

    /// Finds the step that is likely to remove most. Steps are looked at in the order of what their
    /// weights promise, until enough were or no other promises more. O(steps + looks · log steps).
    fn best(
        &mut self,
        chances: &Chances,
        n_misses: u32,
        look_at: impl Fn(&Weighed, &mut Look),
    ) -> Option<Likely> {
        let steps = self.steps.clone();
        let n_tokens = self.n_tokens;
        let is_few = self.n_tokens <= FEW && n_misses < MOST_MISSES_OF_FEW;
        let least = (f64::from(n_tokens) / LEAST_SHARE).max(LEAST_GAIN);
        let is_worth = |likely: &Likely| (is_few && likely.kind == REMOVALS) || least <= likely.gain;
        let n_looks = (LOOKED_AT / self.n_tokens.max(1)).clamp(N_LOOKED_AT.0, N_LOOKED_AT.1);
        let likely = |kind: usize, index: usize, look: &Look| {
            let weighed: &Weighed = &steps[kind][index];
            let n_misses = look.tried.n_failures() + look.n_needed;
            let gain =
                |way: usize| chances.gain(&traits(kind, weighed, look, way)) / f64::from(1u32 << n_misses);
            let mut ways = (0..N_WAYS).filter(|&way| !look.tried.rules_out(way, n_tokens));
            let value = weighed.value;
            let likely = |way| Likely { gain: gain(way), kind, value, index, way };
            match look.does {
                Some(_) => ways.map(likely).max(),
                None => chances.likeliest_way(weighed.sort, ways.by_ref()).map(likely),
            }
        };
        let all = self.looks.iter().enumerate().flat_map(|(kind, looks)| {
            looks.iter().enumerate().filter_map(move |(index, look)| likely(kind, index, look))
        });
        let mut heap: BinaryHeap<Likely> = all.filter(is_worth).collect();
        let (mut n_looked_at, mut best) = (0, None::<Likely>);
        while let Some(top) = heap.pop() {
            let Likely { kind, index, .. } = top;
            if best.is_some_and(|best| top < best) {
                break;
            }
            if self.looks[kind][index].does.is_some() {
                return Some(top);
            }
            // Some step that is worth a trial is known.
            if best.is_some() && n_looks <= n_looked_at {
                continue;
            }
            n_looked_at += 1;
            let look = &mut Arc::make_mut(&mut self.looks)[kind][index];
            look_at(&steps[kind][index], look);
            best = likely(kind, index, look).filter(is_worth).max(best);
        }
        best
    }

    /// Adds more steps to the best one, as many as are tried at once.
    fn with_others(&self, subject: &Subject, chances: &Chances, best: Likely) -> Pick {
        let Likely { kind, index, way, .. } = best;
        let (steps, looks) = (&self.steps[kind], &self.looks[kind]);
        let traits = traits(kind, &steps[index], &looks[index], way);
        let n_at_once = chances.at_once(&traits);
        let Weighed { step, weight, value, .. } = &steps[index];
        // What goes with others may be anything where nothing goes with this one.
        let is_alone = looks[index].does.is_some_and(|does| does[way].is_alone);
        let mut picked: Vec<Step> = vec![step.clone()];
        for (at, other) in steps.iter().enumerate() {
            if picked.len() == n_at_once {
                break;
            }
            let is_alike = other.weight <= *weight && other.value == *value;
            let is_possible = match looks[at].does {
                Some(does) if traits.is_tidy => does[way].is_tidy && 0 < does[way].tokens,
                Some(does) => does.iter().any(|does| 0 < does.tokens),
                None => is_alone || !traits.is_tidy,
            };
            let is_new = at != index && !looks[at].tried.rules_out_any(self.n_tokens) && is_possible;
            if is_alike && is_new && !picked.iter().any(|step| step.meets(&other.step, subject.tree())) {
                picked.push(other.step.clone());
            }
        }
        let likelihood = chances.likelihood(&traits);
        Pick { traits, index, steps: picked.into(), likelihood }
    }
}

/// Returns what the success of a step may depend on; before it was looked at, its weight counts.
fn traits(kind: usize, weighed: &Weighed, look: &Look, way: usize) -> Traits {
    let unknown = Does { tokens: weighed.weight, ..Does::default() };
    let Does { tokens, is_tidy, leaves_unused, .. } = look.does.map_or(unknown, |does| does[way]);
    let &Weighed { value, sort, is_odd, .. } = weighed;
    Traits { kind, value, sort, is_odd, way, is_tidy, leaves_unused, tokens }
}

impl Ord for Likely {
    /// By gain; among equals, the first value and the first step in the first way are the greatest.
    fn cmp(&self, other: &Likely) -> Ordering {
        let place = |likely: &Likely| (likely.kind, likely.value, likely.index, likely.way);
        self.gain.total_cmp(&other.gain).then_with(|| place(other).cmp(&place(self)))
    }
}

impl PartialOrd for Likely {
    fn partial_cmp(&self, other: &Likely) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Likely {
    fn eq(&self, other: &Likely) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Likely {}
