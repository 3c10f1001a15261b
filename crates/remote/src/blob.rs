//! Content to upload, addressed by its hash.

use bazel_remote_apis::build::bazel::remote::execution::v2::Digest;
use dwindle_reduce::File;
use prost::Message;
use sha2::{Digest as _, Sha256};

/// Bytes for the server's store, and their digest.
#[derive(Clone, Debug)]
pub(crate) struct Blob {
    pub(crate) digest: Digest,
    content: Content,
}

#[derive(Clone, Debug)]
enum Content {
    Bytes(Vec<u8>),
    /// A file of a document, whose bytes are shared.
    File(File),
}

impl Blob {
    /// Creates a blob from bytes.
    pub(crate) fn of_bytes(bytes: Vec<u8>) -> Blob {
        Blob { digest: digest_of(&bytes), content: Content::Bytes(bytes) }
    }

    /// Creates a blob from an encoded message.
    pub(crate) fn of_message(message: &impl Message) -> Blob {
        Blob::of_bytes(message.encode_to_vec())
    }

    /// Creates a blob from a file whose digest is known.
    pub(crate) fn of_file(file: &File, digest: Digest) -> Blob {
        Blob { digest, content: Content::File(file.clone()) }
    }

    /// Returns the bytes.
    pub(crate) fn bytes(&self) -> &[u8] {
        match &self.content {
            Content::Bytes(bytes) => bytes,
            Content::File(file) => file.bytes(),
        }
    }
}

/// Returns the SHA-256 digest of bytes.
pub(crate) fn digest_of(bytes: &[u8]) -> Digest {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    let hash = Sha256::digest(bytes);
    let digits = hash.iter().flat_map(|byte| [HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]]);
    Digest { hash: digits.map(char::from).collect(), size_bytes: bytes.len() as i64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_empty_blob_has_the_digest_that_everybody_knows() {
        let digest = Blob::of_bytes(Vec::new()).digest;
        assert_eq!(digest.hash, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assert_eq!(digest.size_bytes, 0);
    }
}
