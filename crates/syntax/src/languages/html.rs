//! HTML.

use super::language::{Comments, FirstLine, Language, Nesting, Reader, Spacing};
use super::naming::Names;
use super::source::{Package, Source};

/// HTML elements without an end tag, or with an optional one.
const WITHOUT_END: &[&str] = &[
    "area", "base", "body", "br", "col", "colgroup", "dd", "dt", "embed", "head", "hr", "html", "img",
    "input", "li", "link", "meta", "optgroup", "option", "p", "param", "rb", "rp", "rt", "rtc", "source",
    "tbody", "td", "tfoot", "th", "thead", "tr", "track",
];

pub(super) static HTML: Language = Language {
    name: "html",
    aliases: &[],
    extensions: &["html", "htm", "xhtml"],
    file_names: &[],
    first_line: &[
        FirstLine::Starts("<!DOCTYPE html"),
        FirstLine::Starts("<!doctype html"),
        FirstLine::Starts("<html"),
        FirstLine::Starts("<HTML"),
    ],
    marks: &[],
    comments: Comments::XML,
    nesting: Nesting::Tags { without_end: WITHOUT_END },
    spacing: Spacing::Free { word_bytes: b"-.:" },
    names: Names::Exact,
    bindings: None,
    filler: None,
    unused: None,
    bodies: &[],
    quiet: None,
    reader: Reader::Grammar(Source {
        load: || tree_sitter_html::LANGUAGE.into(),
        node_types: tree_sitter_html::NODE_TYPES,
        rules: include_bytes!("../facts/data/html.rules"),
        locals: None,
        package: Package { name: "tree-sitter-html", folder: "src" },
        is_safe: None,
        injected: &[],
    }),
};
