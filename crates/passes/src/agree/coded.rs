//! Digests in base64, which are words although they contain marks.

use std::ops::Range;

use super::encodings::{DIGESTS, Encoding};

/// Returns the bytes that may be a digest in base64, with or without what fills it up, in ascending
/// order. O(bytes).
pub(super) fn coded_digests(bytes: &[u8]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for encoding in [Encoding::Base64, Encoding::Base64Url] {
        let is_code = |byte: &u8| encoding.has(*byte) && *byte != b'=';
        let mut at = 0;
        while at < bytes.len() {
            let n_chars = bytes[at..].iter().take_while(|byte| is_code(byte)).count();
            let behind = at + n_chars;
            let n_filled = bytes[behind..].iter().take_while(|&&byte| byte == b'=').count();
            let ends = [at.checked_sub(1).map(|before| bytes[before]), bytes.get(behind).copied()];
            let is_part = n_filled == 0 && ends.into_iter().flatten().any(|byte| b"+/-_".contains(&byte));
            if !is_part && is_digest(encoding, &bytes[at..behind], n_filled) {
                found.push(at..behind + n_filled);
            }
            at = behind + n_filled.max(1);
        }
    }
    found.sort_unstable_by_key(|digest| digest.start);
    found.dedup();
    found
}

/// Whether some characters have the length of a digest, and look like chance.
fn is_digest(encoding: Encoding, code: &[u8], n_filled: usize) -> bool {
    let is_length = |lens: Vec<usize>| match lens[..] {
        [n_chars, n_padded] => code.len() == n_chars && (n_filled == 0 || n_chars + n_filled == n_padded),
        _ => false,
    };
    let has = |is: fn(&u8) -> bool| code.iter().any(is);
    DIGESTS.into_iter().any(|(algorithm, n_bytes)| is_length(encoding.lens(algorithm, n_bytes)))
        && has(u8::is_ascii_uppercase)
        && has(u8::is_ascii_lowercase)
        && has(u8::is_ascii_digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_in_base64_are_found() {
        let text = b"a,sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=,5\nb,sha256=47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU,0\n";
        let found: Vec<_> =
            coded_digests(text).into_iter().map(|at| text[at].escape_ascii().to_string()).collect();
        assert_eq!(found, ["2jmj7l5rSw0yVb/vlWAYkK/YBwk=", "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"]);
    }

    #[test]
    fn other_words_are_none() {
        let text = b"path/to/a/File1.txt key=abcdefghijklmnopqrstuv A1/b2/c3==";
        assert!(coded_digests(text).is_empty());
    }
}
