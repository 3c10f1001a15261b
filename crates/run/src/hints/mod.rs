//! Programs that propose hints.

mod message;
mod program;

pub use message::MessageError;
pub use program::{HintError, HintPrograms, Hinted};
