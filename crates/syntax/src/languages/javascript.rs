//! JavaScript, with JSX.

use super::bodies::Body;
use super::direct::DirectCall;
use super::language::{Comments, FirstLine, Language, Nesting, Quiet, Reader, Spacing, Unused};
use super::naming::{BindingRules, Names, Start, Undefined};
use super::source::{Package, Source};

const BODIES: &[Body] = &[
    Body::new("function_declaration", "{}"),
    Body::new("method_definition", "{}"),
    Body::new("function_expression", "{}"),
    Body::of_kind("arrow_function", "statement_block", "{}"),
    Body::new("generator_function", "{}"),
    Body::new("generator_function_declaration", "{}"),
];

pub(super) static JAVASCRIPT: Language = Language {
    name: "javascript",
    aliases: &["js", "jsx", "ecmascript"],
    extensions: &["js", "mjs", "cjs", "jsx", "es6", "jsm"],
    file_names: &[],
    first_line: &[
        FirstLine::Interpreter("node"),
        FirstLine::Interpreter("nodejs"),
        FirstLine::Interpreter("d8"),
        FirstLine::Interpreter("qjs"),
        FirstLine::Interpreter("bun"),
    ],
    marks: &[],
    comments: Comments::C,
    nesting: Nesting::Brackets,
    spacing: Spacing::Free { word_bytes: b"$" },
    names: Names::Exact,
    bindings: Some(BindingRules {
        queries: &[
            include_str!("../bindings/queries/ecmascript.scm"),
            include_str!("../bindings/queries/javascript.scm"),
        ],
        undefined: Undefined::MayRun,
        start: Start::Text,
        uses_before_syntax: false,
        plain_types: &[],
        made: &[],
        direct: Some(DirectCall::ECMASCRIPT),
    }),
    filler: None,
    unused: Some(Unused::Underscore),
    bodies: &[BODIES],
    quiet: Some(Quiet::ECMASCRIPT),
    reader: Reader::Grammar(Source {
        load: || tree_sitter_javascript::LANGUAGE.into(),
        node_types: tree_sitter_javascript::NODE_TYPES,
        rules: include_bytes!("../facts/data/javascript.rules"),
        locals: Some(tree_sitter_javascript::LOCALS_QUERY),
        package: Package { name: "tree-sitter-javascript", folder: "src" },
        is_safe: None,
        injected: &[],
    }),
};
