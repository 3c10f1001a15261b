//! Regular expressions as JavaScript has them.

use super::language::{Comments, Language, Nesting, Reader, Spacing};
use super::naming::Names;
use super::source::{Package, Source};

pub(super) static REGEX: Language = Language {
    name: "regex",
    aliases: &[],
    extensions: &["regex", "regexp"],
    file_names: &[],
    first_line: &[],
    marks: &[],
    comments: Comments::NONE,
    nesting: Nesting::Brackets,
    spacing: Spacing::Exact,
    names: Names::Exact,
    bindings: None,
    filler: None,
    unused: None,
    bodies: &[],
    quiet: None,
    reader: Reader::Grammar(Source {
        load: || tree_sitter_regex::LANGUAGE.into(),
        node_types: tree_sitter_regex::NODE_TYPES,
        rules: include_bytes!("../facts/data/regex.rules"),
        locals: None,
        package: Package { name: "tree-sitter-regex", folder: "src" },
        is_safe: None,
        injected: &[],
    }),
};
