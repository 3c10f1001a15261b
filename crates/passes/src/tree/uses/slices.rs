//! Keeps a few definitions with everything that they need.

use std::sync::Arc;

use dwindle_reduce::{Answer, CandidateSearch, Document};
use dwindle_syntax::uses::{Members, Root, Slice, Uses, Wildcards};

use super::along::loose_ends;
use crate::entry::Entry;
use crate::options::PassOptions;
use crate::tree::search::{Framework, Task, TreeSearch};
use crate::tree::subject::Subject;
use crate::tree::token_edits::{Change, TokenEdits};

/// The entry of the pass.
pub const ENTRY: Entry = Entry {
    name: "slices",
    summary: "keeps a few definitions with everything that they need, and nothing else",
    manual: "\
The first question is whether the top-level statements of a script, with everything that they \
need, are interesting. For libraries and modules, the candidates to keep are definitions of a sort \
that is already unused in this text, so that no tool reports them as unused. The next question is \
whether all of them together, each with everything that it needs, are interesting; whatever none \
of them needs is then removed. If not, the pass ends. If so, a binary search finds the needed ones \
(generalized binary reduction, Kalhauge, Palsberg 2021). During the search all members of what is \
kept are kept; afterwards the pass asks whether those members suffice whose names are used. Where \
an answer is boring, the same is asked without wildcard imports, as an unneeded import may be an \
error. It is repeated while the result shrinks considerably. After four misses in a row, or if \
that brings nothing, single slices are kept alone, also those of members, without implementations \
of which no member is used: first what is private and unused, which stands there for a reason, \
then the smallest ones; one slice for each 256 tokens, between 4 and 48. A program with a single \
entry point has one slice.",
    begin,
};

fn begin(options: &PassOptions, document: &Document) -> Option<CandidateSearch> {
    TreeSearch::begin_in_files(ENTRY.name, options, document, |subject| {
        let uses = subject.file.uses().clone();
        if !uses.has_uses() {
            return None;
        }
        Some(Search::new(uses))
    })
}

/// The most needed slices to find.
const MOST_NEEDED: usize = 6;
/// Budget of boring answers in a row: then the largest slices are needed, and there is little to
/// gain.
const MOST_MISSES: u32 = 4;
/// How often wildcard imports are dropped in vain before they are taken to be needed.
const MOST_VAIN_DROPS: u32 = 2;
/// One slice for this many tokens is kept alone, …
const TOKENS_ALONE: usize = 256;
/// … within these limits: what one of several needs may be an error in another.
const N_ALONE: (usize, usize) = (4, 48);
/// Removing less than one part in this many tokens is not worthwhile.
const LEAST_SHARE: u32 = 3;

/// The search for the needed slices. Smaller slices come first.
#[derive(Clone)]
struct Search {
    uses: Uses,
    slices: Arc<[Slice]>,
    /// Which members are kept.
    members: Members,
    /// Whether wildcard imports are kept in the next question.
    wildcards: Wildcards,
    /// How often they were dropped in vain since that helped.
    n_vain_drops: u32,
    /// The indices of the needed slices.
    needed: Vec<usize>,
    phase: Phase,
    asked: Option<Answer>,
    /// The number of tokens at the start of the round.
    n_before: u32,
    /// Whether all slices together are boring.
    is_boring: bool,
    misses: u32,
    /// Whether slices were kept alone since the last success.
    was_alone: bool,
}

#[derive(Clone, Copy, Debug)]
enum Phase {
    /// Keep only the top-level statements.
    Statements,
    /// Find the slices.
    Find,
    /// Keep all slices.
    All,
    /// Keep the needed slices and those up to this one: with fewer than `least` it is boring, with
    /// `most` it is not.
    Prefix {
        least: usize,
        most: usize,
    },
    /// Keep the needed slices alone; if that is not enough, with some of those before the last one.
    Needed {
        before: usize,
    },
    /// Keep the needed slices without unused members.
    Lean,
    /// Keep one slice alone.
    Alone {
        at: usize,
    },
    End,
}

impl Search {
    fn new(uses: Uses) -> Search {
        Search {
            uses,
            slices: Arc::default(),
            members: Members::All,
            wildcards: Wildcards::Kept,
            n_vain_drops: 0,
            needed: Vec::new(),
            phase: Phase::Statements,
            asked: None,
            n_before: 0,
            is_boring: false,
            misses: 0,
            was_alone: false,
        }
    }

    fn find(&mut self, subject: &Subject, cut: &TokenEdits) {
        let gone: Vec<_> = cut.gone_bytes(subject.tree()).collect();
        self.slices = self.uses.slices(&gone, self.members).into();
        self.n_before = subject.n_alive(subject.tree().root(), cut);
        self.needed.clear();
        self.phase = if self.slices.is_empty() { Phase::End } else { Phase::All };
    }

    fn roots(&self) -> Vec<Root> {
        let prefix = match self.phase {
            Phase::All => 0..self.slices.len(),
            Phase::Prefix { least, most } => 0..least.midpoint(most),
            Phase::Alone { at } => at..at + 1,
            Phase::Statements | Phase::Find | Phase::Needed { .. } | Phase::Lean | Phase::End => 0..0,
        };
        let chosen = prefix.chain(self.needed.iter().copied());
        chosen.map(|at| self.slices[at].root).collect()
    }

    /// Whether the round made the document considerably smaller.
    fn pays(&self, subject: &Subject, cut: &TokenEdits) -> bool {
        self.n_before / LEAST_SHARE < self.n_before - subject.n_alive(subject.tree().root(), cut)
    }

    /// Learns an answer that is known without a trial.
    fn assume(&mut self, interesting: bool) {
        self.wildcards = Wildcards::Kept;
        self.learn_step(interesting, false);
    }

    /// Learns the answer to the last question.
    fn learn_step(&mut self, interesting: bool, pays: bool) {
        let all = self.slices.len();
        self.is_boring |= matches!(self.phase, Phase::All) && !interesting;
        self.phase = match (self.phase, interesting) {
            (Phase::Statements, _) => Phase::Find,
            (Phase::All, true) => self.halve(0, all),
            (Phase::Prefix { least, most }, true) => self.halve(least, least.midpoint(most)),
            (Phase::Prefix { least, most }, false) => self.halve(least.midpoint(most), most),
            (Phase::Needed { before }, false) if pays && self.needed.len() < MOST_NEEDED => {
                self.halve(0, before)
            }
            (Phase::Alone { at }, false) if at + 1 < self.slices.len() => Phase::Alone { at: at + 1 },
            _ => Phase::End,
        };
    }

    /// Whether the same question is asked again, without wildcard imports: an unneeded import may
    /// be an error.
    fn drops_wildcards(&mut self, subject: &Subject, cut: &TokenEdits, interesting: bool) -> bool {
        if self.wildcards == Wildcards::Dropped {
            self.n_vain_drops = if interesting { 0 } else { self.n_vain_drops + 1 };
            self.wildcards = Wildcards::Kept;
            return false;
        }
        let gone: Vec<_> = cut.gone_bytes(subject.tree()).collect();
        let drops = !interesting
            && !matches!(self.phase, Phase::Statements)
            && self.n_vain_drops < MOST_VAIN_DROPS
            && self.uses.has_wildcards(&gone);
        if drops {
            self.wildcards = Wildcards::Dropped;
        }
        drops
    }

    /// Starts the next round or variant after the end of a search. Returns whether there is one.
    fn goes_on(&mut self, subject: &Subject, cut: &TokenEdits) -> bool {
        if self.is_boring {
            return false;
        }
        let pays = self.pays(subject, cut);
        self.was_alone &= !pays;
        if self.misses == MOST_MISSES || self.members != Members::All && !pays {
            return self.begins_alone(subject, cut);
        }
        let shrank = subject.n_alive(subject.tree().root(), cut) < self.n_before;
        (self.members, self.phase) = match self.members {
            Members::All if shrank => (Members::Used, Phase::Lean),
            Members::All => (Members::Used, Phase::Find),
            Members::Used | Members::Named => (Members::All, Phase::Find),
        };
        true
    }

    /// Starts to keep single slices. Returns whether there is one.
    fn begins_alone(&mut self, subject: &Subject, cut: &TokenEdits) -> bool {
        if std::mem::replace(&mut self.was_alone, true) {
            return false;
        }
        (self.members, self.misses) = (Members::Named, 0);
        self.find(subject, cut);
        // What is private and unused stands there for a reason.
        let mut alone = self.slices.to_vec();
        alone.sort_by_key(|slice| (!slice.is_private, slice.n_tokens, slice.root));
        alone.truncate((self.n_before as usize / TOKENS_ALONE).clamp(N_ALONE.0, N_ALONE.1));
        self.slices = alone.into();
        self.phase = Phase::Alone { at: 0 };
        !self.slices.is_empty()
    }

    /// Continues the binary search between a boring and an interesting number.
    fn halve(&mut self, least: usize, most: usize) -> Phase {
        match most {
            0 => Phase::End,
            _ if 1 < most - least => Phase::Prefix { least, most },
            _ => {
                self.needed.push(most - 1);
                Phase::Needed { before: most - 1 }
            }
        }
    }
}

impl Framework for Search {
    fn next(&mut self, subject: &Subject, cut: &TokenEdits) -> Option<Task> {
        if let Some(answer) = self.asked.take()
            && !self.drops_wildcards(subject, cut, answer.is_interesting())
        {
            let is_more =
                answer.is_boring() && !matches!(self.phase, Phase::Statements | Phase::Alone { .. });
            self.misses = if is_more { self.misses + 1 } else { 0 };
            self.learn_step(answer.is_interesting(), self.pays(subject, cut));
            if self.misses == MOST_MISSES {
                self.phase = Phase::End;
            }
        }
        loop {
            match self.phase {
                Phase::Statements => self.n_before = subject.n_alive(subject.tree().root(), cut),
                Phase::Find => {
                    self.find(subject, cut);
                    continue;
                }
                Phase::End => {
                    if !self.goes_on(subject, cut) {
                        return None;
                    }
                    continue;
                }
                _ => {}
            }
            let tree = subject.tree();
            let gone: Vec<_> = cut.gone_bytes(tree).collect();
            // Nodes that cannot be removed stay.
            let beside = match self.phase {
                Phase::Statements => self.uses.beside_statements(&gone).unwrap_or_default(),
                _ => self.uses.beside(&gone, &self.roots(), self.members, self.wildcards),
            };
            let beside = beside.into_iter().filter(|&node| 0 < subject.n_alive(node, cut));
            let mut changes: Vec<Change> = beside.filter_map(|node| subject.removal(node, cut)).collect();
            let bare = subject.apply(cut, changes.iter());
            changes.extend(loose_ends(subject, &self.uses, (cut, &bare)));
            let n_now = subject.n_alive(tree.root(), cut);
            let n_then = subject.n_alive(tree.root(), &subject.apply(cut, changes.iter()));
            let is_little = n_now - n_then < n_now / LEAST_SHARE;
            match n_then {
                0 => self.assume(false),
                // If nothing changes, the answer is known to be interesting; so it is assumed if
                // nearly nothing is removed.
                _ if n_then == n_now || is_little && matches!(self.phase, Phase::All | Phase::Statements) => {
                    self.assume(true);
                }
                _ => {
                    self.asked = Some(Answer::Refused);
                    return Some(Task::Batch(changes));
                }
            }
        }
    }

    fn learn(&mut self, answer: Answer) {
        self.asked = Some(answer);
    }
}
