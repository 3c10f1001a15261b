//! OCaml implementations.

use super::language::{Comments, FirstLine, Language, Package, Reader, Source, Spacing};

pub(super) static OCAML: Language = Language {
    name: "ocaml",
    aliases: &["ml"],
    extensions: &["ml"],
    file_names: &[],
    first_line: &[FirstLine::Interpreter("ocaml")],
    marks: &[],
    comments: Comments { line: &[], block: &[("(*", "*)")] },
    spacing: Spacing::Free { word_bytes: b"'" },
    reader: Reader::Grammar(Source {
        load: || tree_sitter_ocaml::LANGUAGE_OCAML.into(),
        node_types: tree_sitter_ocaml::OCAML_NODE_TYPES,
        locals: Some(tree_sitter_ocaml::LOCALS_QUERY),
        package: Package { name: "tree-sitter-ocaml", folder: "grammars/ocaml/src" },
        is_safe: None,
    }),
};
