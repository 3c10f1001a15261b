//! Haskell.

use super::bodies::{Body, Part};
use super::direct::DirectCall;
use super::language::{Comments, FirstLine, Language, Nesting, Quiet, Reader, Spacing, Unused};
use super::naming::{BindingRules, Names, Start, Undefined};
use super::source::{Package, Source};

const BODIES: &[Body] =
    &[Body { definition: "match", part: Part::Field("expression"), instead: "undefined", with_body: &[] }];

const DIRECT: DirectCall = DirectCall {
    failures: include_str!("failures/haskell.tsv"),
    line: &[("", "putStrLn \"$L\" >> ")],
    body: ("", ""),
    discarded: Some(("seq (", ") (pure ())")),
    typed: &[("print (", " :: Int)")],
    plain: &["mempty", "\"\"", "0", "Nothing"],
    function: Some("const"),
    has_calls: false,
    of_type: None,
    nothing: None,
    ..DirectCall::BRACES
};

pub(super) static HASKELL: Language = Language {
    name: "haskell",
    aliases: &["hs"],
    extensions: &["hs", "hs-boot", "hsig"],
    file_names: &[],
    first_line: &[
        FirstLine::Interpreter("runhaskell"),
        FirstLine::Interpreter("runghc"),
        FirstLine::Interpreter("stack"),
    ],
    marks: &[],
    comments: Comments { line: &["--"], block: &[("{-", "-}")] },
    nesting: Nesting::Brackets,
    spacing: Spacing::Free { word_bytes: b"'" },
    names: Names::Exact,
    bindings: Some(BindingRules {
        queries: &[include_str!("../bindings/queries/haskell.scm")],
        undefined: Undefined::Refused,
        start: Start::Roots,
        uses_before_syntax: false,
        plain_types: &[],
        made: &[],
        direct: Some(DIRECT),
    }),
    filler: None,
    unused: Some(Unused::Wildcard),
    bodies: &[BODIES],
    quiet: Some(Quiet::first(
        "{-# OPTIONS_GHC -Wno-unused-binds -Wno-unused-matches -Wno-unused-imports #-}",
    )),
    reader: Reader::Grammar(Source {
        load: || tree_sitter_haskell::LANGUAGE.into(),
        node_types: tree_sitter_haskell::NODE_TYPES,
        rules: include_bytes!("../facts/data/haskell.rules"),
        locals: Some(tree_sitter_haskell::LOCALS_QUERY),
        package: Package { name: "tree-sitter-haskell", folder: "src" },
        is_safe: None,
        injected: &[],
    }),
};
