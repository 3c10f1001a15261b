//! The kinds of sweeps: sweeps from coarse to fine.

/// The kind of a sweep over the tree.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SweepKind {
    /// Needed subtrees of at most `finest` tokens are left for a later sweep, when there is less
    /// around them.
    Coarse { finest: u32 },
    /// Every node is tried alone, to a fixpoint.
    Verifying,
}

impl SweepKind {
    /// Returns the kind of the first sweep of a document with `n_alive` tokens.
    pub(super) fn first(n_alive: u32) -> SweepKind {
        SweepKind::Coarse { finest: n_alive / COARSENESS }
    }

    /// Returns the kind of the sweep after one of this kind.
    pub(super) fn after(self, n_alive: u32) -> SweepKind {
        match self {
            SweepKind::Coarse { finest: 0 } | SweepKind::Verifying => SweepKind::Verifying,
            SweepKind::Coarse { finest } => {
                SweepKind::Coarse { finest: (finest / 2).min(n_alive / COARSENESS) }
            }
        }
    }

    /// Whether this sweep already tested parts as small as the next coarse one would: the document
    /// has not shrunk enough since to make it likely that needed parts became removable.
    pub(super) fn is_last_coarse(self, n_alive: u32) -> bool {
        matches!(self, SweepKind::Coarse { finest } if finest < n_alive / COARSENESS)
    }
}

/// A sweep does not enter needed subtrees with less than one part in this many of the remaining
/// tokens.
const COARSENESS: u32 = 64;

/// Whether a document is so small that reducing it level by level costs less: its levels are a few
/// short lists.
pub(super) fn is_small(n_alive: u32) -> bool {
    n_alive < 2 * COARSENESS
}
