//! Numbers that are not written as whole decimal ones: amounts with as many decimals each, or
//! with as many but for zeros at the end, and addresses in hexadecimal digits.

use std::collections::BTreeMap;
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::decimals::with_fixed_decimals;
use super::format::{Format, MOST_DIGITS, word_len};

/// Returns the numbers of a text in other formats than whole decimal ones, in any order. O(bytes).
pub(super) fn formatted_numbers(bytes: &[u8]) -> Vec<(Range<usize>, Format)> {
    let mut found = with_fixed_decimals(bytes, b'.');
    if found.is_empty() {
        found = with_fixed_decimals(bytes, b',');
    }
    let starts: FxHashSet<usize> = found.iter().map(|(number, _)| number.start).collect();
    found.extend(hexadecimal(bytes).into_iter().filter(|(number, _)| !starts.contains(&number.start)));
    found
}

/// The largest hexadecimal number, so that it has no more decimal digits than others.
const LARGEST: i64 = 999_999_999_999_999;

/// How hexadecimal numbers look: with `0x`, or of so many digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Look {
    is_prefixed: bool,
    n_digits: usize,
}

/// A hexadecimal number.
struct Hex {
    bytes: Range<usize>,
    look: Look,
    /// How many words are before it on its line.
    field: usize,
    value: i64,
    has_lower: bool,
    has_upper: bool,
}

/// The fields of a line in which addresses are looked for.
const MOST_FIELDS: usize = 4;
/// The fewest lines with an address, and of those whose address is higher than the one before.
const FEWEST_LINES: usize = 8;
const FEWEST_HIGHER: usize = 4;
/// Shorter numbers without a prefix are bytes.
const FEWEST_DIGITS: usize = 4;

/// Returns the hexadecimal numbers that look like addresses: in one field of the lines, numbers of
/// this look nearly always increase. In other fields a number without `0x` needs a letter or a zero
/// before it, or it is a decimal one.
fn hexadecimal(bytes: &[u8]) -> Vec<(Range<usize>, Format)> {
    let mut columns: BTreeMap<(Look, usize), Vec<usize>> = BTreeMap::new();
    let mut all: Vec<Hex> = Vec::new();
    let mut start = 0;
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        let mut at = 0;
        let mut field = 0;
        while at < line.len() {
            let len = word_len(line, at);
            if let Some(hex) = (len != 0).then(|| hex(line, at..at + len, field)).flatten() {
                if field < MOST_FIELDS {
                    columns.entry((hex.look, field)).or_default().push(all.len());
                }
                all.push(Hex { bytes: start + at..start + at + len, ..hex });
            }
            field += usize::from(len != 0);
            at += len.max(1);
        }
        start += line.len();
    }
    let mut fields: FxHashSet<(Look, usize)> = FxHashSet::default();
    let mut formats: FxHashMap<Look, Format> = FxHashMap::default();
    for (column, numbers) in columns {
        let numbers: Vec<&Hex> = numbers.into_iter().map(|number| &all[number]).collect();
        if let Some(is_upper) = are_addresses(&numbers) {
            fields.insert(column);
            let is_prefixed = column.0.is_prefixed;
            formats.entry(column.0).or_insert(Format::Hex { is_prefixed, is_upper });
        }
    }
    let format = |hex: &Hex| {
        let format = *formats.get(&hex.look)?;
        let Format::Hex { is_prefixed, is_upper } = format else { return None };
        let has_letter = hex.has_lower || hex.has_upper;
        let is_address = is_prefixed || has_letter || bytes[hex.bytes.start] == b'0';
        let is_alike = if is_upper { !hex.has_lower } else { !hex.has_upper };
        let is_one = is_alike && (is_address || fields.contains(&(hex.look, hex.field)));
        is_one.then(|| (hex.bytes.clone(), format))
    };
    all.iter().filter_map(format).collect()
}

/// Whether the letters of addresses are capital ones; `None` if the numbers do not increase, or
/// have no letters and are decimal ones.
fn are_addresses(column: &[&Hex]) -> Option<bool> {
    let steps = || column.windows(2).map(|two| two[1].value - two[0].value);
    let n_lower = steps().filter(|step| *step < 0).count();
    let n_higher = steps().filter(|step| 0 < *step).count();
    let increase = FEWEST_LINES <= column.len()
        && FEWEST_HIGHER.max(column.len() / 2) <= n_higher
        && 10 * n_lower <= column.len();
    let with_lower = column.iter().filter(|hex| hex.has_lower).count();
    let with_upper = column.iter().filter(|hex| hex.has_upper).count();
    let have_letters = with_lower.min(with_upper) == 0 && FEWEST_HIGHER <= with_lower + with_upper;
    (increase && have_letters).then_some(0 < with_upper)
}

/// Reads a word as a hexadecimal number.
fn hex(line: &[u8], word: Range<usize>, field: usize) -> Option<Hex> {
    let text = &line[word.clone()];
    let (is_prefixed, digits) = match text.strip_prefix(b"0x") {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let is_long = is_prefixed && !digits.is_empty() || FEWEST_DIGITS <= digits.len();
    if !is_long || MOST_DIGITS + 1 < digits.len() || !digits.iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    let value = i64::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
    if LARGEST < value {
        return None;
    }
    let has_lower = digits.iter().any(u8::is_ascii_lowercase);
    let has_upper = digits.iter().any(u8::is_ascii_uppercase);
    let n_digits = if is_prefixed { 0 } else { digits.len() };
    Some(Hex { bytes: word, look: Look { is_prefixed, n_digits }, field, value, has_lower, has_upper })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(text: &str) -> Vec<String> {
        formatted_numbers(text.as_bytes()).into_iter().map(|(number, _)| text[number].to_owned()).collect()
    }

    #[test]
    fn amounts_with_two_decimals_are_numbers() {
        let amounts = ["1.20", "-3.05", "0.99", "12.50", "7.77", "1.00", "2.15", "88.10"];
        assert_eq!(numbers(&amounts.join(" ")), amounts);
        assert_eq!(numbers("v 1.2.30 and 1.25e3 and 1.20"), Vec::<String>::new());
        let commas = amounts.map(|amount| amount.replace('.', ","));
        assert_eq!(numbers(&commas.join(" ")), commas);
        assert_eq!(numbers("11,12 13,14 15,16 17,18 19,20 21,22 23,24 25,26"), Vec::<String>::new());
    }

    #[test]
    fn numbers_of_different_length_are_left_alone() {
        assert_eq!(numbers("1.2 3.25 0.125 1.5 2.75 3.375 9.1 8.44 7.01"), Vec::<String>::new());
    }

    #[test]
    fn decimals_without_their_last_zeros_are_numbers() {
        let amounts: Vec<String> = (1..60)
            .map(|at| {
                let amount = format!("{}.{:03}", at % 7, at * 137 % 1000);
                amount.trim_end_matches('0').trim_end_matches('.').to_owned()
            })
            .collect();
        let decimals: Vec<&String> = amounts.iter().filter(|amount| amount.contains('.')).collect();
        assert_eq!(numbers(&amounts.join(" ")).len(), decimals.len());
        let trimmed = Format::Trimmed { places: 3 };
        for text in ["0.19", "-3.5", "12.125", "7", "-0.001"] {
            let with_point = if text.contains('.') { text.to_owned() } else { format!("{text}.0") };
            assert_eq!(trimmed.written(trimmed.read(with_point.as_bytes()).unwrap(), 0), text);
        }
    }

    #[test]
    fn ascending_hexadecimal_words_are_numbers() {
        let lines: String = (0..12).map(|at| format!("{:04X} 1F face\n", at * 7)).collect();
        assert_eq!(numbers(&lines).len(), 12);
        let with_year = format!("year 2024\n{lines}at 001F 2024\n");
        assert_eq!(numbers(&with_year).len(), 13, "{:?}", numbers(&with_year));
        let large: String =
            (1..40u64).map(|at| format!("{:016x} f\n", at * 99_999_999_999_999_999)).collect();
        assert_eq!(numbers(&large), Vec::<String>::new());
        let hashes: String =
            (0..12u64).map(|at| format!("{:08x} f\n", at * 7_777_777_777 % 0xFFFF_FFFF)).collect();
        assert_eq!(numbers(&hashes), Vec::<String>::new());
    }

    #[test]
    fn a_text_is_written_as_it_was_read() {
        let fixed = Format::Fixed { mark: b'.', places: 2 };
        for text in ["1.20", "-3.05", "0.09", "-0.50", "12345.00", "-00.75", "-001.24", "0.00", "0012.50"] {
            let value = fixed.read(text.as_bytes()).unwrap();
            assert_eq!(fixed.written(value, fixed.width(text.as_bytes())), text);
        }
        assert_eq!(fixed.written(5, 0), "0.05");
        assert_eq!(Format::Whole.written(-1, Format::Whole.width(b"-001")), "-001");
        assert_eq!(Format::Hex { is_prefixed: false, is_upper: false }.written(-1, 4), "0000");
        for (is_prefixed, is_upper, text) in
            [(false, true, "00A2"), (true, false, "0x1f"), (true, false, "0x001f")]
        {
            let hex = Format::Hex { is_prefixed, is_upper };
            assert_eq!(hex.written(hex.read(text.as_bytes()).unwrap(), hex.width(text.as_bytes())), text);
        }
    }
}
