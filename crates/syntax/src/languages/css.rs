//! CSS.

use super::language::{Comments, FirstLine, Language, Nesting, Reader, Spacing};
use super::naming::Names;
use super::source::{Package, Source};

pub(super) static CSS: Language = Language {
    name: "css",
    aliases: &[],
    extensions: &["css"],
    file_names: &[],
    first_line: &[FirstLine::Starts("@charset")],
    marks: &[],
    comments: Comments { line: &[], block: &[("/*", "*/")] },
    nesting: Nesting::Brackets,
    spacing: Spacing::Free { word_bytes: b"-%" },
    names: Names::Exact,
    bindings: None,
    filler: None,
    unused: None,
    bodies: &[],
    quiet: None,
    reader: Reader::Grammar(Source {
        load: || tree_sitter_css::LANGUAGE.into(),
        node_types: tree_sitter_css::NODE_TYPES,
        rules: include_bytes!("../facts/data/css.rules"),
        locals: None,
        package: Package { name: "tree-sitter-css", folder: "src" },
        is_safe: None,
        injected: &[],
    }),
};
