//! Haskell.

use super::language::{Comments, FirstLine, Language, Package, Reader, Source, Spacing};

pub(super) static HASKELL: Language = Language {
    name: "haskell",
    aliases: &["hs"],
    extensions: &["hs", "hs-boot", "hsig"],
    file_names: &[],
    first_line: &[
        FirstLine::Interpreter("runhaskell"),
        FirstLine::Interpreter("runghc"),
        FirstLine::Interpreter("stack"),
    ],
    marks: &[],
    comments: Comments { line: &["--"], block: &[("{-", "-}")] },
    spacing: Spacing::Free { word_bytes: b"'" },
    reader: Reader::Grammar(Source {
        load: || tree_sitter_haskell::LANGUAGE.into(),
        node_types: tree_sitter_haskell::NODE_TYPES,
        locals: Some(tree_sitter_haskell::LOCALS_QUERY),
        package: Package { name: "tree-sitter-haskell", folder: "src" },
        is_safe: None,
    }),
};
