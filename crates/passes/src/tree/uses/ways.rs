//! The ways in which a step can be tried.

use dwindle_syntax::uses::Uses;

use super::along::{After, Takes, VARIANTS, after, gone};
use super::step::Step;
use crate::tree::subject::Subject;
use crate::tree::token_edits::TokenEdits;

/// The number of ways: each variant may leave uses without their definition, or not.
pub(super) const N_WAYS: usize = 2 * VARIANTS.len();
/// The variant that removes nothing else.
const BARE: usize = VARIANTS.len() - 1;
/// The variant that also removes imports whose names do not occur.
const IMPORTS: usize = 3;
/// The variant that removes what becomes unused.
const UNUSED: usize = 5;
/// The variant that also removes what reads a signal without a driver.
const READERS: usize = 0;

/// A failure says little once at most four fifths of the text are left, …
const LAPSES: (u64, u64) = (4, 5);
/// … unless it has at most so many tokens, where all steps are tried anyway.
pub(super) const FEW: u32 = 256;

/// In which ways a step was tried without success.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tried {
    /// By way: how many tokens the text had then; 0 if it was not tried.
    n_tokens: [u32; N_WAYS],
}

impl Tried {
    /// Learns that a step failed in a way, in a text of so many tokens.
    pub(super) fn learn(&mut self, way: usize, n_tokens: u32) {
        self.n_tokens[way] = n_tokens.max(1);
    }

    /// Returns how often a step failed.
    pub(super) fn n_failures(&self) -> usize {
        self.n_tokens.iter().filter(|&&n_tokens| n_tokens != 0).count()
    }

    /// Whether a step that failed in a way will not be tried in it in a text of so many tokens.
    pub(super) fn rules_out(&self, way: usize, n_tokens: u32) -> bool {
        let (before, now) = (u64::from(self.n_tokens[way]), u64::from(n_tokens));
        before != 0 && (n_tokens <= FEW || LAPSES.0 * before < LAPSES.1 * now)
    }

    /// Whether a step failed in any way, and will not be tried in it in a text of so many tokens.
    pub(super) fn rules_out_any(&self, n_tokens: u32) -> bool {
        (0..N_WAYS).any(|way| self.rules_out(way, n_tokens))
    }
}

/// Returns what is removed together with a step in this way.
pub(super) fn takes_of(way: usize) -> Option<Takes> {
    VARIANTS[way % VARIANTS.len()]
}

/// Whether a way leaves no use without its definition although it does not remove any uses:
/// nothing uses what the step removes.
pub(super) fn is_clean(way: usize) -> bool {
    IMPORTS < way && way < VARIANTS.len()
}

/// What a step does in one way.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Does {
    /// How many tokens it removes; 0 where that is impossible, or the same as in another way.
    pub(super) tokens: u32,
    /// Whether besides its own only elements of lists, arms and definitions go.
    pub(super) is_tidy: bool,
    /// Whether nothing goes besides its own.
    pub(super) is_alone: bool,
    /// Whether it leaves something that nothing uses any more.
    pub(super) leaves_unused: bool,
}

/// Returns what a step does in each way. If variants remove the same, only the one that asks for
/// least counts. O(variants · cost of [`after`]).
pub(super) fn by_way(subject: &Subject, uses: &Uses, cut: &TokenEdits, step: &Step) -> [Does; N_WAYS] {
    let mut ways: Vec<(usize, After)> = Vec::new();
    let after = |takes| after(subject, uses, cut, std::slice::from_ref(step), takes);
    // Of the variant without arguments, which tells whether the one with them is another one.
    let mut known: Option<(usize, Option<After>)> = None;
    let mut without_unused: Option<TokenEdits> = None;
    let mut leaves_unused = false;
    for (variant, &takes) in VARIANTS.iter().enumerate() {
        let is_idle = variant == READERS && !uses.has_drivers();
        let takes_arguments = takes.is_some_and(|takes| takes.with_arguments);
        // With them, each value would need twice as many trials.
        if is_idle || step.moves() && variant != BARE || step.puts() && takes_arguments {
            continue;
        }
        if takes_arguments {
            let without = after(takes.map(|takes| Takes { with_arguments: false, ..takes }));
            let has_others =
                without.as_ref().is_some_and(|after: &After| after.leaves_parameters(subject, uses, cut));
            known = Some((variant + 1, without));
            if !has_others {
                continue;
            }
        }
        let after = match known.take_if(|(at, _)| *at == variant) {
            Some((_, known)) => known,
            None => after(takes),
        };
        let Some(after) = after else { continue };
        match variant {
            UNUSED => without_unused = Some(after.cut.clone()),
            BARE => leaves_unused = without_unused.as_ref() != Some(&after.cut),
            _ => {}
        }
        if after.cut == *cut || is_most(subject, cut, &after.cut, std::slice::from_ref(step)) {
            continue;
        }
        let lacks = |after: &After| uses.lacks(&gone(subject, cut), &gone(subject, &after.cut));
        let is_complete = |after: &After| variant <= IMPORTS || step.moves() || !lacks(after);
        match ways.iter_mut().find(|(_, other)| other.cut == after.cut) {
            Some(_) if variant == IMPORTS => {}
            Some((way, _)) if *way < VARIANTS.len() => *way = variant,
            Some((way, _)) => *way = VARIANTS.len() + variant,
            None if is_complete(&after) => ways.push((variant, after)),
            None => ways.push((VARIANTS.len() + variant, after)),
        }
    }
    let root = subject.tree().root();
    let n_left = subject.n_alive(root, cut);
    let mut does = [Does::default(); N_WAYS];
    for (way, After { cut: wanted, is_tidy, is_alone, .. }) in ways {
        let tokens = n_left.saturating_sub(subject.n_alive(root, &wanted)).max(1);
        let leaves_unused = leaves_unused && way % VARIANTS.len() == BARE && !step.moves();
        does[way] = Does { tokens, is_tidy, is_alone, leaves_unused };
    }
    does
}

/// Whether steps would remove nearly everything, which is left to other passes; never if one moves
/// code.
pub(super) fn is_most(subject: &Subject, cut: &TokenEdits, wanted: &TokenEdits, steps: &[Step]) -> bool {
    let root = subject.tree().root();
    !steps.iter().any(Step::moves) && subject.n_alive(root, wanted) <= subject.n_alive(root, cut) / 20
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_lapses_once_a_fifth_of_the_text_is_gone() {
        let mut tried = Tried::default();
        tried.learn(1, 1000);
        assert!(tried.rules_out(1, 1000) && tried.rules_out(1, 801));
        assert!(!tried.rules_out(1, 800) && !tried.rules_out(0, 1000));
        assert!(tried.rules_out_any(801) && !tried.rules_out_any(800));
        tried.learn(1, 800);
        assert!(tried.rules_out(1, 800) && !tried.rules_out(1, 640));
        assert_eq!(tried.n_failures(), 1);
        assert!(tried.rules_out(1, FEW), "in small texts");
    }
}
