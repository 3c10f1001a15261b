//! What is known about candidates, kept on disk: resuming a session is asking the same questions
//! again.

mod directory;
mod error;
mod identity;
mod known;
mod record;
mod store;

#[cfg(test)]
mod tests;

pub use directory::{RECORD, SessionDirectory};
pub use error::JournalError;
pub use identity::{Difference, Effect, Identity, hash_of};
pub use known::Earlier;
pub use store::{Journal, Resumed, Start, Syncer};
