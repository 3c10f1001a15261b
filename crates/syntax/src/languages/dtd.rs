//! Document type definitions.

use super::language::{Comments, FirstLine, Language, Nesting, Reader, Spacing};
use super::naming::Names;
use super::source::{Package, Source};

pub(super) static DTD: Language = Language {
    name: "dtd",
    aliases: &[],
    extensions: &["dtd"],
    file_names: &[],
    first_line: &[FirstLine::Starts("<!ELEMENT"), FirstLine::Starts("<!ENTITY")],
    marks: &[],
    comments: Comments::XML,
    nesting: Nesting::Brackets,
    spacing: Spacing::Free { word_bytes: b"-.:" },
    names: Names::Exact,
    bindings: None,
    filler: None,
    unused: None,
    bodies: &[],
    quiet: None,
    reader: Reader::Grammar(Source {
        load: || tree_sitter_xml::LANGUAGE_DTD.into(),
        node_types: tree_sitter_xml::DTD_NODE_TYPES,
        rules: include_bytes!("../facts/data/dtd.rules"),
        locals: None,
        package: Package { name: "tree-sitter-xml", folder: "dtd/src" },
        is_safe: None,
        injected: &[],
    }),
};
