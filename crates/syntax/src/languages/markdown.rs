//! Markdown: blocks, without the contents of paragraphs.

use super::language::{Comments, Language, Nesting, Reader, Spacing};
use super::naming::Names;
use super::source::{Package, Source};

pub(super) static MARKDOWN: Language = Language {
    name: "markdown",
    aliases: &["md"],
    extensions: &["md", "markdown", "mkd", "mdown"],
    file_names: &[],
    first_line: &[],
    marks: &[],
    comments: Comments::XML,
    nesting: Nesting::Brackets,
    spacing: Spacing::Exact,
    names: Names::Exact,
    bindings: None,
    filler: None,
    unused: None,
    bodies: &[],
    quiet: None,
    reader: Reader::Grammar(Source {
        load: || tree_sitter_md::LANGUAGE.into(),
        node_types: tree_sitter_md::NODE_TYPES_BLOCK,
        rules: include_bytes!("../facts/data/markdown.rules"),
        locals: None,
        package: Package { name: "tree-sitter-md", folder: "tree-sitter-markdown/src" },
        is_safe: None,
        injected: &[],
    }),
};
