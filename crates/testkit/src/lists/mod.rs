//! Generated lists, and how many tests a list algorithm takes to reduce them.

mod cases;
mod count;
mod families;

pub use cases::{Case, Kept};
pub use count::{Outcome, Until, count};
pub use families::{Family, families};
