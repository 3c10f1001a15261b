//! Few definitions with all they need, and nothing else.

use std::sync::Arc;

use dwindle_reduce::{Answer, CandidateSearch, Document};
use dwindle_syntax::bindings::EntityId;
use dwindle_syntax::uses::{Members, Slice, Uses, Wildcards};

use crate::entry::Entry;
use crate::options::PassOptions;
use crate::tree::cut::{Change, Cut};
use crate::tree::rounds::{Round, Rounds, TreeSearch};
use crate::tree::subject::Subject;

/// The catalogue's entry.
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
kept are kept; afterwards the pass asks whether those members suffice whose names are used. It is \
repeated while the result shrinks considerably. Given up after four misses in a row. A program \
with a single entry point has one slice.",
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

/// So many needed ones are looked for.
const MOST_NEEDED: usize = 6;
/// After so many boring questions in a row the largest slices are needed, and little is gained.
const MOST_MISSES: u32 = 4;
/// Leaving out less than one part in so many tokens is little.
const LEAST_SHARE: u32 = 20;

/// A search for the slices that are needed. The smaller ones come first.
#[derive(Clone)]
struct Search {
    uses: Uses,
    slices: Arc<[Slice]>,
    /// Which members are kept.
    members: Members,
    /// Whether imports are kept that do not tell what they bring.
    wildcards: Wildcards,
    /// Those that are needed, by index.
    needed: Vec<usize>,
    step: Step,
    asked: Option<Answer>,
    /// How many tokens there were at the start of the round.
    n_before: u32,
    /// Whether all slices together are boring.
    is_boring: bool,
    misses: u32,
}

#[derive(Clone, Copy, Debug)]
enum Step {
    /// What runs by itself.
    Statements,
    /// The slices have to be found.
    Find,
    /// All together.
    All,
    /// The needed ones with those from the first to this one: fewer than `least` are boring, `most`
    /// are not.
    Prefix {
        least: usize,
        most: usize,
    },
    /// The needed ones alone; if that is not enough, with some of those before this one.
    Needed {
        before: usize,
    },
    /// The needed ones alone, without members that nothing uses.
    Lean,
    End,
}

impl Search {
    fn new(uses: Uses) -> Search {
        Search {
            uses,
            slices: Arc::default(),
            members: Members::All,
            wildcards: Wildcards::Kept,
            needed: Vec::new(),
            step: Step::Statements,
            asked: None,
            n_before: 0,
            is_boring: false,
            misses: 0,
        }
    }

    fn find(&mut self, subject: &Subject, cut: &Cut) {
        let gone: Vec<_> = cut.gone_bytes(subject.tree()).collect();
        self.slices = self.uses.slices(&gone, self.members).into();
        self.n_before = subject.n_alive(subject.tree().root(), cut);
        self.needed.clear();
        self.step = if self.slices.is_empty() { Step::End } else { Step::All };
    }

    fn roots(&self) -> Vec<EntityId> {
        let prefix = match self.step {
            Step::All => 0..self.slices.len(),
            Step::Prefix { least, most } => 0..least.midpoint(most),
            Step::Statements | Step::Find | Step::Needed { .. } | Step::Lean | Step::End => 0..0,
        };
        let chosen = prefix.chain(self.needed.iter().copied());
        chosen.map(|at| self.slices[at].root).collect()
    }

    /// Whether the round made what is left clearly smaller.
    fn pays(&self, subject: &Subject, cut: &Cut) -> bool {
        self.n_before / LEAST_SHARE < self.n_before - subject.n_alive(subject.tree().root(), cut)
    }

    /// Takes in the answer to what was asked last.
    fn learn_step(&mut self, interesting: bool, pays: bool) {
        let all = self.slices.len();
        // Where an import that nothing needs is an error, all are boring with it.
        if matches!(self.step, Step::All)
            && !interesting
            && self.wildcards == Wildcards::Kept
            && self.uses.has_wildcards()
        {
            self.wildcards = Wildcards::Dropped;
            return;
        }
        self.is_boring |= matches!(self.step, Step::All) && !interesting;
        self.step = match (self.step, interesting) {
            (Step::Statements, _) => Step::Find,
            (Step::All, true) => self.halve(0, all),
            (Step::Prefix { least, most }, true) => self.halve(least, least.midpoint(most)),
            (Step::Prefix { least, most }, false) => self.halve(least.midpoint(most), most),
            (Step::Needed { before }, false) if pays && self.needed.len() < MOST_NEEDED => {
                self.halve(0, before)
            }
            _ => Step::End,
        };
    }

    /// Starts what comes after the end of a search; whether anything does.
    fn goes_on(&mut self, subject: &Subject, cut: &Cut) -> bool {
        if self.is_boring || self.misses == MOST_MISSES {
            return false;
        }
        let shrank = subject.n_alive(subject.tree().root(), cut) < self.n_before;
        (self.members, self.step) = match self.members {
            Members::All if shrank => (Members::Used, Step::Lean),
            Members::All => (Members::Used, Step::Find),
            Members::Used if self.pays(subject, cut) => (Members::All, Step::Find),
            Members::Used => return false,
        };
        true
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
            let is_more = answer.is_boring() && !matches!(self.step, Step::Statements);
            self.misses = if is_more { self.misses + 1 } else { 0 };
            self.learn_step(answer.is_interesting(), self.pays(subject, cut));
            if self.misses == MOST_MISSES {
                self.step = Step::End;
            }
        }
        loop {
            match self.step {
                Step::Statements => self.n_before = subject.n_alive(subject.tree().root(), cut),
                Step::Find => {
                    self.find(subject, cut);
                    continue;
                }
                Step::End => {
                    if !self.goes_on(subject, cut) {
                        return None;
                    }
                    continue;
                }
                _ => {}
            }
            let tree = subject.tree();
            let gone: Vec<_> = cut.gone_bytes(tree).collect();
            // What cannot go stays.
            let beside = match self.step {
                Step::Statements => self.uses.beside_statements(&gone).unwrap_or_default(),
                _ => self.uses.beside(&gone, &self.roots(), self.members, self.wildcards),
            };
            let beside = beside.into_iter().filter(|&node| 0 < subject.n_alive(node, cut));
            let changes: Vec<Change> = beside.filter_map(|node| subject.removal(node, cut)).collect();
            let n_now = subject.n_alive(tree.root(), cut);
            let n_then = subject.n_alive(tree.root(), &subject.apply(cut, changes.iter()));
            let is_little = n_now - n_then < n_now / LEAST_SHARE;
            match n_then {
                0 => self.learn_step(false, false),
                // What is kept already is known to be interesting; nearly all may be taken to be
                // so.
                _ if n_then == n_now || is_little && matches!(self.step, Step::All | Step::Statements) => {
                    self.learn_step(true, false);
                }
                _ => {
                    self.asked = Some(Answer::Refused);
                    return Some(Round::Batch(changes));
                }
            }
        }
    }

    fn learn(&mut self, answer: Answer) {
        self.asked = Some(answer);
    }
}
