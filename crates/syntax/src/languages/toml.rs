//! TOML.

use super::language::{Comments, Language, Package, Reader, Source, Spacing};

pub(super) static TOML: Language = Language {
    name: "toml",
    aliases: &[],
    extensions: &["toml"],
    file_names: &["Cargo.lock", "poetry.lock", "uv.lock", "Pipfile"],
    first_line: &[],
    marks: &[],
    comments: Comments::HASH,
    spacing: Spacing::Free { word_bytes: b"-" },
    reader: Reader::Grammar(Source {
        load: || tree_sitter_toml_ng::LANGUAGE.into(),
        node_types: tree_sitter_toml_ng::NODE_TYPES,
        locals: None,
        package: Package { name: "tree-sitter-toml-ng", folder: "src" },
        is_safe: None,
    }),
};
