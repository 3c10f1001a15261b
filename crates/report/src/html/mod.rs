//! The report of a session: one self-contained HTML page.

mod chart;
mod page;
mod story;

#[cfg(test)]
mod tests;

pub use page::{Sample, is_page, page};
