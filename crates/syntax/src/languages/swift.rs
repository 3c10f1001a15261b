//! Swift.

use super::language::{Comments, FirstLine, Language, Package, Reader, Source, Spacing};

pub(super) static SWIFT: Language = Language {
    name: "swift",
    aliases: &[],
    extensions: &["swift"],
    file_names: &[],
    first_line: &[FirstLine::Interpreter("swift")],
    marks: &[],
    comments: Comments::C,
    spacing: Spacing::Free { word_bytes: b"" },
    reader: Reader::Grammar(Source {
        load: || tree_sitter_swift::LANGUAGE.into(),
        node_types: tree_sitter_swift::NODE_TYPES,
        locals: Some(tree_sitter_swift::LOCALS_QUERY),
        package: Package { name: "tree-sitter-swift", folder: "src" },
        is_safe: None,
    }),
};
