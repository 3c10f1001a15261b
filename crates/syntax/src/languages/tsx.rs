//! TypeScript with JSX.

use super::bodies::Body;
use super::direct::DirectCall;
use super::language::{Comments, Language, Nesting, Quiet, Reader, Spacing, Unused};
use super::naming::{BindingRules, Names, Start, Undefined};
use super::source::{Package, Source};

pub(super) static TSX: Language = Language {
    name: "tsx",
    aliases: &[],
    extensions: &["tsx"],
    file_names: &[],
    first_line: &[],
    marks: &[],
    comments: Comments::C,
    nesting: Nesting::Angles,
    spacing: Spacing::Free { word_bytes: b"$" },
    names: Names::Exact,
    bindings: Some(BindingRules {
        queries: &[
            include_str!("../bindings/queries/ecmascript.scm"),
            include_str!("../bindings/queries/typescript.scm"),
            include_str!("../bindings/queries/tsx.scm"),
        ],
        undefined: Undefined::MayRun,
        start: Start::Text,
        uses_before_syntax: false,
        plain_types: &["any"],
        made: super::typescript::MADE,
        direct: Some(DirectCall::TYPESCRIPT),
    }),
    filler: None,
    unused: Some(Unused::Underscore),
    bodies: &[Body::TYPESCRIPT],
    quiet: Some(Quiet::ECMASCRIPT),
    reader: Reader::Grammar(Source {
        load: || tree_sitter_typescript::LANGUAGE_TSX.into(),
        node_types: tree_sitter_typescript::TSX_NODE_TYPES,
        rules: include_bytes!("../facts/data/tsx.rules"),
        locals: Some(tree_sitter_typescript::LOCALS_QUERY),
        package: Package { name: "tree-sitter-typescript", folder: "tsx/src" },
        is_safe: None,
        injected: &[],
    }),
};
