//! Words of the input in error messages.

use std::ops::Range;

use dwindle_reduce::Document;

/// Returns the ranges of the words of a text.
pub(super) fn word_ranges(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let is_part = |character: char| character.is_alphanumeric() || character == '_';
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find(is_part)?;
        let end = text[start..].find(|character| !is_part(character)).map_or(text.len(), |n| start + n);
        at = end;
        Some(start..end)
    })
}

/// Whether a name is reserved for a language or its implementation, such as `__func__`.
pub(super) fn is_reserved(word: &str) -> bool {
    word.starts_with("__")
}

/// Whether a word is in the input, but not only within another word.
pub(super) fn is_word_of(input: &Document, word: &str) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let finder = memchr::memmem::Finder::new(word);
    input.files().iter().any(|file| {
        let bytes = file.bytes();
        finder.find_iter(bytes).any(|at| {
            let before = at.checked_sub(1).and_then(|at| bytes.get(at));
            !before.is_some_and(is_part) && !bytes.get(at + word.len()).is_some_and(is_part)
        })
    })
}
