//! LLVM IR.

use super::language::{Comments, FirstLine, Language, Package, Reader, Source, Spacing};

pub(super) static LLVM: Language = Language {
    name: "llvm",
    aliases: &["llvm-ir", "ll"],
    extensions: &["ll"],
    file_names: &[],
    first_line: &[
        FirstLine::Starts("; ModuleID"),
        FirstLine::Starts("source_filename"),
        FirstLine::Starts("target datalayout"),
        FirstLine::Starts("target triple"),
        FirstLine::Starts("define "),
        FirstLine::Starts("declare "),
    ],
    marks: &[],
    comments: Comments::SEMICOLON,
    spacing: Spacing::Free { word_bytes: b"-.$%@!#" },
    reader: Reader::Grammar(Source {
        load: || tree_sitter_llvm::LANGUAGE.into(),
        node_types: tree_sitter_llvm::NODE_TYPES,
        locals: None,
        package: Package { name: "tree-sitter-llvm", folder: "src" },
        is_safe: None,
    }),
};
