//! Syntax for dwindle: trees of texts, their tokens and spacing, and the languages that make them.
//!
//! A [`Language`] is found by [`languages::detect`] and turns a text into a [`Tree`]: with a
//! tree-sitter [`Grammar`] where there is one, by a reader of our own where there is none. Nothing
//! here knows of reduction, and nothing here fails on a text that does not follow its grammar.
//!
//! ```
//! # #[cfg(feature = "c")] {
//! use std::path::Path;
//! let text = b"int f(void) { return 1 + 2; }";
//! let language = dwindle_syntax::languages::detect(Path::new("crash.c"), text).expect("the name says it");
//! let tree = language.parse(text).expect("the text is short");
//! assert_eq!(tree.kind_name(tree.root()), "translation_unit");
//! assert_eq!(tree.n_tokens(tree.root()), 12);
//! # }
//! ```

pub mod bindings;
pub mod facts;
pub mod gate;
pub mod grammar;
pub mod languages;
pub mod own;
pub mod tree;
pub mod uses;

pub use gate::SyntaxGate;
pub use grammar::{Grammar, GrammarError, ParseError};
pub use languages::{LANGUAGES, Language};
pub use tree::{Cut, FieldId, Flags, KindId, Kinds, NodeId, Spacing, Splice, Tree};
