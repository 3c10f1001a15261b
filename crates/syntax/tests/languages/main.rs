//! What holds for every language.

mod any_text;
mod depth;
mod samples;
mod spacing;
mod support;
