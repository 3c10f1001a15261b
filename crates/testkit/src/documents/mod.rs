//! Checks of the documents: shell blocks run, and links have targets.
//!
//! The info string of every `sh` block states how it is tested:
//!
//! | info string | meaning |
//! |---|---|
//! | `sh run` | it runs, in one directory per page that holds a copy of `examples` |
//! | `sh run status: 1` | the same, and it ends with that exit status |
//! | `sh run if: COMMAND` | the same, where COMMAND succeeds |
//! | `sh skip: REASON` | it can't run here |
//! | `LANGUAGE file: NAME` | it is written to that file, which is executable |
//! | `text output` | what the block before wrote contains these lines, but for numbers |

mod blocks;
mod links;
mod output;
mod pages;
mod runner;

pub use blocks::{Block, Role, blocks};
pub use links::broken_links;
pub use output::missing_line;
pub use pages::{Page, pages};
pub use runner::{Ran, run_page};
