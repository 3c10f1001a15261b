//! Bindings of every language that has a query.

mod fixtures;
mod functional;
mod languages;
mod loss;
mod oracle;
mod shown;
