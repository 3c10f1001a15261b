//! Tests of the use graph on small programs.

use dwindle_syntax::bindings::Definition;
use dwindle_syntax::languages::by_name;
use dwindle_syntax::uses::{CompanionKind, Members};

use crate::{along, beside, check, places, uses};

const RUST: &str = "\
use std::fmt::Write;
use std::collections::{BTreeMap, HashMap};
#[derive(Debug)]
struct Table { rows: HashMap<u8, u8> }
impl Table { fn len(&self) -> usize { helper(self.rows.len()) } }
fn helper(n: usize) -> usize { n + 1 }
/// Counts.
fn count(t: &Table) -> usize { let n = t.len(); n }
fn keep(b: &BTreeMap<u8, u8>) -> usize { b.len() }
fn main() {
    let m = HashMap::new();
    let t = Table { rows: m };
    println!(\"{}\", count(&t));
    keep(&BTreeMap::new());
}
";

#[test]
fn a_call_takes_along_what_only_it_reaches() {
    check(
        "rust",
        RUST,
        &["println!(\"{}\", count(&t));"],
        &[
            "HashMap",
            "#[derive(Debug)]",
            "struct Table { rows: HashMap<u8, u8> }",
            "impl Table { fn len(&self) -> usize { helper(self.rows.len()) } }",
            "fn helper(n: usize) -> usize { n + 1 }",
            "/// Counts.",
            "fn count(t: &Table) -> usize { let n = t.len(); n }",
            "let m = HashMap::new();",
            "let t = Table { rows: m };",
        ],
    );
}

#[test]
fn a_type_takes_along_what_is_made_of_it() {
    let gone = along("rust", RUST, &["struct Table { rows: HashMap<u8, u8> }"], CompanionKind::Dependents);
    assert!(gone.iter().any(|part| part.starts_with("impl Table")), "{gone:?}");
    assert!(gone.iter().any(|part| part.starts_with("fn count")), "{gone:?}");
    assert!(!gone.iter().any(|part| part.contains("BTreeMap")), "{gone:?}");
}

#[test]
fn what_is_only_unused_leaves_dependents() {
    let gone = along("rust", RUST, &["fn helper(n: usize) -> usize { n + 1 }"], CompanionKind::Unused);
    assert_eq!(gone, Vec::<String>::new());
}

#[test]
fn what_nothing_used_before_stays() {
    let text = "fn old() {}\nfn used() {}\nfn main() { used(); }\n";
    check("rust", text, &["used();"], &["fn used() {}"]);
}

/// Not the whole value: what sets a field is an element of its own.
#[test]
fn what_sets_a_field_goes_with_the_field() {
    let text = "struct S { a: u8, b: Vec<u8> }\nfn main() { show(S { a: 1, b: Vec::new() }); }\n";
    check("rust", text, &["b: Vec<u8>"], &["b: Vec::new()"]);
    let text = "type t = { a : int; mutable b : int }\nlet x = { a = 1; b = 2 }\n";
    check("ocaml", text, &["mutable b : int"], &["b = 2"]);
    let text =
        "package main\n\ntype s struct {\n\ta int\n\tb int\n}\n\nfunc main() { show(s{a: 1, b: 2}) }\n";
    check("go", text, &["b int"], &["b: 2"]);
}

#[test]
fn an_alternative_of_a_pattern_goes_with_the_variant() {
    let text = "type t = A | B | C\nlet f = function A -> 1 | B | C -> 2\nlet () = show (f A)\n";
    let found = along("ocaml", text, &["C"], CompanionKind::Dependents);
    assert!(found.iter().all(|part| !part.contains("A -> 1")), "{found:?}");
}

/// `C` alone is short, but its arm is not.
#[test]
fn a_short_definition_weighs_as_much_as_what_depends_on_it() {
    let text = "enum E { A, B, C }\nfn f(e: E) -> u8 {\n    match e {\n        E::A => 1,\n        E::B => 2,\n        E::C => g(1, 2, 3, 4),\n    }\n}\nfn main() { show(f(E::A)) }\n";
    let uses = uses("rust", text);
    let heavy = uses.weigh(&[]).heaviest();
    let weight = |name: &str| {
        let is_it = |node: &dwindle_syntax::NodeId| uses.tree().text_of(*node) == name.as_bytes();
        heavy.iter().find(|heavy| heavy.nodes.iter().any(is_it)).map(|heavy| heavy.weight)
    };
    assert!(weight("B") < weight("C") && Some(10) < weight("C"), "{:?} {:?}", weight("B"), weight("C"));
}

#[test]
fn go_imports_go_with_their_last_use() {
    let text = "package main\n\nimport (\n\t\"fmt\"\n\t\"os\"\n)\n\nfunc a() { os.Exit(1) }\nfunc main() {\n\ta()\n\tfmt.Println()\n}\n";
    check("go", text, &["a()\n\tfmt"], &["import ( \"fmt\" \"os\" )", "func a() { os.Exit(1) }"]);
}

#[test]
fn c_prototypes_and_locals_go_along() {
    let text = "static int f(int a);\nstatic int table[4];\nstatic int f(int a) { return table[a]; }\nint main(void) { int x = f(1); int y = 2; x = 3; x += y; return 0; }\n";
    check(
        "c",
        text,
        &["x += y;"],
        &[
            "static int f(int a);",
            "static int table[4];",
            "static int f(int a) { return table[a]; }",
            "int x = f(1);",
            "int y = 2;",
            "x = 3;",
        ],
    );
}

#[test]
fn java_implementations_go_with_the_abstract_method() {
    let text = "abstract class A { abstract int f(); abstract int g(); }\nclass B extends A { int f() { return h(); } int g() { return 2; } int h() { return 3; } }\nclass C { int c(A a) { a.f(); return a.g(); } }\n";
    check(
        "java",
        text,
        &["a.f();"],
        &["abstract int f();", "int f() { return h(); }", "int h() { return 3; }"],
    );
}

#[test]
fn python_helpers_go_with_their_last_call() {
    let text = "import os\nimport sys\n\ndef a():\n    return os.getcwd()\n\ndef b():\n    return sys.argv\n\nprint(a())\nprint(b())\n";
    check("python", text, &["print(a())"], &["import os", "def a(): return os.getcwd()"]);
}

#[test]
fn rust_implementations_for_references_go_with_the_type() {
    let text =
        "struct S;\nimpl Iterator for &S { fn f() {} }\nimpl Iterator for &mut T<u8> {}\nstruct T<A>(A);\n";
    check("rust", text, &["struct S;"], &["impl Iterator for &S { fn f() {} }"]);
    check("rust", text, &["struct T<A>(A);"], &["impl Iterator for &mut T<u8> {}"]);
}

#[test]
fn an_implementation_without_a_name_stays_with_what_it_is_about_though_it_imports_something() {
    let text = "use std::str::Chars;\npub struct S;\nimpl Iterator for (S, S) { type Item = Chars; }\npub fn f() {}\n";
    assert_eq!(beside("rust", text, "S", Members::Used), ["pub fn f() {}"]);
}

#[test]
fn members_are_kept_where_their_names_are_used_or_all_of_them() {
    let text =
        "pub struct T { a: u8, b: u8 }\npub fn f(t: &T) -> u8 { t.a }\npub fn g(t: &T) -> u8 { t.b }\n";
    assert_eq!(beside("rust", text, "f", Members::Used), ["b: u8", "pub fn g(t: &T) -> u8 { t.b }"]);
    assert_eq!(beside("rust", text, "f", Members::All), ["pub fn g(t: &T) -> u8 { t.b }"]);
}

#[test]
fn a_member_that_is_kept_keeps_what_holds_it() {
    let text =
        "pub struct A(u8);\nimpl A {\npub fn f(&self) {}\npub fn g(&self) {}\n}\nfn h(a: A) { a.g() }\n";
    assert_eq!(beside("rust", text, "f", Members::Used), ["pub fn g(&self) {}", "fn h(a: A) { a.g() }"]);
}

#[test]
fn what_is_used_weighs_what_goes_with_its_definition() {
    let uses = uses("rust", RUST);
    let name = |entity| {
        let is_it = |found: &&Definition| found.entity == entity;
        let found = uses.bindings().definitions().iter().find(is_it);
        found.map(|found| String::from_utf8_lossy(uses.tree().text_of(found.name)).into_owned())
    };
    let used = uses.weigh(&[]).used();
    let weight = |wanted: &str| {
        used.iter().find(|used| name(used.entity).as_deref() == Some(wanted)).map(|used| used.weight)
    };
    assert!(weight("helper") < weight("count"), "{:?} {:?}", weight("helper"), weight("count"));
    assert_eq!(weight("HashMap"), None, "what is brought from elsewhere has no definition here");
    assert_eq!(weight("main"), None, "nothing uses it");
}

#[test]
fn typescript_types_go_with_what_they_describe() {
    let text = "type P = { x: number };\nconst f = (p: P): number => p.x;\nexport function g(): number { return f({ x: 1 }); }\nexport function h(): number { return 1; }\n";
    check(
        "typescript",
        text,
        &["export function g(): number { return f({ x: 1 }); }"],
        &["type P = { x: number };", "const f = (p: P): number => p.x;"],
    );
}

#[test]
fn python_exports_go_with_what_they_name() {
    let text = "__all__ = ['a', 'b']\n\ndef a():\n    return 1\n\ndef b():\n    return 2\n";
    check("python", text, &["def b():\n    return 2"], &["'b'"]);
}

#[test]
fn what_runs_by_itself_keeps_what_it_needs() {
    let beside = |language: &str, text: &str| -> Option<Vec<String>> {
        let uses = uses(language, text);
        let line =
            |node| String::from_utf8_lossy(uses.tree().text_of(node)).lines().next().unwrap_or("").to_owned();
        Some(uses.beside_statements(&[])?.into_iter().map(line).collect())
    };
    let python = "import os\nimport sys\n\ndef a():\n    return os.getcwd()\n\ndef b():\n    return sys.argv\n\nprint(a())\n";
    assert_eq!(beside("python", python), Some(vec!["import sys".to_owned(), "def b():".to_owned()]));
    let ocaml = "open Printf\nlet f x = x\nlet g x = x\nlet () = printf \"%d\" (f 1)\n";
    assert_eq!(beside("ocaml", ocaml), Some(vec!["let g x = x".to_owned()]));
    assert_eq!(beside("rust", "pub fn f() {}\nfn g() {}\n"), None, "nothing runs by itself");
}

#[test]
fn php_functions_go_with_their_last_call() {
    let text = "<?php\nfunction a($x) { return b($x); }\nfunction b($x) { return $x; }\nfunction c() { return 1; }\necho a(1);\necho c();\n";
    check(
        "php",
        text,
        &["echo a(1);"],
        &["function a($x) { return b($x); }", "function b($x) { return $x; }"],
    );
}

#[test]
fn kotlin_functions_go_with_their_last_call() {
    let text = "import kotlin.math.sqrt\nfun a(x: Double): Double = sqrt(x)\nfun c(): Int = 1\nfun main() {\n    println(a(1.0))\n    println(c())\n}\n";
    check(
        "kotlin",
        text,
        &["println(a(1.0))"],
        &["import kotlin.math.sqrt", "fun a(x: Double): Double = sqrt(x)"],
    );
}

#[test]
fn other_languages_have_functions_too() {
    for (language, text, call, expected) in [
        (
            "lua",
            "local function a(x) return x end\nlocal function c() return 1 end\nprint(a(1))\nprint(c())\n",
            "print(a(1))",
            "local function a(x) return x end",
        ),
        ("ruby", "def a(x)\n  x\nend\ndef c\n  1\nend\nputs a(1)\nputs c\n", "puts a(1)", "def a(x) x end"),
        (
            "swift",
            "func a(x: Int) -> Int { return x }\nfunc c() -> Int { return 1 }\nprint(a(x: 1))\nprint(c())\n",
            "print(a(x: 1))",
            "func a(x: Int) -> Int { return x }",
        ),
        (
            "scala",
            "object M {\n  def a(x: Int): Int = x\n  def c: Int = 1\n  println(a(1))\n  println(c)\n}\n",
            "println(a(1))",
            "def a(x: Int): Int = x",
        ),
        (
            "zig",
            "fn a(x: u8) u8 {\n    return x;\n}\nfn c() u8 {\n    return 1;\n}\npub fn main() void {\n    use(a(1));\n    use(c());\n}\n",
            "use(a(1));",
            "fn a(x: u8) u8 { return x; }",
        ),
        (
            "julia",
            "function a(x)\n  x\nend\nfunction c()\n  1\nend\nprintln(a(1))\nprintln(c())\n",
            "println(a(1))",
            "function a(x) x end",
        ),
        (
            "perl",
            "sub a { my ($x, $y) = @_; return $x + $y; }\nsub c { my $z; foreach my $w (1, 2) { $z += $w; } return $z; }\nprint a(1, 2);\nprint c();\n",
            "print a(1, 2);",
            "sub a { my ($x, $y) = @_; return $x + $y; }",
        ),
        (
            "solidity",
            "contract M {\n  function a(uint x) private returns (uint) { return x; }\n  function c() private returns (uint) { return 1; }\n  function m() public { a(1); c(); }\n}\n",
            "a(1);",
            "function a(uint x) private returns (uint) { return x; }",
        ),
        (
            "c-sharp",
            "class M {\n  static int A(int x) { return x; }\n  static int C() { return 1; }\n  static void Main() { A(1); C(); }\n}\n",
            "A(1);",
            "static int A(int x) { return x; }",
        ),
    ] {
        if by_name(language).is_some() {
            check(language, text, &[call], &[expected]);
        }
    }
}

#[test]
fn the_heaviest_is_what_takes_most_along() {
    let uses = uses("rust", RUST);
    let heaviest = uses.weigh(&[]).heaviest();
    let main = heaviest
        .iter()
        .position(|heavy| heavy.nodes.iter().any(|&node| uses.tree().text_of(node).starts_with(b"fn main")));
    assert_eq!(main, Some(0), "all hangs on it");
    let weight = |start: &str| {
        let is_it = |node: &_| uses.tree().text_of(*node).starts_with(start.as_bytes());
        heaviest.iter().find(|heavy| heavy.nodes.iter().any(is_it)).map(|heavy| heavy.weight)
    };
    assert!(weight("fn keep") < weight("println!"));
    let gone = places(RUST, &["println!(\"{}\", count(&t));"]);
    assert!(
        !uses.weigh(&gone).heaviest().iter().any(|heavy| heavy
            .nodes
            .iter()
            .any(|&node| { uses.tree().text_of(node).starts_with(b"println!") }))
    );
}

#[test]
fn lua_locals_go_when_nothing_uses_them() {
    let text = "local function get(t)\n  return t\nend\nlocal function f(t)\n  local b = 2\n  local a = get(t)\n  print(b)\n  if a then print(a) end\n  print(t)\nend\nf(1)\n";
    check(
        "lua",
        text,
        &["if a then print(a) end"],
        &["local function get(t) return t end", "local a = get(t)"],
    );
}

#[test]
fn what_is_only_counted_up_goes_with_its_last_use() {
    let text = "local n = 0\nlocal function f()\n  n = n + 1\n  print(1)\nend\nf()\nprint(n)\n";
    check("lua", text, &["print(n)"], &["local n = 0", "n = n + 1"]);
    let text = "int f(int a);\nint main(void) { int n = 0; n += 2; n = n + 1; f(1); f(n); return 0; }\n";
    check("c", text, &["f(n);"], &["int n = 0;", "n += 2;", "n = n + 1;"]);
}

#[test]
fn an_import_of_a_macro_goes_with_its_last_call() {
    let text = "use std::write;\nfn f() { write!(1); }\nfn main() { f(); g(); }\nfn g() {}\n";
    check("rust", text, &["write!(1);"], &["use std::write;"]);
}

#[test]
fn members_of_what_goes_are_not_used_by_itself() {
    let text =
        "struct A { b: B, c: u8 }\nstruct B;\nimpl A { fn f(&self) { g(&self.b); g(self.c); } }\nfn g() {}\n";
    let gone = along("rust", text, &["struct B;"], CompanionKind::Dependents);
    assert_eq!(gone, ["b: B", "g(&self.b);"]);
}

#[test]
fn bodies_and_declared_values_are_no_parts_of_their_own() {
    let text = "int g(int a) { return a + 1; }\nint f(int a) { if (a) { g(2); g(3); } return g(a); }\n";
    let uses = uses("c", text);
    let heads =
        uses.weigh(&[]).heaviest().into_iter().map(|heavy| uses.tree().text_of(heavy.nodes[0]).to_vec());
    assert!(heads.into_iter().all(|head| !head.starts_with(b"{")));
    check("c", text, &["g(2);"], &[]);
}

#[test]
fn a_loop_that_does_nothing_any_more_goes_too() {
    let text = "int g(int a);\nint f(int b) { while (b) { if (b) { g(b); } } g(2); return 0; }\n";
    check("c", text, &["g(b);"], &["while (b) { if (b) { g(b); } }"]);
}

/// A property of another type is no announcement of a method.
#[test]
fn a_method_goes_without_the_property_of_the_same_name() {
    let text = "class A { public int Size { get; set; } }\nclass B { public void Size(C c) { f(c); } }\nclass C { }\nclass P { static void Main() { g(new A().Size); } }\n";
    check("c-sharp", text, &["class B { public void Size(C c) { f(c); } }"], &["class C { }"]);
}

#[test]
fn a_list_goes_with_its_last_element() {
    let text = "module m\n  public :: t, f\n  type t\n  end type\ncontains\n  subroutine f(a)\n    type(t) :: a\n  end subroutine\n  \
                subroutine g\n  end subroutine\nend module\nprogram p\n  use m\n  type(t) :: b\n  call f(b)\n  call g\nend program\n";
    let gone = along("fortran", text, &["call f(b)"], CompanionKind::Dependents);
    let starts = |gone: &[String]| {
        gone.iter().map(|part| part.split(' ').next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(starts(&gone), ["public", "type", "subroutine", "type(t)"], "{gone:?}");
    let text = "class A { int a, b; void f() { g(a); h(); g(b); } }\n";
    check("java", text, &["g(a); h(); g(b);"], &["int a, b;"]);
}

#[test]
fn a_field_is_used_where_a_record_takes_it_from_a_variable_of_its_name() {
    let text = "type t = { a : int; b : int }\nlet f a b = { a; b }\nlet () = g (f 1 2).a; h (f 1 2).b\n";
    check("ocaml", text, &["g (f 1 2).a;"], &[]);
    let gone = along("ocaml", text, &["a : int;"], CompanionKind::Dependents);
    assert!(gone.contains(&"a".to_owned()), "{gone:?}");
}
