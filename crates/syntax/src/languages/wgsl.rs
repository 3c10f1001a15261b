//! WGSL shaders, also as naga_oil and Bevy extend them.

use super::language::{Comments, Language, Package, Reader, Source, Spacing};

pub(super) static WGSL: Language = Language {
    name: "wgsl",
    aliases: &[],
    extensions: &["wgsl"],
    file_names: &[],
    first_line: &[],
    marks: &[],
    comments: Comments::C,
    spacing: Spacing::Free { word_bytes: b"" },
    reader: Reader::Grammar(Source {
        load: || tree_sitter_wgsl_bevy::LANGUAGE.into(),
        node_types: tree_sitter_wgsl_bevy::NODE_TYPES,
        locals: None,
        package: Package { name: "tree-sitter-wgsl-bevy", folder: "src" },
    }),
};
