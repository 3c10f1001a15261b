//! C.

use super::language::{Comments, Language, Package, Reader};

pub(super) static C: Language = Language {
    name: "c",
    aliases: &[],
    extensions: &["c", "h", "i", "idc"],
    file_names: &[],
    first_line: &[],
    comments: Comments::C,
    word_bytes: b"",
    reader: Reader::Grammar {
        load: || tree_sitter_c::LANGUAGE.into(),
        node_types: tree_sitter_c::NODE_TYPES,
        package: Package { name: "tree-sitter-c", folder: "src" },
    },
};
