//! The search of the pass: that of a plan over the decoded files, whose candidates are encoded.

use std::path::Path;
use std::sync::Arc;

use dwindle_reduce::{
    Answer, Candidate, CandidateSearch, ContentKey, Document, Edit, Edits, Finding, FindingState, Plan,
    Search, Units,
};

use super::form::{Form, decode_all};

/// A file, as it is and decoded.
struct Decoded {
    /// The index of the file in the document.
    file: u32,
    form: Form,
    /// The paths of its decoded files.
    paths: Vec<Box<Path>>,
}

/// Runs a plan over decoded files.
#[derive(Clone)]
pub(super) struct DecodedSearch {
    name: &'static str,
    document: Document,
    files: Arc<[Decoded]>,
    /// The search of the plan.
    inner: CandidateSearch,
    /// Whether the encoded files are known to be interesting.
    is_begun: bool,
    /// The key of the document that the plan works on, encoded.
    current: ContentKey,
    /// The last accepted candidate.
    accepted: Option<Candidate>,
    proposal: Option<Candidate>,
    /// The misses since the last success, and how many end the search.
    n_misses: u32,
    most_misses: u32,
    findings: Arc<Vec<Finding>>,
    n_inner_findings: usize,
}

/// Budget of misses before the first success; then the text says nothing about the file.
const MOST_AT_FIRST: u32 = 100;
/// Candidates in a row that cannot be encoded, which end the search.
const MOST_REFUSED: u32 = 4_000;
/// Budget of misses in a row.
const MOST_MISSES: u32 = 2_000;

impl DecodedSearch {
    /// Begins the plan that `plan` returns for the decoded files; `None` if no file is encoded.
    pub(super) fn begin(
        name: &'static str,
        document: &Document,
        plan: impl Fn(&Document) -> Plan,
    ) -> Option<CandidateSearch> {
        let mut files = Vec::new();
        let mut decoded = Vec::new();
        let mut findings = Vec::new();
        for (index, form, files_of) in decode_all(document) {
            findings.push(Finding {
                relation: form.name().to_owned(),
                values: files_of.iter().map(|file| file.n_bytes() as u64).sum(),
                place: document.files()[index as usize].path().display().to_string(),
                state: FindingState::Found,
            });
            let paths = files_of.iter().map(|file| file.path().into()).collect();
            files.push(Decoded { file: index, form, paths });
            decoded.extend(files_of);
        }
        if decoded.is_empty() {
            return None;
        }
        let decoded = Document::new(decoded);
        let mut search = DecodedSearch {
            name,
            document: document.clone(),
            files: files.into(),
            inner: plan(&decoded).begin(&decoded),
            is_begun: false,
            current: document.key(),
            accepted: None,
            proposal: None,
            n_misses: 0,
            most_misses: MOST_AT_FIRST,
            findings: Arc::new(findings),
            n_inner_findings: 0,
        };
        let again = search.encoded(&decoded, false)?;
        if again.key() == document.key() {
            search.is_begun = true;
            search.advance();
        } else {
            search.proposal = Some(again);
        }
        search.proposal.is_some().then(|| Box::new(search) as CandidateSearch)
    }

    /// Returns the candidate with these decoded files; a question if it is not simpler than what
    /// was accepted. `None` if a file cannot be encoded.
    fn encoded(&self, decoded: &Document, is_question: bool) -> Option<Candidate> {
        let mut edits = Vec::new();
        let kept = decoded.files();
        let contents = |path: &Path| {
            let place = kept.binary_search_by(|file| file.path().cmp(path)).ok()?;
            Some(kept[place].bytes())
        };
        let mut removed = Vec::new();
        for Decoded { file, form, paths } in self.files.iter() {
            let contents: Vec<Option<&[u8]>> = paths.iter().map(|path| contents(path)).collect();
            if contents.iter().all(Option::is_none) {
                removed.push(*file);
                continue;
            }
            let new = form.encode(&contents)?;
            edits.extend(replacement(*file, self.document.files()[*file as usize].bytes(), &new));
        }
        let edits = Edits::new(edits)
            .without_files(Units::from_ranges(removed.into_iter().map(|file| file..file + 1)));
        let candidate = Candidate::new(self.name, &self.document, edits);
        let best = self.accepted.as_ref().map_or(&self.document, Candidate::render);
        if is_question || !candidate.is_simpler(best) {
            return Some(Candidate::question(self.name, &self.document, candidate.edits().clone()));
        }
        Some(candidate)
    }

    /// Advances until there is a proposal, or the plan has ended.
    fn advance(&mut self) {
        let mut n_refused = 0;
        while self.proposal.is_none() && self.n_misses < self.most_misses {
            let Some(raw) = self.inner.propose() else { return };
            let is_admitted = raw.gate().is_none_or(|gate| gate.admits(&raw));
            let candidate = is_admitted.then(|| self.encoded(raw.render(), raw.is_question())).flatten();
            match candidate {
                None => {
                    self.inner.learn(Answer::Refused);
                    n_refused += 1;
                    if n_refused == MOST_REFUSED {
                        return;
                    }
                }
                // Another text for the same files.
                Some(candidate) if candidate.key() == self.current => self.inner.learn(Answer::Interesting),
                candidate => self.proposal = candidate,
            }
        }
    }

    fn collect(&mut self) {
        let new = &self.inner.findings()[self.n_inner_findings..];
        if !new.is_empty() {
            self.n_inner_findings += new.len();
            Arc::make_mut(&mut self.findings).extend_from_slice(new);
        }
    }
}

/// Returns the edit that makes `new` of `old`: it replaces what lies between equal beginnings and
/// ends.
fn replacement(file: u32, old: &[u8], new: &[u8]) -> Option<Edit> {
    let n_before = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let (old_rest, new_rest) = (&old[n_before..], &new[n_before..]);
    let n_behind = old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(a, b)| a == b).count();
    let range = n_before..old.len() - n_behind;
    let text = &new_rest[..new_rest.len() - n_behind];
    (!range.is_empty() || !text.is_empty()).then(|| Edit::replace(file, range, text))
}

impl Search for DecodedSearch {
    type Proposal = Candidate;

    fn propose(&self) -> Option<Candidate> {
        self.proposal.clone()
    }

    fn learn(&mut self, answer: Answer) {
        let candidate = self.proposal.take().expect("an answer is learned only for a proposal");
        let is_interesting = answer.is_interesting();
        if is_interesting && !candidate.is_question() {
            self.accepted = Some(candidate.clone());
        }
        if !self.is_begun {
            self.is_begun = is_interesting;
            self.current = candidate.key();
            if !is_interesting {
                return;
            }
        } else {
            let is_probe = self.inner.propose().is_some_and(|raw| raw.is_question());
            if is_interesting && !is_probe {
                self.current = candidate.key();
                (self.n_misses, self.most_misses) = (0, MOST_MISSES);
            } else {
                self.n_misses += 1;
            }
            self.inner.learn(answer);
            self.collect();
        }
        self.advance();
        self.collect();
    }

    fn likelihood(&self) -> Option<f64> {
        self.inner.likelihood().filter(|_| self.is_begun)
    }

    fn findings(&self) -> &[Finding] {
        &self.findings
    }

    fn skip(&mut self) {
        if !self.is_begun {
            return self.learn(Answer::Boring);
        }
        self.proposal = None;
        self.inner.skip();
        self.advance();
        self.collect();
    }
}
