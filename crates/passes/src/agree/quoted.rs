//! Names of several words, in quotes or joined: `"layer_1/weights"`, `shop-api`, `Assets:Bank`.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use dwindle_reduce::cost::is_word_byte;

/// A text in quotes without blanks, or joined words.
struct Text<'a> {
    bytes: Range<usize>,
    text: &'a [u8],
    place: Place<'a>,
}

/// Where on its line a text is.
#[derive(Clone, Copy, Eq, Hash, PartialEq)]
struct Place<'a> {
    /// The last word before it.
    label: &'a [u8],
    /// The first word of the line.
    head: &'a [u8],
}

/// Returns the contents of quotes and the joined words that are names as a whole, in ascending
/// order: texts of several words that occur behind different labels, and others behind such a
/// label. Texts that are told apart by a single word are left alone; of words that are joined by
/// colons or hyphens, only if the first word does it. Words that are joined by colons or slashes
/// are left alone if their first words are fields elsewhere. O(bytes).
pub(super) fn compound_names(bytes: &[u8]) -> Vec<Range<usize>> {
    let mut found = names(quoted(bytes), |_| false);
    for joint in JOINTS {
        let known = found.clone();
        let is_apart = |name: &Range<usize>| {
            let behind = known.partition_point(|other| other.end <= name.start);
            known.get(behind).is_none_or(|other| name.end <= other.start)
        };
        let are_names = |texts: &[&[u8]]| joint.may_begin_alike && begin_alike(texts);
        let texts = joined(bytes, joint);
        let first: FxHashSet<&[u8]> = texts.iter().filter_map(|one| words(one.text).next()).collect();
        let names = names(texts, are_names);
        if names.is_empty() || !joint.may_begin_with_name && are_fields(bytes, &first) {
            continue;
        }
        found.extend(names.into_iter().filter(is_apart));
        found.sort_unstable_by_key(|name| name.start);
    }
    found
}

/// How words are joined.
struct Joint {
    mark: u8,
    /// Further marks that may be there.
    others: &'static [u8],
    /// Whether texts that a single word tells apart are names if two begin alike.
    may_begin_alike: bool,
    /// Whether the first word may be a name of its own elsewhere.
    may_begin_with_name: bool,
}

/// The joints in the order in which they are tried: `Assets:Bank`, `top/u3`, `shop-api`.
const JOINTS: &[Joint] = &[
    Joint { mark: b':', others: b"-", may_begin_alike: true, may_begin_with_name: false },
    Joint { mark: b'/', others: b"-.", may_begin_alike: false, may_begin_with_name: false },
    Joint { mark: b'-', others: b"", may_begin_alike: true, may_begin_with_name: true },
];

/// Returns the names among texts. Those that a single word tells apart are names only if
/// `are_names`; then others behind their labels are none.
fn names(texts: Vec<Text<'_>>, are_names: impl Fn(&[&[u8]]) -> bool) -> Vec<Range<usize>> {
    let texts: Vec<Text<'_>> = texts.into_iter().filter(|one| is_compound(one.text)).collect();
    let mut labels: FxHashMap<&[u8], FxHashSet<Place<'_>>> = FxHashMap::default();
    for one in &texts {
        labels.entry(one.text).or_default().insert(one.place);
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
    if named.len() < FEWEST {
        return Vec::new();
    }
    let are_told_apart = 9 * named.len() <= 10 * n_told_apart;
    if are_told_apart && !are_names(&named) {
        return Vec::new();
    }
    let naming: FxHashSet<&[u8]> =
        named.iter().flat_map(|text| labels[text].iter().map(|place| place.label)).collect();
    let is_name = |one: &Text<'_>| match are_told_apart {
        true => named.binary_search(&one.text).is_ok(),
        false => naming.contains(one.place.label),
    };
    texts.into_iter().filter(is_name).map(|one| one.bytes).collect()
}

/// Whether two texts begin with the same word.
fn begin_alike(texts: &[&[u8]]) -> bool {
    let first: FxHashSet<Option<&[u8]>> = texts.iter().map(|text| words(text).next()).collect();
    first.len() < texts.len()
}

/// Whether the first words of joined ones are fields of their own elsewhere: `module d` and
/// `load d/f`.
fn are_fields(bytes: &[u8], first: &FxHashSet<&[u8]>) -> bool {
    let is_apart = |byte: &u8| byte.is_ascii_whitespace() || b"\"',;=()[]{}<>@".contains(byte);
    let fields: FxHashSet<&[u8]> = bytes.split(is_apart).collect();
    let n_fields = first.iter().filter(|word| fields.contains(*word)).count();
    FEWEST_FIELDS <= n_fields || n_fields == first.len()
}

/// So many first words of texts that are fields elsewhere are no chance.
const FEWEST_FIELDS: usize = 2;
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
fn quoted(bytes: &[u8]) -> Vec<Text<'_>> {
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
                        let head = words(line).next().unwrap_or_default();
                        found.push(Text {
                            bytes: start + first..start + at,
                            text,
                            place: Place { label, head },
                        });
                    }
                }
            }
        }
        start += line.len();
    }
    found
}

/// Returns the words that are joined so, the first of which begins with a letter.
fn joined<'a>(bytes: &'a [u8], joint: &Joint) -> Vec<Text<'a>> {
    let is_mark = |byte: u8| byte == joint.mark || joint.others.contains(&byte);
    let is_within = |byte: u8| is_word_byte(byte) || is_mark(byte);
    let mut found = Vec::new();
    let (mut at, mut line) = (0, 0);
    while at < bytes.len() {
        if !is_within(bytes[at]) {
            line = if bytes[at] == b'\n' { at + 1 } else { line };
            at += 1;
            continue;
        }
        let end = at + bytes[at..].iter().take_while(|&&byte| is_within(byte)).count();
        let text = &bytes[at..end];
        let is_name = text.contains(&joint.mark)
            && text.len() <= LONGEST
            && text[0].is_ascii_alphabetic()
            && text.split(|&byte| is_mark(byte)).all(|part| !part.is_empty());
        if is_name {
            let label = words(&bytes[line.max(at.saturating_sub(LONGEST))..at]).last().unwrap_or_default();
            let head = words(&bytes[line..at]).next().unwrap_or_default();
            found.push(Text { bytes: at..end, text, place: Place { label, head } });
        }
        at = end;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        compound_names(text.as_bytes()).into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn texts_behind_different_labels_are_names() {
        let node = |n: u32| format!("name: \"a{}/b{}\"\ninput: \"a{}/b{}\"\n", n % 2, n / 2, n % 2, n / 2);
        let text = (0..4).map(node).collect::<String>() + "name: \"c/d\"\ntitle: \"e/f\"\n";
        assert_eq!(found(&text).len(), 9);
        assert!(found(&text).contains(&"c/d") && !found(&text).contains(&"e/f"));
    }

    #[test]
    fn words_with_hyphens_behind_different_labels_are_names() {
        let unit = |n: u32| {
            let name =
                format!("{}-{}", ["shop", "auth"][n as usize % 2], ["api", "web", "job"][n as usize / 2]);
            format!("name: {name}\napp: {name}\nfrom: {name}-config\nday: 2024-05-0{n}\n")
        };
        let text = (0..6).map(unit).collect::<String>();
        assert_eq!(found(&text).len(), 12);
        assert!(found(&text).contains(&"shop-web"));
    }

    #[test]
    fn words_with_hyphens_that_begin_alike_are_joined_everywhere() {
        let all = ["lint-core", "lint-rules", "test-run", "diff-text", "tiny-glob"];
        let package = |name: &str| format!("\"modules/{name}\": {{\n  \"needs\": \"tiny-glob\"\n}}\n");
        let needed = all.map(|name| format!("\"{name}\": \"1.0\"\n")).concat();
        let text = all.map(package).concat() + &needed;
        assert_eq!(found(&text).iter().filter(|name| **name == "lint-core").count(), 2, "{text}");
        assert!(found(&text.replace("lint-rules", "rule-set")).is_empty());
    }

    #[test]
    fn words_with_colons_or_slashes_are_names() {
        let texts = [
            ["Assets:Bank", "Assets:Cash", "Costs:Bank", "Costs:Car-Rent", "Costs:Cash"],
            ["top/u1", "top/u2", "sub/u1", "sub/u2", "sub/u3"],
        ];
        for all in texts {
            let text: String = all.map(|name| format!("open {name}\npost {name} 5\n")).concat();
            assert_eq!(found(&text).len(), 10, "{text}");
            assert!(all.iter().all(|name| found(&text).contains(name)), "{text}");
            let first: FxHashSet<&str> =
                all.iter().filter_map(|name| name.split([':', '/']).next()).collect();
            let heads: String = first.iter().map(|first| format!("group {first}\n")).collect();
            assert!(found(&(heads + &text)).is_empty());
        }
    }

    #[test]
    fn texts_that_one_word_tells_apart_are_not_joined() {
        let node = |n: u32| format!("name: \"x/b{n}\"\ninput: \"x/b{n}\"\n");
        assert_eq!(found(&(0..6).map(node).collect::<String>()), [""; 0]);
    }
}
