//! Fortran, free form.

use super::language::{Comments, Language, Nesting, Reader, Spacing};
use super::naming::{BindingRules, Names, Start, Undefined};
use super::source::{Package, Source};

pub(super) static FORTRAN: Language = Language {
    name: "fortran",
    aliases: &["f90"],
    extensions: &["f90", "f95", "f03", "f08", "f18", "f", "for", "f77", "ftn"],
    file_names: &[],
    first_line: &[],
    marks: &[],
    comments: Comments { line: &["!"], block: &[] },
    nesting: Nesting::Brackets,
    spacing: Spacing::Free { word_bytes: b"" },
    names: Names::AnyCase,
    bindings: Some(BindingRules {
        queries: &[include_str!("../bindings/queries/fortran.scm")],
        undefined: Undefined::MayRun,
        start: Start::Text,
        uses_before_syntax: false,
        plain_types: &["integer"],
        made: &[],
        direct: None,
    }),
    filler: None,
    unused: None,
    bodies: &[],
    quiet: None,
    reader: Reader::Grammar(Source {
        load: || tree_sitter_fortran::LANGUAGE.into(),
        node_types: tree_sitter_fortran::NODE_TYPES,
        rules: include_bytes!("../facts/data/fortran.rules"),
        locals: None,
        package: Package { name: "tree-sitter-fortran", folder: "src" },
        is_safe: None,
        injected: &[],
    }),
};
