//! The tree that a text shows: entries with a key and a content.

use crate::binary::checksum::Algorithm;

/// A part of a decoded file.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entry {
    pub(super) key: String,
    /// How the content is encoded, where its form does not say it; often empty.
    pub(super) tag: String,
    pub(super) content: Content,
}

/// What an entry contains.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Content {
    Scalar(Scalar),
    List(Vec<Scalar>),
    Group(Vec<Entry>),
}

/// A value without parts.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Scalar {
    Number(i128),
    /// A bare word: `true`, or a number with a fraction.
    Word(String),
    Text(String),
    Bytes(Vec<u8>),
    /// These bytes and then the digest of the entry with this key in the same group.
    Digest {
        prefix: Vec<u8>,
        algorithm: Algorithm,
        of: String,
    },
}

impl Entry {
    pub(super) fn new(key: impl Into<String>, tag: impl Into<String>, content: Content) -> Entry {
        Entry { key: key.into(), tag: tag.into(), content }
    }

    pub(super) fn scalar(key: impl Into<String>, tag: impl Into<String>, scalar: Scalar) -> Entry {
        Entry::new(key, tag, Content::Scalar(scalar))
    }
}

/// Returns the name of a positive number: `a` to `z`, `aa`, and so on. A name without digits is no
/// number for those who look for numbers.
pub(super) fn letters(mut number: u64) -> String {
    let mut name = Vec::new();
    while 0 < number {
        number -= 1;
        name.push(b'a' + (number % 26) as u8);
        number /= 26;
    }
    name.iter().rev().map(|&letter| char::from(letter)).collect()
}

/// Returns the number of a name made by [`letters`].
pub(super) fn number_of(name: &str) -> Option<u64> {
    let digit = |letter: u8| letter.is_ascii_lowercase().then(|| u64::from(letter - b'a') + 1);
    let add = |number: u64, letter: u8| number.checked_mul(26)?.checked_add(digit(letter)?);
    name.bytes().try_fold(0, add).filter(|&number| 0 < number)
}

/// Returns the name of an offset, which may be zero.
pub(super) fn offset_letters(offset: usize) -> String {
    letters(offset as u64 + 1)
}

/// Returns the offset of a name made by [`offset_letters`].
pub(super) fn offset_of(name: &str) -> Option<usize> {
    usize::try_from(number_of(name)? - 1).ok()
}

/// Returns the last part of a key that a path was put before.
pub(super) fn last_part(key: &str) -> &str {
    key.rsplit_once('_').map_or(key, |(_, last)| last)
}

/// Returns bytes as text if nothing in them would have to be hidden.
pub(super) fn as_text(bytes: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(bytes).ok()?;
    let is_shown = |char: char| !char.is_control() || matches!(char, '\n' | '\r' | '\t');
    text.chars().all(is_shown).then(|| text.to_owned())
}

/// As [`as_text`], but zeros may end or separate texts.
pub(super) fn as_texts(bytes: &[u8]) -> Option<String> {
    let n_zeros = bytes.iter().filter(|&&byte| byte == 0).count();
    let without: Vec<u8> = bytes.iter().copied().filter(|&byte| byte != 0).collect();
    let is_text = n_zeros == 0 || 4 * n_zeros < bytes.len();
    if !is_text || as_text(&without).is_none() {
        return None;
    }
    String::from_utf8(bytes.to_vec()).ok()
}
