//! Looking at the beginning of a long text before all of it is parsed.
//!
//! Parsers recover from each error, at ten to two hundred times the cost of a step. A long text of
//! another kind than its name says would take seconds, for a tree of which nothing is of use.

use super::damage::Damage;
use super::error::ParseError;
use super::loaded::Grammar;

/// Shorter texts are parsed at once.
const LONG: usize = 64 << 10;
/// How much of the beginning is looked at.
const BEGINNING: usize = 32 << 10;
/// The beginning may have one error for so many bytes. Real sources with errors have one for 400
/// bytes or more, relatives of the language (C++ as C, TypeScript as JavaScript) one for 22 to 60;
/// brackets, quotes and letters at random one for 2 to 40.
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
