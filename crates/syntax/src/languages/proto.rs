//! Protocol buffer definitions.

use super::language::{Comments, FirstLine, Language, Nesting, Reader, Spacing};
use super::naming::Names;
use super::source::{Package, Source};

pub(super) static PROTO: Language = Language {
    name: "proto",
    aliases: &["protobuf"],
    extensions: &["proto"],
    file_names: &[],
    first_line: &[FirstLine::Starts("syntax = \"proto")],
    marks: &[],
    comments: Comments::C,
    nesting: Nesting::Brackets,
    spacing: Spacing::Free { word_bytes: b"" },
    names: Names::Exact,
    bindings: None,
    filler: None,
    unused: None,
    bodies: &[],
    quiet: None,
    reader: Reader::Grammar(Source {
        load: || tree_sitter_proto::LANGUAGE.into(),
        node_types: tree_sitter_proto::NODE_TYPES,
        rules: include_bytes!("../facts/data/proto.rules"),
        locals: None,
        package: Package { name: "tree-sitter-proto", folder: "src" },
        is_safe: None,
        injected: &[],
    }),
};
