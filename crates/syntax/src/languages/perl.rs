//! Perl.

use super::bodies::Body;
use super::language::{Comments, FirstLine, Language, Nesting, Reader, Spacing};
use super::naming::Names;
use super::source::{Package, Source};

const BODIES: &[Body] = &[Body::new("subroutine_declaration_statement", "{}")];

pub(super) static PERL: Language = Language {
    name: "perl",
    aliases: &["pl"],
    extensions: &["pl", "pm", "t", "psgi"],
    file_names: &["cpanfile"],
    first_line: &[FirstLine::Interpreter("perl")],
    marks: &["#!/usr/bin/", "use strict", "use warnings", "package ", "sub ", "my $", "my @", "my ("],
    comments: Comments { line: &["#"], block: &[] },
    nesting: Nesting::Brackets,
    spacing: Spacing::Free { word_bytes: b"$@%&" },
    names: Names::Exact,
    bindings: None,
    filler: None,
    unused: None,
    bodies: &[BODIES],
    quiet: None,
    reader: Reader::Grammar(Source {
        load: || ts_parser_perl::LANGUAGE.into(),
        node_types: ts_parser_perl::NODE_TYPES,
        rules: include_bytes!("../facts/data/perl.rules"),
        locals: None,
        package: Package { name: "ts-parser-perl", folder: "src" },
        is_safe: None,
        injected: &[],
    }),
};
