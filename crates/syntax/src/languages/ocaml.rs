//! OCaml implementations.

use super::bodies::Body;
use super::direct::DirectCall;
use super::language::{Comments, FirstLine, Language, Nesting, Quiet, Reader, Spacing, Unused};
use super::naming::{BindingRules, Names, Start, Undefined};
use super::source::{Package, Source};

const BODIES: &[Body] =
    &[Body::new("let_binding", "assert false"), Body::new("method_definition", "assert false")];

const DIRECT: DirectCall = DirectCall {
    failures: include_str!("failures/ocaml.tsv"),
    line: &[("", "let () = print_endline \"$L\"\n")],
    body: ("", ""),
    discarded: Some(("let () = ignore (", ")")),
    plain: &["[]", "\"\"", "0", "[||]", "None"],
    has_calls: false,
    statements: &["value_definition"],
    of_type: None,
    nothing: None,
    ..DirectCall::BRACES
};

pub(super) static OCAML: Language = Language {
    name: "ocaml",
    aliases: &["ml"],
    extensions: &["ml"],
    file_names: &[],
    first_line: &[FirstLine::Interpreter("ocaml")],
    marks: &[],
    comments: Comments { line: &[], block: &[("(*", "*)")] },
    nesting: Nesting::Brackets,
    spacing: Spacing::Free { word_bytes: b"'" },
    names: Names::Exact,
    bindings: Some(BindingRules {
        queries: &[include_str!("../bindings/queries/ocaml.scm")],
        undefined: Undefined::MayRun,
        start: Start::Text,
        uses_before_syntax: false,
        plain_types: &[],
        made: &[],
        direct: Some(DIRECT),
    }),
    filler: None,
    unused: Some(Unused::Wildcard),
    bodies: &[BODIES],
    quiet: Some(Quiet::first("[@@@warning \"-26..39\"]")),
    reader: Reader::Grammar(Source {
        load: || tree_sitter_ocaml::LANGUAGE_OCAML.into(),
        node_types: tree_sitter_ocaml::OCAML_NODE_TYPES,
        rules: include_bytes!("../facts/data/ocaml.rules"),
        locals: Some(tree_sitter_ocaml::LOCALS_QUERY),
        package: Package { name: "tree-sitter-ocaml", folder: "grammars/ocaml/src" },
        is_safe: None,
        injected: &[],
    }),
};
