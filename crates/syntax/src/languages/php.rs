//! PHP, with the HTML around it.

use super::bodies::Body;
use super::direct::DirectCall;
use super::language::{Comments, FirstLine, Language, Nesting, Reader, Spacing};
use super::naming::{BindingRules, Names, Start, Undefined};
use super::source::{Package, Source};

const BODIES: &[Body] = &[
    Body::new("function_definition", "{}"),
    Body::new("method_declaration", "{}"),
    Body::new("anonymous_function", "{}"),
];

pub(super) static PHP: Language = Language {
    name: "php",
    aliases: &[],
    extensions: &["php", "phtml", "phpt", "php3", "php4", "php5", "php7", "php8"],
    file_names: &[],
    first_line: &[FirstLine::Starts("<?php"), FirstLine::Starts("<?="), FirstLine::Interpreter("php")],
    marks: &[],
    comments: Comments { line: &["//", "#"], block: &[("/*", "*/")] },
    nesting: Nesting::Brackets,
    spacing: Spacing::Free { word_bytes: b"$" },
    names: Names::Exact,
    bindings: Some(BindingRules {
        queries: &[include_str!("../bindings/queries/php.scm")],
        undefined: Undefined::MayRun,
        start: Start::Text,
        uses_before_syntax: false,
        plain_types: &[],
        made: &[],
        direct: Some(DirectCall::PHP),
    }),
    filler: None,
    unused: None,
    bodies: &[BODIES],
    quiet: None,
    reader: Reader::Grammar(Source {
        load: || tree_sitter_php::LANGUAGE_PHP.into(),
        node_types: tree_sitter_php::PHP_NODE_TYPES,
        rules: include_bytes!("../facts/data/php.rules"),
        locals: None,
        package: Package { name: "tree-sitter-php", folder: "php/src" },
        is_safe: None,
        injected: &[],
    }),
};
