//! Tests of the pass `decoded`.

mod formats;
mod records;
mod search;
mod texts;
mod tiled;
