//! Programs that call one of their functions at once.

mod access;
mod around;
mod call;
mod closing;
mod entry;
mod leaving;
mod making;
pub mod pass;
mod program;
mod refused;
#[cfg(test)]
mod tests;
mod types;
