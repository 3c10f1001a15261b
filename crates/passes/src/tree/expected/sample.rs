//! A text that a pattern stands for.

use std::iter::Peekable;
use std::str::Chars;

/// How patterns are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Syntax {
    /// `\+`, `\?`, `\|`, `\(` and `\{` have meanings.
    Basic,
    /// The same without a backslash.
    Extended,
    /// Nothing has a meaning.
    Fixed,
}

impl Syntax {
    /// Returns the one of a line that calls `grep`.
    pub(super) fn of(line: &str) -> Syntax {
        let has = |letter: char| {
            let is_option =
                |word: &str| word.starts_with('-') && !word.starts_with("--") && word.contains(letter);
            line.split_whitespace().any(is_option)
        };
        match () {
            () if has('F') || line.contains("fgrep") => Syntax::Fixed,
            () if has('E') || has('P') || line.contains("egrep") => Syntax::Extended,
            () => Syntax::Basic,
        }
    }
}

/// The longest text, and the most repetitions of a part.
const LONGEST: usize = 400;
const MOST_REPEATED: usize = 40;

/// Returns the simplest text that a pattern stands for; `None` if the pattern is not understood.
/// O(bytes).
pub(super) fn sample(pattern: &str, syntax: Syntax) -> Option<String> {
    if LONGEST < pattern.len() {
        return None;
    }
    if syntax == Syntax::Fixed {
        return Some(pattern.to_owned());
    }
    let mut parser = Parser { rest: pattern.chars().peekable(), is_extended: syntax == Syntax::Extended };
    let text = parser.choice(0)?;
    parser.rest.next().is_none().then_some(text)
}

/// A part of a pattern.
enum Sign {
    Text(char),
    Class(String),
    Open,
    Close,
    Or,
    Start,
    End,
    /// At least so many times, and whether one is better than none.
    Times(usize),
}

struct Parser<'a> {
    rest: Peekable<Chars<'a>>,
    is_extended: bool,
}

/// The deepest nesting of groups.
const DEEPEST: usize = 20;

impl Parser<'_> {
    /// Returns a text for the first one of several alternatives, and reads all up to the end of the
    /// group.
    fn choice(&mut self, depth: usize) -> Option<String> {
        let mut chosen: Option<String> = None;
        let mut text = String::new();
        let mut last = String::new();
        loop {
            let next = match self.rest.peek() {
                None if depth == 0 => None,
                None => return None,
                Some(_) => Some(self.sign()?),
            };
            match next {
                Some(Sign::Times(n)) => {
                    last = if n == 0 { String::new() } else { last.repeat(n.min(MOST_REPEATED)) };
                    continue;
                }
                Some(Sign::Start | Sign::End) => continue,
                _ => text += &std::mem::take(&mut last),
            }
            match next {
                Some(Sign::Text(char)) => last = char.to_string(),
                Some(Sign::Class(class)) => last = class,
                Some(Sign::Open) if depth < DEEPEST => last = self.choice(depth + 1)?,
                Some(Sign::Or) => {
                    chosen.get_or_insert(std::mem::take(&mut text));
                }
                Some(Sign::Close) if 0 < depth => return Some(chosen.unwrap_or(text)),
                None => return Some(chosen.unwrap_or(text)).filter(|text| text.len() <= LONGEST),
                _ => return None,
            }
        }
    }

    fn sign(&mut self) -> Option<Sign> {
        let char = self.rest.next()?;
        let (char, is_escaped) = if char == '\\' { (self.rest.next()?, true) } else { (char, false) };
        // What a backslash gives a meaning in one of the syntaxes, it takes in the other one.
        let has_meaning = self.is_extended != is_escaped;
        Some(match char {
            '(' if has_meaning => {
                // `(?:` and the like.
                if self.rest.peek() == Some(&'?') {
                    self.rest.next();
                    self.rest.next();
                }
                Sign::Open
            }
            ')' if has_meaning => Sign::Close,
            '|' if has_meaning => Sign::Or,
            '+' if has_meaning => Sign::Times(1),
            '?' if has_meaning => Sign::Times(0),
            '{' if has_meaning => Sign::Times(self.bounds()?),
            '*' if !is_escaped => Sign::Times(0),
            '^' if !is_escaped => Sign::Start,
            '$' if !is_escaped => Sign::End,
            '[' if !is_escaped => Sign::Class(self.class()?.to_string()),
            'd' | 'w' if is_escaped => Sign::Class("0".to_owned()),
            's' if is_escaped => Sign::Class(" ".to_owned()),
            'b' | '<' | '>' if is_escaped => Sign::Class(String::new()),
            _ => Sign::Text(char),
        })
    }

    /// Reads `{2,3}` from behind its bracket. Returns the first number.
    fn bounds(&mut self) -> Option<usize> {
        let mut text = String::new();
        loop {
            match self.rest.next()? {
                '}' => break,
                '\\' => {}
                char => text.push(char),
            }
        }
        text.split(',').next()?.parse().ok()
    }

    /// Reads a class from behind its bracket. Returns one of its characters.
    fn class(&mut self) -> Option<char> {
        let is_negated = self.rest.next_if_eq(&'^').is_some();
        let mut ranges: Vec<(char, char)> = Vec::new();
        loop {
            let char = self.rest.next()?;
            match char {
                ']' if !ranges.is_empty() => break,
                '[' if self.rest.peek() == Some(&':') => {
                    let name: String = self.rest.by_ref().skip(1).take_while(|char| *char != ':').collect();
                    self.rest.next_if_eq(&']')?;
                    ranges.extend_from_slice(match &*name {
                        "digit" => &[('0', '9')],
                        "xdigit" => &[('0', '9'), ('a', 'f'), ('A', 'F')],
                        "lower" => &[('a', 'z')],
                        "upper" => &[('A', 'Z')],
                        "alpha" => &[('a', 'z'), ('A', 'Z')],
                        "alnum" => &[('0', '9'), ('a', 'z'), ('A', 'Z')],
                        "space" | "blank" => &[(' ', ' ')],
                        _ => return None,
                    });
                    continue;
                }
                _ => {}
            }
            let mut ahead = self.rest.clone();
            let end = ahead.next().filter(|sign| *sign == '-').and_then(|_| ahead.next());
            if let Some(end) = end.filter(|end| *end != ']') {
                self.rest = ahead;
                ranges.push((char, end));
            } else {
                ranges.push((char, char));
            }
        }
        let has = |char: char| ranges.iter().any(|&(first, last)| (first..=last).contains(&char));
        let usual = "0a1 A-_.:/".chars();
        let usual = usual.chain(ranges.iter().filter(|_| !is_negated).map(|(first, _)| *first));
        { usual }.find(|&char| has(char) != is_negated)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_simplest_text_is_one_that_the_pattern_stands_for() {
        for (pattern, syntax, expected) in [
            ("^chain [a-z]+: [0-9]+ rules$", Syntax::Extended, Some("chain a: 0 rules")),
            ("^(.*, )?EB x[0-9]+", Syntax::Extended, Some("EB x0")),
            ("^06:00 rs485 wind [0-9.]+$", Syntax::Extended, Some("06:00 rs485 wind 0")),
            ("a+b (c) [[:upper:]]\\{2\\}", Syntax::Basic, Some("a+b (c) AA")),
            ("(one|two) \\(x\\)", Syntax::Extended, Some("one (x)")),
            ("\\(one\\|two\\)\\+", Syntax::Basic, Some("one")),
            ("[^0-9]x[]a]", Syntax::Basic, Some("axa")),
            ("v\\d{3}\\.\\d+", Syntax::Extended, Some("v000.0")),
            ("a.b*", Syntax::Fixed, Some("a.b*")),
            ("(a", Syntax::Extended, None),
            ("[a", Syntax::Basic, None),
        ] {
            assert_eq!(sample(pattern, syntax).as_deref(), expected, "{pattern}");
        }
        assert_eq!(Syntax::of("grep -qxF 'a'"), Syntax::Fixed);
        assert_eq!(Syntax::of("out | egrep 'a'"), Syntax::Extended);
        assert_eq!(Syntax::of("grep -q 'a -E'"), Syntax::Extended);
        assert_eq!(Syntax::of("grep -q 'a'"), Syntax::Basic);
    }
}
