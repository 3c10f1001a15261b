//! The page of results: prose, tables and figures, made from raw results alone.

mod assembled;
mod material;
mod pictures;
mod prose;
mod sweep;
mod watching;

pub use assembled::{Page, Part, page};
pub use material::Material;
