//! Programs that are asked for hints: passes of others.

mod message;
mod program;

pub use message::MessageError;
pub use program::{HintError, HintPrograms, Hinted};
