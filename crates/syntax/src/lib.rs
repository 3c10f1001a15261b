//! Syntax for dwindle: syntax trees with tokens and spacing, and the languages that parse them.
//!
//! [`languages::detect`] returns the [`Language`] of a file, which parses a text into a [`Tree`]:
//! with a tree-sitter [`Grammar`] if there is one, otherwise with a reader of our own. This crate
//! knows nothing of reduction, and a text that does not follow its grammar is never an error.
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
pub mod layout;
pub mod own;
pub mod tree;
pub mod uses;

pub use gate::SyntaxGate;
pub use grammar::{Grammar, GrammarError, ParseError};
pub use languages::{LANGUAGES, Language};
pub use tree::{FieldId, Flags, KindId, Kinds, NodeId, Spacing, Splice, TokenEdit, Tree};
