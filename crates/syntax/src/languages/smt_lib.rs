//! SMT-LIB, and SyGuS, which has the same syntax.

use super::language::{Comments, FirstLine, Language, Nesting, Reader, Spacing};
use super::naming::{BindingRules, Names, Start, Undefined};
use crate::own::{Dialect, read_sexpr};

pub(super) static SMT_LIB: Language = Language {
    name: "smt-lib",
    aliases: &["smt", "smt2", "smtlib"],
    extensions: &["smt2", "smt", "smt25", "sy"],
    file_names: &[],
    first_line: &[
        FirstLine::Starts("(set-logic"),
        FirstLine::Starts("(set-info"),
        FirstLine::Starts("(set-option"),
        FirstLine::Starts("(declare-"),
    ],
    marks: &[],
    comments: Comments::SEMICOLON,
    nesting: Nesting::Brackets,
    spacing: Spacing::Free { word_bytes: b"!#$%&*+-./:<=>?@\\^|~" },
    names: Names::InBars,
    bindings: Some(BindingRules {
        queries: &[include_str!("../bindings/queries/smt-lib.scm")],
        undefined: Undefined::Refused,
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
    reader: Reader::Own(|text| read_sexpr(text, Dialect::SmtLib)),
};
