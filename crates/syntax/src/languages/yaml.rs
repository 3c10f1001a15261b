//! YAML.

use super::language::{Comments, FirstLine, Language, Nesting, Reader, Spacing};
use super::naming::Names;
use super::source::{Package, Source};

pub(super) static YAML: Language = Language {
    name: "yaml",
    aliases: &["yml"],
    extensions: &["yaml", "yml", "clang-format", "clang-tidy"],
    file_names: &[".clang-format", ".clang-tidy"],
    first_line: &[FirstLine::Starts("%YAML"), FirstLine::Starts("---\n")],
    marks: &[],
    comments: Comments::HASH,
    nesting: Nesting::Brackets,
    spacing: Spacing::Free { word_bytes: b"-:?.,/@%&*!|>" },
    names: Names::Exact,
    bindings: None,
    filler: None,
    unused: None,
    bodies: &[],
    quiet: None,
    reader: Reader::Grammar(Source {
        load: || tree_sitter_yaml::LANGUAGE.into(),
        node_types: tree_sitter_yaml::NODE_TYPES,
        rules: include_bytes!("../facts/data/yaml.rules"),
        locals: None,
        package: Package { name: "tree-sitter-yaml", folder: "src" },
        is_safe: None,
        injected: &[],
    }),
};
