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
        is_safe: Some(ends_documents),
        injected: &[],
    }),
};

/// Whether the scanner of the grammar comes to an end: within a document behind `<<`, it looks for
/// the next line break or variable, also behind the end of the text.
fn ends_documents(text: &[u8]) -> bool {
    text.ends_with(b"\n") || !text.windows(2).any(|pair| pair == b"<<")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::ParseError;

    #[test]
    fn a_document_that_breaks_off_is_not_parsed() {
        let parse = |text: &str| PERL.parse(text.as_bytes());
        assert!(matches!(parse("print <<A;\n$x b"), Err(ParseError::Unsafe { .. })));
        assert!(parse("print <<A;\n$x b\n").is_ok() && parse("print 1").is_ok());
    }
}
