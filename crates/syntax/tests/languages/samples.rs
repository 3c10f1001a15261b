//! The list of languages, walked.

use std::collections::HashSet;
use std::path::Path;

use dwindle_syntax::languages::{FirstLine, Reader, by_content, by_name, by_path, detect};
use dwindle_syntax::{LANGUAGES, Tree};

use crate::support::{check_invariants, sample};

#[test]
fn names_are_unique_and_kebab_case() {
    let mut seen = HashSet::new();
    for language in LANGUAGES {
        let kebab = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || *byte == b'-';
        assert!(language.name.as_bytes().iter().all(kebab), "{language:?}");
        assert!(seen.insert(language.name), "{language:?} is there twice");
        assert_eq!(by_name(&language.name.to_uppercase()).map(|found| found.name), Some(language.name));
        for alias in language.aliases {
            assert!(seen.insert(alias), "{language:?}: {alias} is taken");
            assert_eq!(by_name(alias).map(|found| found.name), Some(language.name));
        }
    }
}

#[test]
fn every_sample_is_detected_and_parses_without_error() {
    for language in LANGUAGES {
        let (path, text) = sample(language);
        assert_eq!(detect(&path, &text).map(|found| found.name), Some(language.name));
        let tree = language.parse(&text).unwrap();
        check_invariants(&tree, &text);
        assert_eq!(errors(&tree), "", "{language:?}");
        assert!(
            2 * text.split(|&byte| byte == b'\n').count() < tree.tokens().len() + 30,
            "{language:?}: {tree:?}"
        );
    }
}

/// Shows where the errors are.
fn errors(tree: &Tree) -> String {
    let mut shown = String::new();
    for node in tree.preorder(tree.root()).filter(|&node| tree.is_error(node) || tree.is_missing(node)) {
        let range = tree.range(node);
        let line = tree.text()[..range.start].iter().filter(|&&byte| byte == b'\n').count() + 1;
        let text = String::from_utf8_lossy(tree.text_of(node));
        shown += &format!("line {line}: {} {text:?}\n", tree.kind_name(node));
    }
    shown
}

#[test]
fn every_grammar_knows_its_kinds_and_where_it_comes_from() {
    for language in LANGUAGES {
        let grammar = language.grammar().unwrap();
        let Reader::Grammar(source) = &language.reader else {
            assert!(grammar.is_none());
            continue;
        };
        let grammar = grammar.unwrap();
        assert!(10 < grammar.kinds().len(), "{language:?}");
        assert!(source.node_types.trim_start().starts_with('['), "{language:?}");
        let is_grammar = |start| source.package.name.starts_with(start);
        assert!(is_grammar("tree-sitter-") || is_grammar("ts-parser-"), "{language:?}");
    }
}

#[test]
fn every_hint_leads_to_its_language() {
    for language in LANGUAGES {
        for hint in language.first_line {
            let text = match hint {
                FirstLine::Starts(start) => format!("\n {start}\n"),
                FirstLine::Interpreter(name) => format!("#!/usr/bin/env -S {name}3.1 --flag\n"),
            };
            let found = by_content(text.as_bytes()).map(|found| found.name);
            assert_eq!(found, Some(language.name), "{hint:?}");
        }
        for name in language.file_names {
            assert_eq!(by_path(Path::new(name)).map(|found| found.name), Some(language.name), "{name}");
        }
        for extension in language.extensions {
            assert_eq!(*extension, extension.to_lowercase());
            assert!(by_path(&Path::new("dir").join(format!("a.b.{extension}"))).is_some());
        }
    }
}

#[cfg(feature = "cpp")]
#[test]
fn headers_are_told_apart_by_what_they_hold() {
    let check = |name: &str, text: &str, expected: Option<&str>| {
        assert_eq!(detect(Path::new(name), text.as_bytes()).map(|found| found.name), expected, "{text}");
    };
    check("a.h", "int f(void);", Some("c"));
    check("a.H", "namespace a { class b; }", Some("cpp"));
    check("a.cl", "(in-package :a)", Some("lisp"));
    check("a.cl", "kernel void f() {}", Some("c"));
    check("a.v", "Require Import Arith.\nLemma a : 1 = 1.\nProof. reflexivity. Qed.\n", Some("outline"));
    check("a.v", "module main\nfn main() {}\n", Some("outline"));
    check("a.v", "module m; endmodule\n", Some("verilog"));
    check("a.pl", ":- use_module(library(lists)).\nf(X) :- g(X).\n", Some("outline"));
    check("a.pl", "use strict;\nmy $a = 1;\n", Some("perl"));
    check("crash", "#!/bin/sh\n", Some("bash"));
    check("crash", "hello", None);
    check("a.unknown", "<?php", Some("php"));
}
