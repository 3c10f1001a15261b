//! Tests of the pass `decoded`.

mod formats;
mod search;
mod texts;
