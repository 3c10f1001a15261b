//! TOML.

use super::language::{Comments, Language, Nesting, Reader, Spacing};
use super::naming::Names;
use super::source::{Package, Source};

pub(super) static TOML: Language = Language {
    name: "toml",
    aliases: &[],
    extensions: &["toml"],
    file_names: &["Cargo.lock", "poetry.lock", "uv.lock", "Pipfile"],
    first_line: &[],
    marks: &[],
    comments: Comments::HASH,
    nesting: Nesting::Brackets,
    spacing: Spacing::Free { word_bytes: b"-" },
    names: Names::Exact,
    bindings: None,
    filler: None,
    unused: None,
    bodies: &[],
    quiet: None,
    reader: Reader::Grammar(Source {
        load: || tree_sitter_toml_ng::LANGUAGE.into(),
        node_types: tree_sitter_toml_ng::NODE_TYPES,
        rules: include_bytes!("../facts/data/toml.rules"),
        locals: None,
        package: Package { name: "tree-sitter-toml-ng", folder: "src" },
        is_safe: None,
        injected: &[],
    }),
};
