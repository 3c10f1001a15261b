//! C, as a preprocessor or a person writes it; also OpenCL kernels.

use super::language::{Comments, Language, Package, Reader, Source, Spacing};

pub(super) static C: Language = Language {
    name: "c",
    aliases: &[],
    extensions: &["c", "h", "i", "idc", "cl", "cats"],
    file_names: &[],
    first_line: &[],
    marks: &[],
    comments: Comments::C,
    spacing: Spacing::Free { word_bytes: b"" },
    reader: Reader::Grammar(Source {
        load: || tree_sitter_c::LANGUAGE.into(),
        node_types: tree_sitter_c::NODE_TYPES,
        locals: None,
        package: Package { name: "tree-sitter-c", folder: "src" },
        is_safe: None,
    }),
};
