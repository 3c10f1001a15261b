//! Texts in quotes in a test script.

use std::ops::Range;

/// Returns what stands in quotes in a line. A quote behind a letter is an apostrophe, except where
/// it ends what another one began. O(bytes).
pub(super) fn quoted(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let quote = bytes[at];
        let is_inside_word = 0 < at && bytes[at - 1].is_ascii_alphanumeric() && quote == b'\'';
        match quote {
            b'\\' => at += 1,
            b'\'' | b'"' if !is_inside_word => {
                let start = at + 1;
                let mut end = start;
                let mut inner = Vec::new();
                while end < bytes.len() && bytes[end] != quote {
                    if quote == b'"'
                        && let Some(command) = command(bytes, end)
                    {
                        end = command.end + 1;
                        inner.extend(text.get(command).into_iter().flat_map(quoted));
                        continue;
                    }
                    end += if bytes[end] == b'\\' && quote == b'"' { 2 } else { 1 };
                }
                found.extend(text.get(start..end.min(bytes.len())));
                found.append(&mut inner);
                at = end;
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// Returns the command within `$(` and `)` that begins at a byte; quotes in it are its own.
fn command(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let start = bytes[at..].starts_with(b"$(").then_some(at + 2)?;
    let (mut depth, mut is_single) = (1, false);
    for (end, byte) in bytes.iter().enumerate().skip(start) {
        match byte {
            b'\'' => is_single = !is_single,
            b'(' if !is_single => depth += 1,
            b')' if !is_single => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(start..end);
        }
    }
    None
}

/// As [`quoted`], without what a shell puts something else in the place of. In single quotes it
/// takes all as it is, which may be a command; not so where something is searched.
pub(super) fn quoted_as_it_is(line: &str) -> Vec<&str> {
    let searches = line.contains("grep");
    let is_single = |text: &str| {
        let before = (text.as_ptr() as usize - line.as_ptr() as usize).checked_sub(1);
        before.is_some_and(|before| line.as_bytes()[before] == b'\'')
    };
    quoted(line).into_iter().filter(|text| searches && is_single(text) || !has_variable(text)).collect()
}

/// Whether a shell puts something else in the place of a part of a text: `$a`, `${a}`, `$(a)`.
pub(super) fn has_variable(text: &str) -> bool {
    let mut pairs = text.as_bytes().windows(2);
    pairs.any(|pair| {
        pair[0] == b'$' && (pair[1].is_ascii_alphabetic() || matches!(pair[1], b'{' | b'(' | b'_' | b'@'))
    })
}
