//! OCaml interfaces.

use super::language::{Comments, Language, Nesting, Reader, Spacing};
use super::naming::Names;
use super::source::{Package, Source};

pub(super) static OCAML_INTERFACE: Language = Language {
    name: "ocaml-interface",
    aliases: &["mli"],
    extensions: &["mli"],
    file_names: &[],
    first_line: &[],
    marks: &[],
    comments: Comments { line: &[], block: &[("(*", "*)")] },
    nesting: Nesting::Brackets,
    spacing: Spacing::Free { word_bytes: b"'" },
    names: Names::Exact,
    bindings: None,
    filler: None,
    unused: None,
    bodies: &[],
    quiet: None,
    reader: Reader::Grammar(Source {
        load: || tree_sitter_ocaml::LANGUAGE_OCAML_INTERFACE.into(),
        node_types: tree_sitter_ocaml::INTERFACE_NODE_TYPES,
        rules: include_bytes!("../facts/data/ocaml-interface.rules"),
        locals: Some(tree_sitter_ocaml::LOCALS_QUERY),
        package: Package { name: "tree-sitter-ocaml", folder: "grammars/interface/src" },
        is_safe: None,
        injected: &[],
    }),
};
