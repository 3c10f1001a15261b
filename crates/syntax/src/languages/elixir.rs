//! Elixir.

use super::language::{Comments, FirstLine, Language, Nesting, Reader, Spacing, Unused};
use super::naming::{BindingRules, Names, Start, Undefined};
use super::source::{Package, Source};

pub(super) static ELIXIR: Language = Language {
    name: "elixir",
    aliases: &["ex"],
    extensions: &["ex", "exs"],
    file_names: &["mix.lock"],
    first_line: &[FirstLine::Interpreter("elixir"), FirstLine::Starts("defmodule ")],
    marks: &[],
    comments: Comments::HASH,
    nesting: Nesting::Brackets,
    spacing: Spacing::Free { word_bytes: b"@?!:" },
    names: Names::Dotted,
    bindings: Some(BindingRules {
        queries: &[include_str!("../bindings/queries/elixir.scm")],
        undefined: Undefined::MayRun,
        start: Start::Roots,
        uses_before_syntax: false,
        plain_types: &[],
        made: &[],
        direct: None,
    }),
    filler: None,
    unused: Some(Unused::Wildcard),
    bodies: &[],
    quiet: None,
    reader: Reader::Grammar(Source {
        load: || tree_sitter_elixir::LANGUAGE.into(),
        node_types: tree_sitter_elixir::NODE_TYPES,
        rules: include_bytes!("../facts/data/elixir.rules"),
        locals: None,
        package: Package { name: "tree-sitter-elixir", folder: "src" },
        is_safe: None,
        injected: &[],
    }),
};
