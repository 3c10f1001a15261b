//! Swift.

use super::bodies::Body;
use super::language::{Comments, FirstLine, Language, Nesting, Reader, Spacing};
use super::naming::{BindingRules, Names, Start, Undefined};
use super::source::{Package, Source};

const BODIES: &[Body] = &[Body::new("function_declaration", "{ fatalError() }")];

pub(super) static SWIFT: Language = Language {
    name: "swift",
    aliases: &[],
    extensions: &["swift"],
    file_names: &[],
    first_line: &[FirstLine::Interpreter("swift")],
    marks: &[],
    comments: Comments::C,
    nesting: Nesting::Angles,
    spacing: Spacing::Free { word_bytes: b"" },
    names: Names::Exact,
    bindings: Some(BindingRules {
        queries: &[include_str!("../bindings/queries/swift.scm")],
        undefined: Undefined::MayRun,
        start: Start::Text,
        uses_before_syntax: false,
        plain_types: &["Any"],
        made: &[],
        direct: None,
    }),
    filler: None,
    unused: None,
    bodies: &[BODIES],
    quiet: None,
    reader: Reader::Grammar(Source {
        load: || tree_sitter_swift::LANGUAGE.into(),
        node_types: tree_sitter_swift::NODE_TYPES,
        rules: include_bytes!("../facts/data/swift.rules"),
        locals: Some(tree_sitter_swift::LOCALS_QUERY),
        package: Package { name: "tree-sitter-swift", folder: "src" },
        is_safe: None,
        injected: &[],
    }),
};
