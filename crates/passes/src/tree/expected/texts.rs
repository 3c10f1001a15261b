//! The texts that a test expects.

use std::collections::HashSet;
use std::sync::Arc;

use super::quotes::{has_variable, quoted, quoted_as_it_is};
use super::sample::{Syntax, sample};
use super::values::Values;
use super::words::{letters, words_of};

/// Longer scripts are not read.
const LONGEST_SCRIPT: usize = 256 << 10;
/// The most texts that are kept.
const MOST_TEXTS: usize = 64;
/// The most bytes of a line, and the fewest letters.
const LONGEST: usize = 400;
const FEWEST_LETTERS: usize = 2;
/// The most lines that are one text.
const MOST_LINES: usize = 40;

/// The texts that a test may look for in the output of a program: hints where in a program what is
/// printed can be put as it is. Cloning is O(1).
///
/// ```
/// let expected = dwindle_passes::Expected::of_script(b"./a.out | grep -qx 'sum: 7'\n");
/// assert!(expected.texts().contains(&"sum: 7".to_owned()));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    texts: Arc<[String]>,
    /// Those of them that may be messages of what runs the program.
    messages: Arc<[String]>,
    values: Arc<Values>,
}

impl Expected {
    /// Finds them in a test script of any language: documents behind `<<`, whole and line by line,
    /// and what stands in quotes. They have a space or a digit, and nothing that a shell replaces.
    /// Escapes before signs are taken off, and so are `^` and `$` at the ends; of a pattern that
    /// stands for several texts, one is taken: 0 for `[0-9]+`. Messages of failures are left out: a
    /// program that prints one does not fail. Nothing is found in what is longer than 256 KB or no
    /// UTF-8. O(bytes).
    pub fn of_script(script: &[u8]) -> Expected {
        let text = match std::str::from_utf8(script) {
            Ok(text) if script.len() <= LONGEST_SCRIPT => text,
            _ => return Expected::default(),
        };
        let mut found: Vec<String> = Vec::new();
        let lines: HashSet<&str> = text.lines().map(str::trim).collect();
        let mut messages: Vec<String> = Vec::new();
        let mut ends_with: Option<&str> = None;
        let mut document: Vec<&str> = Vec::new();
        // A shell writes an apostrophe within quotes with three more signs.
        let script = text.replace(r"'\''", "\"");
        let mut values = Values::of(script.lines().flat_map(quoted_as_it_is));
        values.printed = printed(text, values.messages.is_empty());
        values.lines = found_lines(&script);
        for line in text.lines() {
            match ends_with {
                Some(end) if line.trim() == end => {
                    ends_with = None;
                    found.extend(all_of(&document));
                    found.extend(document.drain(..).filter_map(plain));
                }
                Some(_) => document.push(line),
                None => {
                    let texts: Vec<String> = quoted(line).into_iter().filter_map(plain).collect();
                    let is_of_all = OF_ALL_OUTPUT.iter().any(|sign| line.contains(sign));
                    messages.extend(texts.iter().filter(|text| is_of_all || is_message(text)).cloned());
                    found.extend(texts);
                    // Elsewhere, `<<` shifts or prints.
                    ends_with = document_end(line).filter(|end| lines.contains(end));
                }
            }
        }
        let values = Arc::new(values);
        Expected { messages: messages.into(), values, ..Expected::of_plain(found.into_iter()) }
    }

    /// Finds them in a file that the test may compare an output with: the whole file, and its
    /// lines. O(bytes).
    pub fn of_lines(file: &[u8]) -> Expected {
        match std::str::from_utf8(file) {
            Ok(text) if file.len() <= LONGEST_SCRIPT => {
                let lines: Vec<&str> = text.lines().collect();
                let whole = all_of(&lines);
                Expected::of_plain(whole.into_iter().chain(lines.into_iter().filter_map(plain)))
            }
            _ => Expected::default(),
        }
    }

    /// Returns the texts of both.
    #[must_use]
    pub fn and(self, other: &Expected) -> Expected {
        let new = other.texts.iter().filter(|text| !self.texts.contains(text));
        Expected {
            texts: self.texts.iter().chain(new).cloned().collect(),
            messages: self.messages.iter().chain(&*other.messages).cloned().collect(),
            values: Arc::new(self.values.and(&other.values)),
        }
    }

    /// Creates it from texts or patterns that are known to be looked for.
    pub fn of_texts<'a>(texts: impl IntoIterator<Item = &'a str>) -> Expected {
        let texts: Vec<&str> = texts.into_iter().collect();
        let values = Arc::new(Values::of(texts.iter().copied()));
        let of_texts = Expected { values, ..Expected::of_plain(texts.into_iter().filter_map(plain)) };
        let messages = of_texts.texts.iter().filter(|text| is_message(text)).cloned().collect();
        Expected { messages, ..of_texts }
    }

    /// Returns the values that messages name.
    pub(crate) fn values(&self) -> &Values {
        &self.values
    }

    /// Whether a text may be a message of what compiles or runs the program, which is not to be
    /// printed where the program never printed anything like it.
    pub(crate) fn may_be_message(&self, text: &str) -> bool {
        self.messages.iter().any(|message| message == text)
    }

    fn of_plain(texts: impl Iterator<Item = String>) -> Expected {
        let mut found: Vec<String> = Vec::new();
        for text in texts {
            if !found.contains(&text) {
                found.push(text);
            }
            if found.len() == MOST_TEXTS {
                break;
            }
        }
        Expected { texts: found.into(), ..Expected::default() }
    }

    /// Returns the texts, each once, in their order.
    pub fn texts(&self) -> &[String] {
        &self.texts
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }
}

/// Whether a line of a script wants that something is not there.
fn is_negated(line: &str) -> bool {
    line.split_whitespace().any(|word| word.starts_with('!') && word != "!=")
}

/// The most such lines.
const MOST_FOUND: usize = 8;

/// Returns a line for each pattern that a script searches.
fn found_lines(script: &str) -> Vec<String> {
    // What is found may be what must not be there: `grep a && exit 1`, `if grep a; then`.
    let is_forbidden = |line: &str| {
        let behind = line.rsplit_once("&&").map_or("", |(_, behind)| behind.trim_start());
        let ends = ["exit", "return", "false", "{ exit"].iter().any(|end| behind.starts_with(end));
        line.starts_with("if ") || ends && !behind.starts_with("exit 0")
    };
    let is_wanted = |line: &&str| {
        let line = line.trim_start();
        line.contains("grep") && !line.starts_with('#') && !is_negated(line) && !is_forbidden(line)
    };
    let lines = script.lines().filter(is_wanted).flat_map(|line| {
        quoted_as_it_is(line).into_iter().filter_map(move |pattern| {
            let before = line.get(..pattern.as_ptr() as usize - line.as_ptr() as usize)?;
            let command = &before[before.rfind("grep")?.saturating_sub(1)..];
            sample(pattern, Syntax::of(command))
        })
    });
    lines.filter(|line| FEWEST_LETTERS <= letters(&words_of(line))).take(MOST_FOUND).collect()
}

/// Returns what lines begin with that a script looks for, or nothing if it compares outputs and
/// wants no message; `None` if it does neither.
fn printed(script: &str, has_no_message: bool) -> Option<String> {
    const SEARCHES: [&str; 3] = ["grep", "sed", "awk"];
    const COMPARES: [&str; 2] = ["cmp", "diff"];
    let lines = || script.lines().map(str::trim).filter(|line| !line.starts_with('#'));
    let is_wanted = |line: &&str| SEARCHES.iter().any(|word| line.contains(word)) && !is_negated(line);
    let label = lines().filter(is_wanted).flat_map(quoted_as_it_is).find_map(label);
    let words = || lines().flat_map(|line| line.split(|char: char| !char.is_alphanumeric()));
    label.or_else(|| (has_no_message && words().any(|word| COMPARES.contains(&word))).then(String::new))
}

/// Returns the text with which a pattern begins that stands for the beginnings of lines.
fn label(pattern: &str) -> Option<String> {
    const SIGNS: &str = "/*[](){}\\+?|";
    let behind = pattern.trim_start_matches(['/', 's']).strip_prefix('^')?;
    // A point between letters is that of the text.
    let is_letter = |char: Option<char>| char.is_some_and(char::is_alphanumeric);
    let is_sign = |(at, char): (usize, char)| match char {
        '.' => !is_letter(behind[..at].chars().last()) || !is_letter(behind[at + 1..].chars().next()),
        _ => SIGNS.contains(char),
    };
    let end = behind.char_indices().find(|&one| is_sign(one)).map_or(behind.len(), |(at, _)| at);
    let mut words = behind.split(|char: char| !char.is_alphanumeric()).map(str::to_lowercase);
    if words.any(|word| OF_FAILURES.iter().any(|end| word.ends_with(end))) {
        return None;
    }
    // What stands for whole lines is no beginning.
    let is_open = end < behind.len() || behind.ends_with([' ', ':', '=']);
    let text = behind[..end].trim_end_matches('$').trim_end();
    (is_open && text.contains(char::is_alphabetic)).then(|| text.to_owned())
}

/// Returns the line that ends the document that begins behind a line: `E` of `cat <<'E'`.
fn document_end(line: &str) -> Option<&str> {
    let behind = line.split_once("<<")?.1.trim_start_matches(['-', '~', ' ', '\'', '"', '\\']);
    let end = behind.find(|char: char| !char.is_alphanumeric() && char != '_').unwrap_or(behind.len());
    (0 < end).then(|| &behind[..end])
}

/// Ends of words in messages of failures. A program that prints such a message does not fail.
const FAILURES: [&str; 9] =
    ["error", "errors", "exception", "panic", "panicked", "traceback", "assertion", "fault", "aborted"];

/// How words of such messages end, which are no beginnings of lines that a program prints.
const OF_FAILURES: [&str; 7] = ["error", "exception", "panic", "panicked", "fault", "fatal", "aborted"];

/// What a line of a script has if it looks at messages as well as at what is printed.
const OF_ALL_OUTPUT: [&str; 5] = ["2>", "&>", ">&", "|&", "stderr"];
/// Words of messages about what a program did wrong. The names of what it did it to are in the
/// program, too.
const MESSAGES: [&str; 32] = [
    "attribute",
    "bounds",
    "cannot",
    "conversion",
    "corrupt",
    "corrupted",
    "deadlock",
    "denied",
    "dereference",
    "divide",
    "division",
    "expected",
    "failed",
    "freed",
    "illegal",
    "index",
    "invalid",
    "leak",
    "mismatch",
    "nil",
    "null",
    "object",
    "overflow",
    "range",
    "recursion",
    "supported",
    "undeclared",
    "undefined",
    "underflow",
    "unexpected",
    "uninitialized",
    "unreachable",
];

/// Whether a text has words of messages about what a program did wrong.
fn is_message(text: &str) -> bool {
    words_of(text).iter().any(|word| MESSAGES.contains(&&*word.to_lowercase()))
}

/// What stands for several texts in patterns, each with one of them.
const SEVERAL: [(&str, &str); 9] = [
    (".*", ""),
    (".+", "0"),
    ("[0-9]*", "0"),
    ("[0-9]+", "0"),
    ("[0-9]", "0"),
    ("[[:digit:]]+", "0"),
    ("\\d*", "0"),
    ("\\d+", "0"),
    ("\\d", "0"),
];

/// Returns several lines as one text; `None` if they are too many, or one of them is no text of the
/// output.
fn all_of(lines: &[&str]) -> Option<String> {
    let is_some = |line: &&str| {
        !line.is_empty() && line.len() <= LONGEST && !has_variable(line) && !is_failure(&words_of(line))
    };
    let is_text = (2..=MOST_LINES).contains(&lines.len()) && lines.iter().all(is_some);
    is_text.then(|| lines.join("\n"))
}

/// Whether some words are those of a message of a failure.
fn is_failure(words: &[&str]) -> bool {
    words.iter().any(|word| {
        let word = word.to_lowercase();
        FAILURES.iter().any(|failure| word.ends_with(failure))
    })
}

/// Returns a text that a pattern stands for; `None` if too little is in it.
fn plain(pattern: &str) -> Option<String> {
    let pattern = pattern.trim();
    let pattern = pattern.strip_prefix('^').unwrap_or(pattern);
    let pattern = pattern.strip_suffix('$').unwrap_or(pattern);
    if LONGEST < pattern.len() {
        return None;
    }
    let pattern = SEVERAL.iter().fold(pattern.to_owned(), |text, (several, one)| text.replace(several, one));
    let mut text = String::new();
    let mut rest = pattern.chars().peekable();
    while let Some(char) = rest.next() {
        let escapes = char == '\\' && rest.peek().is_some_and(char::is_ascii_punctuation);
        text.push(if escapes { rest.next()? } else { char });
    }
    let text = text.strip_suffix("\\n").unwrap_or(&text).to_owned();
    let words = words_of(&text);
    let is_word = !text.contains(|char: char| char.is_whitespace() || char.is_ascii_digit());
    // One of several patterns.
    let is_choice = text.contains('(') && text.contains('|') && text.contains(')');
    let is_other = is_choice || is_failure(&words) || is_word || has_variable(&text);
    (!is_other && FEWEST_LETTERS <= letters(&words)).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(script: &str) -> Vec<String> {
        Expected::of_script(script.as_bytes()).texts().to_vec()
    }

    #[test]
    fn texts_in_quotes_are_found_without_what_makes_them_patterns() {
        let script = "#!/bin/sh\nrustc \"$1\" -o t && ./t | grep -q '^paid 4\\.50 of 7$'\n";
        assert!(found(script).contains(&"paid 4.50 of 7".to_owned()), "{:?}", found(script));
    }

    #[test]
    fn lines_of_documents_in_a_script_are_found() {
        let script = "cat > want <<'E'\nfirst line 1\nsecond line 2\nE\n./t | cmp - want\n";
        let texts = found(script);
        assert_eq!(texts, ["first line 1\nsecond line 2", "first line 1", "second line 2"]);
    }

    #[test]
    fn a_pattern_of_several_texts_is_one_of_them() {
        assert!(found("grep -Eq '^total: [0-9]+\\.91 EUR$'").contains(&"total: 0.91 EUR".to_owned()));
        assert!(found("grep -q 'sum.* here'").contains(&"sum here".to_owned()));
    }

    #[test]
    fn code_of_a_script_is_no_text() {
        let script =
            "f=vector.cc\nt=$(mktemp -d \"${TMPDIR:-/tmp}/case.XX 1\")\ngrep -q 'vector' \"$t/log 2\"\n";
        assert_eq!(found(script), [""; 0]);
    }

    #[test]
    fn messages_of_failures_are_not_to_be_printed() {
        assert!(found("grep -q '^ValueError: bad token'").iter().all(|text| !text.contains("token")));
        assert!(found("grep -q 'thread main panicked at'").iter().all(|text| !text.contains("thread")));
    }

    #[test]
    fn texts_in_all_output_may_be_messages() {
        let is_message = |script: &str, text: &str| {
            let expected = Expected::of_script(script.as_bytes());
            assert!(expected.texts().iter().any(|found| found == text), "{script}");
            expected.may_be_message(text)
        };
        assert!(is_message("./t | grep -q 'list index out of range'", "list index out of range"));
        assert!(is_message("./t 2>&1 | grep -q 'sum is 7'", "sum is 7"));
        assert!(!is_message("./t | grep -q 'sum is 7'", "sum is 7"));
        assert!(!is_message("cat >want <<'E'\nit cannot go\nno range 7\nE\n", "it cannot go"));
    }

    #[test]
    fn shifts_begin_no_document() {
        assert!(found("n=$((1 << 4))\n./t | grep -q 'sum is 7'\n").contains(&"sum is 7".to_owned()));
    }

    #[test]
    fn what_is_found_does_not_depend_on_the_lines_before() {
        let script = "echo it's\ngrep -q 'sum 7'\n";
        assert!(found(script).contains(&"sum 7".to_owned()), "{:?}", found(script));
    }

    #[test]
    fn an_apostrophe_begins_nothing() {
        assert!(found("# don't\ngrep -q 'sum 7'\n").contains(&"sum 7".to_owned()));
    }

    #[test]
    fn what_is_no_text_has_none() {
        assert!(Expected::of_script(b"\xff\xfe'abc def'").is_empty());
        assert!(Expected::of_script(b"").is_empty());
    }
}
