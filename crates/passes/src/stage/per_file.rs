//! A search over one file after the other.

use std::path::Path;
use std::sync::Arc;

use dwindle_reduce::{Answer, Candidate, CandidateSearch, Document, Finding, Search};

/// Starts a search over the file with this index.
type BeginFile = dyn Fn(&Document, u32) -> Option<CandidateSearch> + Send + Sync;

/// Searches the files of a document one after the other, the largest first, each on the result of
/// the previous ones.
#[derive(Clone)]
pub(crate) struct PerFile {
    begin: Arc<BeginFile>,
    /// The files; those still waiting are the first ones, the last of them is next.
    files: Arc<[Arc<Path>]>,
    n_waiting: usize,
    best: Document,
    /// `None` before the first file.
    under_way: Option<CandidateSearch>,
    /// The current proposal, which becomes the best document if it is accepted.
    proposed: Option<Candidate>,
    /// What was found in all files so far, and how much of that in the current one.
    findings: Arc<Vec<Finding>>,
    n_in_file: usize,
}

impl PerFile {
    /// Starts the search; `None` if no file has anything to propose.
    pub(crate) fn start(
        document: &Document,
        begin: impl Fn(&Document, u32) -> Option<CandidateSearch> + Send + Sync + 'static,
    ) -> Option<CandidateSearch> {
        let mut files: Vec<_> = document.files().iter().collect();
        files.sort_by(|a, b| a.bytes().len().cmp(&b.bytes().len()).then_with(|| b.path().cmp(a.path())));
        let files: Arc<[Arc<Path>]> = files.into_iter().map(|file| file.path().into()).collect();
        if let [_] = *files {
            return begin(document, 0);
        }
        let (begin, n_waiting): (Arc<BeginFile>, usize) = (Arc::new(begin), files.len());
        let best = document.clone();
        let mut search = PerFile {
            begin,
            files,
            n_waiting,
            best,
            under_way: None,
            proposed: None,
            findings: Arc::default(),
            n_in_file: 0,
        };
        search.advance();
        search.proposed.is_some().then(|| Box::new(search) as CandidateSearch)
    }

    /// Advances until there is a proposal or no further file.
    fn advance(&mut self) {
        loop {
            self.collect();
            self.proposed = self.under_way.as_ref().and_then(|search| search.propose());
            if self.proposed.is_some() {
                return;
            }
            let Some(n_waiting) = self.n_waiting.checked_sub(1) else { return };
            self.n_waiting = n_waiting;
            self.under_way = self.begin_file(&self.files[n_waiting]);
            self.n_in_file = 0;
        }
    }

    /// Takes over what was found in the current file since the last time.
    fn collect(&mut self) {
        let found = self.under_way.as_ref().map_or(&[][..], |search| search.findings());
        if let [_, ..] = &found[self.n_in_file..] {
            Arc::make_mut(&mut self.findings).extend_from_slice(&found[self.n_in_file..]);
            self.n_in_file = found.len();
        }
    }

    /// Starts the search over a file, if it is still there.
    fn begin_file(&self, path: &Path) -> Option<CandidateSearch> {
        let place = self.best.files().binary_search_by(|file| file.path().cmp(path)).ok()?;
        (self.begin)(&self.best, u32::try_from(place).ok()?)
    }
}

impl Search for PerFile {
    type Proposal = Candidate;

    fn propose(&self) -> Option<Candidate> {
        self.proposed.clone()
    }

    fn learn(&mut self, answer: Answer) {
        let interesting = answer.is_interesting();
        let proposed = self.proposed.take().expect("an answer is learned only for a proposal");
        if interesting {
            self.best = proposed.render().clone();
        }
        if let Some(search) = &mut self.under_way {
            search.learn(answer);
        }
        self.advance();
    }

    fn skip(&mut self) {
        if let Some(search) = &mut self.under_way {
            search.skip();
        }
        self.advance();
    }

    fn likelihood(&self) -> Option<f64> {
        self.under_way.as_ref()?.likelihood()
    }

    fn findings(&self) -> &[Finding] {
        &self.findings
    }
}

#[cfg(test)]
mod tests {
    use dwindle_reduce::{Edit, Edits, EmptyList, File, List};

    use super::*;
    use crate::flat::spans::over_list;
    use crate::testing::options;

    #[test]
    fn where_the_largest_file_has_nothing_to_propose_the_others_have_their_turn() {
        let files = [("a", "y     "), ("b", "xx"), ("c", "xxx"), ("d", "")];
        let document = Document::new(files.map(|(path, text)| File::new(path, text.into())));
        let method = options().method;
        assert_eq!(
            method.options.empty,
            EmptyList::Never,
            "a list of one unit is a search without proposals"
        );
        let search = PerFile::start(&document, move |document, file| {
            let text = document.files()[file as usize].bytes().to_vec();
            let n_units = text.iter().filter(|byte| !byte.is_ascii_whitespace()).count();
            over_list("test", document, &List::uniform(n_units as u32), &method, move |left_out| {
                Edits::new(left_out.iter().map(|unit| Edit::delete(file, unit as usize..unit as usize + 1)))
            })
        });
        let mut best = document.clone();
        let mut search = search.expect("two files have something to propose");
        while let Some(candidate) = search.propose() {
            best = candidate.render().clone();
            search.learn(Answer::Interesting);
        }
        let left: Vec<&[u8]> = best.files().iter().map(File::bytes).collect();
        assert_eq!(left, [b"y     ", &b"x"[..], b"x", b""]);
    }

    #[test]
    fn where_no_file_has_anything_to_propose_there_is_no_search() {
        let document = Document::new(["a", "b"].map(|path| File::new(path, b"x".to_vec())));
        let method = options().method;
        let search = PerFile::start(&document, move |document, _| {
            over_list("test", document, &List::uniform(1), &method, |_| Edits::default())
        });
        assert!(search.is_none());
    }
}
