//! The use graph of a text: what must be removed together with a part of it.
//!
//! Everything that can be removed as a whole is a *part*: statements, definitions, imports,
//! elements of export lists. A part needs what it uses. With a part, its users are removed, and
//! definitions that become unused. This is derived from names
//! ([`Bindings`](crate::bindings::Bindings)), and as approximate as they are: a proposal, never a
//! promise.

mod announcements;
mod bits;
mod build;
mod companion;
mod cores;
mod dominators;
mod drivers;
mod elements;
mod graph;
mod heaviest;
mod idle_types;
mod orphans;
mod parts;
mod reach;
mod slices;
mod starts;
mod states;
mod type_parameters;
mod unused;
mod use_graph;
mod weights;
mod writes;

pub use companion::CompanionKind;
pub use heaviest::{Heavy, Used, Weighing};
pub use idle_types::IdleTypes;
pub use orphans::Orphans;
pub use reach::Members;
pub use slices::{Root, Slice, Wildcards};
pub use unused::Spare;
pub use use_graph::Uses;
