//! Makefiles.

use super::language::{Comments, FirstLine, Language, Nesting, Reader, Spacing};
use super::naming::Names;
use super::source::{Package, Source};

pub(super) static MAKE: Language = Language {
    name: "make",
    aliases: &["makefile"],
    extensions: &["mk", "mak", "make"],
    file_names: &["Makefile", "makefile", "GNUmakefile", "Makefile.am", "Makefile.in"],
    first_line: &[FirstLine::Interpreter("make")],
    marks: &[],
    comments: Comments::HASH,
    nesting: Nesting::Brackets,
    spacing: Spacing::Free { word_bytes: b"-./:=+,@%~*?[]{}^!<>|&;$\\\"'" },
    names: Names::Exact,
    bindings: None,
    filler: None,
    unused: None,
    bodies: &[],
    quiet: None,
    reader: Reader::Grammar(Source {
        load: || tree_sitter_make::LANGUAGE.into(),
        node_types: tree_sitter_make::NODE_TYPES,
        rules: include_bytes!("../facts/data/make.rules"),
        locals: None,
        package: Package { name: "tree-sitter-make", folder: "src" },
        is_safe: None,
        injected: &[],
    }),
};
