//! WGSL shaders, and WESL, which adds imports and conditions to them.

use super::language::{Comments, Language, Package, Reader, Source, Spacing};

pub(super) static WGSL: Language = Language {
    name: "wgsl",
    aliases: &["wesl"],
    extensions: &["wgsl", "wesl"],
    file_names: &[],
    first_line: &[],
    marks: &[],
    comments: Comments::C,
    spacing: Spacing::Free { word_bytes: b"" },
    reader: Reader::Grammar(Source {
        load: || tree_sitter_wesl::LANGUAGE.into(),
        node_types: tree_sitter_wesl::NODE_TYPES,
        locals: Some(tree_sitter_wesl::LOCALS_QUERY),
        package: Package { name: "tree-sitter-wesl", folder: "src" },
    }),
};
