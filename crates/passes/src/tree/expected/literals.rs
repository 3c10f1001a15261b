//! Literals of texts, with what stands for values in them.

use std::collections::HashSet;

use dwindle_syntax::{NodeId, Tree};

use super::words::small_words;

/// What the names of the kinds of texts contain.
const KINDS: [&str; 6] = ["string", "str_lit", "char_lit", "template", "heredoc", "text"];
/// The most letters before the first quote: `f`, `u8R`, `$@`.
const LONGEST_PREFIX: usize = 3;
/// Signs that end a line at the end of a text.
const ENDS: [&str; 6] = ["\\n", "%n", "~n", "~%", "@.", "^M"];

/// Returns the literals of texts in order. O(nodes).
pub(super) fn literals(tree: &Tree) -> Vec<NodeId> {
    let kinds = tree.kinds().named_like(|name| KINDS.iter().any(|kind| name.contains(kind)));
    tree.outermost(|node| {
        (kinds.has(tree.kind(node)) || tree.is_leaf(node))
            && std::str::from_utf8(tree.text_of(node)).is_ok_and(|text| Parts::of(text).is_some())
    })
}

/// The most bytes of joined texts.
const LONGEST: usize = 4_096;

/// Returns the different texts of a program in order, without those in which something stands for
/// something else. O(nodes).
pub(crate) fn joined(tree: &Tree) -> String {
    let mut known = HashSet::new();
    let texts = literals(tree).into_iter().filter_map(|literal| {
        let text = Parts::of(std::str::from_utf8(tree.text_of(literal)).ok()?)?.inner;
        (!text.contains(['\\', '"', '{', '%', '$', '#', '\n']) && known.insert(text)).then_some(text)
    });
    let mut all = String::new();
    for text in texts {
        if all.len() + text.len() <= LONGEST {
            all += text;
        }
    }
    all
}

/// Returns the words of the texts of a program, in small letters. O(nodes).
pub(crate) fn words_of_texts(tree: &Tree) -> HashSet<String> {
    let texts = literals(tree)
        .into_iter()
        .filter_map(|literal| Some(Parts::of(std::str::from_utf8(tree.text_of(literal)).ok()?)?.inner));
    texts.flat_map(small_words).collect()
}

/// The parts of a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Parts<'a> {
    /// The letters before the first quote.
    prefix: &'a str,
    quote: &'a str,
    inner: &'a str,
}

impl<'a> Parts<'a> {
    /// Returns the parts; `None` if a text is no literal.
    pub(super) fn of(text: &'a str) -> Option<Parts<'a>> {
        let start = text.find(['"', '\'', '`']).filter(|&start| start <= LONGEST_PREFIX)?;
        let (prefix, rest) = text.split_at(start);
        if !prefix.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'$' | b'@')) {
            return None;
        }
        let quotes = ["\"\"\"", "'''", "\"", "'", "`"];
        let quote = quotes.into_iter().find(|quote| rest.starts_with(quote) && rest.ends_with(quote))?;
        let inner = rest.get(quote.len()..rest.len().checked_sub(quote.len())?)?;
        // Two literals with something between them.
        let is_one =
            quote.len() == 3 || !inner.replace("\\\\", "").replace(&format!("\\{quote}"), "").contains(quote);
        (is_one || inner.contains('{')).then_some(Parts { prefix, quote, inner })
    }

    /// Returns the text without what stands for values: `%d`, `{}`, `${a}`, `#{a}`, `\(a)`.
    pub(super) fn without_values(&self) -> String {
        let mut rest = self.inner.chars().peekable();
        let mut text = String::new();
        while let Some(char) = rest.next() {
            match (char, rest.peek()) {
                ('%', Some('%')) => drop(rest.next()),
                ('%', _) => while rest.next().is_some_and(|char| !char.is_alphabetic()) {},
                ('{', _) | ('\\', Some('(')) => {
                    let mut depth = 1;
                    if char == '\\' {
                        rest.next();
                    }
                    while 0 < depth {
                        match rest.next() {
                            Some('{' | '(') => depth += 1,
                            Some('}' | ')') => depth -= 1,
                            Some(_) => {}
                            None => break,
                        }
                    }
                }
                ('\\', Some(_)) => drop(rest.next()),
                _ => {
                    text.push(char);
                    continue;
                }
            }
            text.push(' ');
        }
        text
    }

    /// Returns a literal of another text, which ends a line if this one does, or if `ends_line`.
    /// With `is_format`, `%` begins what stands for values although there is none here.
    pub(super) fn with(&self, text: &str, ends_line: bool, is_format: bool) -> String {
        let mut inner = String::new();
        let is_format = is_format || self.is_format();
        // Most languages that have both know `\n` only between `"`.
        let quote = if self.quote == "'" && text.contains('\n') { "\"" } else { self.quote };
        for char in text.chars() {
            if char == '\n' && quote.len() == 1 && quote != "`" {
                inner.push_str("\\n");
                continue;
            }
            let begins_value = char == '$' && self.quote == "`";
            if char == '\\' || begins_value || quote.starts_with(char) {
                inner.push('\\');
            } else if char == '%' && is_format {
                inner.push('%');
            }
            inner.push(char);
        }
        inner.push_str(self.line_end().unwrap_or(if ends_line { "\\n" } else { "" }));
        // Nothing is left that they say how to read.
        let prefix: String =
            self.prefix.chars().filter(|char| !matches!(char, 'f' | 'F' | '$' | 'r' | 'R' | '@')).collect();
        [&prefix, quote, &inner, quote].concat()
    }

    /// Whether `%` begins what stands for values.
    fn is_format(&self) -> bool {
        let mut pairs = self.inner.as_bytes().windows(2);
        pairs.any(|pair| {
            pair[0] == b'%' && matches!(pair[1], b'a'..=b'z' | b'0'..=b'9' | b'%' | b'.' | b'-' | b'+' | b'*')
        })
    }

    /// Returns the sign with which it ends a line, if it does.
    pub(super) fn line_end(&self) -> Option<&'static str> {
        ENDS.into_iter().find(|end| self.inner.ends_with(end))
    }

    /// Returns what stands in the quotes, and that without the end of a line.
    pub(super) fn texts(self) -> impl Iterator<Item = &'a str> {
        let without_end = self.line_end().and_then(|end| self.inner.strip_suffix(end));
        [self.inner].into_iter().chain(without_end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_literal_is_put_together_again_with_another_text() {
        let with = |literal: &str, text: &str| Parts::of(literal).map(|parts| parts.with(text, false, false));
        assert_eq!(with("\"paid %d of %d\\n\"", "paid 1 of 2").unwrap(), "\"paid 1 of 2\\n\"");
        assert_eq!(with("f'paid {a}'", "it's 1").unwrap(), "'it\\'s 1'");
        assert_eq!(with("`paid ${a}`", "paid \"1\"").unwrap(), "`paid \"1\"`");
        assert_eq!(with("\"%d%%\"", "7%").unwrap(), "\"7%%\"");
        assert_eq!(with("\"100% done\"", "7%").unwrap(), "\"7%\"");
        let format = Parts::of("\"done\"").map(|parts| parts.with("7%", false, true));
        assert_eq!(format.unwrap(), "\"7%%\"");
        assert_eq!(with("R\"(a)\"", "b\\").unwrap(), "\"b\\\\\"");
        assert_eq!(with("'a %s'", "b\nit's \"c\"").unwrap(), "\"b\\nit's \\\"c\\\"\"");
        assert_eq!(with("`a`", "b\nc").unwrap(), "`b\nc`");
        assert_eq!(with("a + \"b\"", "c"), None);
        assert_eq!(with("\"a\" + \"b\"", "c"), None);
        assert_eq!(with("\"a", "c"), None);
    }

    #[test]
    fn what_stands_for_values_is_no_part_of_the_text() {
        let left = |literal: &str| {
            Parts::of(literal).unwrap().without_values().split_whitespace().collect::<Vec<_>>().join(" ")
        };
        assert_eq!(
            left("\"paid %5.2f of {:>4} and ${a.b(c)} to \\(d) with #{e}\\n\""),
            "paid of and $ to with #"
        );
        assert_eq!(left("\"100%% of \\\"a\\\"\""), "100 of a");
    }
}
