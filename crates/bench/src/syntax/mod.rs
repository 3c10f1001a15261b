//! Measurements of `dwindle-syntax` on single files.

pub mod bindings;
pub mod facts;
pub mod gate;
pub mod shortest;
