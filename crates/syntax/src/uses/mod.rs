//! The use graph of a text: what goes along when a part of it goes.
//!
//! Everything that may go as a whole is a *part*: statements, definitions, imports, elements of
//! export lists. A part needs what it uses; a definition that nothing needs any more goes, and what
//! uses a definition that is gone goes as well. Names tell both
//! ([`Bindings`](crate::bindings::Bindings)), so this is as good as those are: a proposal, never a
//! promise.

mod build;
mod companion;
mod cores;
mod dominators;
mod graph;
mod heaviest;
mod orphans;
mod parts;
mod reach;
mod slices;
mod unused;
mod weights;
mod writes;

pub use companion::Along;
pub use graph::Uses;
pub use heaviest::{Heavy, Used, Weighing};
pub use orphans::Orphans;
pub use reach::Members;
pub use slices::{Slice, Wildcards};
pub use unused::Spare;
