//! Python.

use super::bodies::Body;
use super::direct::DirectCall;
use super::language::{Comments, Filler, FirstLine, Language, Nesting, Quiet, Reader, Spacing};
use super::made::Made;
use super::naming::{BindingRules, Names, Start, Undefined};
use super::source::{Package, Source};

const BODIES: &[Body] = &[Body::new("function_definition", "...")];

const MADE: &[Made] = &[
    Made::new("list [ $T ]", "[]", "list"),
    Made::new("List [ $T ]", "[]", "list"),
    Made::new("dict [ $A ]", "{}", "dictionary"),
    Made::new("Dict [ $A ]", "{}", "dictionary"),
    Made::new("set [ $T ]", "set()", "call"),
    Made::new("$T | None", "None", "none"),
    Made::new("Optional [ $T ]", "None", "none"),
    Made::new("tuple [ $T , $U ]", "(%T, %U)", "tuple"),
    Made::new("str", r#""""#, "string"),
    Made::new("bool", "False", "false"),
    Made::new("int", "0", "integer"),
    Made::new("$N", "$N()", "call"),
];

pub(super) static PYTHON: Language = Language {
    name: "python",
    aliases: &["py", "python3"],
    extensions: &["py", "pyi", "pyw", "pyx", "bzl"],
    file_names: &["SConstruct", "SConscript", "wscript", "BUILD.bazel", "WORKSPACE"],
    first_line: &[FirstLine::Interpreter("python"), FirstLine::Interpreter("pypy")],
    marks: &[],
    comments: Comments::HASH,
    nesting: Nesting::Brackets,
    spacing: Spacing::Free { word_bytes: b"" },
    names: Names::Exact,
    bindings: Some(BindingRules {
        queries: &[include_str!("../bindings/queries/python.scm")],
        undefined: Undefined::MayRun,
        start: Start::Text,
        uses_before_syntax: false,
        plain_types: &[],
        made: MADE,
        direct: Some(DirectCall::PYTHON),
    }),
    filler: Some(Filler { holder: "block", text: "0" }),
    unused: None,
    bodies: &[BODIES],
    quiet: Some(Quiet::first("# ruff: noqa: F401, F811, F841")),
    reader: Reader::Grammar(Source {
        load: || tree_sitter_python::LANGUAGE.into(),
        node_types: tree_sitter_python::NODE_TYPES,
        rules: include_bytes!("../facts/data/python.rules"),
        locals: None,
        package: Package { name: "tree-sitter-python", folder: "src" },
        is_safe: None,
        injected: &[],
    }),
};
