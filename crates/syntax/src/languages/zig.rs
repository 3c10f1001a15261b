//! Zig.

use super::language::{Comments, Language, Nesting, Reader, Spacing};
use super::naming::Names;
use super::source::{Package, Source};

pub(super) static ZIG: Language = Language {
    name: "zig",
    aliases: &[],
    extensions: &["zig", "zon"],
    file_names: &[],
    first_line: &[],
    marks: &[],
    comments: Comments { line: &["//"], block: &[] },
    nesting: Nesting::Brackets,
    spacing: Spacing::Free { word_bytes: b"@" },
    names: Names::Exact,
    bindings: None,
    filler: None,
    unused: None,
    bodies: &[],
    quiet: None,
    reader: Reader::Grammar(Source {
        load: || tree_sitter_zig::LANGUAGE.into(),
        node_types: tree_sitter_zig::NODE_TYPES,
        rules: include_bytes!("../facts/data/zig.rules"),
        locals: None,
        package: Package { name: "tree-sitter-zig", folder: "src" },
        is_safe: None,
        injected: &[],
    }),
};
