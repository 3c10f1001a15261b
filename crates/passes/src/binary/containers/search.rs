//! The search of the pass: it removes items, and recomputes the values of fields.

use std::sync::Arc;

use dwindle_reduce::{Answer, Candidate, CandidateSearch, Cost, Document, Edit, Edits, Finding, Search};

use super::cursor::Cursor;
use super::edits::edits;
use super::evaluation::Evaluation;
use super::findings;
use super::layout::Layout;
use super::probing::Probing;
use super::state::State;
use super::units::without;

/// Removes items of the files of a document, file by file.
#[derive(Clone)]
pub(super) struct ContainerSearch {
    name: &'static str,
    document: Document,
    layouts: Arc<Vec<Arc<Layout>>>,
    /// The layout of the current file.
    layout: Arc<Layout>,
    file: usize,
    probing: Option<Probing>,
    cursor: Cursor,
    state: State,
    /// The edits of the previous files.
    done: Arc<Vec<Edit>>,
    /// The edits of this file so far.
    edits: Vec<Edit>,
    cost: Cost,
    /// The remaining budget of misses before the layout is given up; `None` after the first
    /// success.
    misses_left: Option<u32>,
    /// How often what is removed may still leave a gap if it left none the last time, or the other
    /// way round.
    others_left: u32,
    proposal: Option<Proposal>,
    /// The findings to report.
    findings: Arc<Vec<Finding>>,
}

#[derive(Clone)]
struct Proposal {
    candidate: Candidate,
    state: State,
    edits: Vec<Edit>,
    /// Whether the same was asked with other addresses before.
    is_other: bool,
}

/// How often other addresses are tried in vain.
const MOST_OTHERS: u32 = 8;
/// Budget of misses before the first success; then the layout is considered wrong.
const MOST_MISSES: u32 = 64;

impl ContainerSearch {
    /// Begins with the first layout.
    pub(super) fn begin(
        name: &'static str,
        document: &Document,
        layouts: Vec<Arc<Layout>>,
    ) -> Option<CandidateSearch> {
        let layout = layouts.first()?.clone();
        let state = State::original(&layout);
        let mut search = ContainerSearch {
            name,
            document: document.clone(),
            probing: Some(Probing::begin(&layout)),
            cursor: Cursor::first(&layout, &state),
            layouts: Arc::new(layouts),
            layout,
            file: 0,
            state,
            done: Arc::default(),
            edits: Vec::new(),
            cost: document.cost(),
            misses_left: Some(MOST_MISSES),
            others_left: MOST_OTHERS,
            proposal: None,
            findings: Arc::default(),
        };
        search.show_found();
        search.advance();
        search.proposal.is_some().then(|| Box::new(search) as CandidateSearch)
    }

    /// Advances until there is a proposal, or nothing is left.
    fn advance(&mut self) {
        while self.proposal.is_none() {
            if let Some(probing) = &self.probing {
                if let Some(edits) = probing.question(&self.layout) {
                    let edits = Edits::new(self.done.iter().chain(edits.as_slice()).cloned());
                    let candidate = Candidate::question(self.name, &self.document, edits);
                    self.proposal = Some(Proposal {
                        candidate,
                        state: self.state.clone(),
                        edits: Vec::new(),
                        is_other: false,
                    });
                    return;
                }
                let probed = findings::probed(&self.layout, &self.path(), probing.idle());
                Arc::make_mut(&mut self.findings).extend(probed);
                if !probing.idle().is_empty() {
                    self.layout = Arc::new(self.layout.forgetting(probing.idle()));
                }
                self.probing = None;
            }
            let next =
                if self.misses_left == Some(0) { None } else { self.cursor.next(&self.layout, &self.state) };
            let Some(units) = next else {
                if !self.next_file() {
                    return;
                }
                continue;
            };
            let state = without(&self.state, &units);
            self.proposal = self.proposed(state);
            if self.proposal.is_none() {
                // The removed bytes may be replaced by padding up to the end of a block.
                self.cursor.widen();
            }
        }
    }

    /// Returns the proposal for a state; `None` if it cannot be encoded, or is no smaller.
    fn proposed(&self, state: State) -> Option<Proposal> {
        let evaluation = Evaluation::of(&self.layout, &state)?;
        let edits = edits(&self.layout, &state, &evaluation);
        let all = Edits::new(self.done.iter().chain(&edits).cloned());
        let candidate = Candidate::new(self.name, &self.document, all);
        (candidate.cost() < self.cost).then_some(Proposal { candidate, state, edits, is_other: false })
    }

    /// Returns the removal of the same bytes with other addresses, if that makes a difference.
    fn with_other_addresses(&self, boring: &Proposal) -> Option<Proposal> {
        if boring.is_other || self.others_left == 0 || !self.layout.has_addresses() {
            return None;
        }
        let state = State { leaves_gaps: !boring.state.leaves_gaps, ..boring.state.clone() };
        let other = self.proposed(state)?;
        (other.edits != boring.edits).then_some(Proposal { is_other: true, ..other })
    }

    fn path(&self) -> String {
        self.document.files()[self.layout.image.file() as usize].path().display().to_string()
    }

    fn show_found(&mut self) {
        let found = findings::found(&self.layout, &self.path());
        Arc::make_mut(&mut self.findings).extend(found);
    }

    fn next_file(&mut self) -> bool {
        let Some(layout) = self.layouts.get(self.file + 1).cloned() else { return false };
        self.file += 1;
        Arc::make_mut(&mut self.done).append(&mut self.edits);
        self.state = State::original(&layout);
        self.probing = Some(Probing::begin(&layout));
        self.cursor = Cursor::first(&layout, &self.state);
        self.misses_left = Some(MOST_MISSES);
        self.others_left = MOST_OTHERS;
        self.layout = layout;
        self.show_found();
        true
    }
}

impl Search for ContainerSearch {
    type Proposal = Candidate;

    fn propose(&self) -> Option<Candidate> {
        self.proposal.as_ref().map(|proposal| proposal.candidate.clone())
    }

    fn learn(&mut self, answer: Answer) {
        let proposal = self.proposal.take().expect("an answer is learned only for a proposal");
        let interesting = answer.is_interesting();
        if let Some(probing) = &mut self.probing {
            probing.learn(interesting);
        } else {
            if interesting {
                self.cost = proposal.candidate.cost();
                self.state = proposal.state;
                self.edits = proposal.edits;
                self.misses_left = None;
                if proposal.is_other {
                    self.others_left = MOST_OTHERS;
                }
            } else if let Some(other) = self.with_other_addresses(&proposal) {
                self.proposal = Some(other);
                return;
            } else {
                self.others_left -= u32::from(proposal.is_other);
                self.misses_left = self.misses_left.map(|left| left - 1);
            }
            self.cursor.learn(interesting);
        }
        self.advance();
    }

    fn findings(&self) -> &[Finding] {
        &self.findings
    }
}
