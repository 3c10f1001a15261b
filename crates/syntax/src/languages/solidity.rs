//! Solidity.

use super::language::{Comments, FirstLine, Language, Package, Reader, Source, Spacing};

pub(super) static SOLIDITY: Language = Language {
    name: "solidity",
    aliases: &[],
    extensions: &["sol"],
    file_names: &[],
    first_line: &[FirstLine::Starts("pragma solidity")],
    marks: &[],
    comments: Comments::C,
    spacing: Spacing::Free { word_bytes: b"$" },
    reader: Reader::Grammar(Source {
        load: || tree_sitter_solidity::LANGUAGE.into(),
        node_types: tree_sitter_solidity::NODE_TYPES,
        locals: Some(tree_sitter_solidity::LOCALS_QUERY),
        package: Package { name: "tree-sitter-solidity", folder: "src" },
        is_safe: None,
    }),
};
