//! What a test expects to be printed takes the place of what computes it.

mod literals;
pub mod pass;
mod places;
mod prints;
mod quotes;
mod sample;
#[cfg(test)]
mod tests;
mod texts;
mod values;
mod words;

pub(crate) use literals::{joined, words_of_texts};
pub use texts::Expected;
pub(crate) use values::Values;
pub(crate) use words::small_words;
