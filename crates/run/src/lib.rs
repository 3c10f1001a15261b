//! Where dwindle touches the world.

pub mod files;
pub mod journal;
pub mod property;
