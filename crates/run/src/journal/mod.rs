//! The journal of a session: the verdicts on disk. A resumed run asks for the same candidates
//! again, and is answered from the journal.

mod contents;
mod directory;
mod error;
mod identity;
mod record;
mod store;

#[cfg(test)]
mod tests;

pub use contents::Earlier;
pub use directory::{RECORD, SessionDirectory};
pub use error::JournalError;
pub use identity::{Difference, Effect, Identity, hash_of};
pub use store::{Journal, Resumed, Start, Syncer};
