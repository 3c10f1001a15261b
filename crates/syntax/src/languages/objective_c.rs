//! Objective-C.

use super::language::{Comments, Language, Package, Reader, Source, Spacing};

pub(super) static OBJECTIVE_C: Language = Language {
    name: "objective-c",
    aliases: &["objc", "obj-c"],
    extensions: &["m", "h"],
    file_names: &[],
    first_line: &[],
    marks: &["@interface", "@implementation", "@protocol", "@property", "@class", "@end", "#import"],
    comments: Comments::C,
    spacing: Spacing::Free { word_bytes: b"" },
    reader: Reader::Grammar(Source {
        load: || tree_sitter_objc::LANGUAGE.into(),
        node_types: tree_sitter_objc::NODE_TYPES,
        locals: Some(tree_sitter_objc::LOCALS_QUERY),
        package: Package { name: "tree-sitter-objc", folder: "src" },
        is_safe: None,
    }),
};
