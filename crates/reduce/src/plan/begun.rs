//! A plan as the search of a pass.

use std::sync::Arc;

use super::Plan;
use super::search::{Moved, PlanSearch};
use crate::candidate::Candidate;
use crate::document::Document;
use crate::finding::Finding;
use crate::pass::CandidateSearch;
use crate::search::Search;
use crate::verdict::Answer;

/// The search over a plan, with the findings of all its passes.
#[derive(Clone)]
struct BegunPlan {
    search: PlanSearch,
    findings: Arc<Vec<Finding>>,
}

impl Plan {
    /// Starts the plan as a search of its own: for a pass that works on another form of a document.
    ///
    /// Its candidates have different bases: each pass of the plan begins with the candidate that
    /// was accepted last. It ends at the first pass that asks a program for hints.
    pub fn begin(&self, document: &Document) -> CandidateSearch {
        let mut begun = BegunPlan { search: PlanSearch::new(self, document), findings: Arc::default() };
        begun.collect();
        Box::new(begun)
    }
}

impl BegunPlan {
    fn collect(&mut self) {
        let moved = self.search.take_moved().into_iter();
        let mut found = moved.filter_map(|moved| match moved {
            Moved::Found { finding, .. } => Some(finding),
            Moved::Began { .. } | Moved::Ended { .. } => None,
        });
        if let Some(first) = found.next() {
            Arc::make_mut(&mut self.findings).extend(std::iter::once(first).chain(found));
        }
    }
}

impl Search for BegunPlan {
    type Proposal = Candidate;

    fn propose(&self) -> Option<Candidate> {
        self.search.propose()
    }

    fn learn(&mut self, answer: Answer) {
        self.search.learn(answer);
        self.collect();
    }

    fn likelihood(&self) -> Option<f64> {
        self.search.likelihood()
    }

    fn findings(&self) -> &[Finding] {
        &self.findings
    }

    fn skip(&mut self) {
        self.search.skip();
        self.collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::tests::letters;

    #[test]
    fn a_plan_that_was_begun_runs_pass_by_pass() {
        let plan = Plan::fixpoint(letters(&["b", "a"]));
        let document = Document::single("a", "abcab");
        let mut search = plan.begin(&document);
        let mut best = document.clone();
        while let Some(candidate) = search.propose() {
            let text = candidate.render().files()[0].bytes();
            let interesting = text.contains(&b'a');
            if interesting {
                best = candidate.render().clone();
            }
            search.learn(interesting.into());
        }
        assert_eq!(best.files()[0].bytes(), b"ac");
    }
}
