//! C#.

use super::language::{Comments, Language, Package, Reader, Source, Spacing};

pub(super) static C_SHARP: Language = Language {
    name: "c-sharp",
    aliases: &["c#", "csharp", "cs"],
    extensions: &["cs", "csx"],
    file_names: &[],
    first_line: &[],
    marks: &[],
    comments: Comments::C,
    spacing: Spacing::Free { word_bytes: b"@" },
    reader: Reader::Grammar(Source {
        load: || tree_sitter_c_sharp::LANGUAGE.into(),
        node_types: tree_sitter_c_sharp::NODE_TYPES,
        locals: None,
        package: Package { name: "tree-sitter-c-sharp", folder: "src" },
        is_safe: None,
    }),
};
