//! What belongs together goes together: passes over the use graph.

mod aim;
mod along;
pub(crate) mod companion;
pub mod heaviest;
pub mod kinds;
mod manner;
pub mod slices;
mod sources;
mod step;
#[cfg(test)]
mod tests;
mod worth;
