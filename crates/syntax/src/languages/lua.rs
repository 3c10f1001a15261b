//! Lua.

use super::language::{Comments, FirstLine, Language, Package, Reader, Source, Spacing};

pub(super) static LUA: Language = Language {
    name: "lua",
    aliases: &[],
    extensions: &["lua", "rockspec"],
    file_names: &[],
    first_line: &[FirstLine::Interpreter("lua"), FirstLine::Interpreter("luajit")],
    marks: &[],
    comments: Comments { line: &["--"], block: &[("--[[", "]]")] },
    spacing: Spacing::Free { word_bytes: b"" },
    reader: Reader::Grammar(Source {
        load: || tree_sitter_lua::LANGUAGE.into(),
        node_types: tree_sitter_lua::NODE_TYPES,
        locals: Some(tree_sitter_lua::LOCALS_QUERY),
        package: Package { name: "tree-sitter-lua", folder: "src" },
        is_safe: None,
    }),
};
