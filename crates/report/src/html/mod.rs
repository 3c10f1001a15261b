//! The report of a session: one HTML page that needs nothing else.

mod chart;
mod page;
mod story;

#[cfg(test)]
mod tests;

pub use page::{Sample, is_page, page};
