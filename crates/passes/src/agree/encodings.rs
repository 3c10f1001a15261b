//! How digests are written in text.

use data_encoding::{BASE32, BASE64, BASE64URL, HEXLOWER};

use crate::binary::checksum::Algorithm;

/// The digests that text may hold, with their widths in bytes.
pub(super) const DIGESTS: [(Algorithm, usize); 5] = [
    (Algorithm::Crc32, 4),
    (Algorithm::Md5, 16),
    (Algorithm::Sha1, 20),
    (Algorithm::Sha256, 32),
    (Algorithm::Sha512, 64),
];

/// How a digest is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    Hex,
    Base32,
    Base64,
    /// Base64 with `-` and `_`.
    Base64Url,
}

/// Lengths of digests in hexadecimal digits, including truncated ones.
const HEX_LENS: [usize; 8] = [8, 10, 12, 16, 32, 40, 64, 128];

impl Encoding {
    pub(super) const ALL: [Encoding; 4] =
        [Encoding::Hex, Encoding::Base32, Encoding::Base64, Encoding::Base64Url];

    /// Returns a digest as text; letters are lower-case where that makes no difference.
    pub(super) fn write(self, digest: &[u8]) -> Vec<u8> {
        let text = match self {
            Encoding::Hex => HEXLOWER.encode(digest),
            Encoding::Base32 => BASE32.encode(digest).to_ascii_lowercase(),
            Encoding::Base64 => BASE64.encode(digest),
            Encoding::Base64Url => BASE64URL.encode(digest),
        };
        text.into_bytes()
    }

    /// Returns a text as [`write`](Encoding::write) would write it.
    pub(super) fn plain(self, text: &[u8]) -> Vec<u8> {
        match self {
            Encoding::Hex | Encoding::Base32 => text.to_ascii_lowercase(),
            Encoding::Base64 | Encoding::Base64Url => text.to_vec(),
        }
    }

    /// Writes a digest in the letters and at the length of another text.
    pub(super) fn write_like(self, digest: &[u8], like: &[u8]) -> Vec<u8> {
        let mut text = self.write(digest);
        let is_either = matches!(self, Encoding::Hex | Encoding::Base32);
        if is_either && like.iter().any(u8::is_ascii_uppercase) {
            text.make_ascii_uppercase();
        }
        text.truncate(like.len());
        text
    }

    /// Whether a character may stand in a digest.
    pub(super) fn has(self, byte: u8) -> bool {
        match self {
            Encoding::Hex => byte.is_ascii_hexdigit(),
            Encoding::Base32 => byte.is_ascii_alphabetic() || (b'2'..=b'7').contains(&byte),
            Encoding::Base64 => byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'='),
            Encoding::Base64Url => byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'='),
        }
    }

    /// Returns the possible lengths of one of [`DIGESTS`], in characters, with and without padding.
    pub(super) fn lens(self, algorithm: Algorithm, n_bytes: usize) -> Vec<usize> {
        match (self, algorithm) {
            (Encoding::Hex, Algorithm::Crc32) => vec![2 * n_bytes],
            (Encoding::Hex, _) => HEX_LENS.into_iter().filter(|&len| len <= 2 * n_bytes).collect(),
            (_, Algorithm::Crc32) => Vec::new(),
            (Encoding::Base32, _) => vec![(8 * n_bytes).div_ceil(5)],
            (Encoding::Base64 | Encoding::Base64Url, _) => {
                vec![(8 * n_bytes).div_ceil(6), 4 * n_bytes.div_ceil(3)]
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::binary::code::Order;

    #[test]
    fn digests_are_written_in_every_alphabet() {
        let digest = Algorithm::Sha1.of(b"", 20, Order::Big);
        let texts = Encoding::ALL.map(|encoding| String::from_utf8(encoding.write(&digest)).unwrap());
        assert_eq!(texts[0], "da39a3ee5e6b4b0d3255bfef95601890afd80709");
        assert_eq!(texts[1].to_ascii_uppercase(), "3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ");
        assert_eq!(texts[2], "2jmj7l5rSw0yVb/vlWAYkK/YBwk=");
        assert_eq!(texts[3], "2jmj7l5rSw0yVb_vlWAYkK_YBwk=");
        for (encoding, text) in Encoding::ALL.into_iter().zip(&texts) {
            assert!(encoding.lens(Algorithm::Sha1, 20).contains(&text.len()), "{text}");
            assert!(text.bytes().all(|byte| encoding.has(byte)), "{text}");
        }
        assert_eq!(Encoding::Base32.write_like(&digest, b"ABC2"), b"3I42");
    }
}
