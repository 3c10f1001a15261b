//! Tests of parameters and fields that go with what is given for them.

use dwindle_reduce::Document;

use crate::entry::Entry;
use crate::testing::{options, reduce};

fn joined(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Checks that a pass comes from a text to another, if nothing else is accepted.
#[track_caller]
fn check(pass: &str, path: &str, text: &str, expected: &str) {
    let pass = Entry::named(pass).unwrap().pass(&options());
    let (left, _) = reduce(&pass, &Document::single(path, text), |document| {
        let left = joined(&String::from_utf8_lossy(document.files()[0].bytes()));
        [text, expected].map(joined).contains(&left)
    });
    assert_eq!(joined(&String::from_utf8_lossy(left.files()[0].bytes())), joined(expected), "{path}");
}

#[test]
fn a_parameter_of_a_constructor_goes_with_its_arguments() {
    check(
        "inline",
        "a.java",
        "record R(int a, int b) {}\nclass M { Object f() { return g(new R(1, 2), new R(3, 4)); } }\n",
        "record R(int a) {}\nclass M { Object f() { return g(new R(1), new R(3)); } }\n",
    );
    check(
        "inline",
        "a.java",
        "class A { A(int x, int y) { f(x); } }\nclass B extends A { B() { super(1, 2); } }\n",
        "class A { A(int x) { f(x); } }\nclass B extends A { B() { super(1); } }\n",
    );
    check(
        "inline",
        "a.cs",
        "class A { public A(int x, int y) { f(x); } }\nclass B : A { public B(int z) : base(z, 7) { g(z); } }\n",
        "class A { public A(int x) { f(x); } }\nclass B : A { public B(int z) : base(z) { g(z); } }\n",
    );
    check(
        "inline",
        "a.py",
        "class A:\n    def __init__(self, x, y):\n        f(x)\n\nshow(A(1, 2), A(3, 4))\n",
        "class A:\n    def __init__(self, x):\n        f(x)\n\nshow(A(1), A(3))\n",
    );
    check(
        "inline",
        "a.ts",
        "class A { constructor(x: number, y: number) { f(x); } }\nshow(new A(1, 2), new A(3, 4));\n",
        "class A { constructor(x: number) { f(x); } }\nshow(new A(1), new A(3));\n",
    );
}

#[test]
fn a_field_goes_with_the_values_at_its_place() {
    check(
        "inline",
        "a.cpp",
        "struct N { int a; int b; int c; };\nvoid f() { v.push_back({1, 2, 3}); g(N{4, 5, 6}); }\n",
        "struct N { int a; int c; };\nvoid f() { v.push_back({1, 3}); g(N{4, 6}); }\n",
    );
    check(
        "inline",
        "a.go",
        "package p\n\ntype P struct {\n\ta int\n\tb int\n}\n\nfunc f() { g(P{1, 2}, &P{3, 4}) }\n",
        "package p\n\ntype P struct {\n\ta int\n}\n\nfunc f() { g(P{1}, &P{3}) }\n",
    );
    check(
        "inline",
        "a.rs",
        "struct S(u8, u16);\nfn f() { g(S(1, 2), S(3, 4)) }\n",
        "struct S(u8);\nfn f() { g(S(1), S(3)) }\n",
    );
    check(
        "inline",
        "a.py",
        "@dataclass\nclass P:\n    a: int\n    b: int\n\nshow(P(1, 2), P(3, 4))\n",
        "@dataclass\nclass P:\n    a: int\n\nshow(P(1), P(3))\n",
    );
}

#[test]
fn a_field_that_is_used_becomes_a_value() {
    check(
        "values",
        "a.go",
        "package p\n\ntype P struct {\n\ta int\n\tb uint\n}\n\nfunc f() { x := P{8, h(1, 2, 3, 4, 5, 6)}; g(x.a, x.b, 0) }\n",
        "package p\n\ntype P struct {\n\ta int\n}\n\nfunc f() { x := P{8}; g(x.a, 0, 0) }\n",
    );
}

/// Values that are given by name, and types of several declarations, are left alone.
#[test]
fn what_is_given_by_name_stays() {
    for (path, text) in [
        ("a.rs", "struct S { a: u8, b: u16 }\nfn f() { g(S { a: 1, b: 2 }) }\n"),
        ("a.py", "@dataclass\nclass P:\n    a: int\n    b: int\n\nshow(P(a=1, b=2))\n"),
    ] {
        check("inline", path, text, text);
    }
}
