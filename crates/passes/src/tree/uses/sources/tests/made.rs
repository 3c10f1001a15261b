//! Tests of values that are made from types.

use dwindle_syntax::bindings::Bindings;
use dwindle_syntax::languages::by_name;
use dwindle_syntax::{Language, NodeId, Tree};

use super::valued;
use crate::tree::expected::Values;
use crate::tree::uses::sort::Seen;
use crate::tree::uses::sources::made::MadeValues;
use crate::tree::uses::sources::plain::{Plain, Value};

/// Returns what is known about the places of a text.
fn known(language: &'static Language, text: &str) -> (Tree, MadeValues) {
    let tree = language.parse(text.as_bytes()).unwrap();
    let bindings = Bindings::of(language, &tree).unwrap();
    let known = MadeValues::of(&bindings, language, &Seen::of(&bindings));
    (tree, known)
}

fn joined<'a>(values: impl Iterator<Item = &'a Value>) -> String {
    let texts = values.map(|value| String::from_utf8_lossy(&value.text).into_owned());
    texts.collect::<Vec<_>>().join(" | ")
}

/// Returns the first values that are known to fit where these words last stand.
fn made(language: &str, text: &str, place: &str) -> String {
    let (tree, known) = known(by_name(language).unwrap(), text);
    let nodes = tree.preorder(tree.root()).filter(|&node| tree.text_of(node) == place.as_bytes());
    let texts = |node| joined(known.at(node).take(2));
    nodes.map(texts).rfind(|texts| !texts.is_empty()).unwrap_or_default()
}

#[test]
fn calls_and_names_have_the_type_that_is_declared() {
    for (language, text, place, expected) in [
        (
            "go",
            "package p\nfunc f() []Own { return g() }\nfunc h() { x(f()) }\n",
            "f()",
            "make([]Own, 1) | make([]Own, 9)",
        ),
        ("go", "package p\ntype Own struct { }\nfunc h(a Own) { x(a) }\n", "a", "Own{} | *new(Own)"),
        (
            "go",
            "package p\nfunc f() (*Own, error) { return g() }\nfunc h() { x, _ := f() }\n",
            "f()",
            "new(Own), error(nil) | new(Own), nil",
        ),
        (
            "go",
            "package p\nfunc f() (int, *Own) { return g() }\nfunc h() { _, x := f(); g(x) }\n",
            "x",
            "new(Own) | *new(*Own)",
        ),
        ("rust", "fn f() -> Vec<u8> { g() }\nfn h() { x(f()) }\n", "f()", "vec![0] | Vec::new()"),
        (
            "rust",
            "fn f() -> Result<Vec<u8>, Fault> { g() }\nfn h() { x(f()?) }\n",
            "f()?",
            "vec![0] | Vec::new()",
        ),
        (
            "rust",
            "fn f() -> Result<(u8, bool), Fault> { g() }\nfn h() { x(f()) }\n",
            "f()",
            "Ok((0, false)) | Default::default()",
        ),
        (
            "csharp",
            "class A { Own[] F() { return G(); } void H() { X(F()); } }",
            "F()",
            "new Own[1] | new Own[9]",
        ),
        (
            "java",
            "class A { List<Own> f() { return g(); } void h() { x(f()); } }",
            "f()",
            "new java.util.ArrayList<Own>() | new List<Own>()",
        ),
        (
            "typescript",
            "function f(): Map<string, Own[]> { return g(); }\nx(f());\n",
            "f()",
            "new Map() | null!",
        ),
        ("python", "def f() -> list[int]:\n    return g()\n\nx(f())\n", "f()", "[]"),
        ("c", "struct t f(void);\nvoid h(void) { x(f()); }\n", "f()", "(struct t){0}"),
        (
            "cpp",
            "std::vector<Own> f();\nvoid h() { x(f()); }\n",
            "f()",
            "std::vector<Own>(1) | std::vector<Own>(9)",
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
            "package p\nfunc f(a int, b []Own) { g(a, b) }\nfunc h() { f(1, x(2)) }\n",
            "x(2)",
            "make([]Own, 1) | make([]Own, 9)",
        ),
        (
            "csharp",
            "class A { void F(Own[] a) { G(a); } void H() { F(X(2)); } }",
            "X(2)",
            "new Own[1] | new Own[9]",
        ),
        // What a function returns.
        ("go", "package p\nfunc f() []Own { return x(2) }\n", "x(2)", "make([]Own, 1) | make([]Own, 9)"),
        (
            "go",
            "package p\nfunc f() ([]Own, error) { return x(2), nil }\n",
            "x(2)",
            "make([]Own, 1) | make([]Own, 9)",
        ),
        ("java", "class A { int[] f() { return x(2); } }", "x(2)", "new int[1] | new int[9]"),
        ("go", "package p\nfunc f() []Own { return g(func() int { return x(2) }) }\n", "x(2)", ""),
        // What a field gets in a literal.
        (
            "go",
            "package p\ntype S struct { a []Own }\nfunc f() { g(S{a: x(2)}, S{}.a) }\n",
            "x(2)",
            "make([]Own, 1) | make([]Own, 9)",
        ),
        // What a variable gets.
        ("java", "class A { void f() { int[] a = x(2); } }", "x(2)", "new int[1] | new int[9]"),
        (
            "go",
            "package p\nfunc f() { a := make(chan Own, x(2)); g(a) }\n",
            "a",
            "make(chan Own) | *new(chan Own)",
        ),
    ] {
        assert_eq!(made(language, text, place), expected, "{language}: {text}");
    }
}

#[test]
fn other_types_have_no_values() {
    for (language, text, place) in [
        // One of several arguments.
        ("go", "package p\nfunc f(a ...Own) { g(a) }\n", "a"),
        // A part of a type of C.
        ("c", "struct t *f(void);\nvoid h(void) { x(f()); }\n", "f()"),
        // A type parameter.
        ("java", "class A { static <K> K f() { return g(); } void h() { x(f()); } }", "f()"),
        // Results with names.
        ("go", "package p\nfunc f() (n int, err error) { return g() }\nfunc h() { x, _ := f() }\n", "f()"),
        // Two types.
        (
            "java",
            "class A { int[] f() { return g(); } Own f(int a) { return g(); } void h() { x(f()); } }",
            "f()",
        ),
        // No call.
        ("cpp", "Own f();\nvoid h() { x(f); }\n", "f"),
        ("javascript", "function f() { return g(); }\nx(f());\n", "f()"),
    ] {
        assert_eq!(made(language, text, place), "", "{language}: {text}");
    }
}

/// Returns the last place that holds just these words and wants a known type.
fn last_known(tree: &Tree, known: &MadeValues, place: &str) -> Option<NodeId> {
    let mut nodes = tree.preorder(tree.root());
    nodes.rfind(|&node| tree.text_of(node) == place.as_bytes() && known.has(node))
}

/// Returns the values that are tried where these words last stand.
fn tried(language: &str, text: &str, place: &str) -> String {
    let language = by_name(language).unwrap();
    let (tree, known) = known(language, text);
    let node = last_known(&tree, &known, place);
    let plain = Plain::of(&tree, &Values::default());
    joined(known.beside(language, &plain, node.into_iter()).into_iter().map(|(_, value)| value))
}

/// What is made of any type may be of another type: plain values are tried, too.
#[test]
fn plain_values_stay_where_little_is_known() {
    for (language, text, place, expected) in [
        ("java", "class A { char f() { return g(1); } void h() { x(f()); } }", "f()", "0 | null"),
        (
            "rust",
            "type Id = u32;\nfn f() -> Id { g(1) }\nfn h() { x(f()) }\n",
            "f()",
            "0 | Default::default() | todo!()",
        ),
        ("go", "package p\nfunc f() uint16 { return g(1) }\nfunc h() { x(f()) }\n", "f()", "0"),
        (
            "go",
            "package p\ntype Id uint16\nfunc f() Id { return g(1) }\nfunc h() { x(f()) }\n",
            "f()",
            "0 | *new(Id)",
        ),
        ("go", "package p\nfunc f[K any]() K { return g(1) }\nfunc h() { x(f()) }\n", "f()", "0"),
        ("rust", "fn f() -> String { g(1, \"a\") }\nfn h() { x(f()) }\n", "f()", "\"a\" | String::new()"),
        ("rust", "fn f<'a>() -> &'a str { g(1) }\nfn h() { x(f()) }\n", "f()", "\"\" | &todo!() | todo!()"),
        ("csharp", "class A { int F() { return G(1); } void H() { X(F()); } }", "F()", "0"),
    ] {
        assert_eq!(tried(language, text, place), expected, "{language}: {text}");
    }
}

/// Returns the variable that is tried where these words last stand.
fn variable(language: &str, text: &str, place: &str) -> String {
    let language = by_name(language).unwrap();
    let (tree, known) = known(language, text);
    let bindings = Bindings::of(language, &tree).unwrap();
    let node = last_known(&tree, &known, place).unwrap();
    let is_left = |name: NodeId| tree.text_of(name) != b"gone";
    joined(known.variable(&bindings, 0, node, is_left).map(|(_, value)| value).into_iter())
}

#[test]
fn a_variable_of_the_type_is_a_value() {
    for (language, text, place, expected) in [
        ("java", "class A { void f(Own a) { Own b = x(2); } }", "x(2)", "a"),
        ("java", "class A { void f(Own a) { Own b = y(1); Own gone = y(1); Own c = x(2); } }", "x(2)", "b"),
        // Those of other types, of other functions, and those behind it.
        ("java", "class A { void f(Other a) { Own b = x(2); Own c = y(1); } void g(Own d) { } }", "x(2)", ""),
        // One that the place uses: that is a hoist.
        ("java", "class A { void f(Own a) { Own b = x(a); } }", "x(a)", ""),
        // One that means something else there, or has no value yet.
        ("rust", "fn f(a: Own) { fn g() { let b: Own = x(2); } }\n", "x(2)", ""),
        (
            "go",
            "package p\nfunc f(a *Own) *Own { if c { a := 3; g(a); return x(2) }; return nil }\n",
            "x(2)",
            "",
        ),
        ("java", "class A { void f(Own a) { Own b; Own c = x(2); } }", "x(2)", "a"),
        // A plain value is simpler.
        ("java", "class A { void f(int a) { int b = x(2); } }", "x(2)", ""),
        ("rust", "fn f(a: Own) -> Own { let b: Own = x(2); b }\n", "x(2)", "a"),
        ("go", "package p\nfunc f(a *Own) *Own { return x(2) }\n", "x(2)", "a"),
        ("typescript", "function f(a: Own[]): Own[] { return x(2); }\n", "x(2)", "a"),
    ] {
        assert_eq!(variable(language, text, place), expected, "{language}: {text}");
    }
}

/// The function cannot go, as its calls need a value that only its type tells.
#[test]
fn a_call_becomes_a_value_of_its_type() {
    let text = "package p\n\ntype Own struct {\n\tn int\n}\n\nfunc f(a int) []Own {\n\tx := g(a, 1, 2, 3)\n\treturn append(h(x), Own{n: 1})\n}\n\nfunc main() {\n\tfor _, t := range f(7) {\n\t\tshow(t)\n\t}\n}\n";
    let left = valued("a.go", text, |text| {
        let has_value =
            text.contains("range make([]Own, ") || text.contains("range f(") && text.contains("[]Own {");
        has_value
            && ["package p", "type Own struct", "func main() {", "for _, t :=", "show(t)"]
                .iter()
                .all(|part| text.contains(part))
    });
    assert!(left.contains("range make([]Own, 1)") && !left.contains("func f"), "{left}");
}

/// What is assigned to a name goes with its uses.
#[test]
fn assignments_go_with_a_name() {
    let text = "package p\n\ntype S struct {\n\tn int\n\ta int\n}\n\nfunc f(s *S) {\n\ts.n = 2 + 4 + 8\n\th(s.n, s.n, s.a, 1, 2, 3, 4, 5, 6, 7)\n}\n";
    let left = valued("a.go", text, |text| {
        let is_whole = text.contains("n int") && text.contains("h(s.n, s.n, ");
        let is_gone = !text.contains("n int") && !text.contains("= ") && text.contains("h(0, 0, s.a");
        (is_whole || is_gone)
            && ["package p", "a int", "func f(s *S)", "6, 7)"].iter().all(|part| text.contains(part))
    });
    assert!(left.contains("h(0, 0, s.a") && !left.contains("s.n"), "{left}");
}
