//! The search: tests groups of subtrees, and bisects groups that contain a needed one.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use dwindle_reduce::{Answer, Candidate, CandidateSearch, Search};
use dwindle_syntax::NodeId;

use super::estimate::{Estimate, Supposed};
use super::stack::Stack;
use super::suspects::{Suspect, Testing};
use super::sweep_kind::{SweepKind, is_small};
use crate::tree::progress::{Judgement, Progress};
use crate::tree::subject::Subject;
use crate::tree::token_edits::TokenEdits;

/// A subtree is tested only if it is at least this likely to be removable; otherwise its parts are.
const LEAST_LIKELY_FREE: f64 = 0.12;

/// One pass over the whole tree, from its end to its start.
#[derive(Clone, Copy)]
struct Sweep {
    kind: SweepKind,
    accepted: bool,
}

/// Group testing of one file.
#[derive(Clone)]
pub(super) struct GroupTesting {
    subject: Arc<Subject>,
    estimate: Estimate,
    edits: TokenEdits,
    progress: Progress,
    stack: Stack,
    testing: Testing,
    sweep: Sweep,
    /// Subtrees found to be needed.
    needed: Arc<HashSet<NodeId>>,
    /// The kind of its last sweep.
    last: SweepKind,
    proposed: Option<(TokenEdits, Candidate)>,
}

impl GroupTesting {
    /// Starts on a file; `None` if there is nothing to propose.
    pub(super) fn begin(subject: Arc<Subject>, last: SweepKind) -> Option<CandidateSearch> {
        let root = subject.tree().root();
        let n_tokens = subject.n_alive(root, &TokenEdits::default());
        let mut search = GroupTesting {
            estimate: Estimate::new(n_tokens),
            edits: TokenEdits::default(),
            stack: Stack::default(),
            testing: Testing::default(),
            sweep: Sweep { kind: SweepKind::first(n_tokens), accepted: false },
            needed: Arc::default(),
            last,
            proposed: None,
            progress: Progress::new(subject.clone()),
            subject,
        };
        search.stack.push([root]);
        search.advance();
        search.proposed.is_some().then(|| Box::new(search) as CandidateSearch)
    }

    /// Advances until there is a proposal or no further sweep.
    fn advance(&mut self) {
        loop {
            if self.testing.suspects.is_empty() {
                let group = self.next_group();
                if group.is_empty() {
                    if self.start_sweep() {
                        continue;
                    }
                    return;
                }
                self.testing =
                    Testing { suspects: 0..group.len(), n_first: group.len(), group: group.into() };
            }
            let changes = self.testing.first().iter().map(|suspect| &suspect.change);
            let edits = self.subject.apply(&self.edits, changes);
            match self.progress.judge(&edits, &self.edits) {
                Judgement::NothingNew => self.answer(true, edits),
                Judgement::NotSimpler => self.answer(false, edits),
                Judgement::Proposed(candidate) => {
                    self.proposed = Some((edits, candidate));
                    return;
                }
            }
        }
    }

    /// Starts the next sweep, if there is one.
    fn start_sweep(&mut self) -> bool {
        let is_last = self.sweep.kind == self.last;
        if is_last && !(self.last == SweepKind::Verifying && self.sweep.accepted) {
            return false;
        }
        let root = self.subject.tree().root();
        let n_alive = self.subject.n_alive(root, &self.edits);
        let kind = self.sweep.kind;
        if self.last != SweepKind::Verifying && kind.is_last_coarse(n_alive) {
            return false;
        }
        // The plan reduces the rest level by level.
        if kind != SweepKind::Verifying && is_small(n_alive) {
            return false;
        }
        self.sweep = Sweep { kind: kind.after(n_alive), accepted: false };
        self.estimate = Estimate::new(n_alive);
        self.stack = Stack::default();
        self.stack.push([root]);
        0 < n_alive
    }

    /// Takes subtrees from the stack until the probability that all of them can be removed is
    /// closest to one half.
    fn next_group(&mut self) -> Vec<Suspect> {
        let mut group: Vec<Suspect> = Vec::new();
        let mut free = 1.0;
        let mut supposed = Supposed::default();
        while let Some(node) = self.stack.pop() {
            let n_alive = f64::from(self.subject.n_alive(node, &self.edits));
            if n_alive == 0.0 {
                continue;
            }
            let Some(change) = self.subject.removal(node, &self.edits) else {
                self.expand(node);
                continue;
            };
            let single = self.sweep.kind == SweepKind::Verifying;
            if !single && self.needed.contains(&node) {
                self.expand(node);
                continue;
            }
            let hazard = self.estimate.hazard(self.subject.tree(), node, n_alive, &supposed);
            let free_with = free * (-hazard).exp();
            if group.is_empty() && !single && free_with < LEAST_LIKELY_FREE {
                let parts = self.subject.parts(node, &self.edits);
                if !parts.is_empty() {
                    self.stack.push(parts);
                    continue;
                }
            }
            if !group.is_empty() && (single || f64::abs(free - 0.5) < f64::abs(free_with - 0.5)) {
                self.stack.push([node]);
                break;
            }
            free = free_with;
            self.estimate.suppose(self.subject.tree(), node, n_alive, &mut supposed);
            group.push(Suspect { node, change, n_tokens: n_alive, hazard });
        }
        group
    }

    /// Pushes the parts of a subtree that cannot be removed as a whole, unless it is too small for
    /// this sweep.
    fn expand(&mut self, node: NodeId) {
        let n_alive = self.subject.n_alive(node, &self.edits);
        if matches!(self.sweep.kind, SweepKind::Coarse { finest } if n_alive <= finest) {
            return;
        }
        if self.needed.contains(&node) {
            self.estimate.enter(self.subject.tree(), node, f64::from(n_alive));
        }
        let mut parts = self.subject.parts(node, &self.edits);
        let mut node = node;
        let mut around: Vec<NodeId> = Vec::new();
        while let Some(core) = self.subject.core(node, &parts, &self.edits) {
            around.extend(parts.into_iter().filter(|&part| part != core));
            parts = self.subject.parts(core, &self.edits);
            node = core;
        }
        parts.extend(around);
        parts.sort_unstable();
        self.stack.push(parts);
    }

    /// Learns that a subtree is needed: one of its parts is, or it is a leaf.
    fn is_needed(&mut self, suspect: &Suspect) {
        let n_alive = self.subject.n_alive(suspect.node, &self.edits);
        let is_left_alone = matches!(self.sweep.kind, SweepKind::Coarse { finest } if n_alive <= finest);
        if is_left_alone || self.subject.parts(suspect.node, &self.edits).is_empty() {
            self.estimate.find(self.subject.tree(), suspect.node);
        }
        Arc::make_mut(&mut self.needed).insert(suspect.node);
        self.expand(suspect.node);
    }

    /// Bisects suspects, at least one of which is needed.
    fn bisect(&mut self, suspects: Range<usize>) {
        let group = self.testing.group.clone();
        let of = &group[suspects.clone()];
        if let [needed] = of {
            self.testing = Testing::default();
            self.is_needed(needed);
            return;
        }
        let half = hazard(of) / 2.0;
        let mut n_first = 0;
        let mut mass = 0.0;
        while n_first + 1 < of.len() && (n_first == 0 || mass + of[n_first].hazard <= half) {
            mass += of[n_first].hazard;
            n_first += 1;
        }
        self.testing = Testing { group, suspects, n_first };
    }

    /// Learns whether the tested suspects can be removed.
    fn answer(&mut self, possible: bool, edits: TokenEdits) {
        let Range { start, end } = self.testing.suspects;
        let middle = start + self.testing.n_first;
        if possible {
            for suspect in self.testing.first() {
                self.estimate.clear(self.subject.tree(), suspect.node, suspect.n_tokens);
            }
            self.edits = edits;
            self.sweep.accepted = true;
            if middle == end {
                self.testing = Testing::default();
            } else {
                self.bisect(middle..end);
            }
        } else {
            let rest: Vec<NodeId> = self.testing.rest().iter().rev().map(|suspect| suspect.node).collect();
            self.stack.push(rest);
            self.bisect(start..middle);
        }
    }
}

fn hazard(suspects: &[Suspect]) -> f64 {
    suspects.iter().map(|suspect| suspect.hazard).sum()
}

impl Search for GroupTesting {
    type Proposal = Candidate;

    fn propose(&self) -> Option<Candidate> {
        self.proposed.as_ref().map(|(_, candidate)| candidate.clone())
    }

    fn learn(&mut self, answer: Answer) {
        let interesting = answer.is_interesting();
        let (edits, candidate) = self.proposed.take().expect("an answer is learned only for a proposal");
        if interesting {
            self.progress.accept(&candidate);
        }
        self.answer(interesting, edits);
        self.advance();
    }

    fn skip(&mut self) {
        self.proposed = None;
        let Range { start, end } = self.testing.suspects;
        let middle = start + self.testing.n_first;
        if middle == end {
            self.testing = Testing::default();
        } else {
            self.bisect(middle..end);
        }
        self.advance();
    }

    fn likelihood(&self) -> Option<f64> {
        let (first, rest) = (self.testing.first(), self.testing.rest());
        let free = (-hazard(first)).exp();
        if rest.is_empty() {
            return Some(free);
        }
        // One of all is needed: P(first free | not all free).
        let rest_free = (-hazard(rest)).exp();
        Some(free * (1.0 - rest_free) / (1.0 - free * rest_free))
    }
}
