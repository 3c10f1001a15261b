//! Where dwindle touches the world.

pub mod property;
