//! A search over one file after the other.

use std::path::Path;
use std::sync::Arc;

use dwindle_reduce::{Answer, Candidate, CandidateSearch, Document, Search};

/// Starts a search over the file with this index.
type BeginFile = dyn Fn(&Document, u32) -> Option<CandidateSearch> + Send + Sync;

/// Searches the files of a document one after the other, the largest first, each on the result of
/// the previous ones.
#[derive(Clone)]
pub(crate) struct PerFile {
    begin: Arc<BeginFile>,
    /// The remaining files; the last one is next.
    waiting: Vec<Arc<Path>>,
    best: Document,
    under_way: CandidateSearch,
    /// The current proposal, which becomes the best document if it is accepted.
    proposed: Option<Candidate>,
}

impl PerFile {
    /// Starts the search; `None` if no file has anything to propose.
    pub(crate) fn start(
        document: &Document,
        begin: impl Fn(&Document, u32) -> Option<CandidateSearch> + Send + Sync + 'static,
    ) -> Option<CandidateSearch> {
        let mut files: Vec<_> = document.files().iter().collect();
        files.sort_by(|a, b| a.bytes().len().cmp(&b.bytes().len()).then_with(|| b.path().cmp(a.path())));
        let mut waiting: Vec<Arc<Path>> = files.into_iter().map(|file| file.path().into()).collect();
        if let [_] = waiting[..] {
            return begin(document, 0);
        }
        let begin: Arc<BeginFile> = Arc::new(begin);
        let under_way = next_file(&*begin, document, &mut waiting)?;
        let proposed = under_way.propose();
        Some(Box::new(PerFile { begin, waiting, best: document.clone(), under_way, proposed }))
    }
}

/// Returns the search over the next file that has something to propose.
fn next_file(
    begin: &BeginFile,
    document: &Document,
    waiting: &mut Vec<Arc<Path>>,
) -> Option<CandidateSearch> {
    while let Some(path) = waiting.pop() {
        let place = document.files().binary_search_by(|file| file.path().cmp(&path));
        let search = place.ok().and_then(|place| begin(document, u32::try_from(place).ok()?));
        if search.is_some() {
            return search;
        }
    }
    None
}

impl PerFile {
    /// Advances until there is a proposal or no further file.
    fn advance(&mut self) {
        self.proposed = self.under_way.propose();
        while self.proposed.is_none() {
            let Some(search) = next_file(&*self.begin, &self.best, &mut self.waiting) else { return };
            self.under_way = search;
            self.proposed = self.under_way.propose();
        }
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
        self.under_way.learn(answer);
        self.advance();
    }

    fn skip(&mut self) {
        self.under_way.skip();
        self.advance();
    }

    fn likelihood(&self) -> Option<f64> {
        self.under_way.likelihood()
    }
}
