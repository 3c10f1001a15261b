//! The relations that were found to agree in the input, and their state; the texts that were
//! written into it.

use dwindle_reduce::{Finding, FindingState};

use crate::words;

/// Folds what passes found.
#[derive(Clone, Debug, Default)]
pub(crate) struct Agreements {
    findings: Vec<Found>,
}

#[derive(Clone, Debug)]
struct Found {
    pass: String,
    finding: Finding,
    /// Whether the pass has removed something since.
    has_helped: bool,
}

/// The most relations that are named in one line.
const MOST_NAMED: usize = 6;
/// The most characters of a place that are shown in one line.
const MOST_SHOWN: usize = 60;

impl Agreements {
    /// Records a finding, or its new state.
    pub(crate) fn learn(&mut self, pass: &str, finding: &Finding) {
        let is_same = |found: &&mut Found| {
            (&found.finding.relation, &found.finding.place) == (&finding.relation, &finding.place)
        };
        match self.findings.iter_mut().rev().find(is_same) {
            Some(known) if finding.state != FindingState::Found => known.finding.state = finding.state,
            _ => {
                let (pass, finding) = (pass.to_owned(), finding.clone());
                self.findings.push(Found { pass, finding, has_helped: false });
            }
        }
    }

    /// Records that a pass removed something.
    pub(crate) fn accepted(&mut self, pass: &str) {
        let of_pass = self.findings.iter_mut().filter(|found| found.pass == pass);
        of_pass.for_each(|found| found.has_helped = true);
    }

    /// Forgets everything, when the reduction starts again.
    pub(crate) fn clear(&mut self) {
        self.findings.clear();
    }

    /// Returns the findings, in the order in which they were made.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().map(|found| &found.finding)
    }

    /// Returns one line about the relations that were maintained while their pass removed
    /// something; `None` if there are none.
    pub(crate) fn kept(&self) -> Option<String> {
        let mut names: Vec<&str> = Vec::new();
        let kept = self
            .findings
            .iter()
            .filter(|found| found.has_helped && found.finding.state == FindingState::Kept);
        for found in kept {
            if !names.contains(&&*found.finding.relation) {
                names.push(&found.finding.relation);
            }
        }
        let n_more = names.len().saturating_sub(MOST_NAMED);
        names.truncate(MOST_NAMED);
        let more = if n_more == 0 { String::new() } else { format!(", and {n_more} more") };
        (!names.is_empty()).then(|| format!("kept right: {}{more}", names.join(", ")))
    }

    /// Returns one line about the texts that took the place of what computes them; `None` if there
    /// are none.
    pub(crate) fn written(&self) -> Option<String> {
        let mut written = self.all().filter(|finding| finding.state == FindingState::Written);
        let place = words::printable(&written.next()?.place);
        let mut shown: String = place.chars().take(MOST_SHOWN).collect();
        if shown.len() < place.len() {
            shown.push('…');
        }
        let more = match written.count() {
            0 => String::new(),
            n_more => format!(", and {n_more} more"),
        };
        Some(format!(
            "printed as the test expects it, not computed: {shown}{more}; --no-expected keeps what computes it"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(relation: &str, state: FindingState) -> Finding {
        Finding { relation: relation.to_owned(), values: 3, place: format!("line 1: {relation}"), state }
    }

    #[test]
    fn what_was_kept_while_something_went_is_named_once() {
        let mut agreements = Agreements::default();
        for (relation, state) in [
            ("length", FindingState::Kept),
            ("names", FindingState::Kept),
            ("index", FindingState::Dropped),
            ("length", FindingState::Kept),
        ] {
            agreements.learn("agree", &finding(relation, FindingState::Found));
            agreements.learn("agree", &finding(relation, state));
        }
        agreements.learn("containers", &finding("checksum", FindingState::Kept));
        assert_eq!(agreements.kept(), None, "nothing went yet");
        agreements.accepted("agree");
        assert_eq!(agreements.kept().as_deref(), Some("kept right: length, names"));
    }

    #[test]
    fn many_relations_are_counted() {
        let mut agreements = Agreements::default();
        for n in 0..9 {
            agreements.learn("agree", &finding(&format!("r{n}"), FindingState::Kept));
        }
        agreements.accepted("agree");
        assert_eq!(agreements.kept().as_deref(), Some("kept right: r0, r1, r2, r3, r4, r5, and 3 more"));
    }
}
