//! Shell scripts: bash, POSIX sh, and the parts of zsh and ksh that are the same.

use super::bodies::Body;
use super::language::{Comments, FirstLine, Language, Nesting, Reader, Spacing};
use super::naming::Names;
use super::source::{Package, Source};

const BODIES: &[Body] = &[Body::of_kind("function_definition", "compound_statement", "{ :; }")];

pub(super) static BASH: Language = Language {
    name: "bash",
    aliases: &["sh", "shell", "zsh"],
    extensions: &["sh", "bash", "zsh", "ksh", "dash", "ebuild", "eclass", "bats"],
    file_names: &[".bashrc", ".bash_profile", ".profile", ".zshrc", "PKGBUILD", "APKBUILD"],
    first_line: &[
        FirstLine::Interpreter("sh"),
        FirstLine::Interpreter("bash"),
        FirstLine::Interpreter("dash"),
        FirstLine::Interpreter("zsh"),
        FirstLine::Interpreter("ksh"),
        FirstLine::Interpreter("ash"),
    ],
    marks: &[],
    comments: Comments::HASH,
    nesting: Nesting::Brackets,
    spacing: Spacing::Free { word_bytes: b"$-./:=+,@%~*?[]{}^!\\#\"'" },
    names: Names::Exact,
    bindings: None,
    filler: None,
    unused: None,
    bodies: &[BODIES],
    quiet: None,
    reader: Reader::Grammar(Source {
        load: || tree_sitter_bash::LANGUAGE.into(),
        node_types: tree_sitter_bash::NODE_TYPES,
        rules: include_bytes!("../facts/data/bash.rules"),
        locals: None,
        package: Package { name: "tree-sitter-bash", folder: "src" },
        is_safe: None,
        injected: &[],
    }),
};
