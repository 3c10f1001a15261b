//! Records of fixed width: where they are cut, and the counts and sums in them.

use std::collections::BTreeSet;
use std::ops::Range;

use super::columns::RecordType;
use super::copies;
use super::counts::{Fixed, sets};
use super::nesting;
use super::scopes::FEWEST_ALIKE;
use super::source::Totals;
use super::totals;

/// The fewest records, and the fewest bytes of each.
const FEWEST_RECORDS: usize = 5;
const NARROWEST: usize = 24;
/// At least this many tenths of the lines have the same length, and this many contain a run of many
/// digits.
const TENTHS_OF_EQUAL: usize = 9;
const TENTHS_OF_RUNS: usize = 2;
const MANY_DIGITS: usize = 9;
/// In so many tenths of the records, two numbers touch each other.
const TENTHS_OF_TOUCHING: usize = 2;
/// Larger files would take seconds.
const MOST_BYTES: usize = 200_000;

/// If records of different types have different lengths: the most lengths, the fewest lines for
/// each in the mean, and the most bytes of a line.
const MOST_WIDTHS: usize = 12;
const FEWEST_OF_WIDTH: usize = 4;
const WIDEST: usize = 1_000;

/// Records of fixed width in which numbers touch each other.
#[derive(Default)]
pub(in super::super) struct FixedRecords {
    /// The bytes before which the text is cut, in ascending order.
    pub(in super::super) cuts: Vec<usize>,
    /// Those between two digits.
    pub(in super::super) touching: Vec<usize>,
    /// The bytes of each record, in ascending order.
    pub(in super::super) lines: Vec<Range<usize>>,
    /// The records of each type, by index.
    pub(in super::super) types: Vec<Vec<usize>>,
    /// Records that belong together, by index.
    pub(in super::super) groups: Vec<Range<usize>>,
    /// The bytes of the lines that fill up the last block.
    pub(in super::super) fillers: Vec<Range<usize>>,
    /// The counts and sums.
    pub(in super::super) totals: Vec<Totals>,
}

impl FixedRecords {
    /// Finds the records of a text; there is nothing in other texts. O(bytes · digits · types).
    pub(in super::super) fn of(bytes: &[u8]) -> FixedRecords {
        let lines = lines(bytes);
        let Some((width, widths)) = width(bytes, &lines) else { return FixedRecords::default() };
        // Lines of one character fill blocks.
        let is_record = |line: &Range<usize>| {
            let line = &bytes[line.clone()];
            (widths == Widths::OfType || line.len() == width) && line.iter().any(|byte| *byte != line[0])
        };
        let n_behind = lines.iter().rev().take_while(|line| !is_record(line)).count();
        let fillers = fillers(bytes, lines[lines.len() - n_behind..].to_vec(), width);
        let lines: Vec<Range<usize>> = lines.into_iter().filter(is_record).collect();
        if lines.len() < FEWEST_RECORDS {
            return FixedRecords::default();
        }
        let padded = |line: &Range<usize>| {
            let mut record = bytes[line.clone()].to_vec();
            record.resize(width, b' ');
            record
        };
        let padded: Vec<Vec<u8>> = lines.iter().map(padded).collect();
        let records: Vec<&[u8]> = padded.iter().map(Vec::as_slice).collect();
        let starts: Vec<usize> = lines.iter().map(|line| line.start).collect();
        let mut types = RecordType::all(&records, width);
        if widths == Widths::OfType && !types.iter().all(|of| are_as_long(&lines, &of.members)) {
            return FixedRecords::default();
        }
        let sums = totals::cut(&records, &mut types);
        let copies = copies::cut(&records, &mut types);
        let mut totals: Vec<Totals> = sums.iter().map(|sum| sum.totals(&starts, &types)).collect();
        totals.extend(copies.iter().map(|copy| copy.totals(&starts, &types)));
        let sets = sets(&types, &records);
        let fixed = Fixed {
            records: &records,
            starts: &starts,
            types: &types,
            sets: &sets,
            n_fillers: fillers.len(),
        };
        let mut cuts = BTreeSet::new();
        for (number, of) in types.iter().enumerate() {
            if FEWEST_ALIKE <= of.members.len() {
                let own = sums.iter().filter(|sum| sum.other == number).map(|sum| sum.place.clone());
                totals.extend(fixed.counts(of, &own.collect::<Vec<_>>()));
            }
            for &record in &of.members {
                let (columns, known) = match FEWEST_ALIKE <= of.members.len() {
                    true => (of.cuts.iter().copied().collect(), Vec::new()),
                    false => fixed.cut_alone(of, record),
                };
                let columns = columns.into_iter().filter(|&column: &usize| column < lines[record].len());
                cuts.extend(columns.map(|column| starts[record] + column));
                totals.extend(known);
            }
        }
        let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
        let touching: Vec<usize> =
            cuts.iter().copied().filter(|&at| is_digit(at - 1) && is_digit(at)).collect();
        // In other tables, numbers are told apart by what is between them.
        let of_touching: BTreeSet<usize> =
            touching.iter().map(|at| starts.partition_point(|start| start <= at)).collect();
        if TENTHS_OF_TOUCHING * starts.len() > 10 * of_touching.len() {
            return FixedRecords::default();
        }
        let groups = nesting::nested(&types, lines.len());
        let types = types.into_iter().map(|of| of.members).collect();
        FixedRecords { cuts: cuts.into_iter().collect(), touching, lines, types, groups, totals, fillers }
    }
}

/// Returns lines behind the last record if all of them consist of the same character.
fn fillers(bytes: &[u8], lines: Vec<Range<usize>>, width: usize) -> Vec<Range<usize>> {
    let Some(first) = lines.first().map(|line| bytes[line.start]) else { return lines };
    let is_filler =
        |line: &Range<usize>| line.len() == width && bytes[line.clone()].iter().all(|&byte| byte == first);
    if lines.iter().all(is_filler) { lines } else { Vec::new() }
}

fn lines(bytes: &[u8]) -> Vec<Range<usize>> {
    let mut start = 0;
    let lines = bytes.split(|&byte| byte == b'\n').map(|line| {
        let whole = start..start + line.len() - usize::from(line.ends_with(b"\r"));
        start += line.len() + 1;
        whole
    });
    lines.filter(|line| !line.is_empty()).collect()
}

/// Which records have the same length.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Widths {
    /// Nearly all of them.
    Same,
    /// Those of a type.
    OfType,
}

/// Returns the length of nearly all lines, or the largest of a few lengths; `None` if these are no
/// records of fixed width in which numbers touch each other.
fn width(bytes: &[u8], lines: &[Range<usize>]) -> Option<(usize, Widths)> {
    if lines.len() < FEWEST_RECORDS || MOST_BYTES < bytes.len() {
        return None;
    }
    let has_run = |line: &&Range<usize>| {
        let mut runs = bytes[(*line).clone()].split(|byte| !byte.is_ascii_digit());
        runs.any(|run| MANY_DIGITS <= run.len())
    };
    if 10 * lines.iter().filter(has_run).count() < TENTHS_OF_RUNS * lines.len() {
        return None;
    }
    let width = lines[lines.len() / 2].len();
    let n_equal = lines.iter().filter(|line| line.len() == width).count();
    if TENTHS_OF_EQUAL * lines.len() <= 10 * n_equal {
        return (NARROWEST <= width).then_some((width, Widths::Same));
    }
    let lens: BTreeSet<usize> = lines.iter().map(ExactSizeIterator::len).collect();
    let widest = *lens.last()?;
    let are_few = lens.len() <= MOST_WIDTHS.min(lines.len() / FEWEST_OF_WIDTH);
    (are_few && (NARROWEST..=WIDEST).contains(&widest)).then_some((widest, Widths::OfType))
}

/// Whether the records of a type have the same length.
fn are_as_long(lines: &[Range<usize>], numbers: &[usize]) -> bool {
    numbers.iter().all(|&number| lines[number].len() == lines[numbers[0]].len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the text with a bar at each cut.
    fn cut(text: &str) -> String {
        let cuts = FixedRecords::of(text.as_bytes()).cuts;
        let mut bounds = cuts.clone();
        bounds.push(text.len());
        let parts = bounds.windows(2).map(|two| &text[two[0]..two[1]]);
        let first = &text[..cuts.first().copied().unwrap_or(text.len())];
        std::iter::once(first).chain(parts).collect::<Vec<&str>>().join("|")
    }

    /// Returns payments in three batches, with a count and a sum behind each, and both of all.
    fn payments() -> String {
        let (mut text, mut total) = (String::new(), 0);
        for batch in 0..3u64 {
            let mut sum = 0;
            for payment in 0..5 + batch {
                let amount = 1_234_567 * (payment + 2) * (batch + 1) % 8_999_999;
                let account = 10_000_019 + 7_654_321 * (payment + 3 * batch) % 80_000_000;
                text += &format!("6{account}{amount:09}{:04}    \n", payment + 1);
                sum += amount;
            }
            text += &format!("8{:04}{sum:012}         \n", 5 + batch);
            total += sum;
        }
        text + &format!("9{:06}{total:012}       \n", 5 + 6 + 7)
    }

    #[test]
    fn leading_zeros_and_sums_show_where_numbers_begin() {
        let text = payments();
        let cut = cut(&text);
        let lines: Vec<&str> = cut.lines().collect();
        assert_eq!(lines[0], "6|10000019|002469134|0001|    ", "{cut}");
        assert!(lines[5].starts_with("8|0005|0"), "{cut}");
        assert!(lines[lines.len() - 1].starts_with("9|000018|000"), "{cut}");
    }

    #[test]
    fn counts_and_sums_are_found() {
        let found = FixedRecords::of(payments().as_bytes());
        let n_targets: Vec<usize> = found.totals.iter().map(|totals| totals.at.len()).collect();
        // The number and the sum of the payments of each of three batches, and of all.
        assert_eq!(n_targets, [1; 2 * 3 + 2]);
        // Each payment, and three batches.
        assert_eq!(found.lines.len(), 18 + 3 + 1);
    }

    #[test]
    fn other_texts_have_no_columns() {
        let prose = "It was a bright cold day in April.\n".repeat(20);
        assert!(FixedRecords::of(prose.as_bytes()).cuts.is_empty());
        let uneven: String =
            (0..40u64).map(|n| format!("{} {}\n", 7u64.pow(20) / (n + 1), "x".repeat(n as usize))).collect();
        assert!(FixedRecords::of(uneven.as_bytes()).cuts.is_empty());
        assert!(FixedRecords::of(b"").cuts.is_empty());
        let filled = format!("{}\n", "9".repeat(40)).repeat(20);
        assert!(FixedRecords::of(filled.as_bytes()).cuts.is_empty());
    }

    /// Returns how many records belong to each one of several, where a letter names each record.
    fn n_nested(names: &str) -> Vec<usize> {
        let line = |(at, name): (usize, char)| {
            let numbers = format!("{:04}{at:06}", at * 7_919 % 9_973);
            match name {
                'B' => format!("{name}{numbers}{:20}\n", "group"),
                'C' => format!("{name}{numbers}{:10}{:010}\n", "item", 7),
                'Z' => format!("{name}{numbers}{:15}{:5}\n", "", "end"),
                _ => format!("{name}{numbers}{:020}\n", 7),
            }
        };
        let text: String = names.chars().enumerate().map(line).collect();
        FixedRecords::of(text.as_bytes()).groups.iter().map(ExactSizeIterator::len).collect()
    }

    #[test]
    fn records_belong_to_the_one_before_them_that_heads_them() {
        // Each group is followed by the next one, or by the only record of its type.
        let expected = [3, 2, 2, 3, 2].into_iter().chain([1; 7]);
        assert_eq!(n_nested("ABCCBCBCBCCBCE"), expected.collect::<Vec<usize>>());
        // What ends each group belongs to none of its items.
        let expected = [4, 3, 3, 4].into_iter().chain([1; 6]);
        assert_eq!(n_nested("ABCCZBCZBCZBCCZE"), expected.collect::<Vec<usize>>());
    }

    #[test]
    fn tables_with_separators_have_no_columns() {
        let long = |n: u64| 4_936_821_859 + n * 1_234_567;
        let item = |n: u64| format!("item {n:2} {} colour {:4}\n", long(n), 4_489 + n * 31 % 997);
        let table: String = (1..=60).map(item).collect();
        assert!(FixedRecords::of(table.as_bytes()).cuts.is_empty());
        let mix = |n: u64| n.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        let hash = |n: u64| mix(mix(n)).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        let digest = |n: u64| format!("{:016x}{:016x}  file{n:02}.bin\n", hash(n), hash(n + 99));
        let digests: String = (1..=60).map(digest).collect();
        assert!(FixedRecords::of(digests.as_bytes()).cuts.is_empty());
    }
}
