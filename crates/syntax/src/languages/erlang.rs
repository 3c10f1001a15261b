//! Erlang.

use super::bodies::Body;
use super::language::{Comments, FirstLine, Language, Nesting, Quiet, Reader, Spacing, Unused};
use super::naming::Names;
use super::source::{Package, Source};

const BODIES: &[Body] = &[Body::new("function_clause", "-> error(0)")];

pub(super) static ERLANG: Language = Language {
    name: "erlang",
    aliases: &["erl"],
    extensions: &["erl", "hrl", "escript", "app.src"],
    file_names: &["rebar.config", "sys.config"],
    first_line: &[FirstLine::Interpreter("escript"), FirstLine::Starts("-module(")],
    marks: &[],
    comments: Comments { line: &["%"], block: &[] },
    nesting: Nesting::Brackets,
    spacing: Spacing::Free { word_bytes: b"@" },
    names: Names::Exact,
    bindings: None,
    filler: None,
    unused: Some(Unused::Wildcard),
    bodies: &[BODIES],
    quiet: Some(Quiet {
        text: "-compile([nowarn_unused_function, nowarn_unused_vars, nowarn_unused_record, nowarn_unused_type]).",
        behind: Some("-module"),
    }),
    reader: Reader::Grammar(Source {
        load: || tree_sitter_erlang::LANGUAGE.into(),
        node_types: tree_sitter_erlang::NODE_TYPES,
        rules: include_bytes!("../facts/data/erlang.rules"),
        locals: None,
        package: Package { name: "tree-sitter-erlang", folder: "src" },
        is_safe: None,
        injected: &[],
    }),
};
