//! Numbers with decimals, of which all numbers have as many, but for zeros at the end.

use std::ops::{Range, RangeInclusive};

use rustc_hash::{FxHashMap, FxHashSet};

use dwindle_reduce::cost::is_word_byte;

use super::format::{BEFORE_SIGN, Format, MOST_DIGITS, word_len};

/// Fewer numbers with a mark are left alone.
const FEWEST_FIXED: usize = 8;
/// If the number of decimals is fixed, one number in ten ends with a zero. At least one in so many
/// has to: if only that shows it, and if nearly all numbers have as many decimals.
const ENDING_IN_ZERO: usize = 40;
const ENDING_IN_ZERO_AT_LEAST: usize = 20;

/// Returns the numbers with a mark before their last digits, if the number of decimals is fixed:
/// nearly all numbers have as many, or some end with a zero, which would be left out otherwise. One
/// decimal, and decimals behind a comma, need both.
pub(super) fn with_fixed_decimals(bytes: &[u8], mark: u8) -> Vec<(Range<usize>, Format)> {
    let all: Vec<Range<usize>> = with_mark(bytes, mark);
    let places = |number: &Range<usize>| {
        bytes[number.clone()].iter().rev().take_while(|byte| byte.is_ascii_digit()).count()
    };
    let mut by_places: FxHashMap<usize, Vec<Range<usize>>> = FxHashMap::default();
    all.iter().for_each(|number| by_places.entry(places(number)).or_default().push(number.clone()));
    let are_fixed = |n_places: usize, numbers: &[Range<usize>]| {
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
                    n_places == 2 && are_alike && numbers.len() <= ENDING_IN_ZERO_AT_LEAST * with(b'0', 2)
                }
                // `4.1` may be a section, which is never `4.0`.
                _ if n_places == 1 => are_alike && numbers.len() <= ENDING_IN_ZERO_AT_LEAST * with(b'0', 1),
                _ => are_alike || numbers.len() <= ENDING_IN_ZERO * with(b'0', 1),
            }
    };
    let trimmed = if mark == b'.' { trimmed(bytes, &by_places) } else { None };
    let mut found = Vec::new();
    for (places, numbers) in by_places {
        let format = match trimmed {
            _ if are_fixed(places, &numbers) => Format::Fixed { mark, places: places as u8 },
            Some(places) => Format::Trimmed { places },
            None => continue,
        };
        found.extend(numbers.into_iter().map(|number| (number, format)));
    }
    found
}

/// Returns the most decimals of numbers whose zeros at the end are left out: most of them have as
/// many decimals, and few of the others end with a zero.
fn trimmed(bytes: &[u8], by_places: &FxHashMap<usize, Vec<Range<usize>>>) -> Option<u8> {
    let (&most, numbers) = by_places.iter().max_by_key(|(places, _)| **places)?;
    let shorter = || by_places.iter().filter(|(places, _)| **places < most).flat_map(|(_, numbers)| numbers);
    let n_shorter = shorter().count();
    let n_with_zero = shorter().filter(|number| bytes[number.end - 1] == b'0').count();
    let is_trimmed = PLACES_TRIMMED.contains(&most)
        && FEWEST_TRIMMED <= numbers.len()
        && (1..=numbers.len() / 3).contains(&n_shorter)
        && 10 * n_with_zero <= n_shorter;
    is_trimmed.then_some(most as u8)
}

/// So many decimals may have been trimmed.
const PLACES_TRIMMED: RangeInclusive<usize> = 2..=6;
/// The fewest numbers with most decimals, if others have fewer.
const FEWEST_TRIMMED: usize = 20;

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
