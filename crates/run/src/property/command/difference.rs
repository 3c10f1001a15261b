//! How the outputs of two commands must differ.

use serde::{Deserialize, Serialize};

use crate::process::Captured;

/// The difference that two outputs must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Difference {
    /// None: the two commands end in different ways.
    Unneeded,
    /// Any byte.
    Bytes,
    /// Anything but white space.
    BeyondSpace,
}

impl Difference {
    /// Whether two outputs differ as they must.
    pub(super) fn is_met(self, one: &Captured, other: &Captured) -> bool {
        match self {
            Difference::Unneeded => true,
            Difference::Bytes => !one.is_same(other),
            // The white space in the dropped part of a long output can't be ignored.
            Difference::BeyondSpace if 0 < one.n_dropped() + other.n_dropped() => !one.is_same(other),
            Difference::BeyondSpace => !visible(one).eq(visible(other)),
        }
    }

    /// Whether the outputs must differ.
    pub(super) fn is_needed(self) -> bool {
        self != Difference::Unneeded
    }
}

fn visible(output: &Captured) -> impl Iterator<Item = u8> {
    let bytes = output.pieces().into_iter().flatten();
    bytes.filter(|byte| !byte.is_ascii_whitespace())
}
