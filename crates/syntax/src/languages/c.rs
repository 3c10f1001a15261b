//! C, as a preprocessor or a person writes it; also OpenCL kernels.

use super::bodies::Body;
use super::direct::DirectCall;
use super::language::{Comments, Language, Nesting, Quiet, Reader, Spacing};
use super::made::Made;
use super::naming::{BindingRules, Names, Start, Undefined};
use super::source::{Package, Source};

const MADE: &[Made] = &[
    Made::new("struct $W", "(struct $W){0}", "compound_literal_expression"),
    Made::new("union $W", "(union $W){0}", "compound_literal_expression"),
    Made::new("$W", "($W){0}", "compound_literal_expression"),
];

const DIRECT: DirectCall = DirectCall {
    failures: include_str!("failures/c.tsv"),
    discarded: Some(("(void)(", ");")),
    bound: Some(("int ", " = ", "; ")),
    plain: &["0"],
    array: Some("int $N[$L] = {0}; "),
    no_parameters: Some("(void)"),
    line: &[("stdio.h", "puts(\"$L\"); ")],
    printed: &[("stdio.h", "printf(\"$L %f\\n\", (double)(", "));")],
    object: Some("($T){0}"),
    of_type: None,
    ..DirectCall::BRACES
};

pub(super) static C: Language = Language {
    name: "c",
    aliases: &[],
    extensions: &["c", "h", "i", "idc", "cl", "cats"],
    file_names: &[],
    first_line: &[],
    marks: &[],
    comments: Comments::C,
    nesting: Nesting::Brackets,
    spacing: Spacing::Free { word_bytes: b"" },
    names: Names::Exact,
    bindings: Some(BindingRules {
        queries: &[include_str!("../bindings/queries/c.scm")],
        undefined: Undefined::Refused,
        start: Start::Roots,
        uses_before_syntax: true,
        plain_types: &[],
        made: MADE,
        direct: Some(DIRECT),
    }),
    filler: None,
    unused: None,
    bodies: &[Body::C_PROTOTYPE, Body::C_ENDLESS],
    quiet: Some(Quiet::C),
    reader: Reader::Grammar(Source {
        load: || tree_sitter_c::LANGUAGE.into(),
        node_types: tree_sitter_c::NODE_TYPES,
        rules: include_bytes!("../facts/data/c.rules"),
        locals: None,
        package: Package { name: "tree-sitter-c", folder: "src" },
        is_safe: None,
        injected: &[],
    }),
};
