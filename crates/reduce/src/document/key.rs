//! The key of a document: answers are kept by it.

use std::fmt;
use std::iter::Sum;
use std::ops::Add;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{File, Fingerprint, Mode};

/// A 128-bit hash of the paths, modes and bytes of a document.
///
/// Documents with the same content have the same key, however they came to be; it is stable between
/// runs and versions of a journal. Written as 32 hexadecimal digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContentKey(pub u128);

/// Returns the contribution of a file with this content to the key of its document: the key is the
/// sum over the files.
pub(crate) fn file_key(file: &File, content: Fingerprint) -> ContentKey {
    let mut hasher = blake3::Hasher::new();
    hasher.update(file.path().as_os_str().as_encoded_bytes());
    hasher.update(&[0, u8::from(file.mode() == Mode::Executable)]);
    for number in [content.hashes[0], content.hashes[1], content.len] {
        hasher.update(&number.to_le_bytes());
    }
    let mut digest = [0; 16];
    hasher.finalize_xof().fill(&mut digest);
    ContentKey(u128::from_le_bytes(digest))
}

impl Add for ContentKey {
    type Output = ContentKey;

    fn add(self, other: ContentKey) -> ContentKey {
        ContentKey(self.0.wrapping_add(other.0))
    }
}

impl Sum for ContentKey {
    fn sum<I: Iterator<Item = ContentKey>>(keys: I) -> ContentKey {
        keys.fold(ContentKey(0), Add::add)
    }
}

impl fmt::Display for ContentKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl FromStr for ContentKey {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<ContentKey, Self::Err> {
        u128::from_str_radix(text, 16).map(ContentKey)
    }
}

impl Serialize for ContentKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ContentKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ContentKey, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}
