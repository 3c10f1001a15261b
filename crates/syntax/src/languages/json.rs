//! JSON, also with comments.

use super::language::{Comments, FirstLine, Language, Package, Reader};

pub(super) static JSON: Language = Language {
    name: "json",
    aliases: &["jsonc"],
    extensions: &["json", "jsonc", "geojson", "webmanifest", "ipynb", "sarif"],
    file_names: &[".babelrc", ".eslintrc", "composer.lock"],
    first_line: &[FirstLine::Starts("{\""), FirstLine::Starts("[{")],
    comments: Comments::C,
    word_bytes: b"",
    reader: Reader::Grammar {
        load: || tree_sitter_json::LANGUAGE.into(),
        node_types: tree_sitter_json::NODE_TYPES,
        package: Package { name: "tree-sitter-json", folder: "src" },
    },
};
