//! Numbers that are not written as whole decimal ones: amounts with as many decimals each, and
//! addresses in hexadecimal digits.

use std::collections::BTreeMap;
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use dwindle_reduce::cost::is_word_byte;

/// How a number is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Format {
    /// As a whole decimal number.
    Whole,
    /// With a mark before the last `places` digits: the value counts units of the last digit.
    Fixed {
        /// A point or a comma.
        mark: u8,
        /// The number of digits behind it.
        places: u8,
    },
    /// In hexadecimal digits.
    Hex {
        /// Whether `0x` is before the digits.
        is_prefixed: bool,
        /// Whether letters are capital ones.
        is_upper: bool,
    },
}

impl Format {
    /// Returns the number of decimals.
    pub(super) fn places(self) -> u8 {
        match self {
            Format::Fixed { places, .. } => places,
            Format::Whole | Format::Hex { .. } => 0,
        }
    }

    /// Returns the value of a text in this format. O(bytes).
    pub(super) fn read(self, text: &[u8]) -> Option<i64> {
        let text = std::str::from_utf8(text).ok()?;
        match self {
            Format::Whole => text.parse().ok(),
            Format::Fixed { mark, .. } => text.replacen(char::from(mark), "", 1).parse().ok(),
            Format::Hex { is_prefixed, .. } => {
                i64::from_str_radix(if is_prefixed { text.get(2..)? } else { text }, 16).ok()
            }
        }
    }

    /// Returns the text of a value, of at least `width` bytes where zeros may be before it.
    pub(super) fn written(self, value: i64, width: usize) -> String {
        match self {
            Format::Whole => format!("{value:0width$}"),
            Format::Fixed { mark, places } => {
                let places = usize::from(places);
                let sign = if value < 0 { "-" } else { "" };
                let digits = format!("{:0least$}", value.unsigned_abs(), least = places + 1);
                let digits = format!("{digits:0>width$}", width = width.saturating_sub(sign.len() + 1));
                let (whole, fraction) = digits.split_at(digits.len() - places);
                format!("{sign}{whole}{}{fraction}", char::from(mark))
            }
            Format::Hex { is_prefixed, is_upper } => {
                // An address below zero comes from a wrong relation.
                let value = value.max(0);
                let prefix = if is_prefixed { "0x" } else { "" };
                let width = width.saturating_sub(prefix.len());
                match is_upper {
                    true => format!("{prefix}{value:0width$X}"),
                    false => format!("{prefix}{value:0width$x}"),
                }
            }
        }
    }

    /// Returns the length of a text in bytes if zeros before its digits keep it, and 0 otherwise.
    pub(super) fn width(self, text: &[u8]) -> usize {
        let digits = text.strip_prefix(b"-").unwrap_or(text);
        let is_filled = match self {
            Format::Whole => matches!(digits, [b'0', _, ..]),
            Format::Fixed { places, .. } => {
                digits.starts_with(b"0") && usize::from(places) + 2 < digits.len()
            }
            Format::Hex { is_prefixed, .. } => !is_prefixed || matches!(digits, [_, _, b'0', _, ..]),
        };
        if is_filled { text.len() } else { 0 }
    }
}

/// Returns the numbers of a text in other formats than whole decimal ones, in any order. O(bytes).
pub(super) fn formatted_numbers(bytes: &[u8]) -> Vec<(Range<usize>, Format)> {
    let mut found = fixed(bytes, b'.');
    if found.is_empty() {
        found = fixed(bytes, b',');
    }
    let starts: FxHashSet<usize> = found.iter().map(|(number, _)| number.start).collect();
    found.extend(hexadecimal(bytes).into_iter().filter(|(number, _)| !starts.contains(&number.start)));
    found
}

/// The most digits of a number; a longer one is a word.
pub(super) const MOST_DIGITS: usize = 15;
/// The largest hexadecimal number, so that it has no more decimal digits than others.
const LARGEST: i64 = 999_999_999_999_999;
/// Fewer numbers with a mark are left alone.
const FEWEST_FIXED: usize = 8;
/// If the number of decimals is fixed, one number in ten ends with a zero. At least one in so many
/// has to: if only that shows it, and if nearly all numbers have as many decimals.
const ENDING_IN_ZERO: usize = 40;
const ENDING_IN_ZERO_AT_LEAST: usize = 20;

/// Returns the numbers with a mark before their last digits, if the number of decimals is fixed:
/// nearly all numbers have as many, or some end with a zero, which would be left out otherwise. One
/// decimal, and decimals behind a comma, need both.
fn fixed(bytes: &[u8], mark: u8) -> Vec<(Range<usize>, Format)> {
    let all: Vec<Range<usize>> = with_mark(bytes, mark);
    let places = |number: &Range<usize>| {
        bytes[number.clone()].iter().rev().take_while(|byte| byte.is_ascii_digit()).count()
    };
    let mut by_places: FxHashMap<usize, Vec<Range<usize>>> = FxHashMap::default();
    all.iter().for_each(|number| by_places.entry(places(number)).or_default().push(number.clone()));
    let are_fixed = |(n_places, numbers): &(usize, Vec<Range<usize>>)| {
        let with = |digit: u8, from_end: usize| {
            numbers.iter().filter(|number| bytes[number.end - from_end] == digit).count()
        };
        let texts: FxHashSet<&[u8]> = numbers.iter().map(|number| &bytes[number.clone()]).collect();
        let are_alike = 9 * all.len() <= 10 * numbers.len();
        let is_many = FEWEST_FIXED <= numbers.len() && FEWEST_FIXED <= 2 * texts.len();
        is_many
            && match mark {
                // Two numbers beside each other are not filled with zeros.
                b',' => {
                    *n_places == 2 && are_alike && numbers.len() <= ENDING_IN_ZERO_AT_LEAST * with(b'0', 2)
                }
                // `4.1` may be a section, which is never `4.0`.
                _ if *n_places == 1 => are_alike && numbers.len() <= ENDING_IN_ZERO_AT_LEAST * with(b'0', 1),
                _ => are_alike || numbers.len() <= ENDING_IN_ZERO * with(b'0', 1),
            }
    };
    let formats = by_places.into_iter().filter(are_fixed);
    formats
        .flat_map(|(places, numbers)| {
            let format = Format::Fixed { mark, places: places as u8 };
            numbers.into_iter().map(move |number| (number, format))
        })
        .collect()
}

/// Returns the digits with this mark between them, and a sign before them.
fn with_mark(bytes: &[u8], mark: u8) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let digits = |from: usize| bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut at = 0;
    while at < bytes.len() {
        let whole = digits(at);
        if whole == 0 {
            at += if is_word_byte(bytes[at]) { word_len(bytes, at) } else { 1 };
            continue;
        }
        let end = at + whole;
        let fraction = if bytes.get(end) == Some(&mark) { digits(end + 1) } else { 0 };
        let stop = end + 1 + fraction;
        let goes_on = |byte: Option<&u8>| byte.is_some_and(|&byte| is_word_byte(byte));
        let is_longer = bytes.get(stop) == Some(&mark) && goes_on(bytes.get(stop + 1));
        let is_behind = |marks: &[u8]| at.checked_sub(1).is_some_and(|before| marks.contains(&bytes[before]));
        let is_number = fraction != 0
            && whole + fraction <= MOST_DIGITS
            && !goes_on(bytes.get(stop))
            && !is_longer
            && !is_behind(&[mark]);
        if is_number {
            let is_negative = is_behind(b"-")
                && at.checked_sub(2).is_none_or(|before| BEFORE_SIGN.contains(&bytes[before]));
            found.push(at - usize::from(is_negative)..stop);
        }
        at = if fraction == 0 { at + word_len(bytes, at) } else { stop };
        // The rest of `1.2.3` is no number.
        while is_longer && at < bytes.len() && (is_word_byte(bytes[at]) || bytes[at] == mark) {
            at += 1;
        }
    }
    found
}

/// What is before the sign of a number.
pub(super) const BEFORE_SIGN: &[u8] = b" \t\n(,[=:;|>\"'";

fn word_len(bytes: &[u8], at: usize) -> usize {
    bytes[at..].iter().take_while(|&&byte| is_word_byte(byte)).count()
}

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
