//! JSON, also with comments.

use super::language::{Comments, FirstLine, Language, Nesting, Reader, Spacing};
use super::naming::Names;
use super::source::{Package, Source};

pub(super) static JSON: Language = Language {
    name: "json",
    aliases: &["jsonc"],
    extensions: &["json", "jsonc", "geojson", "webmanifest", "ipynb", "sarif", "avsc", "har"],
    file_names: &[".babelrc", ".eslintrc", "composer.lock", "Pipfile.lock"],
    first_line: &[
        FirstLine::Starts("{\""),
        FirstLine::Starts("{\n"),
        FirstLine::Starts("{}"),
        FirstLine::Starts("[{"),
        FirstLine::Starts("[]"),
    ],
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
        load: || tree_sitter_json::LANGUAGE.into(),
        node_types: tree_sitter_json::NODE_TYPES,
        rules: include_bytes!("../facts/data/json.rules"),
        locals: None,
        package: Package { name: "tree-sitter-json", folder: "src" },
        is_safe: None,
        injected: &[],
    }),
};
