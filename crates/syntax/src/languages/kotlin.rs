//! Kotlin.

use super::bodies::{Body, Part};
use super::language::{Comments, FirstLine, Language, Nesting, Quiet, Reader, Spacing};
use super::naming::{BindingRules, Names, Start, Undefined};
use super::source::{Package, Source};

const BODIES: &[Body] = &[
    Body {
        definition: "function_declaration",
        part: Part::Kind("function_body", "{"),
        instead: "{ TODO() }",
        with_body: &[],
    },
    Body {
        definition: "function_declaration",
        part: Part::Kind("function_body", "="),
        instead: "= TODO()",
        with_body: &[],
    },
];

pub(super) static KOTLIN: Language = Language {
    name: "kotlin",
    aliases: &["kt"],
    extensions: &["kt", "kts", "ktm"],
    file_names: &[],
    first_line: &[FirstLine::Interpreter("kotlin")],
    marks: &[],
    comments: Comments::C,
    nesting: Nesting::Angles,
    spacing: Spacing::Free { word_bytes: b"" },
    names: Names::Dotted,
    bindings: Some(BindingRules {
        queries: &[include_str!("../bindings/queries/kotlin.scm")],
        undefined: Undefined::MayRun,
        start: Start::Roots,
        uses_before_syntax: false,
        plain_types: &["Any"],
        made: &[],
        direct: None,
    }),
    filler: None,
    unused: None,
    bodies: &[BODIES],
    quiet: Some(Quiet::first("@file:Suppress(\"unused\", \"UNUSED_PARAMETER\", \"UNUSED_VARIABLE\")")),
    reader: Reader::Grammar(Source {
        load: || tree_sitter_kotlin_sg::LANGUAGE.into(),
        node_types: tree_sitter_kotlin_sg::NODE_TYPES,
        rules: include_bytes!("../facts/data/kotlin.rules"),
        locals: None,
        package: Package { name: "tree-sitter-kotlin-sg", folder: "src" },
        is_safe: None,
        injected: &[],
    }),
};
