//! Passes over the use graph: removing things together that belong together.

mod aim;
pub(super) mod along;
mod chances;
pub(crate) mod companion;
pub mod direct;
pub mod heaviest;
mod kept_calls;
pub mod kinds;
mod manner;
mod pick;
mod queues;
mod rest;
mod row;
pub mod slices;
mod sort;
mod sources;
mod step;
mod taken;
#[cfg(test)]
mod tests;
mod ways;
mod worth;
