//! CMake.

use super::language::{Comments, Language, Nesting, Reader, Spacing};
use super::naming::Names;
use super::source::{Package, Source};

pub(super) static CMAKE: Language = Language {
    name: "cmake",
    aliases: &[],
    extensions: &["cmake", "cmake.in"],
    file_names: &["CMakeLists.txt"],
    first_line: &[],
    marks: &[],
    comments: Comments { line: &["#"], block: &[("#[[", "]]")] },
    nesting: Nesting::Brackets,
    spacing: Spacing::Free { word_bytes: b"-./:=+,@%~*?[]{}^!<>|&;\\\"" },
    names: Names::AnyCase,
    bindings: None,
    filler: None,
    unused: None,
    bodies: &[],
    quiet: None,
    reader: Reader::Grammar(Source {
        load: || tree_sitter_cmake::LANGUAGE.into(),
        node_types: tree_sitter_cmake::NODE_TYPES,
        rules: include_bytes!("../facts/data/cmake.rules"),
        locals: None,
        package: Package { name: "tree-sitter-cmake", folder: "src" },
        is_safe: None,
        injected: &[],
    }),
};
