//! Julia.

use super::language::{Comments, FirstLine, Language, Nesting, Reader, Spacing};
use super::naming::Names;
use super::source::{Package, Source};

pub(super) static JULIA: Language = Language {
    name: "julia",
    aliases: &["jl"],
    extensions: &["jl"],
    file_names: &[],
    first_line: &[FirstLine::Interpreter("julia")],
    marks: &[],
    comments: Comments { line: &["#"], block: &[("#=", "=#")] },
    nesting: Nesting::Brackets,
    spacing: Spacing::Free { word_bytes: b"!@" },
    names: Names::Exact,
    bindings: None,
    filler: None,
    unused: None,
    bodies: &[],
    quiet: None,
    reader: Reader::Grammar(Source {
        load: || tree_sitter_julia::LANGUAGE.into(),
        node_types: tree_sitter_julia::NODE_TYPES,
        rules: include_bytes!("../facts/data/julia.rules"),
        locals: None,
        package: Package { name: "tree-sitter-julia", folder: "src" },
        is_safe: None,
        injected: &[],
    }),
};
