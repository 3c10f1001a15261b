//! The sources of steps, one file each.

mod all;
mod hoists;
mod known_hoists;
mod left;
mod places;
mod plain;
mod values;
mod wholes;

pub(super) use all::{Looked, Sources};
pub(super) use left::Left;
