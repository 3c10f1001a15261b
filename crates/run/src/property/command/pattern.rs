//! A line of a program's output, with the parts masked that differ between runs or inputs.

use std::fmt;
use std::path::Path;

use dwindle_reduce::Document;
use regex::bytes::Regex;
use serde::{Deserialize, Serialize};

use super::words::{is_reserved, word_ranges};

/// Most bytes of a line that are used.
const MAX_BYTES: usize = 300;

/// File extensions of program sources. A path with one in a message is usually the position of the
/// failure in the program.
const SOURCES: &[&str] = &[
    "c", "cc", "cpp", "cxx", "h", "hh", "hpp", "rs", "go", "java", "py", "js", "mjs", "ts", "ml", "hs",
    "swift", "kt", "scala", "cs", "rb", "zig", "d", "inc", "def", "td", "y", "yy",
];

/// A line of text with gaps.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(from = "Vec<Piece>", into = "Vec<Piece>")]
pub(super) struct Pattern {
    pieces: Vec<Piece>,
    regex: Regex,
}

/// A part of a pattern.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Piece {
    /// This text.
    Text(String),
    /// A number.
    Number,
    /// Anything in the same line.
    Anything,
}

/// Whether words of the input in a message are masked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OwnText {
    Masked,
    Kept,
}

/// The circumstances of the run that wrote a line.
#[derive(Clone, Copy)]
pub(super) struct Surroundings<'a> {
    /// The input.
    pub(super) input: &'a Document,
    /// The directory of the input.
    pub(super) directory: &'a Path,
    /// Whether words of the input are masked.
    pub(super) own_text: OwnText,
}

impl Pattern {
    /// Masks paths, addresses, numbers and the input's own text in a line.
    pub(super) fn of(line: &str, surroundings: &Surroundings<'_>) -> Pattern {
        let mut end = line.len().min(MAX_BYTES);
        while !line.is_char_boundary(end) {
            end -= 1;
        }
        let mut masked = Masked { surroundings, pieces: Vec::new() };
        masked.line(line[..end].trim());
        Pattern::new(masked.pieces)
    }

    fn new(pieces: Vec<Piece>) -> Pattern {
        let part = |piece: &Piece| match piece {
            Piece::Text(text) => regex::escape(text),
            Piece::Number => "[0-9]+".to_owned(),
            Piece::Anything => ".*?".to_owned(),
        };
        let text: String = pieces.iter().map(part).collect();
        let regex = Regex::new(&text).expect("escaped texts with gaps are a regular expression");
        Pattern { pieces, regex }
    }

    /// Whether an output has a line that matches.
    pub(super) fn is_in(&self, output: &[u8]) -> bool {
        self.regex.is_match(output)
    }

    /// Returns the number of letters that are not masked.
    pub(super) fn n_letters(&self) -> usize {
        let count = |piece: &Piece| match piece {
            Piece::Text(text) => text.chars().filter(|character| character.is_alphabetic()).count(),
            Piece::Number | Piece::Anything => 0,
        };
        self.pieces.iter().map(count).sum()
    }

    /// Returns a pattern that matches both lines: their common start and their common end.
    pub(super) fn common(&self, other: &Pattern) -> Pattern {
        let (ours, theirs) = (self.tokens(), other.tokens());
        let most = ours.len().min(theirs.len());
        let n_start = ours.iter().zip(&theirs).take_while(|(a, b)| a == b).count();
        let from_end = ours.iter().rev().zip(theirs.iter().rev()).take(most - n_start);
        let n_end = from_end.take_while(|(a, b)| a == b).count();
        let mut masked = Pieces::default();
        ours[..n_start].iter().for_each(|piece| masked.push(piece.clone()));
        if n_start + n_end < ours.len() || n_start + n_end < theirs.len() {
            masked.push(Piece::Anything);
        }
        ours[ours.len() - n_end..].iter().for_each(|piece| masked.push(piece.clone()));
        Pattern::new(masked.0)
    }

    /// Returns the pieces, with texts split into words.
    fn tokens(&self) -> Vec<Piece> {
        let cut = |piece: &Piece| match piece {
            Piece::Text(text) => text.split_inclusive(' ').map(|word| Piece::Text(word.to_owned())).collect(),
            other => vec![other.clone()],
        };
        self.pieces.iter().flat_map(cut).collect()
    }

    /// Returns the pattern as a POSIX basic regular expression.
    pub(super) fn as_posix(&self) -> String {
        let part = |piece: &Piece| match piece {
            Piece::Text(text) => text.chars().fold(String::new(), |mut escaped, character| {
                if r"\.[]*^$".contains(character) {
                    escaped.push('\\');
                }
                escaped.push(character);
                escaped
            }),
            Piece::Number => "[0-9][0-9]*".to_owned(),
            Piece::Anything => ".*".to_owned(),
        };
        self.pieces.iter().map(part).collect()
    }
}

impl From<Vec<Piece>> for Pattern {
    fn from(pieces: Vec<Piece>) -> Pattern {
        Pattern::new(pieces)
    }
}

impl From<Pattern> for Vec<Piece> {
    fn from(pattern: Pattern) -> Vec<Piece> {
        pattern.pieces
    }
}

/// Writes the line with `…` for masked text and `N` for numbers.
impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pieces.iter().try_for_each(|piece| match piece {
            Piece::Text(text) => f.write_str(text),
            Piece::Number => f.write_str("N"),
            Piece::Anything => f.write_str("…"),
        })
    }
}

/// A list of pieces in which adjacent texts are joined.
#[derive(Default)]
struct Pieces(Vec<Piece>);

impl Pieces {
    fn push(&mut self, piece: Piece) {
        match (self.0.last_mut(), piece) {
            (Some(Piece::Text(before)), Piece::Text(text)) => before.push_str(&text),
            (Some(Piece::Anything), Piece::Anything) => {}
            (_, piece) => self.0.push(piece),
        }
    }
}

/// A line that is being masked.
struct Masked<'a> {
    surroundings: &'a Surroundings<'a>,
    pieces: Vec<Piece>,
}

impl Masked<'_> {
    fn push(&mut self, piece: Piece) {
        let mut pieces = Pieces(std::mem::take(&mut self.pieces));
        pieces.push(piece);
        self.pieces = pieces.0;
    }

    fn line(&mut self, line: &str) {
        let mut rest = line;
        let mut before = None;
        while let Some(first) = rest.chars().next() {
            let n_bytes = self.next(rest, first, before).max(first.len_utf8());
            before = rest[..n_bytes].chars().next_back();
            rest = &rest[n_bytes..];
        }
    }

    /// Masks the first part of a text, and returns its length.
    fn next(&mut self, rest: &str, first: char, before: Option<char>) -> usize {
        if let Some((content, n_bytes)) = quoted(rest, first, before)
            && self.is_own(content)
        {
            self.push(Piece::Text(first.to_string()));
            self.push(Piece::Anything);
            let close = rest[..n_bytes].chars().next_back().unwrap_or(first);
            self.push(Piece::Text(close.to_string()));
            return n_bytes;
        }
        let is_in_word = before.is_some_and(|before| before.is_alphanumeric() || before == '_');
        if let Some(path) = path_at(rest).filter(|_| !is_in_word) {
            self.path(path);
            return path.len();
        }
        if !is_in_word && (first.is_alphanumeric() || first == '_') {
            return self.word(rest);
        }
        match first {
            '\u{fffd}' => self.push(Piece::Anything),
            _ => self.push(Piece::Text(first.to_string())),
        }
        first.len_utf8()
    }

    fn word(&mut self, rest: &str) -> usize {
        if let Some(hex) = rest.strip_prefix("0x") {
            let n_digits = hex.len() - hex.trim_start_matches(|digit: char| digit.is_ascii_hexdigit()).len();
            if 0 < n_digits {
                self.push(Piece::Anything);
                return 2 + n_digits;
            }
        }
        if let Some(name) = self.candidate_name(rest) {
            self.push(Piece::Anything);
            return name;
        }
        let is_part = |character: char| character.is_alphanumeric() || character == '_';
        let word = &rest[..rest.find(|character| !is_part(character)).unwrap_or(rest.len())];
        let n_digits = word.len() - word.trim_start_matches(|digit: char| digit.is_ascii_digit()).len();
        let is_id = 8 <= word.len()
            && word.bytes().all(|byte| byte.is_ascii_hexdigit())
            && 0 < word.bytes().filter(u8::is_ascii_digit).count();
        if is_id && n_digits < word.len() {
            self.push(Piece::Anything);
        } else if 0 < n_digits {
            self.push(Piece::Number);
            return n_digits;
        } else if looks_like_a_name(word) && self.is_own(word) {
            self.push(Piece::Anything);
        } else {
            self.push(Piece::Text(word.to_owned()));
        }
        word.len()
    }

    /// Returns the length of a name of an input's file at the start of a text.
    fn candidate_name(&self, rest: &str) -> Option<usize> {
        let names =
            self.surroundings.input.files().iter().filter_map(|file| file.path().file_name()?.to_str());
        let found = names.filter(|name| rest.starts_with(name) && name.contains('.')).map(str::len).max()?;
        let after = rest[found..].chars().next();
        (!after.is_some_and(|after| after.is_alphanumeric() || after == '_')).then_some(found)
    }

    fn path(&mut self, path: &str) {
        let name = path.rsplit('/').next().unwrap_or_default();
        let is_own = path.contains(&*self.surroundings.directory.to_string_lossy())
            || self.candidate_name(name) == Some(name.len());
        let is_source = name.rsplit_once('.').is_some_and(|(_, ending)| SOURCES.contains(&ending));
        self.push(Piece::Anything);
        if is_source && !is_own {
            self.push(Piece::Text(name.to_owned()));
        }
    }

    /// Whether all words of a text are words of the input, but not reserved ones.
    fn is_own(&self, text: &str) -> bool {
        if self.surroundings.own_text == OwnText::Kept {
            return false;
        }
        let mut words = word_ranges(text).map(|range| &text[range]).peekable();
        words.peek().is_some()
            && words.all(|word| {
                let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
                is_number || (!is_reserved(word) && super::words::is_word_of(self.surroundings.input, word))
            })
    }
}

/// Returns the quoted text at the start of a text, and the length with its quotation marks.
fn quoted(rest: &str, first: char, before: Option<char>) -> Option<(&str, usize)> {
    let closing: &[char] = match first {
        '‘' => &['’'],
        '“' => &['”'],
        '`' => &['`', '\''],
        '"' => &['"'],
        // After a letter it is an apostrophe.
        '\'' if !before.is_some_and(char::is_alphanumeric) => &['\''],
        _ => return None,
    };
    let inner = &rest[first.len_utf8()..];
    let end = inner.char_indices().find(|(at, character)| {
        let after = inner[at + character.len_utf8()..].chars().next();
        closing.contains(character) && (*character != '\'' || !after.is_some_and(char::is_alphanumeric))
    })?;
    Some((&inner[..end.0], first.len_utf8() + end.0 + end.1.len_utf8()))
}

/// Returns the path at the start of a text.
fn path_at(rest: &str) -> Option<&str> {
    let is_part = |character: char| character.is_alphanumeric() || "_-.+~@%/".contains(character);
    let path = &rest[..rest.find(|character| !is_part(character)).unwrap_or(rest.len())];
    let path = path.trim_end_matches(['.', '-']);
    let slash = path.find('/')?;
    // `and/or` and `1/2` are not paths.
    let is_path = path.starts_with(['/', '.', '~']) || path[slash + 1..].contains('/') || path.contains('.');
    is_path.then_some(path)
}

/// Whether a word looks like an identifier of a program, not like a word of a sentence.
fn looks_like_a_name(word: &str) -> bool {
    let mut rest = word.chars().skip(1);
    word.contains('_') || rest.any(|character| character.is_ascii_digit() || character.is_uppercase())
}
