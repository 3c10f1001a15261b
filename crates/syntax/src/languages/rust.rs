//! Rust.

use super::bodies::Body;
use super::language::{Comments, FirstLine, Language, Nesting, Quiet, Reader, Spacing, Unused};
use super::naming::{BindingRules, Names, Start, Undefined};
use super::source::{Package, Source};

const BODIES: &[Body] = &[Body::new("function_item", "{ loop {} }")];

pub(super) static RUST: Language = Language {
    name: "rust",
    aliases: &["rs"],
    extensions: &["rs"],
    file_names: &[],
    first_line: &[FirstLine::Interpreter("rust-script")],
    marks: &[],
    comments: Comments::C,
    nesting: Nesting::Brackets,
    spacing: Spacing::Free { word_bytes: b"'" },
    names: Names::Exact,
    bindings: Some(BindingRules {
        queries: &[include_str!("../bindings/queries/rust.scm")],
        undefined: Undefined::Refused,
        start: Start::Roots,
        uses_before_syntax: false,
        plain_types: &["()", "u8"],
    }),
    filler: None,
    unused: Some(Unused::Wildcard),
    bodies: &[BODIES],
    quiet: Some(Quiet::first("#![allow(unused)]")),
    reader: Reader::Grammar(Source {
        load: || tree_sitter_rust::LANGUAGE.into(),
        node_types: tree_sitter_rust::NODE_TYPES,
        rules: include_bytes!("../facts/data/rust.rules"),
        locals: None,
        package: Package { name: "tree-sitter-rust", folder: "src" },
        is_safe: None,
    }),
};
