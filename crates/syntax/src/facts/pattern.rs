//! The shortest text that a token's pattern matches.

use regex_syntax::ParserBuilder;
use regex_syntax::hir::{Class, ClassBytesRange, ClassUnicodeRange, Hir, HirKind};

use super::json::RawRule;

/// Returns a shortest text of a token; `None` if its pattern cannot be parsed.
///
/// Among texts of the same length, letters and digits come first, then other printable characters:
/// these are the likeliest to be read as the same token again.
pub(super) fn shortest_text(rule: &RawRule) -> Option<String> {
    match rule {
        RawRule::Blank | RawRule::Repeat { .. } => Some(String::new()),
        RawRule::String { value } => Some(value.clone()),
        RawRule::Pattern { value, flags } => shortest_match(value, flags.as_deref().unwrap_or("")),
        RawRule::Seq { members } => members.iter().map(shortest_text).collect(),
        RawRule::Choice { members } => members.iter().filter_map(shortest_text).min_by_key(|text| rank(text)),
        RawRule::Repeat1 { content }
        | RawRule::Token { content }
        | RawRule::ImmediateToken { content }
        | RawRule::Alias { content, .. }
        | RawRule::Field { content }
        | RawRule::Reserved { content }
        | RawRule::Prec { content, .. }
        | RawRule::PrecLeft { content, .. }
        | RawRule::PrecRight { content, .. }
        | RawRule::PrecDynamic { content, .. } => shortest_text(content),
        RawRule::Symbol { .. } => None,
    }
}

/// Whether a token may be white space or empty; true if its pattern cannot be parsed.
pub(super) fn may_be_blank(rule: &RawRule) -> bool {
    may_consist_of(rule, " \t\r\n").unwrap_or(true)
}

/// Whether an extra (text allowed between any tokens) may be spaces.
pub(super) fn may_be_spaces(rule: &RawRule) -> bool {
    may_consist_of(rule, " ").unwrap_or(false)
}

/// Whether some match consists of these characters only; `None` if that is unknown.
fn may_consist_of(rule: &RawRule, chars: &str) -> Option<bool> {
    match rule {
        RawRule::Blank | RawRule::Repeat { .. } => Some(true),
        RawRule::Symbol { .. } => None,
        RawRule::String { value } => Some(value.chars().all(|c| chars.contains(c))),
        RawRule::Pattern { value, flags } => {
            let hir = parse(value, flags.as_deref().unwrap_or(""))?;
            Some(hir_may_consist_of(&hir, chars))
        }
        RawRule::Seq { members } => {
            members.iter().try_fold(true, |all, member| Some(all && may_consist_of(member, chars)?))
        }
        RawRule::Choice { members } => {
            members.iter().try_fold(false, |any, member| Some(any || may_consist_of(member, chars)?))
        }
        RawRule::Repeat1 { content }
        | RawRule::Token { content }
        | RawRule::ImmediateToken { content }
        | RawRule::Alias { content, .. }
        | RawRule::Field { content }
        | RawRule::Reserved { content }
        | RawRule::Prec { content, .. }
        | RawRule::PrecLeft { content, .. }
        | RawRule::PrecRight { content, .. }
        | RawRule::PrecDynamic { content, .. } => may_consist_of(content, chars),
    }
}

fn hir_may_consist_of(hir: &Hir, chars: &str) -> bool {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => true,
        HirKind::Literal(literal) => literal.0.iter().all(|byte| chars.as_bytes().contains(byte)),
        HirKind::Class(Class::Unicode(class)) => {
            let holds =
                |range: &ClassUnicodeRange| chars.chars().any(|c| range.start() <= c && c <= range.end());
            class.ranges().iter().any(holds)
        }
        HirKind::Class(Class::Bytes(class)) => {
            let holds =
                |range: &ClassBytesRange| chars.bytes().any(|c| range.start() <= c && c <= range.end());
            class.ranges().iter().any(holds)
        }
        HirKind::Repetition(repetition) => repetition.min == 0 || hir_may_consist_of(&repetition.sub, chars),
        HirKind::Capture(capture) => hir_may_consist_of(&capture.sub, chars),
        HirKind::Concat(parts) => parts.iter().all(|part| hir_may_consist_of(part, chars)),
        HirKind::Alternation(parts) => parts.iter().any(|part| hir_may_consist_of(part, chars)),
    }
}

/// Returns a shortest match of a pattern in tree-sitter's dialect.
fn shortest_match(pattern: &str, flags: &str) -> Option<String> {
    shortest_of(&parse(pattern, flags)?)
}

/// Parses a pattern in tree-sitter's dialect, which is JavaScript's without look-around.
fn parse(pattern: &str, flags: &str) -> Option<Hir> {
    let parse = |pattern: &str| {
        let insensitive = flags.contains('i');
        let all = flags.contains('s');
        ParserBuilder::new()
            .case_insensitive(insensitive)
            .dot_matches_new_line(all)
            .build()
            .parse(pattern)
            .ok()
    };
    parse(pattern).or_else(|| parse(&rust_dialect(pattern)))
}

/// Translates a pattern for `regex-syntax`, which refuses `[` inside of classes, lone braces and
/// some needless escapes.
fn rust_dialect(pattern: &str) -> String {
    let mut result = String::with_capacity(pattern.len() + 8);
    let mut in_class = false;
    let mut chars = pattern.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' => {
                let Some(escaped) = chars.next() else { break };
                if escaped.is_ascii_alphanumeric() || "\\.+*?()|[]{}^$-/&~#".contains(escaped) {
                    result.push('\\');
                }
                result.push(escaped);
            }
            '[' if in_class => result.push_str("\\["),
            '[' => {
                in_class = true;
                result.push('[');
                if chars.next_if_eq(&'^').is_some() {
                    result.push('^');
                }
                if chars.next_if_eq(&']').is_some() {
                    result.push_str("\\]");
                }
            }
            ']' => {
                in_class = false;
                result.push(']');
            }
            '&' | '~' if in_class => result.extend(['\\', c]),
            '{' if !in_class && !chars.peek().is_some_and(char::is_ascii_digit) => result.push_str("\\{"),
            c => result.push(c),
        }
    }
    result
}

fn shortest_of(hir: &Hir) -> Option<String> {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => Some(String::new()),
        HirKind::Literal(literal) => String::from_utf8(literal.0.to_vec()).ok(),
        HirKind::Class(Class::Unicode(class)) => {
            let ranges =
                class.ranges().iter().map(|range| (u32::from(range.start()), u32::from(range.end())));
            best_char(ranges).map(String::from)
        }
        HirKind::Class(Class::Bytes(class)) => {
            let ranges =
                class.ranges().iter().map(|range| (u32::from(range.start()), u32::from(range.end())));
            best_char(ranges).map(String::from)
        }
        HirKind::Repetition(repetition) => match repetition.min {
            0 => Some(String::new()),
            min => Some(shortest_of(&repetition.sub)?.repeat(min as usize)),
        },
        HirKind::Capture(capture) => shortest_of(&capture.sub),
        HirKind::Concat(parts) => parts.iter().map(shortest_of).collect(),
        HirKind::Alternation(parts) => parts.iter().filter_map(shortest_of).min_by_key(|text| rank(text)),
    }
}

/// The order of texts: shorter ones first, then those with likelier characters.
fn rank(text: &str) -> (usize, u32, String) {
    (text.len(), text.chars().map(char_rank).sum(), text.to_owned())
}

fn best_char(mut ranges: impl Iterator<Item = (u32, u32)> + Clone) -> Option<char> {
    let within = |wanted: char| ranges.clone().any(|(start, end)| (start..=end).contains(&u32::from(wanted)));
    let ascii = (0u8..128).map(char::from).filter(|c| within(*c)).min_by_key(|c| (char_rank(*c), *c));
    ascii.or_else(|| ranges.find_map(|(start, _)| char::from_u32(start)))
}

fn char_rank(c: char) -> u32 {
    match c {
        'a'..='z' => 0,
        '0'..='9' => 1,
        'A'..='Z' => 2,
        '_' => 3,
        c if c.is_ascii_graphic() => 4,
        ' ' => 5,
        c if c.is_ascii_whitespace() => 6,
        _ => 7,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pattern: &str, shortest: &str) {
        assert_eq!(shortest_match(pattern, "").as_deref(), Some(shortest), "{pattern}");
    }

    #[test]
    fn letters_come_before_other_characters() {
        check(r"[a-zA-Z_$][a-zA-Z0-9_$]*", "a");
        check(r"(\p{XID_Start}|\$|_|\\u[0-9A-Fa-f]{4})(\p{XID_Continue}|\$)*", "a");
        check(r#"[^"\\]+"#, "a");
    }

    #[test]
    fn the_shortest_alternative_wins() {
        check(r"0[xX][0-9a-f]+|\d+|\.\d+", "0");
        check(r"(//.*|/\*[^*]*\*+([^/*][^*]*\*+)*/)", "//");
        check(r"\r?\n", "\n");
    }

    #[test]
    fn blank_patterns_are_told_from_others() {
        let blank = |pattern: &str| hir_may_consist_of(&parse(pattern, "").unwrap(), " \t\n");
        assert!(blank(r"\s+") && blank(r"\n") && blank(r"a*") && blank(r"[^a]") && blank(r"x|\t"));
        assert!(!blank(r"[a-z]+") && !blank(r"\S") && !blank(r" a") && !blank(r"x|y"));
    }

    #[test]
    fn javascript_s_dialect_is_understood() {
        check(r"[^/\\[\n]", "a");
        check(r"\u{61}", "a");
        check(r"{[0-9]}", "{0}");
        check(r"[^[]", "a");
    }
}
