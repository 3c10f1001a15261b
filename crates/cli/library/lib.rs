//! Reduces an input that makes a program fail to the smallest one that still does.
//!
//! This is the library; the command `dwindle` is in the same package, behind the feature `cli`.
//!
//! # A list
//!
//! [`minimize()`] needs only the list and a test. With `default-features = false` it is the whole
//! library, and compiles in seconds.
//!
//! ```
//! let steps = ["open", "type", "undo", "save", "rename", "close"];
//! let crash = dwindle::minimize(&steps, |kept| kept.contains(&"undo") && kept.contains(&"close"))?;
//! assert_eq!(crash.kept, ["undo", "close"]);
//! # Ok::<(), dwindle::NotInteresting>(())
//! ```
#![cfg_attr(feature = "documents", doc = include_str!("documents.md"))]
//! # Features
//!
//! | feature | what it adds |
//! |---|---|
//! | none | [`minimize()`] and [`Minimizer`] |
//! | `documents` | `reduce` and `Reduction`: files and directories, all passes and plans; the structure of texts comes from brackets and indentation |
//! | `c`, `python`, `rust` … | `documents`, and the grammar of one language; the names are those of `dwindle-syntax` |
//! | `languages` (default) | every language with a grammar |
//! | `cli` (default) | the command, which a library does not need |
//!
//! A library that reduces C and lists has
//! `dwindle = { version = "0.1", default-features = false, features = ["c"] }`.

/// The examples of the book's page for Rust.
#[cfg(all(doctest, feature = "languages"))]
#[doc = include_str!("../../../docs/library.md")]
mod book {}

#[cfg(feature = "documents")]
mod calls;
#[cfg(feature = "documents")]
mod reduced;
#[cfg(feature = "documents")]
mod reduction;

#[cfg(feature = "documents")]
pub use dwindle_passes as passes;
#[cfg(feature = "documents")]
pub use dwindle_passes::{PlanError, PlanOptions};
pub use dwindle_reduce as search;
pub use dwindle_reduce::{
    Document, Ending, File, Minimized, Minimizer, NotInteresting, Verdict, minimize, removable,
};
#[cfg(feature = "documents")]
pub use dwindle_run as run;
#[cfg(feature = "documents")]
pub use dwindle_run::property::{Cancel, Property};
#[cfg(feature = "documents")]
pub use dwindle_syntax as syntax;
#[cfg(feature = "documents")]
pub use reduced::{ReduceError, Reduced};
#[cfg(feature = "documents")]
pub use reduction::{Reduction, reduce};
