//! Estimates how deeply a text is nested, without a parser.
//!
//! The memory of parsers grows with the nesting, sometimes quadratically. Limits on their work
//! cannot prevent that, because it happens within single steps.

use dwindle_syntax::Language;
use dwindle_syntax::languages::Nesting;

/// The deepest nesting of brackets or tags with which a file is parsed. Files written by people or
/// compilers are never nested so deeply.
const MOST_LEVELS: usize = 20_000;
/// The same for lists of type arguments. As they may also be comparisons, keeping both parses of
/// 10,000 unclosed ones takes a gigabyte in parsers of Java and C#.
const MOST_ANGLES: usize = 3_000;

/// Whether a text is nested too deeply to be parsed. O(bytes).
pub(super) fn is_too_deep(language: &Language, text: &[u8]) -> bool {
    MOST_LEVELS < n_levels(text).max(n_closed_tags(text))
        || match language.nesting {
            Nesting::Brackets => false,
            Nesting::Angles => MOST_ANGLES < n_open_angles(text),
            Nesting::Tags { without_end } => MOST_LEVELS < n_open_tags(text, without_end),
        }
}

/// Returns the nesting depth of brackets of any kind, anywhere.
fn n_levels(text: &[u8]) -> usize {
    let (mut level, mut deepest) = (0usize, 0);
    for byte in text {
        match byte {
            b'(' | b'[' | b'{' => {
                level += 1;
                deepest = deepest.max(level);
            }
            b')' | b']' | b'}' => level = level.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

/// Returns the nesting depth of tags that are closed; many never are.
fn n_closed_tags(text: &[u8]) -> usize {
    let (mut level, mut highest, mut deepest) = (0usize, 0, 0);
    for pair in text.windows(2).filter(|pair| pair[0] == b'<') {
        match pair[1] {
            b'/' => {
                level = level.saturating_sub(1);
                deepest = deepest.max(highest - level);
            }
            byte if byte.is_ascii_alphabetic() => {
                level += 1;
                highest = highest.max(level);
            }
            _ => {}
        }
    }
    deepest
}

/// Returns how many tags are open at once, closed later or not: scanners of XML and HTML keep a
/// list of them for each token.
fn n_open_tags(text: &[u8], without_end: &[&str]) -> usize {
    let has_end = |name: &[u8]| !without_end.iter().any(|known| known.as_bytes().eq_ignore_ascii_case(name));
    let nests = |name: &[u8]| !name.is_empty() && has_end(name);
    let (mut level, mut deepest, mut is_in_tag) = (0usize, 0, false);
    for (at, &byte) in text.iter().enumerate() {
        let rest = &text[at + 1..];
        match byte {
            b'<' if rest.first() == Some(&b'/') => {
                level -= usize::from(0 < level && nests(name_of(&rest[1..])));
                is_in_tag = false;
            }
            b'<' => {
                is_in_tag = nests(name_of(rest));
                level += usize::from(is_in_tag);
                deepest = deepest.max(level);
            }
            b'>' => {
                let closes_itself = is_in_tag && text[..at].ends_with(b"/");
                level -= usize::from(closes_itself);
                is_in_tag = false;
            }
            _ => {}
        }
    }
    deepest
}

/// Returns the letters and digits at the start of a text, up to the length of the longest known
/// name.
fn name_of(text: &[u8]) -> &[u8] {
    let text = &text[..text.len().min(16)];
    let len = text.iter().position(|byte| !byte.is_ascii_alphanumeric());
    &text[..len.unwrap_or(text.len())]
}

/// Returns how many `<` of one statement are open at once, ignoring shifts and `<=`.
fn n_open_angles(text: &[u8]) -> usize {
    let (mut level, mut deepest) = (0usize, 0);
    for (at, byte) in text.iter().enumerate() {
        let (before, after) = (at.checked_sub(1).map(|before| text[before]), text.get(at + 1));
        match byte {
            b'<' if !matches!(after, Some(b'<' | b'=')) && before != Some(b'<') => {
                level += 1;
                deepest = deepest.max(level);
            }
            b'>' if !matches!(before, Some(b'-' | b'=')) => level = level.saturating_sub(1),
            b';' | b'{' | b'}' => level = 0,
            _ => {}
        }
    }
    deepest
}

#[cfg(test)]
mod tests {
    use dwindle_syntax::languages::by_name;

    use super::*;

    fn is_deep(language: &str, text: &str) -> bool {
        is_too_deep(by_name(language).unwrap(), text.as_bytes())
    }

    #[test]
    fn brackets_and_tags_that_are_closed_count_in_every_language() {
        let onion = |open: &str, close: &str| [open.repeat(30_000), close.repeat(30_000)].concat();
        assert!(is_deep("json", &onion("[", "]")));
        assert!(is_deep("javascript", &onion("<a>", "</a>")));
        assert!(!is_deep("json", &"[]".repeat(30_000)));
        assert!(!is_deep("javascript", &"<a></a>".repeat(30_000)));
    }

    #[test]
    fn tags_that_are_never_closed_count_where_they_nest() {
        assert!(is_deep("xml", &"<a>".repeat(30_000)));
        assert!(is_deep("xml", &"a<".repeat(30_000)));
        assert!(is_deep("html", &"<b>".repeat(30_000)));
        assert!(!is_deep("html", &"<P><br><Td>".repeat(30_000)));
        assert!(!is_deep("xml", &"<a/><a b='c' />".repeat(30_000)));
        assert!(!is_deep("xml", &"<a>1</a>".repeat(30_000)));
    }

    #[test]
    fn type_arguments_count_until_the_statement_ends() {
        assert!(is_deep("java", &"a<".repeat(4_000)));
        assert!(is_deep("cpp", &"a<b<".repeat(2_000)));
        assert!(!is_deep("c", &"a<".repeat(4_000)));
        assert!(!is_deep("java", &"a<b>".repeat(4_000)));
        assert!(!is_deep("java", &"if (a < b) c();\n".repeat(4_000)));
        assert!(!is_deep("cpp", &"1<<2, a<=b, ".repeat(4_000)));
    }
}
