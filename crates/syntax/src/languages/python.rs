//! Python.

use super::language::{Comments, FirstLine, Language, Package, Reader, Source, Spacing};

pub(super) static PYTHON: Language = Language {
    name: "python",
    aliases: &["py", "python3"],
    extensions: &["py", "pyi", "pyw", "pyx", "bzl"],
    file_names: &["SConstruct", "SConscript", "wscript", "BUILD.bazel", "WORKSPACE"],
    first_line: &[FirstLine::Interpreter("python"), FirstLine::Interpreter("pypy")],
    marks: &[],
    comments: Comments::HASH,
    spacing: Spacing::Free { word_bytes: b"" },
    reader: Reader::Grammar(Source {
        load: || tree_sitter_python::LANGUAGE.into(),
        node_types: tree_sitter_python::NODE_TYPES,
        locals: None,
        package: Package { name: "tree-sitter-python", folder: "src" },
        is_safe: None,
    }),
};
