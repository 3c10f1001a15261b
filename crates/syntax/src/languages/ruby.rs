//! Ruby.

use super::bodies::Body;
use super::direct::DirectCall;
use super::language::{Comments, FirstLine, Language, Nesting, Reader, Spacing};
use super::members;
use super::naming::{BindingRules, Names, Start, Undefined};
use super::objects::Objects;
use super::source::{Package, Source};

const BODIES: &[Body] = &[
    Body::of_kind("method", "body_statement", "nil"),
    Body::of_kind("singleton_method", "body_statement", "nil"),
];

const DIRECT: DirectCall = DirectCall {
    failures: include_str!("failures/ruby.tsv"),
    members: members::RUBY,
    body: ("", ""),
    statement: ("", ""),
    plain: &["[]", "{}", "\"\"", "0", "nil"],
    statements: &[
        "call",
        "identifier",
        "if",
        "unless",
        "while",
        "until",
        "for",
        "case",
        "begin",
        "if_modifier",
        "unless_modifier",
    ],
    block: None,
    line: &[("", "puts \"$L\"; ")],
    printed: &[("", "puts \"$L #{", "}\"")],
    objects: Some(Objects::RUBY),
    object: Some("$T.new($A)"),
    nothing: Some("nil"),
    ..DirectCall::BRACES
};

pub(super) static RUBY: Language = Language {
    name: "ruby",
    aliases: &["rb"],
    extensions: &["rb", "rake", "gemspec", "podspec", "ru", "rbi"],
    file_names: &["Rakefile", "Gemfile", "Vagrantfile", "Podfile", "Fastfile"],
    first_line: &[
        FirstLine::Interpreter("ruby"),
        FirstLine::Interpreter("jruby"),
        FirstLine::Interpreter("truffleruby"),
    ],
    marks: &[],
    comments: Comments { line: &["#"], block: &[("=begin", "=end")] },
    nesting: Nesting::Brackets,
    spacing: Spacing::Free { word_bytes: b"$@?!:" },
    names: Names::Symbols,
    bindings: Some(BindingRules {
        queries: &[include_str!("../bindings/queries/ruby.scm")],
        undefined: Undefined::MayRun,
        start: Start::Text,
        uses_before_syntax: false,
        plain_types: &[],
        made: &[],
        direct: Some(DIRECT),
    }),
    filler: None,
    unused: None,
    bodies: &[BODIES],
    quiet: None,
    reader: Reader::Grammar(Source {
        load: || tree_sitter_ruby::LANGUAGE.into(),
        node_types: tree_sitter_ruby::NODE_TYPES,
        rules: include_bytes!("../facts/data/ruby.rules"),
        locals: Some(tree_sitter_ruby::LOCALS_QUERY),
        package: Package { name: "tree-sitter-ruby", folder: "src" },
        is_safe: None,
        injected: &[],
    }),
};
