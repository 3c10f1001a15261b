//! Checks the beginning of a long text before all of it is parsed.
//!
//! Recovering from an error costs ten to two hundred times as much as a step without one. A long
//! text in another language than its name suggests would take seconds, for a useless tree.

use super::damage::Damage;
use super::error::ParseError;
use super::loaded::Grammar;

/// Shorter texts are not checked.
const LONG: usize = 64 << 10;
/// How many bytes of the beginning are parsed.
const BEGINNING: usize = 32 << 10;
/// The beginning may have at most one error per this many bytes. Real sources with errors have one
/// per 400 bytes or more, relatives of the language (C++ as C, TypeScript as JavaScript) one per 22
/// to 60; random brackets, quotes and letters one per 2 to 40.
const BYTES_PER_ERROR: usize = 20;

impl Grammar {
    /// Refuses a long text whose beginning is nothing but errors. O(1): a beginning of fixed length
    /// is parsed.
    ///
    /// # Errors
    /// When there are too many errors, or as [`Grammar::parse`].
    pub(crate) fn probe(&self, text: &[u8]) -> Result<(), ParseError> {
        if text.len() < LONG {
            return Ok(());
        }
        let tree = self.parse_raw(&text[..BEGINNING], None)?;
        let most = Damage { nodes: BEGINNING / BYTES_PER_ERROR, bytes: usize::MAX };
        let has_few = Damage::up_to(&tree, most).is_some();
        has_few.then_some(()).ok_or_else(|| ParseError::TooFar { grammar: self.name.to_string() })
    }
}
