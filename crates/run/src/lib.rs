//! Where dwindle touches the world.
