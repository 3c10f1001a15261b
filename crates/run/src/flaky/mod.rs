//! Tests that do not always give the same answer: when they are doubted, how often they are asked,
//! and what is believed.
//!
//! A search learns one answer for each question. What stands here stands around the property: until
//! two runs of one candidate contradict each other, every answer is believed, and now and then the
//! best document is asked about again; from then on a verdict is a sequential probability ratio
//! test over the runs of a candidate.

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
