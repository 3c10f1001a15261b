//! The variants of one proposal, tested in turn.

use super::frames::Frames;
use crate::candidate::{Candidate, Edits};
use crate::document::Document;
use crate::repair::{Accepted, Proposed};
use crate::verdict::Answer;

/// The edits of a proposal after each repair: the first are the pass's own, the last are tested.
type Chain = Vec<Edits>;

/// The variants of a proposal that are still to be tried.
#[derive(Clone)]
pub(super) struct Variants {
    raw: Candidate,
    /// Chains after some of the repairs, with the index of the variant of each; the last one is
    /// tried next.
    rest: Vec<(Chain, Vec<usize>)>,
    tried: Vec<Candidate>,
    /// The answers that were learned: boring counts more than refused.
    answer: Option<Answer>,
}

/// A variant to be tested.
#[derive(Clone)]
pub(super) struct Variant {
    pub(super) candidate: Candidate,
    chain: Chain,
    indices: Vec<usize>,
}

impl Variant {
    /// Whether the proposal went through a repair.
    pub(super) fn is_repaired(&self) -> bool {
        !self.indices.is_empty()
    }
}

/// What was accepted last in the run of a pass, after each repair.
#[derive(Clone)]
pub(super) struct Standing {
    base: Document,
    /// The accepted proposal before its repair.
    raw: Option<Candidate>,
    chain: Chain,
}

impl Standing {
    /// Starts the repairs on a document.
    pub(super) fn begin(base: &Document, frames: &mut Frames) -> Standing {
        for repair in frames.repairs_mut() {
            repair.begin(base);
        }
        Standing { base: base.clone(), raw: None, chain: Chain::new() }
    }

    /// Returns the last accepted proposal as the pass knows it.
    pub(super) fn raw(&self) -> Option<&Candidate> {
        self.raw.as_ref()
    }

    pub(super) fn is_of(&self, base: &Document) -> bool {
        self.base == *base
    }

    pub(super) fn accept(&mut self, raw: Candidate, variant: Variant) {
        self.raw = Some(raw);
        self.chain = variant.chain;
    }

    fn accepted(&self, level: usize) -> Option<Accepted<'_>> {
        Some(Accepted { proposed: self.chain.get(level)?, repaired: self.chain.get(level + 1)? })
    }
}

impl Variants {
    pub(super) fn new(raw: Candidate) -> Variants {
        let rest = vec![(vec![raw.edits().clone()], Vec::new())];
        Variants { raw, rest, tried: Vec::new(), answer: None }
    }

    pub(super) fn raw(&self) -> &Candidate {
        &self.raw
    }

    /// Returns the next variant whose content was not tried yet.
    pub(super) fn next(&mut self, frames: &mut Frames, standing: &Standing) -> Option<Variant> {
        while let Some((chain, indices)) = self.rest.pop() {
            let edits = chain.last().expect("a chain begins with what the pass proposed");
            let Some(repair) = frames.repairs_mut().nth(indices.len()) else {
                let candidate = match indices.is_empty() {
                    true => self.raw.clone(),
                    false => self.raw.with_edits(edits.clone()),
                };
                // The first one need not be measured for this.
                if self.tried.iter().any(|tried| tried.key() == candidate.key()) {
                    continue;
                }
                self.tried.push(candidate.clone());
                return Some(Variant { candidate, chain, indices });
            };
            let base = self.raw.base();
            let proposed = Proposed { base, edits, accepted: standing.accepted(indices.len()) };
            let mut variants = repair.variants(proposed);
            if variants.is_empty() {
                variants.push(edits.clone());
            }
            for (index, variant) in variants.into_iter().enumerate().rev() {
                let longer = |chain: &Chain| chain.iter().cloned().chain([variant]).collect();
                self.rest.push((longer(&chain), indices.iter().copied().chain([index]).collect()));
            }
        }
        None
    }

    /// Learns the answer to a variant, and tells the repairs that it is made of.
    pub(super) fn learn(&mut self, variant: &Variant, answer: Answer, frames: &mut Frames) {
        self.answer = if self.answer.is_some_and(Answer::is_boring) { self.answer } else { Some(answer) };
        for (repair, index) in frames.repairs_mut().zip(&variant.indices) {
            repair.learn(*index, answer);
        }
    }

    /// Returns what the pass learns when no variant was interesting; `None` if there was no variant
    /// to test.
    pub(super) fn answer(&self) -> Option<Answer> {
        self.answer
    }
}
