//! Few definitions with all they need, and nothing else.

use std::sync::Arc;

use dwindle_reduce::{Answer, CandidateSearch, Document};
use dwindle_syntax::bindings::EntityId;
use dwindle_syntax::uses::{Slice, Uses};

use super::along::removals;
use crate::entry::Entry;
use crate::options::PassOptions;
use crate::tree::cut::Cut;
use crate::tree::rounds::{Round, Rounds, TreeSearch};
use crate::tree::subject::Subject;

/// The catalogue's entry.
pub const ENTRY: Entry = Entry {
    name: "slices",
    summary: "keeps a few definitions with all that they need, and nothing else",
    manual: "\
For libraries and modules. What may be kept for itself are the definitions that look like one that nothing uses in this text, so that no \
tool calls them unused. The first question is whether all of them together, each with everything that it needs, are interesting; what no one of them needs is gone then. \
If so, a binary search finds those that are needed (Kalhauge, Palsberg 2021, call it generalized binary reduction); if not, the few smallest are tried alone, and that is all. A text that starts to run in one place has one slice.",
    begin,
};

fn begin(options: &PassOptions, document: &Document) -> Option<CandidateSearch> {
    TreeSearch::begin_in_files(ENTRY.name, options, document, |subject| {
        let uses = subject.file.uses().clone();
        if !uses.has_uses() {
            return None;
        }
        let slices: Arc<[Slice]> = uses.slices(&[]).into();
        Some(Search { uses, slices, needed: Vec::new(), step: Step::All, asked: None })
    })
}

/// So many slices are tried alone where all together are boring.
const SINGLES: usize = 5;
/// So many needed ones are looked for.
const MOST_NEEDED: usize = 6;
/// Slices that leave out less than one part in so many tokens are no question for this pass.
const LEAST_SHARE: u32 = 20;

/// A search for the slices that are needed. The smaller ones come first.
#[derive(Clone)]
struct Search {
    uses: Uses,
    slices: Arc<[Slice]>,
    /// Those that are needed, by index.
    needed: Vec<usize>,
    step: Step,
    asked: Option<Answer>,
}

#[derive(Clone, Copy, Debug)]
enum Step {
    /// All together.
    All,
    /// One of the smallest alone.
    Single(usize),
    /// The needed ones with those from the first to this one: fewer than `least` are boring, `most` are not.
    Prefix {
        least: usize,
        most: usize,
    },
    /// The needed ones alone; if that is not enough, with some of those before this one.
    Needed {
        before: usize,
    },
    End,
}

impl Search {
    fn roots(&self) -> Vec<EntityId> {
        let prefix = match self.step {
            Step::All => 0..self.slices.len(),
            Step::Single(at) => at..at + 1,
            Step::Prefix { least, most } => 0..least.midpoint(most),
            Step::Needed { .. } | Step::End => 0..0,
        };
        let chosen = prefix.chain(self.needed.iter().copied());
        chosen.map(|at| self.slices[at].root).collect()
    }

    /// Takes in the answer to what was asked last.
    fn learn_step(&mut self, interesting: bool) {
        let all = self.slices.len();
        self.step = match (self.step, interesting) {
            (Step::All, true) => self.halve(0, all),
            (Step::All, false) => self.single(0),
            (Step::Single(at), false) => self.single(at + 1),
            (Step::Prefix { least, most }, true) => self.halve(least, least.midpoint(most)),
            (Step::Prefix { least, most }, false) => self.halve(least.midpoint(most), most),
            (Step::Needed { before }, false) if self.needed.len() < MOST_NEEDED => self.halve(0, before),
            (Step::Single(_) | Step::Needed { .. } | Step::End, _) => Step::End,
        };
    }

    fn single(&self, at: usize) -> Step {
        if at < SINGLES.min(self.slices.len()) && 1 < self.slices.len() {
            Step::Single(at)
        } else {
            Step::End
        }
    }

    /// Goes on between so many that are boring and so many that are not.
    fn halve(&mut self, least: usize, most: usize) -> Step {
        match most {
            0 => Step::End,
            _ if 1 < most - least => Step::Prefix { least, most },
            _ => {
                self.needed.push(most - 1);
                Step::Needed { before: most - 1 }
            }
        }
    }
}

impl Rounds for Search {
    fn next(&mut self, subject: &Subject, cut: &Cut) -> Option<Round> {
        if let Some(answer) = self.asked.take() {
            self.learn_step(answer.is_interesting());
        }
        loop {
            if self.slices.is_empty() || matches!(self.step, Step::End) {
                return None;
            }
            let tree = subject.tree();
            let gone: Vec<_> = cut.gone_bytes(tree).collect();
            let changes = removals(subject, cut, &self.uses.beside(&gone, &self.roots()));
            let wanted = changes.as_ref().map(|changes| subject.apply(cut, changes.iter()));
            let n_now = subject.n_alive(tree.root(), cut);
            let n_then = wanted.as_ref().map_or(0, |wanted| subject.n_alive(tree.root(), wanted));
            match changes.filter(|_| 0 < n_then) {
                // What is kept already is known to be interesting.
                Some(changes) if changes.is_empty() => self.learn_step(true),
                Some(changes) if n_now / LEAST_SHARE <= n_now - n_then => {
                    self.asked = Some(Answer::Refused);
                    return Some(Round::Batch(changes));
                }
                Some(_) if matches!(self.step, Step::All) => self.learn_step(true),
                _ => self.learn_step(false),
            }
        }
    }

    fn learn(&mut self, answer: Answer) {
        self.asked = Some(answer);
    }
}
