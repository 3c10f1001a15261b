//! Lua.

use super::bodies::Body;
use super::direct::DirectCall;
use super::language::{Comments, FirstLine, Language, Nesting, Quiet, Reader, Spacing, Unused};
use super::members::Members;
use super::naming::{BindingRules, Names, Start, Undefined};
use super::objects::Objects;
use super::source::{Package, Source};

const BODIES: &[Body] = &[Body::new("function_declaration", ""), Body::new("function_definition", "")];

/// What has a member, by the member's name.
const MEMBERS: &[Members] = &[(
    "\"\"",
    &["byte", "find", "format", "gmatch", "gsub", "len", "lower", "match", "rep", "reverse", "sub", "upper"],
)];

const DIRECT: DirectCall = DirectCall {
    failures: include_str!("failures/lua.tsv"),
    members: MEMBERS,
    body: ("", ""),
    statement: ("", ""),
    discarded: Some(("local _ = ", "")),
    plain: &["{}", "\"\"", "0", "nil"],
    statements: &["function_call", "if_statement", "for_statement", "while_statement", "repeat_statement"],
    block: None,
    line: &[("", "print(\"$L\") ")],
    printed: &[("", "io.write(\"$L \", tostring(", "), \"\\n\")")],
    objects: Some(Objects::LUA),
    of_type: None,
    nothing: Some("nil"),
    ..DirectCall::BRACES
};

pub(super) static LUA: Language = Language {
    name: "lua",
    aliases: &[],
    extensions: &["lua", "rockspec"],
    file_names: &[],
    first_line: &[FirstLine::Interpreter("lua"), FirstLine::Interpreter("luajit")],
    marks: &[],
    comments: Comments { line: &["--"], block: &[("--[[", "]]")] },
    nesting: Nesting::Brackets,
    spacing: Spacing::Free { word_bytes: b"" },
    names: Names::Exact,
    bindings: Some(BindingRules {
        queries: &[include_str!("../bindings/queries/lua.scm")],
        undefined: Undefined::MayRun,
        start: Start::Text,
        uses_before_syntax: false,
        plain_types: &[],
        made: &[],
        direct: Some(DIRECT),
    }),
    filler: None,
    unused: Some(Unused::Wildcard),
    bodies: &[BODIES],
    quiet: Some(Quiet::first("--luacheck: no unused")),
    reader: Reader::Grammar(Source {
        load: || tree_sitter_lua::LANGUAGE.into(),
        node_types: tree_sitter_lua::NODE_TYPES,
        rules: include_bytes!("../facts/data/lua.rules"),
        locals: Some(tree_sitter_lua::LOCALS_QUERY),
        package: Package { name: "tree-sitter-lua", folder: "src" },
        is_safe: None,
        injected: &[],
    }),
};
