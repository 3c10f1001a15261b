//! WGSL shaders, and WESL, which adds imports and conditions to them.

use super::language::{Comments, Language, Nesting, Reader, Spacing};
use super::naming::{BindingRules, Names, Start, Undefined};
use super::source::{Package, Source};

pub(super) static WGSL: Language = Language {
    name: "wgsl",
    aliases: &["wesl"],
    extensions: &["wgsl", "wesl"],
    file_names: &[],
    first_line: &[],
    marks: &[],
    comments: Comments::C,
    nesting: Nesting::Brackets,
    spacing: Spacing::Free { word_bytes: b"" },
    names: Names::Exact,
    bindings: Some(BindingRules {
        queries: &[include_str!("../bindings/queries/wgsl.scm")],
        undefined: Undefined::Refused,
        start: Start::Roots,
        uses_before_syntax: false,
        plain_types: &[],
        made: &[],
        direct: None,
    }),
    filler: None,
    unused: None,
    bodies: &[],
    quiet: None,
    reader: Reader::Grammar(Source {
        load: || tree_sitter_wesl::LANGUAGE.into(),
        node_types: tree_sitter_wesl::NODE_TYPES,
        rules: include_bytes!("../facts/data/wgsl.rules"),
        locals: Some(tree_sitter_wesl::LOCALS_QUERY),
        package: Package { name: "tree-sitter-wesl", folder: "src" },
        is_safe: Some(fits_the_queues),
        injected: &[],
    }),
};

/// The capacity of two queues in the grammar's scanner, in bits. The scanner looks ahead from a `<`
/// after a name to find out which angle brackets belong to template lists, and stores the results
/// in the queues. It aborts the process when one overflows.
const QUEUE: usize = 64;
/// Space in the queues that errors earlier in a text may use up.
const MARGIN: usize = 16;

/// Whether the scanner's queues do not overflow, by simulating the scanner.
fn fits_the_queues(text: &[u8]) -> bool {
    let (mut at, mut n_left_over) = (0, 0);
    while at < text.len() {
        if text[at..].starts_with(b"//") {
            at = end_of_line(text, at);
        } else if text[at..].starts_with(b"/*") {
            at = end_of_comment(text, at);
        } else if is_name(text[at]) {
            at = skip_blank(text, end_of_name(text, at));
            if text.get(at) == Some(&b'<') {
                let ahead = look_ahead(text, at);
                n_left_over += ahead.n_in_comments;
                if QUEUE - MARGIN < n_left_over + ahead.n_angles {
                    return false;
                }
                at = ahead.last_angle + 1;
            }
        } else {
            at += 1;
        }
    }
    true
}

/// What the scanner finds from one `<` on.
struct Ahead {
    n_angles: usize,
    /// Angle brackets in `//` comments, which the scanner takes for tokens and never consumes.
    n_in_comments: usize,
    last_angle: usize,
}

fn look_ahead(text: &[u8], first: usize) -> Ahead {
    let mut ahead = Ahead { n_angles: 1, n_in_comments: 0, last_angle: first };
    // For every template list that may be open: the bracket depth at which it was opened.
    let (mut open, mut depth, mut comment_end) = (vec![0usize], 0usize, 0);
    let mut at = first + 1;
    while at < text.len() && !open.is_empty() && ahead.n_angles <= QUEUE {
        let (byte, next) = (text[at], text.get(at + 1).copied());
        let before = at;
        at += 1;
        match byte {
            b'/' if next == Some(b'*') => at = end_of_comment(text, before),
            b'/' if next == Some(b'/') => comment_end = comment_end.max(end_of_line(text, before)),
            _ if is_name(byte) => {
                at = skip_blank(text, end_of_name(text, before));
                if text.get(at) == Some(&b'<') {
                    ahead.count(at, comment_end);
                    at += 1;
                    match text.get(at) {
                        Some(b'=') => at += 1,
                        Some(b'<') => {
                            ahead.count(at, comment_end);
                            at += 1;
                        }
                        _ => open.push(depth),
                    }
                }
            }
            b'<' => ahead.count(before, comment_end),
            b'>' => {
                ahead.count(before, comment_end);
                if open.pop_if(|opened| *opened == depth).is_none() && next == Some(b'=') {
                    at += 1;
                }
            }
            b'!' | b'=' if next == Some(b'=') => at += 1,
            b'(' | b'[' => depth += 1,
            b')' | b']' => {
                while open.pop_if(|opened| *opened == depth).is_some() {}
                depth = depth.saturating_sub(1);
            }
            b'=' | b';' | b'{' | b':' => open.clear(),
            b'&' | b'|' if next == Some(byte) => {
                at += 1;
                while open.pop_if(|opened| *opened == depth).is_some() {}
            }
            _ => {}
        }
    }
    ahead
}

impl Ahead {
    fn count(&mut self, at: usize, comment_end: usize) {
        self.n_angles += 1;
        self.n_in_comments += usize::from(at < comment_end);
        self.last_angle = at;
    }
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || 0x80 <= byte
}

fn end_of_name(text: &[u8], start: usize) -> usize {
    text[start..].iter().position(|&byte| !is_name(byte)).map_or(text.len(), |len| start + len)
}

fn skip_blank(text: &[u8], start: usize) -> usize {
    text[start..].iter().position(|byte| !byte.is_ascii_whitespace()).map_or(text.len(), |len| start + len)
}

fn end_of_line(text: &[u8], start: usize) -> usize {
    text[start..].iter().position(|&byte| byte == b'\n').map_or(text.len(), |len| start + len)
}

/// Block comments nest.
fn end_of_comment(text: &[u8], start: usize) -> usize {
    let (mut at, mut depth) = (start, 0usize);
    while at < text.len() {
        if text[at..].starts_with(b"/*") {
            (at, depth) = (at + 2, depth + 1);
        } else if text[at..].starts_with(b"*/") {
            (at, depth) = (at + 2, depth - 1);
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ParseError;

    #[test]
    fn tables_of_vectors_fit() {
        let table = format!("const t = array<vec2<f32>, 99>({});", "vec2<f32>(1, 2), ".repeat(99));
        assert!(WGSL.parse(table.as_bytes()).is_ok());
    }

    #[test]
    fn what_would_end_the_program_is_not_parsed() {
        for open in ["a<", "a<(b>", "a<b // >\n,c>; "] {
            let text = open.repeat(99);
            assert!(matches!(WGSL.parse(text.as_bytes()), Err(ParseError::Unsafe { .. })), "{open}");
        }
    }
}
