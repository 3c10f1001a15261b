//! Names in quotes that consist of several words: `"layer_1/weights"`.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use dwindle_reduce::cost::is_word_byte;

/// A text in quotes without blanks.
struct Quoted<'a> {
    bytes: Range<usize>,
    text: &'a [u8],
    /// The last word before it on its line.
    label: &'a [u8],
}

/// Returns the contents of quotes that are names as a whole, in ascending order: texts of several
/// words that occur behind different labels, and others behind such a label. Texts that are told
/// apart by a single word are left alone. O(bytes).
pub(super) fn compound_names(bytes: &[u8]) -> Vec<Range<usize>> {
    let quoted: Vec<Quoted<'_>> = quoted(bytes).into_iter().filter(|one| is_compound(one.text)).collect();
    let mut labels: FxHashMap<&[u8], FxHashSet<&[u8]>> = FxHashMap::default();
    for one in &quoted {
        labels.entry(one.text).or_default().insert(one.label);
    }
    let mut named: Vec<&[u8]> =
        labels.iter().filter(|(_, labels)| 1 < labels.len()).map(|(text, _)| *text).collect();
    named.sort_unstable();
    let mut n_with: FxHashMap<&[u8], usize> = FxHashMap::default();
    for text in &named {
        let words: FxHashSet<&[u8]> = words(text).collect();
        words.into_iter().for_each(|word| *n_with.entry(word).or_default() += 1);
    }
    let is_told_apart = |text: &&&[u8]| words(text).any(|word| n_with[word] == 1);
    let n_told_apart = named.iter().filter(is_told_apart).count();
    if named.len() < FEWEST || 9 * named.len() <= 10 * n_told_apart {
        return Vec::new();
    }
    let naming: FxHashSet<&[u8]> = named.iter().flat_map(|text| labels[text].iter().copied()).collect();
    quoted.into_iter().filter(|one| naming.contains(one.label)).map(|one| one.bytes).collect()
}

/// The fewest such names.
const FEWEST: usize = 4;
/// The longest name, in bytes.
const LONGEST: usize = 200;

fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|&byte| !is_word_byte(byte)).filter(|word| !word.is_empty())
}

fn is_compound(text: &[u8]) -> bool {
    words(text).nth(1).is_some()
}

/// Returns the texts between double quotes on one line, without blanks and escapes.
fn quoted(bytes: &[u8]) -> Vec<Quoted<'_>> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        let mut open: Option<usize> = None;
        let mut label = &line[..0];
        for (at, _) in line.iter().enumerate().filter(|(_, byte)| **byte == b'"') {
            match open.take() {
                None => {
                    open = Some(at + 1);
                    label = words(&line[at.saturating_sub(LONGEST)..at]).last().unwrap_or_default();
                }
                Some(first) => {
                    let text = &line[first..at];
                    let is_plain = |byte: &u8| byte.is_ascii_graphic() && *byte != b'\\' || *byte >= 0x80;
                    if (3..=LONGEST).contains(&text.len()) && text.iter().all(is_plain) {
                        found.push(Quoted { bytes: start + first..start + at, text, label });
                    }
                }
            }
        }
        start += line.len();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<&str> {
        compound_names(text.as_bytes()).into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn texts_behind_different_labels_are_names() {
        let node = |n: u32| format!("name: \"a{}/b{}\"\ninput: \"a{}/b{}\"\n", n % 2, n / 2, n % 2, n / 2);
        let text = (0..4).map(node).collect::<String>() + "name: \"c/d\"\ntitle: \"e/f\"\n";
        assert_eq!(names(&text).len(), 9);
        assert!(names(&text).contains(&"c/d") && !names(&text).contains(&"e/f"));
    }

    #[test]
    fn texts_that_one_word_tells_apart_are_not_joined() {
        let node = |n: u32| format!("name: \"x/b{n}\"\ninput: \"x/b{n}\"\n");
        assert_eq!(names(&(0..6).map(node).collect::<String>()), [""; 0]);
    }
}
