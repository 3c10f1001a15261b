//! Limits for the work of a parse.

use std::cell::Cell;

/// The work after which a parse is given up. It is counted in steps, not in seconds, so that the
/// same text always gets the same tree. The parser reports every hundredth step.
///
/// Typical sources of all languages take 0.003 to 0.02 reports per byte; the densest valid texts
/// (lists of single digits, `a=b+c;`) take 0.03 to 0.1. Each report uses some 4 KB of memory. Valid
/// texts are never in error and are read once or twice; an exception is Python's scanner, which
/// reads a run of comments once for each of them (16 MB for 1,400 lines in a row). Preprocessed C++
/// of half a megabyte with 309 errors makes 0.0024 reports per byte while in error, garbage 0.007
/// to 0.03, and such reports take ten to two hundred times as long. Scanners that look ahead to the
/// end of the text at every token, and fail, read a text thousands of times.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    /// Number of reports in total.
    pub(super) reports: usize,
    /// Number of reports while every parse stack is in error recovery.
    pub(super) in_error: usize,
    /// Bytes read, counting repeated reads.
    pub(super) read_bytes: usize,
}

impl Budget {
    /// Returns the limits for a text of `n_bytes`.
    pub(super) fn of(n_bytes: usize) -> Budget {
        Budget {
            reports: 300 + (n_bytes / 4).min(60_000),
            in_error: 2_000 + n_bytes / 128,
            read_bytes: (16 << 20) + n_bytes * 128,
        }
    }
}

/// The work that a parse has done so far. Cells, because the parser reads text and reports progress
/// within one call.
#[derive(Debug, Default)]
pub(super) struct Work {
    pub(super) reports: Cell<usize>,
    pub(super) in_error: Cell<usize>,
    pub(super) read_bytes: Cell<usize>,
    /// The parser's offset at the last report.
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

    /// Whether no limit is exceeded.
    pub(super) fn is_within(&self, budget: &Budget) -> bool {
        self.reports.get() < budget.reports
            && self.in_error.get() < budget.in_error
            && self.read_bytes.get() < budget.read_bytes
    }
}
