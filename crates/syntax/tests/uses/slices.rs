//! Tests of slices: what is kept with one definition.

use dwindle_syntax::bindings::Definition;
use dwindle_syntax::uses::{Members, Root, Wildcards};

use crate::{beside, uses};

#[test]
fn a_haskell_module_is_reduced_to_what_one_export_needs() {
    let text = "module M\n    ( T\n    , f\n    , g\n    ) where\nimport Prelude hiding (map)\nimport Control.Monad (liftM, when)\nimport qualified Data.List as L\nimport Data.Typeable (Typeable)\ndata T a = A | B a\n  deriving Typeable\nf :: Maybe a -> Maybe a\nf x = liftM id x\ng :: Int\ng = h 1\nh :: Int -> Int\nh n = L.length [n]\n";
    let uses = uses("haskell", text);
    let named = |name: &str| {
        let is_named = |found: &&Definition| uses.tree().text_of(found.name) == name.as_bytes();
        Root::Entity(uses.bindings().definitions().iter().find(is_named).expect("it is defined").entity)
    };
    let line = |text: &[u8]| String::from_utf8_lossy(text).split_whitespace().collect::<Vec<_>>().join(" ");
    let beside = |name: &str| -> Vec<String> {
        let nodes = uses.beside(&[], &[named(name)], Members::All, Wildcards::Kept);
        nodes.into_iter().map(|node| line(uses.tree().text_of(node))).collect()
    };
    let of_f = ["f", "liftM", "f :: Maybe a -> Maybe a", "f x = liftM id x"];
    let of_g = [
        "g",
        "import qualified Data.List as L",
        "g :: Int",
        "g = h 1",
        "h :: Int -> Int",
        "h n = L.length [n]",
    ];
    for (root, kept, gone) in [("f", &of_f[..], &of_g[..]), ("g", &of_g[..], &of_f[..])] {
        let beside = beside(root);
        assert!(kept.iter().all(|part| !beside.iter().any(|other| other == part)), "{root}: {beside:?}");
        let goes =
            |part: &str| beside.iter().any(|other| other == part || (1 < part.len() && other.contains(part)));
        assert!(gone.iter().all(|part| goes(part)), "{root}: {beside:?}");
    }
    let roots = uses.slices(&[], Members::All);
    assert!(roots.iter().any(|slice| slice.root == named("f") && slice.n_tokens < 60), "{roots:?}");
    assert!(!roots.iter().any(|slice| slice.root == named("h")), "h is not exported: {roots:?}");
}

#[test]
fn pragmas_stay_with_what_they_name() {
    let text = "module M where\nf :: Int\nf = k\n  where\n  k = 1\n{-# INLINE f #-}\n\ng :: Int\ng = 2\n  where\n  k = 1\n{-# INLINE g #-}\n\nh :: Int\nh = 3\n{-# INLINE h #-}\n";
    let texts = beside("haskell", text, "g", Members::All);
    let gone = |text: &str| texts.iter().any(|gone| gone == text);
    assert!(gone("{-# INLINE f #-}") && gone("{-# INLINE h #-}") && !gone("{-# INLINE g #-}"), "{texts:?}");
}

#[test]
fn an_import_of_a_module_is_needed_for_uses_in_that_module() {
    let text = "pub struct S;\npub struct T;\nmod m {\n    use crate::{S, T};\n    pub fn f(_: S) {}\n    pub fn g(_: T) {}\n}\npub fn h(s: S, _: T) { m::f(s) }\npub fn k(t: T) { m::g(t) }\n";
    assert_eq!(
        beside("rust", text, "h", Members::All),
        ["T", "pub fn g(_: T) {}", "pub fn k(t: T) { m::g(t) }"]
    );
}

#[test]
fn a_wildcard_import_of_a_module_that_goes_goes_too() {
    let text = "mod a { pub fn f() {} }\nmod b { pub fn g() {} }\npub use a::*;\npub use b::*;\npub use std::fmt::*;\npub fn h() { f() }\npub fn k() { g() }\n";
    assert_eq!(
        beside("rust", text, "h", Members::All),
        ["mod b { pub fn g() {} }", "pub use b::*;", "pub fn k() { g() }"]
    );
}

#[test]
fn a_member_is_kept_without_others_of_its_name_and_without_unused_ones() {
    let text = "pub struct A { n: u8, a: B }\npub struct B { n: u8 }\nimpl A {\n    pub fn n(&self) -> u8 { self.n }\n    pub fn a(&self) -> &B { &self.a }\n}\nimpl B { pub fn b(&self) -> u8 { self.n } }\n";
    let uses = uses("rust", text);
    let text_of = |node| String::from_utf8_lossy(uses.tree().text_of(node)).into_owned();
    let is_it = |root: Root| match root {
        Root::Member(id) => {
            let method = uses.bindings().definition(id).node;
            method.is_some_and(|node| text_of(node).starts_with("pub fn n("))
        }
        Root::Entity(_) => false,
    };
    let slices = uses.slices(&[], Members::Used);
    let slice = slices.iter().find(|slice| is_it(slice.root)).expect("the method is visible");
    let beside = uses.beside(&[], &[slice.root], Members::Used, Wildcards::Kept);
    let beside: Vec<String> = beside.into_iter().map(text_of).collect();
    assert_eq!(
        beside,
        [
            "a: B",
            "pub struct B { n: u8 }",
            "pub fn a(&self) -> &B { &self.a }",
            "impl B { pub fn b(&self) -> u8 { self.n } }"
        ]
    );
}
