//! Tests of programs that call one of their functions at once.

mod alone;
mod built;
mod closing;
mod early_end;
mod failing;
mod printing;
mod several;

use std::cell::RefCell;

use dwindle_reduce::Document;
use dwindle_syntax::bindings::Bindings;
use dwindle_syntax::languages::by_name;

use super::call::{Call, calls};
use super::entry::start;
use super::program::Program;
use super::types::Types;
use crate::entry::Entry;
use crate::options::PassOptions;
use crate::testing::{options, reduce};
use crate::tree::expected::{Expected, Values};

/// Returns the calls of a text with `0` for all numbers.
fn called(language: &str, text: &str) -> Vec<String> {
    let language = by_name(language).unwrap();
    let bindings = Bindings::of(language, &language.parse(text.as_bytes()).unwrap()).unwrap();
    let rules = language.bindings.unwrap().direct.unwrap();
    let (types, start) = (&Types::of(&bindings), &start(&bindings, &rules).unwrap());
    let program = Program::silent(&bindings, language, &rules, types, start);
    let first = calls(program, &Values::default()).into_iter().filter(|call| call.number == 0);
    let (before, behind) = rules.statement;
    let text = |call: Call| Some(call.statement.strip_prefix(before)?.strip_suffix(behind)?.to_owned());
    first.filter_map(text).collect()
}

/// Returns the candidates of a pass for a text in their order, of which none is interesting,
/// without line breaks. The test looks for a message.
fn tried_by(name: &str, path: &str, text: &str, message: &str) -> Vec<String> {
    tried_of(name, path, text, Expected::of_texts([message]))
}

/// Asserts that a candidate of a pass is among the first ones.
fn assert_tried_by(name: &str, path: &str, text: &str, message: &str, (expected, within): (&str, usize)) {
    let tried = tried_by(name, path, text, message);
    let place = tried.iter().position(|tried| tried == expected);
    assert!(place.is_some_and(|place| place < within), "{place:?} in {tried:#?}");
}

/// As [`tried_by`], of a test that expects something.
fn tried_of(name: &str, path: &str, text: &str, expected: Expected) -> Vec<String> {
    let options = PassOptions { expected, ..options() };
    let pass = Entry::named(name).unwrap().pass(&options);
    let tried = RefCell::new(Vec::new());
    reduce(&pass, &Document::single(path, text), |document| {
        let text = String::from_utf8_lossy(document.files()[0].bytes()).into_owned();
        tried.borrow_mut().push(text.split_whitespace().collect::<Vec<_>>().join(" "));
        false
    });
    tried.into_inner()
}

/// Reduces a text by the pass, and returns the result and the number of candidates.
fn reduced(path: &str, text: &str, interesting: impl Fn(&str) -> bool) -> (String, usize) {
    reduced_by("direct-calls", path, text, interesting)
}

/// As [`reduced`], by another pass.
fn reduced_by(name: &str, path: &str, text: &str, interesting: impl Fn(&str) -> bool) -> (String, usize) {
    let pass = Entry::named(name).unwrap().pass(&options());
    let (left, answers) = reduce(&pass, &Document::single(path, text), |document| {
        interesting(&String::from_utf8_lossy(document.files()[0].bytes()))
    });
    let left = String::from_utf8_lossy(left.files()[0].bytes()).into_owned();
    (left.split_whitespace().collect::<Vec<_>>().join(" "), answers.len())
}

#[test]
fn values_are_made_from_the_types_of_parameters() {
    for (language, text, expected) in [
        (
            "rust",
            "fn f(a: &str, b: &[u8], c: Vec<u8>, d: &mut u8, e: f64) {}\nfn main() {}\n",
            r#"f("", &[], vec![], &mut 0, 0.0)"#,
        ),
        ("go", "package p\nfunc f(a, b int, c []string) {}\nfunc main() {}\n", "f(0, 0, make([]string, 0))"),
        ("c", "void f(const char *a, long b, void *c) {}\nint main(void) {}\n", r#"f("", 0, 0)"#),
        ("cpp", "void f(std::ostream& a, const std::string& b) {}\nint main() {}\n", r#"f(std::cout, "")"#),
        ("python", "def f(a: str, b: list[int], c=1): pass\nf('', [])\n", r#"f("", [])"#),
        ("typescript", "function f(a: string, b = 1): void {}\nf('');\n", r#"f("")"#),
        ("javascript", "function f(a, b) {}\nf(1, 2);\n", "f(0, 0)"),
    ] {
        assert_eq!(called(language, text), [expected], "{language}");
    }
}

#[test]
fn methods_are_called_on_objects_that_are_made() {
    for (language, text, expected) in [
        (
            "rust",
            "struct A { n: u8, b: B }\nstruct B(u8, C);\nenum C { D, E }\nimpl A { fn f(&self) {} fn g() {} }\nfn main() {}\n",
            &["A { n: 0, b: B(0, C::D) }.f()", "A::g()"][..],
        ),
        (
            "go",
            "package p\ntype A struct { n int }\nfunc (a *A) f(b *A) {}\nfunc main() {}\n",
            &["new(A).f(&A{})"],
        ),
        (
            "java",
            "class M { enum E { X; } static class A { A(int n, E e) {} int f(String s) { return 0; } static void g() {} } public static void main(String[] a) {} }\n",
            &[r#"new A(0, E.X).f("")"#, "A.g()"],
        ),
        (
            "c-sharp",
            "class A { A(object o) {} public int F(bool b) { return 0; } }\nclass M { static void Main() {} }\n",
            &["new A(0).F(false)"],
        ),
        (
            "cpp",
            "struct A { int f(int n) { return n; } static int g() { return 0; } };\nint main() {}\n",
            &["A().f(0)", "A::g()"],
        ),
        (
            "python",
            "class A:\n    def __init__(self, n: int): pass\n    def f(self): pass\nA(1).f()\n",
            &["A(0).f()"],
        ),
        (
            "typescript",
            "class A { constructor(n: number) {} f(a: A | null): void {} }\nnew A(1).f(null);\n",
            &["new A(0).f(null!)"],
        ),
    ] {
        assert_eq!(called(language, text), expected, "{language}");
    }
}

#[test]
fn functions_are_named_as_their_place_wants_it() {
    for (language, text, expected) in [
        // A method that returns its type is no constructor.
        (
            "java",
            "class M { static class A { A next(int n) { return this; } } public static void main(String[] a) {} }\n",
            &["new A().next(0)"][..],
        ),
        (
            "cpp",
            "class A { public: int f(); static int g(); };\nint A::f() { return 0; }\nint A::g() { return 0; }\nint main() {}\n",
            &["A().f()", "A::g()"],
        ),
        (
            "cpp",
            "struct A {};\nvoid f(A& a, int& n, const A& b) {}\nint main() {}\n",
            &["f(*new A(), *new int(0), A())"],
        ),
        (
            "go",
            "package p\ntype A []int\nfunc (a A) f() {}\nfunc (a *A) g() {}\nfunc main() {}\n",
            &["new(A).f()", "new(A).g()"],
        ),
        ("go", "package p\ntype List []int\nfunc f(a List) {}\nfunc main() {}\n", &["f(*new(List))"]),
        (
            "rust",
            "enum E { A(u8), B }\nfn f(e: E) {}\nfn g() { fn h() {} }\nfn main() {}\n",
            &["f(E::B)", "g()"],
        ),
        (
            "python",
            "class A:\n    @property\n    def f(self): pass\n    @staticmethod\n    def g(): pass\n    @cached\n    def h(self): pass\nA()\n",
            &["A.g()", "A().h()"],
        ),
        (
            "javascript",
            "class A { constructor(n) {} f() {} static g() {} }\nnew A(1).f();\n",
            &["new A(0).f()", "A.g()"],
        ),
        (
            "php",
            "<?php\nclass A { function __construct(int $n) {} function f(string $s) {} static function g($n) {} }\nfunction h(array $a) {}\nh([]);\n",
            &[r#"(new A(0))->f("")"#, "A::g(0)", "h([])"],
        ),
        (
            "ruby",
            "class A\n  def initialize(n)\n  end\n  def f\n  end\n  def self.g(n)\n  end\nend\ndef h(n)\nend\nh(1)\n",
            &["A.new(0).f()", "A.g(0)", "h(0)"],
        ),
        ("lua", "local A = {}\nfunction A.f(n) end\nlocal function g(n) end\nA.f(1)\n", &["A.f(0)", "g(0)"]),
    ] {
        assert_eq!(called(language, text), expected, "{language}");
    }
}

#[test]
fn members_are_only_called_where_they_may_be_visible() {
    for (language, text, expected) in [
        (
            "java",
            "class M { static class A { private void f() {} } public static void main(String[] a) {} }\nclass B { private void g() {} void h() {} }\n",
            &["new A().f()", "new B().g()", "new B().h()"][..],
        ),
        (
            "c-sharp",
            "class A { int F() { return 0; } public int G() { return 0; } }\nclass M { static void H() {} static void Main() {} }\n",
            &["new A().G()", "M.H()"],
        ),
        (
            "cpp",
            "class A { int f() { return 0; } public: int g() { return 0; } };\nstruct B { int h() { return 0; } private: int i() { return 0; } };\nint main() {}\n",
            &["A().g()", "B().h()", "B().i()"],
        ),
        (
            "typescript",
            "class A { private f(): void {} g(): void {} }\nnew A().g();\n",
            &["new A().f()", "new A().g()"],
        ),
        ("rust", "mod m { fn f() {} pub fn g() {} }\nfn main() {}\n", &["g()"]),
    ] {
        assert_eq!(called(language, text), expected, "{language}");
    }
}

#[test]
fn words_that_hide_a_member_go() {
    for (path, text, expected) in [
        (
            "M.java",
            "class M { public static void main(String[] a) { new A().f(); new A().f(); new A().f(); } }\nclass A { private int g() { return 1; } int f() { return g(); } }\n",
            "class M { public static void main(String[] a) { new A().g(); } } class A { int g() { return 1; } }",
        ),
        (
            "a.cs",
            "class M { static void Main() { new A().F(); new A().F(); new A().F(); } }\nclass A { private int G() { return 1; } public int F() { return G(); } }\n",
            "class M { static void Main() { new A().G(); } } class A { public int G() { return 1; } }",
        ),
        (
            "a.cc",
            "class A { public: int f() { return g(); } private: int g() { return 1; } };\nint main() { A().f(); A().f(); A().f(); A().f(); }\n",
            "class A { public: public: int g() { return 1; } }; int main() { A().g(); }",
        ),
    ] {
        let (left, _) = reduced(path, text, |text| text.contains(['g', 'G']) && text.contains("return 1"));
        assert_eq!(left, expected);
    }
}

#[test]
fn large_values_are_not_made() {
    let fields = |of: &str| (0..12).map(|n| format!("f{n}: {of}, ")).collect::<String>();
    let text = format!(
        "struct A {{ {} }}\nstruct B {{ {} }}\nstruct C {{ {} }}\nfn f(a: A) {{}}\nfn g(c: C) {{}}\nfn main() {{}}\n",
        fields("B"),
        fields("C"),
        fields("u8")
    );
    let names: Vec<String> = called("rust", &text).iter().map(|call| call[..1].to_owned()).collect();
    assert_eq!(names, ["g"]);
}

#[test]
fn what_cannot_be_made_is_not_called() {
    assert_eq!(called("rust", "fn f<T>(a: T) {}\nfn g(a: impl Fn()) {}\nfn main() {}\n"), [""; 0]);
    assert_eq!(called("rust", "struct A<T>(T);\nimpl<T> A<T> { fn f(&self) {} }\nfn main() {}\n"), [""; 0]);
    assert_eq!(called("go", "package p\nfunc f(a ...int) {}\nfunc main() {}\n"), [""; 0]);
    // A type that contains itself.
    assert_eq!(called("rust", "struct A { a: A }\nimpl A { fn f(&self) {} }\nfn main() {}\n"), [""; 0]);
}

#[test]
fn the_call_takes_the_place_of_all_that_a_program_does() {
    let text = "def f(n: int) -> int:\n    return 1 // n\n\ndef g(text: str) -> int:\n    return f(len(text))\n\nif __name__ == '__main__':\n    print(g(''))\nprint(1)\n";
    let (left, _) = reduced("a.py", text, |text| text.contains("1 // n") && text.contains("f("));
    assert_eq!(left, "def f(n: int) -> int: return 1 // n f(0)");
    let text = "#include <vector>\nnamespace n {\nint f(int a) { return 1 / a; }\nint g(int a) { return f(a) + 1; }\n}\nint main() { return n::g(7) + n::g(8); }\n";
    let (left, _) = reduced("a.cc", text, |text| text.contains("1 / a") && text.contains("(0)"));
    let expected = "#include <vector> namespace n { int f(int a) { return 1 / a; } } int main() { using namespace n; f(0); }";
    assert_eq!(left, expected);
}

#[test]
fn other_numbers_are_tried_after_zeros() {
    let text = "package main\nfunc f(a int, b int) int { return a / b }\nfunc g(a int, b int) int { return f(a, b) }\nfunc main() { print(g(1, 2)); print(g(3, 4)) }\n";
    for wanted in ["f(0, 0)", "f(9, 9)", "f(-1, -1)", "f(9, 1)"] {
        let (left, _) = reduced("a.go", text, |text| text.contains(wanted));
        assert_eq!(left.lines().count(), 1);
        assert!(left.contains(&format!("{{ {wanted} }}")) && !left.contains("func g"), "{wanted}: {left}");
    }
}

#[test]
fn what_the_test_names_is_tried_like_nothing() {
    let script = br#"./a 2>&1 | grep -q "bad text 'a\"b' at 12""#;
    let options = PassOptions { expected: Expected::of_script(script), ..options() };
    let called = |path: &str, text: &str, wanted: &str| {
        let pass = Entry::named("direct-calls").unwrap().pass(&options);
        let (left, _) = reduce(&pass, &Document::single(path, text), |document| {
            String::from_utf8_lossy(document.files()[0].bytes()).contains(wanted)
        });
        String::from_utf8_lossy(left.files()[0].bytes()).contains(&format!(" {wanted}"))
    };
    let text = "fn f(a: &str, n: u8, s: String) {}\nfn main() { for n in 0..9 { f(\"\", n, String::new()); f(\"\", n, String::new()); } }\n";
    assert!(called("a.rs", text, r#"f("a\"b", 12, String::from("a\"b"))"#));
    let text = "package p\nfunc f(a string, n int) {}\nfunc main() { for { f(\"x\", 1); f(\"y\", 2) } }\n";
    assert!(called("a.go", text, r#"f("a\"b", 12)"#));
}

#[test]
fn what_the_program_throws_and_returns_is_no_hindrance() {
    let text = "class M { static class E extends Exception { private static final long serialVersionUID = 1; } static void f() {} static void g() throws E {} public static void main(String[] a) throws E { g(); f(); f(); f(); } }\n";
    let (left, _) = reduced("M.java", text, |text| text.contains("f()"));
    assert_eq!(
        left,
        "class M { static void f() {} public static void main(String[] a) throws Exception { M.f(); } }"
    );
    let (left, _) = reduced("M.java", text, |text| text.contains("g()"));
    assert!(left.contains("serialVersionUID"), "the compiler wants it: {left}");
    let text = "fn f() {}\nfn g() {}\nfn main() -> Result<(), String> { f(); g(); g(); g(); Ok(()) }\n";
    let (left, _) = reduced("a.rs", text, |text| text.contains("fn f"));
    assert_eq!(left, "fn f() {} fn main() { let _ = f(); }");
}

#[test]
fn functions_of_namespaces_are_named_with_them() {
    let text = "namespace a { namespace { namespace b {\nint f(int a) { return a; }\n} } }\nint main() { return a::b::f(1) + a::b::f(2) + a::b::f(3); }\n";
    let (left, _) = reduced("a.cc", text, |text| text.contains("f(0)"));
    assert!(left.contains("int main() { using namespace a::b; f(0); }"), "{left}");
    let text =
        "mod a { pub mod b { pub fn f(a: u8) {} } }\nfn main() { a::b::f(1); a::b::f(2); a::b::f(3); }\n";
    let (left, _) = reduced("a.rs", text, |text| text.contains("f(0)"));
    assert!(left.contains("fn main() { use a::b::*; let _ = f(0); }"), "{left}");
}

#[test]
fn the_entry_point_still_fits_its_type() {
    let text = "class M { static void F() {} static int Main() { F(); F(); F(); return 1; } }\n";
    let (left, _) = reduced("a.cs", text, |text| text.contains("Main"));
    assert_eq!(left, "class M { static void F() {} static int Main() { M.F(); return 0; } }");
    let text = "class M { static void f() throws Exception {} public static void main(String[] a) { try { f(); } catch (Exception e) { f(); } } }\n";
    let (left, _) = reduced("M.java", text, |text| text.contains("f()"));
    assert_eq!(
        left,
        "class M { static void f() throws Exception {} public static void main(String[] a) throws Exception { M.f(); } }"
    );
}

#[test]
fn only_what_runs_the_program_goes_for_a_call() {
    let text = "\"A text.\"\ntry:\n    import a\nexcept ImportError:\n    a = None\nif True:\n    import b\n\ndef f(n):\n    a(n)\n    b(n)\n\nif __name__ == '__main__':\n    f(1)\n    f(2)\n";
    let (left, _) = reduced("a.py", text, |text| text.contains("f(0)"));
    let expected =
        "\"A text.\" try: import a except ImportError: a = None if True: import b def f(n): a(n) b(n) f(0)";
    assert_eq!(left, expected);
    // What stands below the statements is not there yet.
    let text = "class A { f() {} }\nnew A().f();\nclass B { g() {} }\n";
    assert_eq!(reduced("a.js", text, |text| !text.contains("new B")).0.matches("new A").count(), 1);
    let text = "extern \"C\" { fn f(); }\npub fn g() {}\n";
    assert_eq!(reduced("a.rs", text, |_| true).1, 0, "it is no program");
}

#[test]
fn a_text_that_is_no_program_has_no_calls() {
    for (path, text) in [
        ("a.rs", "pub fn f(a: u8) -> u8 { g(a) }\nfn g(a: u8) -> u8 { a }\n"),
        ("a.json", "{\"a\": [1, 2]}\n"),
        ("a.hs", "main = f 1\nf a = a\n"),
    ] {
        assert_eq!(reduced(path, text, |_| true).1, 0, "{path}");
    }
}
#[test]
fn what_only_assigns_goes_with_what_it_changes() {
    let text = "class A { public A(int n, int k) { N = n; K = k; } public int N { get; set; } public int K { get; set; } public int F() { return K; } }\nclass M { static int G(A a) { return a.N; } static void Main() { new A(1, 2).F(); M.G(null); new A(3, 4).F(); } }\n";
    let (left, _) = reduced("a.cs", text, |text| text.contains("new A(0, 0).F()"));
    let expected = "class A { public A(int n, int k) { K = k; } public int K { get; set; } public int F() { return K; } } class M { static void Main() { new A(0, 0).F(); } }";
    assert_eq!(left, expected);
}
