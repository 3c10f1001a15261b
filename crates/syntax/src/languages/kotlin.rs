//! Kotlin.

use super::language::{Comments, FirstLine, Language, Package, Reader, Source, Spacing};

pub(super) static KOTLIN: Language = Language {
    name: "kotlin",
    aliases: &["kt"],
    extensions: &["kt", "kts", "ktm"],
    file_names: &[],
    first_line: &[FirstLine::Interpreter("kotlin")],
    marks: &[],
    comments: Comments::C,
    spacing: Spacing::Free { word_bytes: b"" },
    reader: Reader::Grammar(Source {
        load: || tree_sitter_kotlin_sg::LANGUAGE.into(),
        node_types: tree_sitter_kotlin_sg::NODE_TYPES,
        locals: None,
        package: Package { name: "tree-sitter-kotlin-sg", folder: "src" },
        is_safe: None,
    }),
};
