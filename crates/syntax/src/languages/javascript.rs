//! JavaScript, with JSX.

use super::language::{Comments, FirstLine, Language, Package, Reader, Source, Spacing};

pub(super) static JAVASCRIPT: Language = Language {
    name: "javascript",
    aliases: &["js", "jsx", "ecmascript"],
    extensions: &["js", "mjs", "cjs", "jsx", "es6", "jsm"],
    file_names: &[],
    first_line: &[
        FirstLine::Interpreter("node"),
        FirstLine::Interpreter("nodejs"),
        FirstLine::Interpreter("d8"),
        FirstLine::Interpreter("qjs"),
        FirstLine::Interpreter("bun"),
    ],
    marks: &[],
    comments: Comments::C,
    spacing: Spacing::Free { word_bytes: b"$" },
    reader: Reader::Grammar(Source {
        load: || tree_sitter_javascript::LANGUAGE.into(),
        node_types: tree_sitter_javascript::NODE_TYPES,
        locals: Some(tree_sitter_javascript::LOCALS_QUERY),
        package: Package { name: "tree-sitter-javascript", folder: "src" },
        is_safe: None,
    }),
};
