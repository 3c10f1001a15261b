//! Whether a file is text or binary.

/// One invalid byte in this many makes a file binary.
const INVALID_SHARE: usize = 4;

/// Whether a file is binary: it contains a NUL byte, or more than a quarter of its bytes are not
/// UTF-8.
///
/// One pass over the bytes, and another one if there is no NUL.
pub(crate) fn is_binary(bytes: &[u8]) -> bool {
    bytes.contains(&0) || is_no_text(bytes)
}

/// Whether more than a quarter of a file's bytes are not UTF-8.
pub(crate) fn is_no_text(bytes: &[u8]) -> bool {
    let n_invalid: usize = bytes.utf8_chunks().map(|chunk| chunk.invalid().len()).sum();
    bytes.len() / INVALID_SHARE < n_invalid
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nul_bytes_make_a_file_binary() {
        assert!(is_binary(b"\0asm"));
        assert!(is_binary("h\0i\0".as_bytes()));
        assert!(!is_binary(b""));
        assert!(!is_binary("naïve\r\n".as_bytes()));
    }

    #[test]
    fn a_few_invalid_bytes_leave_a_file_text() {
        assert!(!is_binary(b"caf\xe9 au lait"));
        assert!(is_binary(b"\xff\xfe\xff\xfe\xff"));
    }
}
