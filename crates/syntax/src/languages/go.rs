//! Go.

use super::bodies::Body;
use super::direct::DirectCall;
use super::language::{Comments, Language, Nesting, Reader, Spacing, Unused};
use super::made::Made;
use super::naming::{BindingRules, Names, Start, Undefined};
use super::objects::Objects;
use super::source::{Package, Source};

const BODIES: &[Body] = &[
    Body::new("function_declaration", "{ panic(0) }"),
    Body::new("method_declaration", "{ panic(0) }"),
    Body::new("func_literal", "{ panic(0) }"),
];

const MADE: &[Made] = &[
    Made::new("[ ] $T", "make([]$T, 1)", "call_expression"),
    Made::new("[ ] $T", "make([]$T, 9)", "call_expression"),
    Made::new("map [ $T ] $U", "map[$T]$U{}", "composite_literal"),
    Made::new("chan $T", "make(chan $T)", "call_expression"),
    Made::new("< - chan $T", "make(chan $T)", "call_expression"),
    Made::new("chan < - $T", "make(chan $T)", "call_expression"),
    Made::new("* $T", "new($T)", "call_expression"),
    Made::new("error", "nil", "nil"),
    Made::new("string", r#""""#, "interpreted_string_literal"),
    Made::new("bool", "false", "false"),
    Made::new("int", "0", "int_literal"),
    Made::new("( $T , $U , error )", "%T, %U, error(nil)", "call_expression"),
    Made::new("( $T , error )", "%T, error(nil)", "call_expression"),
    Made::new("( $T , $U )", "%T, %U", "call_expression"),
    Made::new("$N", "$N{}", "composite_literal"),
    Made::new("$T", "*new($T)", "unary_expression"),
];

const DIRECT: DirectCall = DirectCall {
    failures: include_str!("failures/go.tsv"),
    statement: ("", ""),
    discarded: Some(("_ = ", "")),
    bound: Some(("", " := ", "; ")),
    holders: &["interface{}(\"\")"],
    line: &[("\"fmt\"", "fmt.Println(\"$L\"); ")],
    printed: &[("\"fmt\"", "fmt.Println(\"$L\", ", ")")],
    objects: Some(Objects::GO),
    object: Some("$T{}"),
    of_type: None,
    nothing: Some("nil"),
    ..DirectCall::BRACES
};

pub(super) static GO: Language = Language {
    name: "go",
    aliases: &["golang"],
    extensions: &["go"],
    file_names: &[],
    first_line: &[],
    marks: &[],
    comments: Comments::C,
    nesting: Nesting::Brackets,
    spacing: Spacing::Free { word_bytes: b"" },
    names: Names::Paths,
    bindings: Some(BindingRules {
        queries: &[include_str!("../bindings/queries/go.scm")],
        undefined: Undefined::Refused,
        start: Start::Roots,
        uses_before_syntax: false,
        plain_types: &["int"],
        made: MADE,
        direct: Some(DIRECT),
    }),
    filler: None,
    unused: Some(Unused::Wildcard),
    bodies: &[BODIES],
    quiet: None,
    reader: Reader::Grammar(Source {
        load: || tree_sitter_go::LANGUAGE.into(),
        node_types: tree_sitter_go::NODE_TYPES,
        rules: include_bytes!("../facts/data/go.rules"),
        locals: None,
        package: Package { name: "tree-sitter-go", folder: "src" },
        is_safe: None,
        injected: &[],
    }),
};
