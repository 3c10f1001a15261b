//! Policies that plans wrap around passes: when they run, which candidates they skip, and when they
//! end.

pub(crate) mod by_size;
pub(crate) mod careful;
pub(crate) mod doubting;
mod governed;
pub(crate) mod halving;
pub(crate) mod opaque;
pub(crate) mod patient;
pub(crate) mod quiet;
pub(crate) mod thrifty;
pub(crate) mod twins;
