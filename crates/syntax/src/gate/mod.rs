//! The syntax gate: would an edited text parse without new errors?

mod extras;
mod judged;
mod lines;
mod nearby;
mod spliced;
mod syntax_gate;
#[cfg(test)]
mod tests;

pub use syntax_gate::SyntaxGate;
