//! Tests of what is known about types.

use dwindle_syntax::Language;
use dwindle_syntax::bindings::Bindings;
use dwindle_syntax::languages::by_name;

use crate::tree::uses::sort::Seen;
use crate::tree::uses::sources::plain::Class;
use crate::tree::uses::sources::stated::{Stated, StatedTypes};

/// Returns what a text states about its last node with these words.
fn stated(language: &Language, text: &str, place: &str) -> Option<Stated> {
    let tree = language.parse(text.as_bytes()).unwrap();
    let bindings = Bindings::of(language, &tree).unwrap();
    let mut nodes = tree.preorder(tree.root());
    let node = nodes.rfind(|&node| tree.text_of(node) == place.as_bytes()).unwrap();
    StatedTypes::of(&bindings, &Seen::of(&bindings)).of_place(&tree, node)
}

/// Returns which plain values may take the place of `x` or `x()` in `g(…)`.
fn may_be(language: &str, text: &str) -> String {
    let language = by_name(language).unwrap();
    let classes = [
        (Class::Integer, 'i'),
        (Class::Text, 't'),
        (Class::Character, 'c'),
        (Class::Word, 'w'),
        (Class::Nothing, 'n'),
    ];
    match stated(language, text, if text.contains("g(x())") { "x()" } else { "x" }) {
        None => "any".to_owned(),
        Some(known) => {
            let fitting = classes.into_iter().filter(|(class, _)| !known.excludes(*class, language));
            fitting.map(|(_, letter)| letter).collect()
        }
    }
}

#[test]
fn a_declared_type_tells_which_plain_values_fit() {
    for (language, text, expected) in [
        ("csharp", "class A { void f(string x) { g(x); } }", "tn"),
        ("csharp", "class A { string x() { return null; } void f() { g(x()); } }", "tn"),
        ("csharp", "class A { int[] x { get; set; } void f() { g(x); } }", "n"),
        ("csharp", "class A { void f(object x) { g(x); } }", "any"),
        ("csharp", "class B { } class A { B b() { } void f() { var x = b(); g(x); } }", "n"),
        ("java", "class A { boolean x() { return true; } void f() { g(x()); } }", "w"),
        ("java", "class A<T> { void f(T x) { g(x); } }", "any"),
        ("java", "class B { } class A { void f() { var x = new B(); g(x); } }", "n"),
        ("go", "package p\nfunc f(x string) { g(x) }\n", "tn"),
        ("go", "package p\nfunc x() int { return 1 }\nfunc f() { g(x()) }\n", "i"),
        ("go", "package p\ntype B struct { }\nfunc f(x B) { g(x) }\n", "n"),
        ("go", "package p\ntype B struct { }\nfunc f(x *B) { g(x) }\n", "any"),
        ("rust", "fn f(x: &str) { g(x); }", "tn"),
        ("rust", "fn x() -> u8 { 1 } fn f() { g(x()); }", "i"),
        ("rust", "struct B; fn f(x: B) { g(x); }", "n"),
        ("cpp", "void f(bool x) { g(x); }", "iw"),
        ("cpp", "void f(const std::string &x) { g(x); }", "tn"),
        ("cpp", "struct B { B(int a); }; void f(B x) { g(x); }", "itcwn"),
        ("typescript", "function f(x: string[]) { g(x); }", "n"),
        ("typescript", "function x(): number { return 1; }\nfunction f() { g(x()); }", "i"),
    ] {
        assert_eq!(may_be(language, text), expected, "{language}: {text}");
    }
}

#[test]
fn types_that_are_not_declared_say_nothing() {
    for (language, text) in [
        ("csharp", "class A { void f(dynamic x) { g(x); } }"),
        ("java", "class A { void f(Object x) { g(x); } }"),
        ("typescript", "function f(x: any) { g(x); }"),
        ("rust", "fn f(x: impl B) { g(x); }"),
        ("rust", "fn f() { let x = h(); g(x); }"),
        ("go", "package p\nfunc f(x interface{}) { g(x) }\n"),
        ("csharp", "class A { Task<string> x() { } async void f() { g(x()); } }"),
        ("java", "class A { <Item> Item x() { } void f() { g(x()); } }"),
        ("java", "class A { int x() { } String x(int a) { } void f() { g(x()); } }"),
    ] {
        assert_eq!(may_be(language, text), "any", "{language}: {text}");
    }
}

/// What a method of something returns, or another member of it, has a type of its own.
#[test]
fn what_follows_a_name_is_of_another_type() {
    for (language, text, place) in [
        ("java", "class M { void f(String x, int k) { g(x.indexOf(k)); } }", "x.indexOf(k)"),
        ("csharp", "class M { string x(int k) { } void f() { g(x(1).Length); } }", "x(1).Length"),
        ("csharp", "class M { void f(string x) { g(x.Length); } }", "x.Length"),
        (
            "typescript",
            "async function x(k: string): Promise<string> { }\nasync function f() { g(await x('')); }",
            "await x('')",
        ),
        ("rust", "fn x(k: u8) -> Option<u8> { None } fn f() { g(x(1).unwrap()); }", "x(1).unwrap()"),
        ("cpp", "void f(const std::string &x) { g(x.find(1)); }", "x.find(1)"),
        (
            "java",
            "class B { B(int k) { } } class M { void f() { g(new B(1).hashCode()); } }",
            "new B(1).hashCode()",
        ),
    ] {
        assert_eq!(stated(by_name(language).unwrap(), text, place), None, "{text}");
    }
}

#[test]
fn only_what_has_no_parts_clashes() {
    assert!(Stated::Text.clashes(Stated::Number) && Stated::Truth.clashes(Stated::Text));
    assert!(!Stated::Text.clashes(Stated::Text) && !Stated::Composed.clashes(Stated::Text));
}
