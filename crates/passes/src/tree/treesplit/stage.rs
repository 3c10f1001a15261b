//! Sweeps from coarse to fine.

/// How a sweep over the tree goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// Needed subtrees of at most so many tokens are left for a later sweep, when there is less
    /// around them.
    Coarse { finest: u32 },
    /// Every node is tried alone, until nothing goes.
    Verifying,
}

impl Stage {
    /// Returns the stage for a document of which so many tokens are left.
    pub(super) fn first(n_alive: u32) -> Stage {
        Stage::Coarse { finest: n_alive / COARSENESS }
    }

    pub(super) fn after(self, n_alive: u32) -> Stage {
        match self {
            Stage::Coarse { finest: 0 } | Stage::Verifying => Stage::Verifying,
            Stage::Coarse { finest } => Stage::Coarse { finest: (finest / 2).min(n_alive / COARSENESS) },
        }
    }

    /// Whether a coarse sweep went into smaller parts than the next one has to: the document has
    /// shrunk too little since for parts that were needed to be free now.
    pub(super) fn is_last_coarse(self, n_alive: u32) -> bool {
        matches!(self, Stage::Coarse { finest } if finest < n_alive / COARSENESS)
    }
}

/// A sweep leaves needed subtrees alone that have less than one part in so many of the tokens left.
const COARSENESS: u32 = 64;

/// Whether a document with so many tokens is reduced level by level at less cost: the levels are a
/// handful of short lists.
pub(super) fn is_small(n_alive: u32) -> bool {
    n_alive < 2 * COARSENESS
}
