//! TypeScript.

use super::bodies::Body;
use super::direct::DirectCall;
use super::language::{Comments, FirstLine, Language, Nesting, Quiet, Reader, Spacing, Unused};
use super::made::Made;
use super::naming::{BindingRules, Names, Start, Undefined};
use super::source::{Package, Source};

pub(super) const MADE: &[Made] = &[
    Made::new("$T [ ]", "[]", "array"),
    Made::new("Array < $T >", "[]", "array"),
    Made::new("readonly $T [ ]", "[]", "array"),
    Made::new("ReadonlyArray < $T >", "[]", "array"),
    Made::new("Map < $T , $U >", "new Map()", "new_expression"),
    Made::new("Set < $T >", "new Set()", "new_expression"),
    Made::new("string", r#""""#, "string"),
    Made::new("boolean", "false", "false"),
    Made::new("number", "0", "number"),
    Made::new("$N", "new $N()", "new_expression"),
    Made::new("$T", "null!", "non_null_expression"),
    Made::new("$N", "{} as $N", "as_expression"),
];

pub(super) static TYPESCRIPT: Language = Language {
    name: "typescript",
    aliases: &["ts"],
    extensions: &["ts", "mts", "cts"],
    file_names: &[],
    first_line: &[
        FirstLine::Interpreter("deno"),
        FirstLine::Interpreter("ts-node"),
        FirstLine::Interpreter("tsx"),
    ],
    marks: &[],
    comments: Comments::C,
    nesting: Nesting::Angles,
    spacing: Spacing::Free { word_bytes: b"$" },
    names: Names::Exact,
    bindings: Some(BindingRules {
        queries: &[
            include_str!("../bindings/queries/ecmascript.scm"),
            include_str!("../bindings/queries/typescript.scm"),
        ],
        undefined: Undefined::MayRun,
        start: Start::Text,
        uses_before_syntax: false,
        plain_types: &["any"],
        made: MADE,
        direct: Some(DirectCall::TYPESCRIPT),
    }),
    filler: None,
    unused: Some(Unused::Underscore),
    bodies: &[Body::TYPESCRIPT],
    quiet: Some(Quiet::ECMASCRIPT),
    reader: Reader::Grammar(Source {
        load: || tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
        node_types: tree_sitter_typescript::TYPESCRIPT_NODE_TYPES,
        rules: include_bytes!("../facts/data/typescript.rules"),
        locals: Some(tree_sitter_typescript::LOCALS_QUERY),
        package: Package { name: "tree-sitter-typescript", folder: "typescript/src" },
        is_safe: None,
        injected: &[],
    }),
};
