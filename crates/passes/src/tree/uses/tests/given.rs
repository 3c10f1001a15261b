//! Tests of what goes with parameters and fields: arguments and values at their places.

use super::run;

/// Checks that a pass ends with a text without all of `together`, if a text has to keep `needed`,
/// and all or nothing of `together`.
#[track_caller]
fn check(path: &str, text: &str, needed: &[&str], together: &[&str]) {
    let strict = |left: &str| {
        let has = |part: &&str| left.contains(*part);
        let n_there = together.iter().filter(|part| has(part)).count();
        needed.iter().all(has) && (n_there == 0 || n_there == together.len())
    };
    assert!(strict(text), "{path}");
    let (left, _) = run("heaviest", path, text, strict);
    assert!(!together.iter().any(|part| left.contains(part)), "{path}: {left}");
}

#[test]
fn a_parameter_that_nothing_uses_any_more_goes_with_its_arguments() {
    check(
        "a.c",
        "int f(int a, int b) {\n    g(b, 1, 2, 3, 4, 5);\n    return a;\n}\nint main(void) { return f(7, 8 + 8) + f(9, 1 + 1); }\n",
        &["int f(int a", "return a;", "return f(7", "+ f(9"],
        &["int b", "g(b, 1, 2, 3, 4, 5)", "8 + 8", "1 + 1"],
    );
    check(
        "a.py",
        "class A:\n    def f(self, a, b):\n        g(b, 1, 2, 3, 4, 5)\n        return a\nshow(A().f(7, 8 + 8))\n",
        &["class A:", "def f(self, a", "return a", "show(A().f(7"],
        &[", b)", "g(b, 1, 2, 3, 4, 5)", "8 + 8"],
    );
}

#[test]
fn a_parameter_goes_with_its_declaration_and_its_arguments() {
    check(
        "a.f90",
        "module m\n  private\n  public :: f\ncontains\n  subroutine f(a, b)\n    integer :: a\n    real :: b\n    call g(b, 1, 2, 3)\n    print *, a\n  end subroutine\nend module\nprogram p\n  use m, only: f\n  call f(7, 8 + 8)\nend program\n",
        &["public :: f", "subroutine f(a", "integer :: a", "print *, a", "use m, only: f", "call f(7"],
        &[", b)", "real :: b", "call g(b, 1, 2, 3)", "8 + 8"],
    );
}

#[test]
fn a_parameter_of_a_function_that_is_not_only_called_stays() {
    let text = "int f(int a, int b) {\n    g(b, 1, 2, 3, 4, 5);\n    return a;\n}\nint main(void) { h(f); return f(7, 8 + 8); }\n";
    let needed = ["int f(int a", "return a;", "h(f);", "f(7, 8 + 8)"];
    let (left, _) = run("heaviest", "a.c", text, |left| needed.iter().all(|part| left.contains(part)));
    assert!(left.contains("int b") && !left.contains("g(b"), "{left}");
}

#[test]
fn values_go_with_the_field_at_their_place() {
    check(
        "a.go",
        "package p\n\ntype leg struct {\n\tfrom, to string\n\tby int\n\tcents int\n}\n\nfunc main() {\n\tfor _, l := range []leg{{\"a\", \"b\", 1, 20}, {\"c\", \"d\", 2, 30}} {\n\t\tshow(l.from, l.by, l.cents)\n\t\twarn(l.to, 1, 2, 3, 4, 5, 6, 7)\n\t}\n}\n",
        &[
            "package p",
            "from",
            "by int",
            "cents int",
            "\"a\"",
            "1, 20}",
            "\"c\"",
            "2, 30}",
            "show(l.from, l.by, l.cents)",
        ],
        &["to string", "\"b\"", "\"d\"", "warn(l.to, 1, 2, 3, 4, 5, 6, 7)"],
    );
}

/// Returns all texts that `heaviest` proposes, if none is interesting, without white space and
/// without commas before a closing bracket.
fn proposals(path: &str, text: &str) -> Vec<String> {
    let asked = super::proposals("heaviest", path, text, "");
    asked.iter().map(|left| left.replace(",}", "}").replace(",)", ")")).collect()
}

#[test]
fn only_values_of_the_type_go_with_its_field() {
    let text = "struct p { int x; int y; int z; };\nint other[3] = { 7, 8, 9 };\nstruct p ps[2] = { {1, 2, 3}, {4, 5, 6} };\nint main(void) { use(ps[0].x); use(ps[0].y, 1, 2, 3); use(other[0]); return 0; }\n";
    let asked = proposals("a.c", text);
    assert!(!asked.iter().any(|left| left.contains("{intx;intz;}") && left.contains("={7,9}")), "{asked:?}");
    assert!(asked.iter().any(|left| left.contains("{intx;intz;}") && left.contains("={7,8,9}")), "{asked:?}");
    let text = "package p\n\ntype pt struct{ x, y int }\n\nvar m = map[string]pt{\"a\": {1, 2}, \"b\": {3, 4}}\nvar t = [][]pt{{{1, 2}, {3, 4}}, {{5, 6}}}\n\nfunc f() { show(m[\"a\"].x, t[0][0].x); use(m[\"b\"].y, 1, 2, 3) }\n";
    let asked = proposals("a.go", text);
    let expected = "{\"a\":{1},\"b\":{3}}vart=[][]pt{{{1},{3}},{{5}}}";
    assert!(asked.iter().any(|left| left.contains(expected)), "{asked:?}");
}

#[test]
fn only_the_argument_of_the_parameter_goes() {
    let text = "package p\n\nfunc f(a, b int, xs ...int) int { use(xs, 1, 2, 3, 4); return a + b }\nfunc g() { show(f(30, 40)) }\n";
    let asked = proposals("a.go", text);
    assert!(!asked.iter().any(|left| left.contains("f(a,bint)") && left.contains("f(30)")), "{asked:?}");
    let text = "def apply(self, b, c=None):\n    warn(b, 1, 2, 3, 4)\n    return self, c\nclass U:\n    def m(self, a, b=None):\n        warn(a, 1, 2, 3, 4)\n        return self, b\nshow(apply(obj, 7), U.m(U(), 8))\n";
    let asked = proposals("a.py", text);
    assert!(
        asked.iter().any(|left| left.contains("apply(self,c=None)") && left.contains("apply(obj)")),
        "{asked:?}"
    );
    let has_both = |left: &String, parts: [&str; 2]| parts.iter().all(|part| left.contains(part));
    let wrong = [["apply(self,c=None)", "apply(7)"], ["m(self,b=None)", "U.m(8)"]];
    let is_wrong = |left: &String| wrong.iter().any(|&parts| has_both(left, parts));
    assert!(!asked.iter().any(is_wrong), "{asked:?}");
}

#[test]
fn a_parameter_that_is_also_a_member_goes_with_the_last_use_of_either() {
    check(
        "a.ts",
        "class A {\n  constructor(private readonly size: number, readonly name: string) {}\n  show() { log(this.name); }\n  warn() { log(this.size, 1, 2, 3, 4, 5); }\n}\nlet a = new A(7 + 7, \"b\");\na.show();\na.warn();\n",
        &["class A {", "readonly name: string", "log(this.name)", "new A(", "\"b\")", "a.show();"],
        &["private readonly size", "warn()", "log(this.size, 1, 2, 3, 4, 5)", "a.warn()", "7 + 7"],
    );
    check(
        "a.php",
        "<?php\nclass A {\n  function __construct(private $size, private $name) {}\n  function show() { log($this->name); }\n  function warn() { log($this->size, 1, 2, 3, 4, 5); }\n}\n$a = new A(7 + 7, 'b');\n$a->show();\n$a->warn();\n",
        &["<?php", "class A {", "private $name", "log($this->name)", "new A(", "'b')", "$a->show();"],
        &["private $size", "warn()", "log($this->size, 1, 2, 3, 4, 5)", "$a->warn()", "7 + 7"],
    );
}

#[test]
fn an_element_of_an_object_goes_with_the_property_of_its_type() {
    check(
        "a.ts",
        "interface S { start: number; order: string }\nfunction f(start: number, order: string): S {\n  return { start, order };\n}\nlog(f(1, \"a\").order);\nwarn(f(2, \"b\").start, 1, 2, 3, 4, 5, 6);\n",
        &[
            "interface S {",
            "order: string }",
            "function f(",
            "order: string)",
            "return {",
            "order }",
            "log(f(",
            "\"a\").order",
        ],
        &["{ start: number", "start, order", ".start, 1, 2, 3, 4, 5, 6"],
    );
}

/// In a text of which only brackets are known; `A, B: T` is one declaration of two parameters.
#[test]
fn brackets_show_what_goes_with_a_parameter() {
    let text = "type\n  TZone = class\n    constructor Create(const A, B: T; C: Integer);\n  end;\nconstructor TZone.Create(const A, B: T; C: Integer);\nbegin\n  inherited Create;\n  Show(A, C);\n  Warn(B, 1, 2, 3, 4, 5, 6);\nend;\nbegin\n  Zone := TZone.Create(F(1), G(2, 2), 3);\nend.\n";
    let together = ["const A, B: T", "Warn(B, 1, 2, 3, 4, 5, 6)", ", G(2, 2)"];
    check(
        "a.pas",
        text,
        &[
            "TZone = class",
            "constructor Create(const A",
            ": T; C: Integer)",
            "Show(A, C)",
            "Create(F(1)",
            ", 3)",
        ],
        &together,
    );
    let text = "procedure Note(A: T);\nbegin\n  Warn(A, 1, 2, 3, 4, 5, 6);\n  Show(7)\nend;\nbegin\n  Note(F(1));\nend.\n";
    check("a.pas", text, &["procedure Note", "Show(7)", "\n  Note"], &["(A: T)", "Warn(A, 1", "(F(1))"]);
}

/// In Haskell, patterns have the fields in their places, too.
#[test]
fn what_a_constructor_takes_goes_with_the_field() {
    check(
        "a.hs",
        "data P = P { a :: Int, b :: Bool, c :: Int }\nf (P x _ z) = show (x + z)\nmain = do\n  f (P 1 True 3)\n  print (b (P 4 False 5)) 1 2 3 4 5 6\n",
        &["data P = P { a :: Int", "c :: Int }", "f (P x ", "z) = show (x + z)", "  f (P 1", " 3)"],
        &["b :: Bool", "_ z", "True", "print (b"],
    );
}
