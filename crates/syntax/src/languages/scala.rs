//! Scala 2 and 3.

use super::bodies::Body;
use super::language::{Comments, FirstLine, Language, Nesting, Reader, Spacing};
use super::made::Made;
use super::naming::{BindingRules, Names, Start, Undefined};
use super::source::{Package, Source};

const BODIES: &[Body] = &[Body::new("function_definition", "???")];

const MADE: &[Made] = &[
    Made::new("List [ $T ]", "Nil", "identifier"),
    Made::new("Option [ $T ]", "None", "identifier"),
    Made::new("$N", "new $N()", "instance_expression"),
    Made::new("$T", "???", "operator_identifier"),
];

pub(super) static SCALA: Language = Language {
    name: "scala",
    aliases: &[],
    extensions: &["scala", "sbt", "sc", "mill"],
    file_names: &[],
    first_line: &[FirstLine::Interpreter("scala"), FirstLine::Interpreter("scala-cli")],
    marks: &[],
    comments: Comments::C,
    nesting: Nesting::Brackets,
    spacing: Spacing::Free { word_bytes: b"$" },
    names: Names::Exact,
    bindings: Some(BindingRules {
        queries: &[include_str!("../bindings/queries/scala.scm")],
        undefined: Undefined::MayRun,
        start: Start::Roots,
        uses_before_syntax: false,
        plain_types: &["Any"],
        made: MADE,
        direct: None,
    }),
    filler: None,
    unused: None,
    bodies: &[BODIES],
    quiet: None,
    reader: Reader::Grammar(Source {
        load: || tree_sitter_scala::LANGUAGE.into(),
        node_types: tree_sitter_scala::NODE_TYPES,
        rules: include_bytes!("../facts/data/scala.rules"),
        locals: Some(tree_sitter_scala::LOCALS_QUERY),
        package: Package { name: "tree-sitter-scala", folder: "src" },
        is_safe: None,
        injected: &[],
    }),
};
