//! Tests of values that are made from types.

use dwindle_reduce::Document;
use dwindle_syntax::bindings::Bindings;
use dwindle_syntax::languages::by_name;

use crate::entry::Entry;
use crate::testing::{options, reduce};
use crate::tree::uses::sort::Seen;
use crate::tree::uses::sources::made::MadeValues;

/// Returns the first values that are known to fit where these words last stand.
fn made(language: &str, text: &str, place: &str) -> String {
    let language = by_name(language).unwrap();
    let tree = language.parse(text.as_bytes()).unwrap();
    let bindings = Bindings::of(language, &tree).unwrap();
    let known = MadeValues::of(&bindings, language, &Seen::of(&bindings));
    let nodes = tree.preorder(tree.root()).filter(|&node| tree.text_of(node) == place.as_bytes());
    let values = nodes.filter_map(|node| Some(known.at(&tree, node)).filter(|values| !values.is_empty()));
    let texts = |values: Vec<(usize, _)>| {
        let text = |(_, value): (usize, crate::tree::uses::sources::plain::Value)| {
            String::from_utf8_lossy(&value.text).into_owned()
        };
        values.into_iter().take(2).map(text).collect::<Vec<_>>().join(" | ")
    };
    values.map(texts).next_back().unwrap_or_default()
}

#[test]
fn calls_and_names_have_the_type_that_is_declared() {
    for (language, text, place, expected) in [
        (
            "go",
            "package p\nfunc f() []T { return g() }\nfunc h() { x(f()) }\n",
            "f()",
            "make([]T, 1) | make([]T, 9)",
        ),
        ("go", "package p\ntype T struct { }\nfunc h(a T) { x(a) }\n", "a", "T{} | *new(T)"),
        (
            "go",
            "package p\nfunc f() (*T, error) { return g() }\nfunc h() { x, _ := f() }\n",
            "f()",
            "new(T), error(nil) | new(T), nil",
        ),
        (
            "go",
            "package p\nfunc f() (int, *T) { return g() }\nfunc h() { _, x := f(); g(x) }\n",
            "x",
            "new(T) | *new(*T)",
        ),
        ("rust", "fn f() -> Vec<u8> { g() }\nfn h() { x(f()) }\n", "f()", "vec![0] | Vec::new()"),
        (
            "rust",
            "fn f() -> Result<Vec<u8>, E> { g() }\nfn h() { x(f()?) }\n",
            "f()?",
            "vec![0] | Vec::new()",
        ),
        (
            "rust",
            "fn f() -> Result<(u8, bool), E> { g() }\nfn h() { x(f()) }\n",
            "f()",
            "Ok((0, false)) | Default::default()",
        ),
        ("csharp", "class A { T[] F() { return G(); } void H() { X(F()); } }", "F()", "new T[1] | new T[9]"),
        (
            "java",
            "class A { List<T> f() { return g(); } void h() { x(f()); } }",
            "f()",
            "new java.util.ArrayList<T>() | new List<T>()",
        ),
        (
            "typescript",
            "function f(): Map<string, T[]> { return g(); }\nx(f());\n",
            "f()",
            "new Map() | null!",
        ),
        ("python", "def f() -> list[int]:\n    return g()\n\nx(f())\n", "f()", "[]"),
        ("c", "struct t f(void);\nvoid h(void) { x(f()); }\n", "f()", "(struct t){0}"),
        (
            "cpp",
            "std::vector<T> f();\nvoid h() { x(f()); }\n",
            "f()",
            "std::vector<T>(1) | std::vector<T>(9)",
        ),
    ] {
        assert_eq!(made(language, text, place), expected, "{language}: {text}");
    }
}

#[test]
fn places_want_the_type_that_is_declared() {
    for (language, text, place, expected) in [
        // What is given to a function.
        (
            "go",
            "package p\nfunc f(a int, b []T) { g(a, b) }\nfunc h() { f(1, x(2)) }\n",
            "x(2)",
            "make([]T, 1) | make([]T, 9)",
        ),
        (
            "csharp",
            "class A { void F(T[] a) { G(a); } void H() { F(X(2)); } }",
            "X(2)",
            "new T[1] | new T[9]",
        ),
        // What a function returns.
        ("go", "package p\nfunc f() []T { return x(2) }\n", "x(2)", "make([]T, 1) | make([]T, 9)"),
        (
            "go",
            "package p\nfunc f() ([]T, error) { return x(2), nil }\n",
            "x(2)",
            "make([]T, 1) | make([]T, 9)",
        ),
        ("java", "class A { int[] f() { return x(2); } }", "x(2)", "new int[1] | new int[9]"),
        ("go", "package p\nfunc f() []T { return g(func() int { return x(2) }) }\n", "x(2)", ""),
        // What a field gets in a literal.
        (
            "go",
            "package p\ntype S struct { a []T }\nfunc f() { g(S{a: x(2)}, S{}.a) }\n",
            "x(2)",
            "make([]T, 1) | make([]T, 9)",
        ),
        // What a variable gets.
        ("java", "class A { void f() { int[] a = x(2); } }", "x(2)", "new int[1] | new int[9]"),
        ("go", "package p\nfunc f() { a := make(chan T, x(2)); g(a) }\n", "a", "make(chan T) | *new(chan T)"),
    ] {
        assert_eq!(made(language, text, place), expected, "{language}: {text}");
    }
}

#[test]
fn other_types_have_no_values() {
    for (language, text, place) in [
        // One of several arguments.
        ("go", "package p\nfunc f(a ...T) { g(a) }\n", "a"),
        // A part of a type of C.
        ("c", "struct t *f(void);\nvoid h(void) { x(f()); }\n", "f()"),
        // Two types.
        (
            "java",
            "class A { int[] f() { return g(); } T f(int a) { return g(); } void h() { x(f()); } }",
            "f()",
        ),
        // No call.
        ("cpp", "T f();\nvoid h() { x(f); }\n", "f"),
        ("javascript", "function f() { return g(); }\nx(f());\n", "f()"),
    ] {
        assert_eq!(made(language, text, place), "", "{language}: {text}");
    }
}

/// The function cannot go, as its calls need a value that only its type tells.
#[test]
fn a_call_becomes_a_value_of_its_type() {
    let text = "package p\n\ntype T struct {\n\tn int\n}\n\nfunc f(a int) []T {\n\tx := g(a, 1, 2, 3)\n\treturn append(h(x), T{n: 1})\n}\n\nfunc main() {\n\tfor _, t := range f(7) {\n\t\tshow(t)\n\t}\n}\n";
    let pass = Entry::named("values").unwrap().pass(&options());
    let (left, _) = reduce(&pass, &Document::single("a.go", text), |document| {
        let text = String::from_utf8_lossy(document.files()[0].bytes()).into_owned();
        let has_value =
            text.contains("range make([]T, ") || text.contains("range f(") && text.contains("[]T {");
        has_value
            && ["package p", "type T struct", "func main() {", "for _, t :=", "show(t)"]
                .iter()
                .all(|part| text.contains(part))
    });
    let left = String::from_utf8_lossy(left.files()[0].bytes()).into_owned();
    assert!(left.contains("range make([]T, 1)") && !left.contains("func f"), "{left}");
}

/// What is assigned to a name goes with its uses.
#[test]
fn assignments_go_with_a_name() {
    let text = "package p\n\ntype S struct {\n\tn int\n\ta int\n}\n\nfunc f(s *S) {\n\ts.n = 2 + 4 + 8\n\th(s.n, s.n, s.a, 1, 2, 3, 4, 5, 6, 7)\n}\n";
    let pass = Entry::named("values").unwrap().pass(&options());
    let (left, _) = reduce(&pass, &Document::single("a.go", text), |document| {
        let text = String::from_utf8_lossy(document.files()[0].bytes()).into_owned();
        let is_whole = text.contains("n int") && text.contains("h(s.n, s.n, ");
        let is_gone = !text.contains("n int") && !text.contains("= ") && text.contains("h(0, 0, s.a");
        (is_whole || is_gone)
            && ["package p", "a int", "func f(s *S)", "6, 7)"].iter().all(|part| text.contains(part))
    });
    let left = String::from_utf8_lossy(left.files()[0].bytes()).into_owned();
    assert!(left.contains("h(0, 0, s.a") && !left.contains("s.n"), "{left}");
}
