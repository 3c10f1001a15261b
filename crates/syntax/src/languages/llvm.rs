//! LLVM IR.

use super::bodies::{Body, NodeChange};
use super::language::{Comments, FirstLine, Language, Nesting, Reader, Spacing};
use super::naming::Names;
use super::source::{Package, Source};

/// A definition becomes a declaration, without linkage and metadata.
const BODIES: &[Body] = &[Body {
    with_body: &[
        NodeChange { kind: "define", begins: "", instead: "declare" },
        NodeChange::removal("linkage_aux", ""),
        NodeChange::removal("metadata_attachment", ""),
        NodeChange::removal("attribute", "comdat"),
        NodeChange::removal("attribute", "personality"),
    ],
    ..Body::new("fn_define", "")
}];

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
    nesting: Nesting::Brackets,
    spacing: Spacing::Free { word_bytes: b"-.$%@!#" },
    names: Names::Exact,
    bindings: None,
    filler: None,
    unused: None,
    bodies: &[BODIES],
    quiet: None,
    reader: Reader::Grammar(Source {
        load: || tree_sitter_llvm::LANGUAGE.into(),
        node_types: tree_sitter_llvm::NODE_TYPES,
        rules: include_bytes!("../facts/data/llvm.rules"),
        locals: None,
        package: Package { name: "tree-sitter-llvm", folder: "src" },
        is_safe: None,
        injected: &[],
    }),
};
