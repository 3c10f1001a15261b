//! What belongs together goes together: passes over the use graph.

mod along;
pub mod heaviest;
pub mod slices;
#[cfg(test)]
mod tests;
pub mod values;
mod worth;
