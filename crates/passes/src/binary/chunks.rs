//! Removes or blanks chunks of binary files: finer chunks only if coarser ones succeeded.

use std::sync::Arc;

use dwindle_reduce::cost::is_word_byte;
use dwindle_reduce::{
    Candidate, CandidateSearch, Document, Edit, Edits, EmptyList, List, ListMethod, Pass, UnitSearch, Units,
};

use crate::entry::Entry;
use crate::flat::lexer::is_space;
use crate::options::{PassOptions, Scope};
use crate::stage::file_ranges::{FileRange, union};
use crate::stage::staged::{self, Stages};

/// The entry of the pass that removes chunks.
pub const CHUNKS: Entry = Entry {
    name: "chunks",
    summary: "removes big chunks of binary files, smaller ones if big ones succeeded",
    manual: "\
Splits a file into chunks whose size is a power of 16, and removes what it can of them; then into \
chunks of a sixteenth of that size, down to 16 bytes, as long as more than a quarter is removed. \
If no chunk of a large file can be removed, for example because everything is covered by a \
checksum, that is known after some hundred trials, and single bytes are not tried.",
    begin: |options, document| begin("chunks", Change::Delete, 16, options, document),
};

/// The entry of the pass that blanks chunks.
pub const BLANKS: Entry = Entry {
    name: "blanks",
    summary: "fills irrelevant bytes of binary files with spaces, so that nothing moves",
    manual: "\
Many binary formats contain offsets: object files, archives, fonts, documents. Nothing can be \
removed there, but most of it may have any content: this pass fills it with spaces, in big chunks \
first, then in smaller ones as long as that succeeds. What remains of the content is what matters. \
Files of fewer than 256 bytes are left alone. The pass `gaps` then removes what was filled.",
    begin: |options, document| begin("blanks", Change::Blank, 1, options, document),
};

/// What is done to a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    Delete,
    Blank,
}

impl Change {
    /// Returns the smallest size, in bytes, of files that are worth it.
    fn smallest_file(self) -> usize {
        match self {
            Change::Delete => 32,
            Change::Blank => 256,
        }
    }
}

/// Returns the pass `blanks` that stops at chunks of 256 bytes. Filling a count or a size with
/// spaces makes it large; then its reader requires a large file, and nothing more can be removed.
pub(crate) fn coarse_blanks(options: &PassOptions) -> Pass {
    let options = options.clone();
    Pass::new(BLANKS.name, move |document| begin(BLANKS.name, Change::Blank, 256, &options, document))
}

/// How many times smaller the chunks of each list are than those of the previous one.
const RATIO: u32 = 16;
/// If at most this many chunks were tried, smaller ones are tried even without success.
const FEW: usize = 32;
/// The most chunks tried in one list.
const MOST: usize = 1 << 20;
/// Budget of misses in a row for a list.
const MOST_MISSES: u32 = 2048;

/// Starts a pass whose smallest chunks have `finest` bytes.
fn begin(
    pass: &'static str,
    change: Change,
    finest: u32,
    options: &PassOptions,
    document: &Document,
) -> Option<CandidateSearch> {
    let largest = in_scope(document, options.scope, change).map(|(_, bytes)| bytes.len()).max()?;
    let mut size = finest;
    while size as usize * RATIO as usize * 8 <= largest {
        size *= RATIO;
    }
    let method = options.method(EmptyList::First);
    let fixed = Fixed { pass, change, finest, base: document.clone(), scope: options.scope, method };
    let (gone, chunks, accepted) = (Arc::default(), Arc::default(), Units::none());
    staged::search(Sizes { fixed: Arc::new(fixed), size, is_first: true, gone, chunks, accepted })
}

/// Returns the files that a pass works on, with their indices.
fn in_scope(document: &Document, scope: Scope, change: Change) -> impl Iterator<Item = (u32, &[u8])> {
    (0u32..).zip(document.files()).filter_map(move |(file_idx, file)| {
        let bytes = file.bytes();
        let fits = change.smallest_file() <= bytes.len() && u32::try_from(bytes.len()).is_ok();
        (fits && scope.includes(file)).then_some((file_idx, bytes))
    })
}

/// What all forks of a search share.
struct Fixed {
    pass: &'static str,
    change: Change,
    finest: u32,
    base: Document,
    scope: Scope,
    method: ListMethod,
}

impl Fixed {
    /// Splits what remains into chunks of about `size` bytes. When blanking, no chunk splits a
    /// word, which would turn one word into two. O(bytes).
    fn chunks(&self, size: u32, gone: &[FileRange]) -> Vec<FileRange> {
        let mut chunks = Vec::new();
        let mut gone = gone.iter().peekable();
        for (file, bytes) in in_scope(&self.base, self.scope, self.change) {
            let end = bytes.len() as u32;
            let mut start = 0;
            while start < end {
                while gone.next_if(|(of, gone)| *of < file || *of == file && gone.end <= start).is_some() {}
                let next_gone = gone.peek().filter(|(of, _)| *of == file).map(|(_, gone)| gone.clone());
                if let Some(gone) = next_gone.clone().filter(|gone| gone.start <= start) {
                    start = gone.end;
                    continue;
                }
                let limit = next_gone.map_or(end, |gone| gone.start);
                let mut stop = (start / size).saturating_add(1).saturating_mul(size).min(limit);
                if self.change == Change::Blank {
                    while stop < limit && splits_word(bytes, stop as usize) {
                        stop += 1;
                    }
                }
                let is_worth_it = self.change == Change::Delete
                    || bytes[start as usize..stop as usize].iter().any(|&byte| !is_space(byte));
                if is_worth_it {
                    chunks.push((file, start..stop));
                }
                start = stop;
            }
        }
        chunks
    }

    fn edit(&self, (file, chunk): &FileRange) -> Edit {
        let range = chunk.start as usize..chunk.end as usize;
        match self.change {
            Change::Delete => Edit::delete(*file, range),
            Change::Blank => Edit::replace(*file, range.clone(), &vec![b' '; range.len()]),
        }
    }
}

fn splits_word(bytes: &[u8], at: usize) -> bool {
    is_word_byte(bytes[at - 1]) && is_word_byte(bytes[at])
}

/// One list for each size of chunks.
#[derive(Clone)]
struct Sizes {
    fixed: Arc<Fixed>,
    size: u32,
    is_first: bool,
    /// What was removed by earlier lists: sorted, merged.
    gone: Arc<[FileRange]>,
    /// The chunks of this list.
    chunks: Arc<[FileRange]>,
    /// What was accepted of this list so far.
    accepted: Units,
}

impl Sizes {
    /// Whether enough succeeded in this list to try smaller chunks. Chunks that can be blanked are
    /// often isolated. For removal, however, little success means that positions matter, and the
    /// rest is left to other passes.
    fn went_well(&self) -> bool {
        match self.fixed.change {
            Change::Delete => self.chunks.len() < 4 * self.accepted.len(),
            Change::Blank => !self.accepted.is_empty(),
        }
    }

    /// Returns everything removed together with these chunks of the list, sorted and merged.
    fn without(&self, units: &Units) -> Vec<FileRange> {
        union(&self.gone, units.iter().map(|unit| self.chunks[unit as usize].clone()))
    }
}

impl Stages for Sizes {
    /// Starts the list of smaller chunks, if it is worthwhile.
    fn next(&mut self) -> Option<UnitSearch> {
        if !std::mem::take(&mut self.is_first) {
            // Single bytes cost a trial each, and gain little if nothing larger succeeded.
            let goes_on = self.went_well() || self.chunks.len() <= FEW && RATIO < self.size;
            if !goes_on || self.size <= self.fixed.finest {
                return None;
            }
            self.gone = self.without(&self.accepted).into();
            self.accepted = Units::none();
            self.size /= RATIO;
        }
        let chunks = self.fixed.chunks(self.size, &self.gone);
        if MOST < chunks.len() {
            return None;
        }
        self.chunks = chunks.into();
        Some(self.fixed.method.start(&List::uniform(self.chunks.len() as u32)))
    }

    fn candidate(&self, left_out: &Units) -> Option<Candidate> {
        let edits = self.without(left_out).into_iter().map(|chunk| self.fixed.edit(&chunk));
        Some(Candidate::new(self.fixed.pass, &self.fixed.base, Edits::new(edits)))
    }

    fn accept(&mut self, left_out: Units, _: &Candidate) {
        self.accepted = left_out;
    }

    fn most_misses(&self) -> u32 {
        MOST_MISSES
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{best_options, reduce};

    fn pass(entry: &Entry) -> Pass {
        entry.pass(&best_options())
    }

    #[test]
    fn where_no_chunk_can_go_single_bytes_are_not_asked_for() {
        let bytes: Vec<u8> = (0..100_000u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        let document = Document::single("a.bin", bytes);
        for entry in [&CHUNKS, &BLANKS] {
            let (left, answers) = reduce(&pass(entry), &document, |candidate| candidate == &document);
            assert_eq!(left, document);
            assert!(answers.len() < 1_000, "{}: {}", entry.name, answers.len());
        }
    }

    #[test]
    fn what_matters_stays_where_it_is_and_the_rest_is_blank() {
        let mut bytes = b"\0\x01#%".repeat(10_000);
        bytes[12_345..12_351].copy_from_slice(b"(here)");
        let document = Document::single("a.bin", bytes.clone());
        let (left, answers) = reduce(&pass(&BLANKS), &document, |document| {
            document.files()[0].bytes().get(12_345..12_351) == Some(b"(here)".as_slice())
        });
        let left = left.files()[0].bytes();
        assert_eq!(left.len(), bytes.len());
        assert_eq!(left.trim_ascii(), b"(here)");
        assert!(answers.len() < 200, "{}", answers.len());
    }

    #[test]
    fn chunks_go_without_asking_for_every_byte() {
        let bytes = b"\0\x01#%".repeat(10_000);
        let document = Document::single("a.bin", [&bytes[..], b"needed", &bytes].concat());
        let (left, answers) = reduce(&pass(&CHUNKS), &document, |document| {
            document.files()[0].bytes().windows(6).any(|part| part == b"needed")
        });
        assert!(left.files()[0].bytes().len() < 64);
        assert!(answers.len() < 60, "{}", answers.len());
    }
}
