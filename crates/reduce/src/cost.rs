//! What "smaller" means.

use serde::{Deserialize, Serialize};

/// What a document costs: tokens first, then bytes, then files; ties are broken by content
/// (shortlex).
///
/// A *token* is a maximal run of `[A-Za-z0-9_]` and bytes above 127, or one other byte that is not
/// ASCII white space. In a compressed file, as its name says (`.gz`, `.zip`, `.docx`), each byte
/// is a token. Integers only: a cost is compared, never approximated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Cost {
    /// Tokens of all files.
    pub tokens: u64,
    /// Bytes of all files.
    pub bytes: u64,
    /// Number of files.
    pub files: u64,
}

/// The role of a byte in tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByteClass {
    /// White space: between tokens.
    Space,
    /// Part of a token that may be longer than one byte.
    Word,
    /// A token of its own.
    Symbol,
}

static CLASSES: [ByteClass; 256] = {
    let mut classes = [ByteClass::Symbol; 256];
    let mut byte = 0;
    while byte < classes.len() {
        let character = byte as u8;
        if character.is_ascii_alphanumeric() || character == b'_' || 0x80 <= character {
            classes[byte] = ByteClass::Word;
        } else if character.is_ascii_whitespace() || character == 0x0b {
            classes[byte] = ByteClass::Space;
        }
        byte += 1;
    }
    classes
};

/// Returns the role of a byte in tokens.
pub fn class_of(byte: u8) -> ByteClass {
    CLASSES[usize::from(byte)]
}

/// Whether a byte is part of a token that may be longer than one byte.
pub fn is_word_byte(byte: u8) -> bool {
    class_of(byte) == ByteClass::Word
}

/// Whether a token starts at `byte` when `before` precedes it (`None` at the start of a file).
pub fn starts_token(before: Option<u8>, byte: u8) -> bool {
    match class_of(byte) {
        ByteClass::Space => false,
        ByteClass::Word => !before.is_some_and(is_word_byte),
        ByteClass::Symbol => true,
    }
}

/// Returns the number of tokens of `text`.
pub fn count_tokens(text: &[u8]) -> u64 {
    count_tokens_behind(None, text)
}

/// Returns the number of tokens that start in `text` when the byte `before` precedes it.
pub(crate) fn count_tokens_behind(before: Option<u8>, text: &[u8]) -> u64 {
    let mut before = before.map_or(ByteClass::Space, class_of);
    let mut count = 0;
    for &byte in text {
        let class = class_of(byte);
        let starts = (class == ByteClass::Word) & (before != ByteClass::Word);
        count += u64::from((class == ByteClass::Symbol) | starts);
        before = class;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_numbers_and_punctuation_are_tokens() {
        assert_eq!(count_tokens(b"int main() { return x_1+2.5; }"), 13);
        assert_eq!(count_tokens("naïve ünïcode".as_bytes()), 2);
        assert_eq!(count_tokens(b" \t\r\n\x0b\x0c"), 0);
        assert_eq!(count_tokens(b"\0\0"), 2);
        assert_eq!(count_tokens(b""), 0);
    }

    #[test]
    fn tokens_weigh_more_than_bytes() {
        let few_tokens = Cost { tokens: 1, bytes: 100, files: 1 };
        assert!(few_tokens < Cost { tokens: 2, bytes: 3, files: 1 });
        assert!(few_tokens < Cost { tokens: 1, bytes: 101, files: 1 });
        assert!(few_tokens < Cost { tokens: 1, bytes: 100, files: 2 });
    }
}
