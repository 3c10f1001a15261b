//! Programs that call one of their functions at once.

mod access;
pub mod alone;
mod applied;
mod around;
pub mod built;
mod call;
mod closing;
pub mod early_end;
mod entry;
mod failing;
mod leaving;
mod making;
mod needed;
mod objects;
mod operands;
mod operation;
mod owner;
mod parts;
pub mod pass;
mod printed;
mod printing;
mod program;
mod refused;
pub mod several;
mod stage;
mod stock;
#[cfg(test)]
mod tests;
mod types;
