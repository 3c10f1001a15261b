//! Units that are byte ranges of a document's files.

use std::ops::Range;
use std::sync::Arc;

use dwindle_reduce::{CandidateSearch, Document, Edit, Edits, List, ListMethod, OverList, Units};

use super::lexer::{Grain, lex};
use crate::options::Scope;

/// The starts of the units in one file. Each unit ends where the next one starts, the last one at
/// the end of the file.
#[derive(Clone, Debug)]
pub(crate) enum UnitStarts {
    /// Every byte is a unit; nothing is stored.
    Bytes(u32),
    /// The starts in ascending order; bytes before the first start belong to no unit.
    Listed { starts: Arc<Vec<u32>>, end: u32 },
}

impl UnitStarts {
    /// Creates units of a file of `n_bytes` bytes from their starts.
    pub(crate) fn new(n_bytes: u32, starts: impl IntoIterator<Item = u32>) -> UnitStarts {
        let mut starts: Vec<u32> = starts.into_iter().collect();
        starts.shrink_to_fit();
        UnitStarts::Listed { starts: Arc::new(starts), end: n_bytes }
    }

    /// Returns the number of units.
    pub(crate) fn len(&self) -> u32 {
        match self {
            UnitStarts::Bytes(n_bytes) => *n_bytes,
            UnitStarts::Listed { starts, .. } => {
                u32::try_from(starts.len()).expect("no more units than bytes")
            }
        }
    }

    /// Returns the start of a unit; for an index past the last unit, the end of the file.
    pub(crate) fn start(&self, unit: u32) -> usize {
        match self {
            UnitStarts::Bytes(_) => unit as usize,
            UnitStarts::Listed { starts, end } => starts.get(unit as usize).copied().unwrap_or(*end) as usize,
        }
    }

    /// Returns the bytes of a run of units.
    pub(crate) fn bytes(&self, run: &Range<u32>) -> Range<usize> {
        self.start(run.start)..self.start(run.end)
    }
}

/// The units of one file within the list of all files.
#[derive(Debug)]
pub(crate) struct FileSpans {
    /// The index of the file in the document.
    pub(crate) file: u32,
    /// The index of its first unit in the list.
    pub(crate) first: u32,
    /// The starts of its units.
    pub(crate) starts: UnitStarts,
}

/// One list of units over all files of a document. Cloning is O(1).
#[derive(Clone, Debug)]
pub(crate) struct Spans {
    files: Arc<[FileSpans]>,
    n_units: u32,
}

impl Spans {
    /// Divides the files in scope into units, in the order of the files.
    ///
    /// Files of 4 GiB or more are left alone, and so are those that would make the list longer than
    /// 2³² units.
    pub(crate) fn of(
        document: &Document,
        scope: Scope,
        mut starts_of: impl FnMut(&[u8], u32) -> UnitStarts,
    ) -> Spans {
        let mut files = Vec::new();
        let mut n_units = 0u32;
        for (file_idx, file) in (0u32..).zip(document.files()) {
            let Ok(n_bytes) = u32::try_from(file.bytes().len()) else { continue };
            if n_bytes == 0 || !scope.includes(file) {
                continue;
            }
            let starts = starts_of(file.bytes(), n_bytes);
            let Some(total) = n_units.checked_add(starts.len()) else { continue };
            files.push(FileSpans { file: file_idx, first: n_units, starts });
            n_units = total;
        }
        Spans { files: files.into(), n_units }
    }

    /// Divides the files in scope into tokens.
    pub(crate) fn tokens(document: &Document, scope: Scope, grain: Grain) -> Spans {
        Spans::of(document, scope, |bytes, n_bytes| {
            UnitStarts::new(n_bytes, lex(bytes, grain).map(|token| token.range.start as u32))
        })
    }

    /// Returns the number of units of all files.
    pub(crate) fn len(&self) -> u32 {
        self.n_units
    }

    /// Splits the runs of a set at the ends of files, and converts them to indices within their
    /// file.
    pub(crate) fn runs<'a>(&'a self, units: &'a Units) -> impl Iterator<Item = (&'a FileSpans, Range<u32>)> {
        units.runs().iter().flat_map(move |run| {
            let from = self.files.partition_point(|spans| spans.first + spans.starts.len() <= run.start);
            self.files[from..].iter().take_while(|spans| spans.first < run.end).filter_map(move |spans| {
                let start = run.start.max(spans.first) - spans.first;
                let end = run.end.min(spans.first + spans.starts.len()) - spans.first;
                (start < end).then_some((spans, start..end))
            })
        })
    }

    /// Returns the edits that delete units.
    pub(crate) fn deletion(&self, units: &Units) -> Edits {
        Edits::new(self.runs(units).map(|(spans, run)| Edit::delete(spans.file, spans.starts.bytes(&run))))
    }

    /// Starts a search that deletes units; `None` if there are none.
    pub(crate) fn search(
        &self,
        pass: &'static str,
        document: &Document,
        list: &List,
        method: &ListMethod,
    ) -> Option<CandidateSearch> {
        let spans = self.clone();
        over_list(pass, document, list, method, move |units| spans.deletion(units))
    }
}

/// Starts a list algorithm whose units are removed by `edits_of`; `None` if the list is empty.
pub(crate) fn over_list(
    pass: &'static str,
    document: &Document,
    list: &List,
    method: &ListMethod,
    edits_of: impl Fn(&Units) -> Edits + Send + Sync + 'static,
) -> Option<CandidateSearch> {
    if list.is_empty() {
        return None;
    }
    Some(Box::new(OverList::new(pass, document, method.start(list), Arc::new(edits_of))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use dwindle_reduce::File;

    #[test]
    fn a_run_over_several_files_is_cut_at_their_ends() {
        let files = [("a", "xyz"), ("b", ""), ("c", "uv")];
        let document = Document::new(files.map(|(path, text)| File::new(path, text.into())));
        let spans = Spans::of(&document, Scope::All, |_, n_bytes| UnitStarts::Bytes(n_bytes));
        assert_eq!(spans.len(), 5);
        let edits = spans.deletion(&Units::from_ranges([0..1, 2..4]));
        let expected = [Edit::delete(0, 0..1), Edit::delete(0, 2..3), Edit::delete(2, 0..1)];
        assert_eq!(edits.as_slice(), expected);
    }
}
