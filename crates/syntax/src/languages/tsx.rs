//! TypeScript with JSX.

use super::language::{Comments, Language, Package, Reader, Source, Spacing};

pub(super) static TSX: Language = Language {
    name: "tsx",
    aliases: &[],
    extensions: &["tsx"],
    file_names: &[],
    first_line: &[],
    marks: &[],
    comments: Comments::C,
    spacing: Spacing::Free { word_bytes: b"$" },
    reader: Reader::Grammar(Source {
        load: || tree_sitter_typescript::LANGUAGE_TSX.into(),
        node_types: tree_sitter_typescript::TSX_NODE_TYPES,
        locals: Some(tree_sitter_typescript::LOCALS_QUERY),
        package: Package { name: "tree-sitter-typescript", folder: "tsx/src" },
        is_safe: None,
    }),
};
