//! Rows that say how many numbers follow: `4 17 3 20 8`.

use std::ops::Range;

use super::atoms::Atoms;
use super::lines::Lines;

/// Adjacent lines of numbers, each with the number of those behind it at the same place.
pub(super) struct Counted {
    pub(super) lines: Range<u32>,
    /// The field that is the number of those behind it.
    pub(super) column: usize,
}

/// The fewest lines.
const FEWEST: u32 = 4;
/// The fewest numbers that a line counts: small ones are equal by chance.
const FEWEST_NUMBERS: i64 = 2;
/// The fields in which the count is looked for.
const MOST_COLUMNS: usize = 3;

/// Finds the runs of rows of different lengths whose numbers behind a field are as many as it says.
/// O(atoms).
pub(super) fn counted(atoms: &Atoms, lines: &Lines) -> Vec<Counted> {
    let mut found = Vec::new();
    for column in 0..MOST_COLUMNS {
        let number = |field: &Range<u32>| match field.len() {
            1 => atoms.number(field.start),
            _ => None,
        };
        let count = |line: u32| {
            let fields = lines.fields(line);
            let count = number(fields.get(column)?).filter(|&count| FEWEST_NUMBERS <= count)?;
            let behind = &fields[column + 1..];
            (behind.len() as i64 == count && behind.iter().all(|field| number(field).is_some()))
                .then_some(count)
        };
        let file = |line: u32| atoms.file(lines.atoms(line).start);
        let (mut start, mut counts) = (0, Vec::new());
        for line in 0..=lines.len() {
            let own = if line < lines.len() { count(line) } else { None };
            if own.is_none() || file(line) != file(start) {
                let differ = counts.windows(2).any(|two| two[0] != two[1]);
                if differ && FEWEST <= line - start {
                    found.push(Counted { lines: start..line, column });
                }
                start = if own.is_none() { line + 1 } else { line };
                counts = Vec::new();
            }
            counts.extend(own);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use dwindle_reduce::Document;

    use super::super::facts::DocumentFacts;
    use super::*;

    #[test]
    fn rows_of_different_lengths_are_found_by_their_counts() {
        let text = "5 5 5\n3 1 2 4\n4 9 8 7 6\n3 2 2 2\n3 0 0 1\n2 9 9\n3 5 5 6\n7 1\n";
        let facts = DocumentFacts::of(&Document::single("a", text));
        let found = counted(&facts.atoms, &facts.lines);
        let found: Vec<_> = found.into_iter().map(|one| (one.lines, one.column)).collect();
        assert_eq!(found, [(1..7, 0)]);
    }
}
