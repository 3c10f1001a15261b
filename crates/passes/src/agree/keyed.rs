//! Whether names alone justify trials.

/// When names that are defined and used are worth trials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keyed {
    /// Always.
    Alone,
    /// Only if other values agree as well, and not by chance.
    WithValues,
}
