//! Objective-C.

use super::bodies::Body;
use super::language::{Comments, Language, Nesting, Quiet, Reader, Spacing};
use super::naming::Names;
use super::source::{Package, Source};

pub(super) static OBJECTIVE_C: Language = Language {
    name: "objective-c",
    aliases: &["objc", "obj-c"],
    extensions: &["m", "h"],
    file_names: &[],
    first_line: &[],
    marks: &["@interface", "@implementation", "@protocol", "@property", "@class", "@end", "#import"],
    comments: Comments::C,
    nesting: Nesting::Brackets,
    spacing: Spacing::Free { word_bytes: b"" },
    names: Names::Exact,
    bindings: None,
    filler: None,
    unused: None,
    bodies: &[Body::C_PROTOTYPE, Body::C_ENDLESS],
    quiet: Some(Quiet::C),
    reader: Reader::Grammar(Source {
        load: || tree_sitter_objc::LANGUAGE.into(),
        node_types: tree_sitter_objc::NODE_TYPES,
        rules: include_bytes!("../facts/data/objective-c.rules"),
        locals: Some(tree_sitter_objc::LOCALS_QUERY),
        package: Package { name: "tree-sitter-objc", folder: "src" },
        is_safe: None,
        injected: &[],
    }),
};
