//! How much work a parse may do.

use std::cell::Cell;

/// The work after which a parse is given up. It counts steps and not seconds, so that the same text
/// always gets the same tree. A report is made at every hundredth step of the parser.
///
/// Sources of all languages here take 0.003 to 0.02 reports per byte, and the densest texts that
/// are still valid (lists of single digits, `a=b+c;`) 0.03 to 0.1, with some 4 KB of memory for
/// each report. They are never in error, and read each byte once or twice; only a scanner of Python
/// reads all of a run of comments for each of them, 16 MB for 1,400 lines in a row. Preprocessed
/// C++ of half a megabyte with 309 errors makes 0.0024 reports per byte in error, garbage 0.007 to
/// 0.03, and these take ten to two hundred times as long. Scanners that look ahead to the end of
/// the text at every token, and fail, read a text thousands of times.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    /// Reports in all.
    pub(super) reports: usize,
    /// Reports while every reading of the text so far is in the middle of an error.
    pub(super) in_error: usize,
    /// Bytes that are read, again or for the first time.
    pub(super) read_bytes: usize,
}

impl Budget {
    /// Returns the limits for a text of so many bytes.
    pub(super) fn of(n_bytes: usize) -> Budget {
        Budget {
            reports: 300 + (n_bytes / 4).min(60_000),
            in_error: 2_000 + n_bytes / 128,
            read_bytes: (16 << 20) + n_bytes * 128,
        }
    }
}

/// The work that a parse has done so far. The parser asks for text and reports from within one
/// call, hence the cells.
#[derive(Debug, Default)]
pub(super) struct Work {
    pub(super) reports: Cell<usize>,
    pub(super) in_error: Cell<usize>,
    pub(super) read_bytes: Cell<usize>,
    /// Where the parser was at the last report.
    pub(super) at: Cell<usize>,
}

impl Work {
    /// Counts a report.
    pub(super) fn report(&self, state: &tree_sitter::ParseState) {
        self.at.set(state.current_byte_offset());
        self.reports.set(self.reports.get() + 1);
        self.in_error.set(self.in_error.get() + usize::from(state.has_error()));
    }

    /// Counts bytes that were read.
    pub(super) fn read(&self, n_bytes: usize) {
        self.read_bytes.set(self.read_bytes.get() + n_bytes);
    }

    /// Whether the work stays below all limits.
    pub(super) fn is_within(&self, budget: &Budget) -> bool {
        self.reports.get() < budget.reports
            && self.in_error.get() < budget.in_error
            && self.read_bytes.get() < budget.read_bytes
    }
}
