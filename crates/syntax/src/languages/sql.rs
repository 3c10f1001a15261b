//! SQL, of no dialect in particular.

use super::language::{Comments, Language, Nesting, Reader, Spacing};
use super::naming::{BindingRules, Names, Start, Undefined};
use super::source::{Package, Source};

pub(super) static SQL: Language = Language {
    name: "sql",
    aliases: &["sqlite", "postgresql", "mysql"],
    extensions: &["sql", "ddl", "dml", "psql", "pgsql"],
    file_names: &[],
    first_line: &[],
    marks: &[],
    comments: Comments { line: &["--"], block: &[("/*", "*/")] },
    nesting: Nesting::Brackets,
    spacing: Spacing::Free { word_bytes: b"$#@" },
    names: Names::AnyCase,
    bindings: Some(BindingRules {
        queries: &[include_str!("../bindings/queries/sql.scm")],
        undefined: Undefined::StatementFails,
        start: Start::Text,
        uses_before_syntax: false,
        plain_types: &[],
        made: &[],
        direct: None,
    }),
    filler: None,
    unused: None,
    bodies: &[],
    quiet: None,
    reader: Reader::Grammar(Source {
        load: || tree_sitter_sequel::LANGUAGE.into(),
        node_types: tree_sitter_sequel::NODE_TYPES,
        rules: include_bytes!("../facts/data/sql.rules"),
        locals: None,
        package: Package { name: "tree-sitter-sequel", folder: "src" },
        is_safe: None,
        injected: &[],
    }),
};
