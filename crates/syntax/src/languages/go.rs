//! Go.

use super::language::{Comments, Language, Package, Reader, Source, Spacing};

pub(super) static GO: Language = Language {
    name: "go",
    aliases: &["golang"],
    extensions: &["go"],
    file_names: &[],
    first_line: &[],
    marks: &[],
    comments: Comments::C,
    spacing: Spacing::Free { word_bytes: b"" },
    reader: Reader::Grammar(Source {
        load: || tree_sitter_go::LANGUAGE.into(),
        node_types: tree_sitter_go::NODE_TYPES,
        locals: None,
        package: Package { name: "tree-sitter-go", folder: "src" },
        is_safe: None,
    }),
};
