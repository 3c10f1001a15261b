//! R.

use super::language::{Comments, FirstLine, Language, Nesting, Reader, Spacing};
use super::naming::Names;
use super::source::{Package, Source};

pub(super) static R: Language = Language {
    name: "r",
    aliases: &[],
    extensions: &["r"],
    file_names: &[".Rprofile"],
    first_line: &[FirstLine::Interpreter("Rscript"), FirstLine::Interpreter("R")],
    marks: &[],
    comments: Comments::HASH,
    nesting: Nesting::Brackets,
    spacing: Spacing::Free { word_bytes: b"." },
    names: Names::Exact,
    bindings: None,
    filler: None,
    unused: None,
    bodies: &[],
    quiet: None,
    reader: Reader::Grammar(Source {
        load: || tree_sitter_r::LANGUAGE.into(),
        node_types: tree_sitter_r::NODE_TYPES,
        rules: include_bytes!("../facts/data/r.rules"),
        locals: Some(tree_sitter_r::LOCALS_QUERY),
        package: Package { name: "tree-sitter-r", folder: "src" },
        is_safe: None,
        injected: &[],
    }),
};
