//! The native half of the Python package `dwindle-reducer`: `dwindle._dwindle`.
//!
//! What users call is Python (`python/dwindle`), which checks arguments and has the types. Here is
//! what reduces. The interpreter's lock is held only while a test of theirs runs in this process.
#![cfg_attr(
    feature = "module",
    expect(clippy::needless_pass_by_value, reason = "a function that Python calls owns its arguments")
)]

#[cfg(feature = "module")]
mod calls;
#[cfg(feature = "module")]
mod lists;
#[cfg(feature = "module")]
mod module;
#[cfg(feature = "module")]
mod options;
#[cfg(feature = "module")]
mod orphans;
#[cfg(feature = "module")]
mod outcome;
#[cfg(feature = "module")]
mod raised;
#[cfg(feature = "module")]
mod scripts;
#[cfg(feature = "module")]
mod workers;
