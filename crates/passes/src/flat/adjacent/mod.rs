//! Passes that remove adjacent units together, when few are left.

mod left;
pub mod line_runs;
pub mod neighbours;
