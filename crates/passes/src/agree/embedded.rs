//! Numbers at the end of words that give the length of the following text: `t5:hello`.

use rustc_hash::{FxHashMap, FxHashSet};

use dwindle_reduce::cost::is_word_byte;

/// A number at the end of a word, and where the text after it would end.
struct Slot {
    at: usize,
    value: usize,
    start: usize,
}

/// Returns the offsets of the digits of such numbers, in ascending order. Numbers are grouped by
/// the mark after them; in a valid group nearly all texts end before the same mark. O(bytes).
pub(super) fn lengths_in_words(bytes: &[u8]) -> Vec<usize> {
    let mut kinds: FxHashMap<u8, Vec<Slot>> = FxHashMap::default();
    let mut at = 0;
    while at < bytes.len() {
        let len = bytes[at..].iter().take_while(|&&byte| is_word_byte(byte)).count();
        let word = &bytes[at..at + len];
        let n_digits = word.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let (prefix, digits) = word.split_at(len - n_digits);
        let is_letters = !prefix.is_empty() && !prefix.iter().any(u8::is_ascii_digit);
        let end = at + len;
        if is_letters
            && (1..=MOST_DIGITS).contains(&n_digits)
            && let Some(&mark) = bytes.get(end).filter(|byte| byte.is_ascii_punctuation())
        {
            let value = digits.iter().fold(0, |value, digit| 10 * value + usize::from(digit - b'0'));
            kinds.entry(mark).or_default().push(Slot { at: end - n_digits, value, start: end + 1 });
        }
        at = end + 1;
    }
    let mut found: Vec<usize> = Vec::new();
    for slots in kinds.into_values() {
        for lead in 0..=1 {
            if are_lengths(bytes, &slots, lead) {
                found.extend(slots.iter().map(|slot| slot.at));
                break;
            }
        }
    }
    found.sort_unstable();
    found
}

/// A length has at most this many digits.
const MOST_DIGITS: usize = 6;
/// Fewer words may be a coincidence.
const FEWEST: usize = 4;
/// Values up to this are no evidence.
const SMALL: usize = 3;
/// The least evidence, in bits, against a coincidence.
const FEWEST_BITS: f64 = 14.0;

fn are_lengths(bytes: &[u8], slots: &[Slot], lead: usize) -> bool {
    let mut ends: FxHashMap<u8, (usize, FxHashSet<usize>)> = FxHashMap::default();
    for slot in slots {
        let end = bytes.get(slot.start + lead + slot.value).filter(|byte| byte.is_ascii_punctuation());
        if let Some(&end) = end {
            let (n_found, large) = ends.entry(end).or_default();
            *n_found += 1;
            large.extend((SMALL <= slot.value).then_some(slot.at));
        }
    }
    let Some((&end, (n_found, large))) = ends.iter().max_by_key(|(end, (n_found, _))| (*n_found, **end))
    else {
        return false;
    };
    let different: FxHashSet<usize> =
        slots.iter().filter(|slot| large.contains(&slot.at)).map(|slot| slot.value).collect();
    let n_ends = bytes.iter().filter(|&&byte| byte == end).count();
    let bits = large.len() as f64 * (bytes.len() as f64 / n_ends as f64).log2();
    FEWEST <= *n_found && 9 * slots.len() <= 10 * n_found && 3 < different.len() && FEWEST_BITS < bits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_at_the_ends_of_words_are_found() {
        let text = b"u3:abc|t11:hello world|u5:defgh|t1:x|t0:|s7:1234567|u4:x2;y|";
        let found: Vec<&[u8]> = lengths_in_words(text).into_iter().map(|at| &text[at - 1..at + 1]).collect();
        assert_eq!(found, [&b"u3"[..], b"t1", b"u5", b"t1", b"t0", b"s7", b"u4"]);
    }

    #[test]
    fn other_numbers_are_none() {
        assert_eq!(lengths_in_words(b"a1: b, a2: c, a3: d, a4: e, a5: f, a6: g, x9: h,"), [0; 0]);
    }
}
