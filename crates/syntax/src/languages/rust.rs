//! Rust.

use super::language::{Comments, FirstLine, Language, Package, Reader, Source, Spacing};

pub(super) static RUST: Language = Language {
    name: "rust",
    aliases: &["rs"],
    extensions: &["rs"],
    file_names: &[],
    first_line: &[FirstLine::Interpreter("rust-script")],
    marks: &[],
    comments: Comments::C,
    spacing: Spacing::Free { word_bytes: b"'" },
    reader: Reader::Grammar(Source {
        load: || tree_sitter_rust::LANGUAGE.into(),
        node_types: tree_sitter_rust::NODE_TYPES,
        locals: None,
        package: Package { name: "tree-sitter-rust", folder: "src" },
        is_safe: None,
    }),
};
