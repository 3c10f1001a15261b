//! The blocks around lines, such as those between `<a>` and `</a>`.

use std::ops::Range;

use super::lines::Lines;

/// The blocks around lines.
pub(super) struct Nesting {
    /// By line: the end of the block that it opens; 0 if it opens none.
    opened: Vec<u32>,
    /// By line: the last line of the innermost block around it; [`u32::MAX`] if there is none.
    around: Vec<u32>,
}

impl Nesting {
    /// Builds the index from blocks that are nested, in the order of their first lines, each with
    /// its first line. O(lines).
    pub(super) fn of(lines: &Lines, blocks: &[(u32, Range<u32>)]) -> Nesting {
        let mut opened = vec![0; lines.len() as usize];
        for (line, block) in blocks {
            opened[*line as usize] = lines.of_atom(block.end - 1) + 1;
        }
        let mut open: Vec<u32> = Vec::new();
        let around = (0..lines.len()).map(|line| {
            while open.last().is_some_and(|&end| end <= line) {
                open.pop();
            }
            let last = open.last().map_or(u32::MAX, |end| end - 1);
            open.extend(Some(opened[line as usize]).filter(|&end| end != 0));
            last
        });
        Nesting { around: around.collect(), opened }
    }

    /// Returns `end`, or the last line of the block around `line` if that comes first.
    pub(super) fn end_within(&self, line: u32, end: u32) -> u32 {
        end.min(self.around[line as usize].max(line + 1))
    }

    /// Whether all blocks that begin within these lines end there. O(lines).
    pub(super) fn is_closed(&self, lines: Range<u32>) -> bool {
        lines.clone().all(|line| self.opened[line as usize] <= lines.end)
    }
}

#[cfg(test)]
mod tests {
    use dwindle_reduce::Document;

    use super::super::facts::DocumentFacts;

    #[test]
    fn a_section_ends_before_the_end_of_the_block_around_it() {
        let facts = DocumentFacts::of(&Document::single("a", "<a>\n<b>\n1\n</b>\n<b>\n</b>\n</a>\nx\n"));
        assert_eq!(facts.nesting.end_within(4, 8), 6);
        assert_eq!(facts.nesting.end_within(2, 8), 3);
        assert_eq!(facts.nesting.end_within(1, 4), 4);
        assert_eq!(facts.nesting.end_within(7, 8), 8);
        assert!(facts.nesting.is_closed(1..6) && !facts.nesting.is_closed(2..5));
    }
}
