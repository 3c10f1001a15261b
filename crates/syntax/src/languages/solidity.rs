//! Solidity.

use super::bodies::Body;
use super::language::{Comments, FirstLine, Language, Nesting, Reader, Spacing};
use super::naming::Names;
use super::source::{Package, Source};

const BODIES: &[Body] = &[Body::new("function_definition", "{ revert(); }")];

pub(super) static SOLIDITY: Language = Language {
    name: "solidity",
    aliases: &[],
    extensions: &["sol"],
    file_names: &[],
    first_line: &[FirstLine::Starts("pragma solidity")],
    marks: &[],
    comments: Comments::C,
    nesting: Nesting::Brackets,
    spacing: Spacing::Free { word_bytes: b"$" },
    names: Names::Exact,
    bindings: None,
    filler: None,
    unused: None,
    bodies: &[BODIES],
    quiet: None,
    reader: Reader::Grammar(Source {
        load: || tree_sitter_solidity::LANGUAGE.into(),
        node_types: tree_sitter_solidity::NODE_TYPES,
        rules: include_bytes!("../facts/data/solidity.rules"),
        locals: Some(tree_sitter_solidity::LOCALS_QUERY),
        package: Package { name: "tree-sitter-solidity", folder: "src" },
        is_safe: None,
        injected: &[],
    }),
};
