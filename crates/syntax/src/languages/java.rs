//! Java.

use super::bodies::Body;
use super::language::{Comments, Language, Nesting, Reader, Spacing};
use super::naming::{BindingRules, Names, Start, Undefined};
use super::source::{Package, Source};

const BODIES: &[Body] =
    &[Body::new("method_declaration", "{ throw null; }"), Body::new("constructor_declaration", "{ }")];

pub(super) static JAVA: Language = Language {
    name: "java",
    aliases: &[],
    extensions: &["java"],
    file_names: &[],
    first_line: &[],
    marks: &[],
    comments: Comments::C,
    nesting: Nesting::Angles,
    spacing: Spacing::Free { word_bytes: b"" },
    names: Names::Exact,
    bindings: Some(BindingRules {
        queries: &[include_str!("../bindings/queries/java.scm")],
        undefined: Undefined::Refused,
        start: Start::Roots,
        uses_before_syntax: false,
        plain_types: &["Integer", "Object"],
    }),
    filler: None,
    unused: None,
    bodies: &[BODIES],
    quiet: None,
    reader: Reader::Grammar(Source {
        load: || tree_sitter_java::LANGUAGE.into(),
        node_types: tree_sitter_java::NODE_TYPES,
        rules: include_bytes!("../facts/data/java.rules"),
        locals: None,
        package: Package { name: "tree-sitter-java", folder: "src" },
        is_safe: None,
    }),
};
