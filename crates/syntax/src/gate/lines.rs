//! The start of each line of a text.

use tree_sitter::Point;

/// Converts byte offsets to rows and columns, as tree-sitter counts them.
#[derive(Debug)]
pub(super) struct LineStarts {
    starts: Vec<u32>,
}

impl LineStarts {
    pub(super) fn of(text: &[u8]) -> LineStarts {
        let ends = (1u32..).zip(text).filter(|&(_, &byte)| byte == b'\n').map(|(after, _)| after);
        LineStarts { starts: std::iter::once(0).chain(ends).collect() }
    }

    /// Returns the row and column of an offset. O(log lines).
    pub(super) fn point(&self, offset: usize) -> Point {
        let row = self.starts.partition_point(|&start| start as usize <= offset) - 1;
        Point { row, column: offset - self.starts[row] as usize }
    }
}

/// Returns the position reached from `from` after a text.
pub(super) fn behind(from: Point, text: &[u8]) -> Point {
    match text.iter().rposition(|&byte| byte == b'\n') {
        None => Point { row: from.row, column: from.column + text.len() },
        Some(last) => {
            let n_lines = text.iter().filter(|&&byte| byte == b'\n').count();
            Point { row: from.row + n_lines, column: text.len() - last - 1 }
        }
    }
}
