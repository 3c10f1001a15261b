//! What names are worth to the pass.

/// Whether names that are defined and used are worth trials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keyed {
    /// They are.
    Alone,
    /// They are only where values agree, too, and not by chance.
    WithValues,
}
