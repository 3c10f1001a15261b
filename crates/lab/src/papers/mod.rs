//! The figures and claims of the papers, next to our measurements.

mod beside;
mod claims;
mod duels;
mod means;
mod published;
mod verdict;

pub use beside::beside_tables;
pub use claims::{Evidence, claims};
pub use published::{Published, published};
pub use verdict::{Claim, Kind, Verdict, claim_table};
