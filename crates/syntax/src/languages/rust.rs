//! Rust.

use super::bodies::Body;
use super::direct::{DirectCall, Namespaces};
use super::language::{Comments, FirstLine, Language, Nesting, Quiet, Reader, Spacing, Unused};
use super::made::Made;
use super::members::Members;
use super::naming::{BindingRules, Names, Start, Undefined};
use super::objects::Objects;
use super::source::{Package, Source};
use crate::grammar::Injected;

const BODIES: &[Body] = &[Body::new("function_item", "{ loop {} }")];

const MADE: &[Made] = &[
    Made::new("Vec < $T >", "vec![%T]", "macro_invocation"),
    Made::new("Vec < $T >", "Vec::new()", "call_expression"),
    Made::new("Option < $T >", "None", "identifier"),
    Made::new("Option < $T >", "Some(%T)", "call_expression"),
    Made::new("Result < $T , $U >", "Ok(%T)", "call_expression"),
    Made::new("Result < $T >", "Ok(%T)", "call_expression"),
    Made::new("String", "String::new()", "call_expression"),
    Made::new("& ' $W str", r#""""#, "string_literal"),
    Made::new("& str", r#""""#, "string_literal"),
    Made::new("bool", "false", "boolean_literal"),
    Made::new("i32", "0", "integer_literal"),
    Made::new("u32", "0", "integer_literal"),
    Made::new("i64", "0", "integer_literal"),
    Made::new("u64", "0", "integer_literal"),
    Made::new("usize", "0", "integer_literal"),
    Made::new("u8", "0", "integer_literal"),
    Made::new("f64", "0.0", "float_literal"),
    Made::new("( $T , $U )", "(%T, %U)", "tuple_expression"),
    Made::new("& $T", "&%T", "reference_expression"),
    Made::new("$W", "Default::default()", "call_expression"),
    Made::new("$W < $A >", "Default::default()", "call_expression"),
    Made::new("$T", "todo!()", "macro_invocation"),
];

/// What macros are called with is words to the grammar.
const INJECTED: &[Injected] = &[
    with_macro(b'(', "fn f() { f", "; }"),
    with_macro(b'[', "fn f() { let _ = ", "; }"),
    with_macro(b'{', "fn f() ", ""),
];

const fn with_macro(open: u8, before: &'static str, after: &'static str) -> Injected {
    Injected { kind: "token_tree", within: "macro_invocation", open, before, after }
}

/// What has a member, by the member's name.
const MEMBERS: &[Members] = &[
    (
        "\"\"",
        &[
            "as_bytes",
            "char_indices",
            "chars",
            "ends_with",
            "lines",
            "parse",
            "split_whitespace",
            "starts_with",
            "to_lowercase",
            "to_uppercase",
            "trim",
            "trim_end",
            "trim_start",
        ],
    ),
    ("None::<i32>", &["expect", "unwrap"]),
    (
        "Vec::<i32>::new()",
        &["chunks", "drain", "insert", "push", "remove", "split_off", "swap", "swap_remove", "windows"],
    ),
];

const DIRECT: DirectCall = DirectCall {
    failures: include_str!("failures/rust.tsv"),
    members: MEMBERS,
    statement: ("let _ = ", ";"),
    bound: Some(("let ", " = std::hint::black_box(", "); ")),
    holders: &["None::<i32>", "Vec::<i32>::new()", "\"\""],
    function: Some("|_| 0"),
    // What a block ends with without one lives longer than its variables.
    block: Some((" { ", " };")),
    line: &[("", "println!(\"$L\"); ")],
    printed: &[("", "println!(\"$L {:?}\", ", ");")],
    objects: Some(Objects::RUST),
    object: None,
    of_type: Some("::"),
    namespace: Some(Namespaces { kind: "mod_item", open: ("use ", "::*; "), public: Some("pub") }),
    values: &[("char", "'0'")],
    ..DirectCall::BRACES
};

pub(super) static RUST: Language = Language {
    name: "rust",
    aliases: &["rs"],
    extensions: &["rs"],
    file_names: &[],
    first_line: &[FirstLine::Interpreter("rust-script")],
    marks: &[],
    comments: Comments::C,
    nesting: Nesting::Brackets,
    spacing: Spacing::Free { word_bytes: b"'" },
    names: Names::Exact,
    bindings: Some(BindingRules {
        queries: &[include_str!("../bindings/queries/rust.scm")],
        undefined: Undefined::Refused,
        start: Start::Roots,
        uses_before_syntax: false,
        plain_types: &["()", "u8"],
        made: MADE,
        direct: Some(DIRECT),
    }),
    filler: None,
    unused: Some(Unused::Wildcard),
    bodies: &[BODIES],
    quiet: Some(Quiet::first("#![allow(unused)]")),
    reader: Reader::Grammar(Source {
        load: || tree_sitter_rust::LANGUAGE.into(),
        node_types: tree_sitter_rust::NODE_TYPES,
        rules: include_bytes!("../facts/data/rust.rules"),
        locals: None,
        package: Package { name: "tree-sitter-rust", folder: "src" },
        is_safe: None,
        injected: INJECTED,
    }),
};
