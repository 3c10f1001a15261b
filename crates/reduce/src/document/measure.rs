//! Key and cost together: they add up over the files of a document.

use std::ops::{Add, Sub};

use super::ContentKey;
use crate::cost::Cost;

/// The contribution of files to the key and the cost of their document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Measure {
    pub(crate) key: ContentKey,
    pub(crate) cost: Cost,
}

impl Default for Measure {
    fn default() -> Measure {
        Measure { key: ContentKey(0), cost: Cost { tokens: 0, bytes: 0, files: 0 } }
    }
}

impl Add for Measure {
    type Output = Measure;

    fn add(self, other: Measure) -> Measure {
        let (a, b) = (self.cost, other.cost);
        let cost = Cost { tokens: a.tokens + b.tokens, bytes: a.bytes + b.bytes, files: a.files + b.files };
        Measure { key: self.key + other.key, cost }
    }
}

/// Subtracts a measure that was added before.
impl Sub for Measure {
    type Output = Measure;

    fn sub(self, part: Measure) -> Measure {
        let (a, b) = (self.cost, part.cost);
        let cost = Cost { tokens: a.tokens - b.tokens, bytes: a.bytes - b.bytes, files: a.files - b.files };
        Measure { key: ContentKey(self.key.0.wrapping_sub(part.key.0)), cost }
    }
}
