//! Where dwindle touches the world.

pub mod checkup;
pub mod executor;
pub mod files;
pub mod flaky;
#[cfg(feature = "grammars")]
pub mod grammar;
pub mod hints;
pub mod journal;
pub mod limits;
pub mod process;
pub mod property;
pub mod session;
pub mod trial;
pub mod verify;
pub mod worker;
