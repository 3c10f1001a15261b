//! What a plan wraps around passes: when they are begun, what they are not asked about, and when
//! they end.

pub(crate) mod by_size;
pub(crate) mod careful;
pub(crate) mod doubting;
pub(crate) mod halving;
pub(crate) mod opaque;
pub(crate) mod patient;
pub(crate) mod twins;
