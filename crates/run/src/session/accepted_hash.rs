//! A hash by which two reductions are compared.

use std::fmt;

use dwindle_reduce::ContentKey;

/// A hash over the keys of the accepted documents in order. It is the same for any number of
/// workers, and for a resumed run as for one that was never interrupted. Written as 32 hexadecimal
/// digits.
#[derive(Clone, Debug, Default)]
pub struct AcceptedHash {
    hasher: blake3::Hasher,
}

impl AcceptedHash {
    /// Adds the next accepted document.
    pub fn push(&mut self, key: ContentKey) {
        self.hasher.update(&key.0.to_le_bytes());
    }
}

impl fmt::Display for AcceptedHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.hasher.finalize().to_hex()[..32])
    }
}
