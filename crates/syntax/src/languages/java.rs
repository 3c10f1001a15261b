//! Java.

use super::language::{Comments, Language, Package, Reader, Source, Spacing};

pub(super) static JAVA: Language = Language {
    name: "java",
    aliases: &[],
    extensions: &["java"],
    file_names: &[],
    first_line: &[],
    marks: &[],
    comments: Comments::C,
    spacing: Spacing::Free { word_bytes: b"" },
    reader: Reader::Grammar(Source {
        load: || tree_sitter_java::LANGUAGE.into(),
        node_types: tree_sitter_java::NODE_TYPES,
        locals: None,
        package: Package { name: "tree-sitter-java", folder: "src" },
        is_safe: None,
    }),
};
