//! Values that a test names.

use super::quotes::quoted;
use super::words::{small_words, words_of};

/// The most values of a sort, and the most digits of a number.
const MOST_VALUES: usize = 3;
const LONGEST_NUMBER: usize = 9;
/// What Java says before a message.
const OF_JAVA: &str = "Exception in thread \"main\"";
/// The most words of a text that is a value.
const MOST_WORDS_OF_VALUE: usize = 3;
/// The most words of a message.
const MOST_WORDS: usize = 40;

/// Values that the messages of a test name, also those of failures: `12` and `a b` in
/// `12 of "a b"`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Values {
    pub(crate) numbers: Vec<String>,
    /// Numbers with decimals: `240.0` in `min = 240.0`.
    pub(crate) decimals: Vec<String>,
    /// What stands in quotes in a message.
    pub(crate) texts: Vec<String>,
    /// The number that a message calls a length: `3` in `the len is 3`.
    pub(crate) length: Option<usize>,
    /// The messages without the kind of failure before them: `a b` of `ValueError: a b`.
    pub(crate) messages: Vec<String>,
    /// What lines begin with that the test looks for or compares; empty if it compares all lines,
    /// and `None` if it does not look at what is printed.
    pub(crate) printed: Option<String>,
    /// Lines that searches for a pattern in what a program prints would find, or in its messages.
    pub(crate) lines: Vec<String>,
    /// The words of the messages, in small letters.
    words: Vec<String>,
}

/// Words for the number of elements of something, and words between these and the number.
const LENGTHS: [&str; 4] = ["length", "len", "size", "capacity"];
const FILLERS: [&str; 4] = ["is", "was", "of", "which"];
/// The greatest length of a text that is made.
const LONGEST_TEXT: usize = 64;

impl Values {
    /// Finds them in messages. O(bytes).
    pub(super) fn of<'a>(messages: impl IntoIterator<Item = &'a str>) -> Values {
        let mut values = Values::default();
        for message in messages.into_iter().filter(|message| 1 < words_of(message).len()) {
            add_new(&mut values.texts, escaped(message).iter().map(String::as_str));
            // Escaped quotes and brackets are those of the message.
            let message = message.replace('\\', "").replace(OF_JAVA, "");
            add_new(&mut values.messages, [without_kind(&message)]);
            let is_value = |text: &&str| {
                !text.is_empty() && text.len() < message.len() && !is_name_of_type(text) && !is_sentence(text)
            };
            add_new(&mut values.texts, shown_types(&message));
            add_new(&mut values.texts, quoted(&message).into_iter().filter(is_value));
            values.words.extend(small_words(&message).take(MOST_WORDS));
            values.length = values.length.or_else(|| length(&message));
            if message.contains("negative") {
                add_new(&mut values.numbers, ["-1"]);
            }
            let numbers =
                message.split(|char: char| !char.is_ascii_alphanumeric() && !matches!(char, '-' | '_' | '.'));
            let is_number = |text: &&str| {
                let digits = text.strip_prefix('-').unwrap_or(text);
                (1..=LONGEST_NUMBER).contains(&digits.len())
                    && digits.bytes().all(|byte| byte.is_ascii_digit())
            };
            let is_decimal = |text: &&str| {
                let parts = text.trim_start_matches('-').split_once('.');
                let are_digits =
                    |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
                text.len() <= LONGEST_NUMBER && parts.is_some_and(|(a, b)| are_digits(a) && are_digits(b))
            };
            add_new(&mut values.decimals, numbers.clone().filter(is_decimal));
            add_new(&mut values.numbers, numbers.filter(is_number).filter(|text| *text != "0"));
        }
        values
    }

    /// Whether a message has one of some words, which are in small letters.
    pub(crate) fn mention(&self, words: &[String]) -> bool {
        words.iter().any(|word| self.words.contains(word))
    }

    /// The same, or a form of a word that has some letters: `borrowed` is one of `borrow`.
    pub(crate) fn mention_forms(&self, words: &[String], shortest: usize) -> bool {
        let is_form = |word: &String, known: &String| {
            let (short, long) = if word.len() < known.len() { (word, known) } else { (known, word) };
            shortest <= short.len() && long.starts_with(short.as_str())
        };
        words.iter().any(|word| self.words.iter().any(|known| word == known || is_form(word, known)))
    }

    /// Returns those of both.
    pub(super) fn and(&self, other: &Values) -> Values {
        let mut both = self.clone();
        add_new(&mut both.numbers, other.numbers.iter().map(String::as_str));
        add_new(&mut both.texts, other.texts.iter().map(String::as_str));
        add_new(&mut both.messages, other.messages.iter().map(String::as_str));
        both.words.extend(other.words.iter().cloned());
        both.length = both.length.or(other.length);
        add_new(&mut both.decimals, other.decimals.iter().map(String::as_str));
        add_new(&mut both.lines, other.lines.iter().map(String::as_str));
        both.printed = both.printed.or_else(|| other.printed.clone());
        both
    }
}

/// Returns the characters that a message names by their numbers: `\u20ac`, also with a dot for any
/// character before it, or `U+20AC`.
fn escaped(message: &str) -> Vec<String> {
    let signs = ["\\u", ".u", "U+", "\\x", ".x"];
    let found =
        signs.into_iter().flat_map(|sign| message.match_indices(sign).map(move |(at, _)| at + sign.len()));
    let character = |at: usize| {
        let digits = message[at..].find(|char: char| !char.is_ascii_hexdigit()).unwrap_or(message.len() - at);
        let number = u32::from_str_radix(&message[at..at + digits], 16).ok()?;
        char::from_u32(number).filter(|char| !char.is_ascii() && matches!(digits, 2 | 4..=6))
    };
    found.filter_map(character).map(String::from).collect()
}

/// Returns the names of types of objects that a message shows: `Refusal` in `#<Refusal>`.
fn shown_types(message: &str) -> impl Iterator<Item = &str> {
    let parts = message.split("#<").skip(1);
    parts.filter_map(|part| part.split_once('>')).map(|(name, _)| name).filter(|name| {
        name.starts_with(char::is_alphabetic)
            && name.chars().all(|char| char.is_alphanumeric() || char == '_')
    })
}

/// Whether a text is the name of a type of C++, as of what is thrown: `std::out_of_range`.
fn is_name_of_type(text: &str) -> bool {
    text.contains("::") && !text.contains(' ')
}

/// Whether a text is rather a message than a value.
fn is_sentence(text: &str) -> bool {
    MOST_WORDS_OF_VALUE < text.split(' ').filter(|word| word.chars().all(char::is_alphabetic)).count()
}

/// Returns a message without words and signs before a colon that say what kind of failure it is.
fn without_kind(message: &str) -> &str {
    let is_kind = |before: &str| !before.is_empty() && !before.trim().contains(' ');
    match message.split_once(": ") {
        Some((before, rest)) if is_kind(before) && !rest.is_empty() => without_kind(rest),
        _ => message,
    }
}

/// Returns the first number that a message calls a length.
fn length(message: &str) -> Option<usize> {
    let mut words = message.split(|char: char| !char.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let mut after_word = false;
    words.find_map(|word| {
        let number = word.parse().ok().filter(|number| after_word && (1..=LONGEST_TEXT).contains(number));
        after_word = LENGTHS.contains(&word) || after_word && FILLERS.contains(&word);
        number
    })
}

/// Adds texts that are not known yet, as long as there are not too many.
fn add_new<'a>(known: &mut Vec<String>, texts: impl IntoIterator<Item = &'a str>) {
    for text in texts {
        if known.len() < MOST_VALUES && !known.iter().any(|known| known == text) {
            known.push(text.to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::expected::Expected;

    #[test]
    fn messages_name_values() {
        let values = |script: &str| {
            let Values { numbers, texts, .. } = Expected::of_script(script.as_bytes()).values().clone();
            (numbers, texts)
        };
        let (numbers, texts) =
            values("timeout 10 a -o 7 \"$T/b 8\" | grep -F 'error: index 12 of \"a b\" [:-3] x86 4.5'\n");
        assert_eq!((numbers, texts), (vec!["12".to_owned(), "-3".to_owned()], vec!["a b".to_owned()]));
        let (numbers, texts) = values("grep -q \"KeyError: 'k'\" log\n");
        assert_eq!((numbers.len(), texts), (0, vec!["k".to_owned()]));
        assert_eq!(values(r"grep -q 'KeyError: '\''k'\''' log").1, ["k"]);
        assert_eq!(values("grep -q '12' log\n"), (vec![], vec![]), "it is no message");
        let clamped = Expected::of_script(b"grep -E 'min = 240\\.0, max = [0-9.]+' err\n");
        assert_eq!(clamped.values().decimals, ["240.0"]);
        assert_eq!(values("grep -q 'UnhandledPromiseRejection.*#<Refusal>' err\n").1, ["Refusal"]);
        let (_, texts) = values("trap 'rm -rf \"$T\"' EXIT\ngrep -q 'Argument #1 ($string): \"a b\"' log\n");
        assert_eq!(texts, ["a b"], "a command is no message");
        let of_option = Expected::of_texts(["Assertion failed: 17 < 5"]);
        assert_eq!(of_option.values().numbers, ["17", "5"]);
    }

    #[test]
    fn patterns_of_beginnings_say_what_is_printed() {
        let printed = |script: &str| Expected::of_script(script.as_bytes()).values().printed.clone();
        assert_eq!(printed("grep -c '^total [0-9]*$' out\n").as_deref(), Some("total"));
        assert_eq!(printed("./a | sed -n 's/^sum: //p' > b\n").as_deref(), Some("sum:"));
        assert_eq!(printed("./a | grep '^checksum = ' > b\n").as_deref(), Some("checksum ="));
        assert_eq!(printed("./a > b; ./c > d\n! cmp -s b d\n").as_deref(), Some(""));
        assert_eq!(printed("grep -q '^sum: 7$' out\n"), None, "the whole line is known");
        for message in [
            "Exception in thread \"main\" java.util.ConcurrentModificationException",
            "Fatal error: exception Invalid_argument(\"index out of bounds\")",
            "panic: runtime error: index out of range \\[7\\]",
            "pkg.Wrong: [0-9]",
        ] {
            let expected = message.starts_with("pkg").then_some("pkg.Wrong:");
            assert_eq!(printed(&format!("grep -q '^{message}' err\n")).as_deref(), expected, "{message}");
        }
        assert_eq!(printed("! grep -q '^note: .*' out\n"), None, "it must not be there");
        assert_eq!(printed("grep -q 'no such key' out && cmp a b\n"), None, "a message is wanted");
        assert_eq!(printed("# cmp the outputs\n./a\n"), None, "it is a comment");
    }

    #[test]
    fn characters_may_be_named_by_their_numbers() {
        for (message, expected) in [
            (r"codec can't encode character '\u20ac'", &["€"][..]),
            ("codec can't encode character '.u20ac'", &["€", ".u20ac"]),
            ("U+00E9 from UTF-8 to US-ASCII", &["é"]),
            ("the value .u1 of 9 x", &[]),
        ] {
            let found = Expected::of_texts([message]).values().texts.clone();
            assert_eq!(
                found.iter().filter(|text| *text != "u20ac").collect::<Vec<_>>(),
                expected,
                "{message}"
            );
        }
    }

    #[test]
    fn messages_name_lengths() {
        for (message, expected) in [
            ("range [:29] with length 16", Some(16)),
            ("the len is 3 but the index is 5", Some(3)),
            ("__n (which is 5) >= this->size() (which is 2)", Some(2)),
            ("length 100 is too much", None),
            ("index 5 of the list", None),
        ] {
            assert_eq!(Expected::of_texts([message]).values().length, expected, "{message}");
        }
    }
}
