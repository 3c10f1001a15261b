//! GLSL shaders.

use super::language::{Comments, FirstLine, Language, Nesting, Reader, Spacing};
use super::naming::Names;
use super::source::{Package, Source};

pub(super) static GLSL: Language = Language {
    name: "glsl",
    aliases: &[],
    extensions: &[
        "glsl", "vert", "frag", "comp", "geom", "tesc", "tese", "mesh", "task", "rgen", "rchit", "rmiss",
        "rahit", "rint", "rcall", "vsh", "fsh", "gsh",
    ],
    file_names: &[],
    first_line: &[FirstLine::Starts("#version")],
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
        load: || tree_sitter_glsl::LANGUAGE_GLSL.into(),
        node_types: tree_sitter_glsl::NODE_TYPES,
        rules: include_bytes!("../facts/data/glsl.rules"),
        locals: None,
        package: Package { name: "tree-sitter-glsl", folder: "src" },
        is_safe: None,
        injected: &[],
    }),
};
