//! Flaky tests: tests that give different answers for the same input.
//!
//! A search learns one verdict for each candidate. At first each single answer is trusted, and now
//! and then the best document is tested again. Once two runs of one candidate contradict each
//! other, a verdict is the result of a sequential probability ratio test over several runs of a
//! candidate.

mod doubt;
mod observations;
mod rates;
mod repeated;
mod tally;
mod time_limit;

pub use doubt::Doubt;
pub use observations::{Observations, Observed, Trust};
pub use rates::{Rates, RatesError};
pub use repeated::Repeated;
pub use tally::Tally;
pub use time_limit::TimeLimit;
