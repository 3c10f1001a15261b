//! What belongs together goes together: passes over the use graph.

mod along;
pub(crate) mod companion;
pub mod heaviest;
pub mod kinds;
mod manner;
pub mod slices;
#[cfg(test)]
mod tests;
pub mod values;
mod worth;
