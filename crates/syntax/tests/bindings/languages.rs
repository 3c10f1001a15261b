//! What parts of texts lack in each language, and what is not used there.

use std::ops::Range;

use dwindle_syntax::bindings::Bindings;
use dwindle_syntax::languages::{Undefined, by_name};

fn bindings(language: &str, text: &str) -> Bindings {
    let language = by_name(language).expect("the language is built in");
    let tree = language.parse(text.as_bytes()).expect("the text is short");
    Bindings::of(language, &tree).expect("the language has a query")
}

fn has(language: &str) -> bool {
    by_name(language).is_some_and(|language| language.bindings.is_some())
}

/// Asserts what is lacking without some parts of a text (the first places where they stand):
/// `definition`, `label`, `body` or `return`, in order.
pub fn check(language: &str, text: &str, parts: &[&str], expected: &[&str]) {
    if !has(language) {
        return;
    }
    let place =
        |part: &&str| text.find(part).map(|start| start..start + part.len()).expect("the part is there");
    let mut gone: Vec<Range<usize>> = parts.iter().map(place).collect();
    gone.sort_by_key(|bytes| bytes.start);
    let lacks = bindings(language, text).missing(gone);
    let kinds: Vec<String> = lacks.iter().map(|lack| format!("{lack:?}").to_lowercase()).collect();
    let kinds: Vec<&str> = kinds.iter().map(|kind| kind.split('(').next().unwrap_or(kind)).collect();
    assert_eq!(kinds, expected, "{language}: {text} without {parts:?}");
}

/// Asserts what nothing uses.
pub fn check_dead(language: &str, text: &str, expected: &[&str]) {
    if !has(language) {
        return;
    }
    let bindings = bindings(language, text);
    let dead = bindings.dead([]);
    let texts = dead.iter().flat_map(|dead| &dead.nodes).map(|&node| bindings.tree().text_of(node));
    let texts: Vec<String> = texts.map(|text| String::from_utf8_lossy(text).into_owned()).collect();
    assert_eq!(texts, expected, "{language}: {text}");
}

#[test]
fn go_lacks_what_its_compiler_would_miss() {
    let text = "package p\nimport \"a/b\"\nfunc f() int { x := 1; return b.y + x }\nfunc main() { f() }\n";
    check("go", text, &["import \"a/b\""], &["definition"]);
    check("go", text, &["x := 1;"], &["definition"]);
    check("go", text, &["return b.y + x"], &["return"]);
    check("go", text, &["import \"a/b\"", "x := 1;", "return b.y + x"], &["return"]);
    check("go", "package p\nfunc f() { goto a\na:\n}", &["a:"], &["label"]);
    check("go", "package p\ntype s struct { a int }\nfunc f(x s) { x.a = 1 }", &["a int"], &["definition"]);
    check_dead(
        "go",
        "package p\nimport \"a\"\nfunc f() { a.B() }\nfunc main() { x := 1; y := x }\nfunc init() {}",
        &["import \"a\"", "func f() { a.B() }", "x := 1", "y := x"],
    );
}

#[test]
fn wgsl_lacks_what_its_compiler_would_miss() {
    let text = "const n = 1; struct s { m: i32 } fn f(a: s) -> i32 { let b = n; return b + a.m; }";
    check("wgsl", text, &["const n = 1;"], &["definition"]);
    check("wgsl", text, &["m: i32"], &["definition"]);
    check("wgsl", text, &["let b = n;"], &["definition"]);
    check("wgsl", text, &["const n = 1;", "let b = n;", "return b + a.m;"], &["return"]);
    check_dead(
        "wgsl",
        "struct s { a: i32 } fn f() {} fn g(x: s) {} @compute fn h() { f(); }",
        &["struct s { a: i32 }", "fn g(x: s) {}"],
    );
}

#[test]
fn smt_lib_lacks_what_a_solver_would_miss() {
    let text = "(declare-const a Int) (define-fun f ((x Int)) Int (+ x a)) (assert (= (f |a|) 1))";
    check("smt-lib", text, &["(declare-const a Int)"], &["definition"]);
    check("smt-lib", text, &["(define-fun f ((x Int)) Int (+ x a))"], &["definition"]);
    check("smt-lib", text, &["((x Int))"], &["definition"]);
    check("smt-lib", text, &["(assert (= (f |a|) 1))"], &[]);
    let sections = "(declare-const a Int) (assert (= a 1)) (reset) (declare-const a Int) (assert (= a 2))";
    check("smt-lib", sections, &["(declare-const a Int)"], &["definition"]);
    check("smt-lib", sections, &["(declare-const a Int) (assert (= a 1))"], &[]);
    check("smt-lib", "(assert (let ((x 1)) (= x x)))", &["(x 1)"], &["definition"]);
    check_dead(
        "smt-lib",
        "(declare-sort S 0) (declare-const a S) (declare-const b Int) (assert (= b 1))",
        &["(declare-sort S 0)", "(declare-const a S)"],
    );
}

#[test]
fn sql_knows_tables_and_what_fills_them() {
    let text = "CREATE TABLE t (a INT, b INT); INSERT INTO T VALUES (1, 2); SELECT a FROM t;";
    check("sql", text, &["CREATE TABLE t (a INT, b INT);"], &["definition", "definition"]);
    check("sql", text, &["INSERT INTO T VALUES (1, 2);"], &[]);
    check("sql", text, &["a INT,"], &["definition"]);
    check("sql", text, &[", b INT"], &[]);
    check_dead("sql", text, &["b INT"]);
    check_dead(
        "sql",
        "CREATE TABLE t (a INT); INSERT INTO t VALUES (1); SELECT 1;",
        &["CREATE TABLE t (a INT)", "INSERT INTO t VALUES (1)"],
    );
}

#[test]
fn xml_knows_entities_prefixes_and_ids() {
    let text = "<!DOCTYPE a [<!ENTITY e \"x\">]><a xmlns:p=\"u\"><p:b id=\"i\">&e;</p:b><c to=\"#i\"/></a>";
    check("xml", text, &["<!ENTITY e \"x\">"], &["definition"]);
    check("xml", text, &[" xmlns:p=\"u\""], &["definition"]);
    check("xml", text, &["<p:b id=\"i\">&e;</p:b>"], &[]);
    check_dead("xml", "<a xmlns:p=\"u\" xmlns:q=\"v\"><q:b/></a>", &["xmlns:p=\"u\""]);
}

#[test]
fn rust_lacks_what_its_compiler_would_miss() {
    let text = "use std::rc::Rc; struct S { a: u8 } impl S { fn f(&self) -> Rc<u8> { let b = self.a; Rc::new(b) } } \
                fn main() { 'l: loop { break 'l; } let s = S { a: 1 }; s.f(); }";
    check("rust", text, &["use std::rc::Rc;"], &["definition"]);
    check("rust", text, &["struct S { a: u8 }"], &["definition", "definition"]);
    check("rust", text, &["a: u8"], &["definition"]);
    check("rust", text, &["let b = self.a;"], &["definition"]);
    check("rust", text, &["Rc::new(b)"], &["return"]);
    check("rust", text, &["'l:"], &["label"]);
    check(
        "rust",
        text,
        &["impl S { fn f(&self) -> Rc<u8> { let b = self.a; Rc::new(b) } }"],
        &["definition"],
    );
    check("rust", text, &["s.f();"], &[]);
    check_dead(
        "rust",
        "trait T { fn f(&self); } struct A; struct B; impl T for A { fn f(&self) {} } impl T for B { fn f(&self) {} } \
         impl Drop for A { fn drop(&mut self) {} } fn main() { A.f(); }",
        &["struct B;", "impl T for B { fn f(&self) {} }"],
    );
}

#[test]
fn java_lacks_what_its_compiler_would_miss() {
    let text = "import a.B; class C { int d; B f(int e) { int g = e + d; return new B(g); } } \
                class M { void main() { new C().f(1); l: for (;;) break l; } }";
    check("java", text, &["import a.B;"], &["definition"]);
    check("java", text, &["int d;"], &["definition"]);
    check("java", text, &["int e"], &["definition"]);
    check("java", text, &["return new B(g);"], &["return"]);
    check("java", text, &["int g = e + d;", "return new B(g);"], &["return"]);
    check("java", text, &["B f(int e) { int g = e + d; return new B(g); }"], &["definition"]);
    check("java", text, &["l:"], &["label"]);
    check(
        "java",
        text,
        &["import a.B;", "B f(int e) { int g = e + d; return new B(g); }", "new C().f(1);"],
        &[],
    );
    check_dead(
        "java",
        "class A { A() {} int a, b; } class C { C() {} int f() { return 1; } int a, b; @Override int g() { return b; } \
         static void main() { new C(); } }",
        &["class A { A() {} int a, b; }", "int f() { return 1; }", "a"],
    );
}

#[test]
fn cpp_lacks_what_its_compiler_would_miss() {
    let text = "namespace n { template<class T> struct A { T a; T f(); }; } using n::A; \
                template<class T> T A<T>::f() { return a; } int main() { n::A<int> x; goto l; l: return x.f(); }";
    check("cpp", text, &["template<class T> struct A { T a; T f(); };"], &["definition"; 3]);
    check("cpp", text, &["T a;"], &["definition"]);
    check("cpp", text, &["using n::A;"], &[]);
    check("cpp", text, &["return a;"], &["return"]);
    check("cpp", text, &["n::A<int> x;"], &["definition"]);
    check("cpp", text, &["l: return x.f();"], &["label", "return"]);
    check(
        "cpp",
        "int a(); int b() { return a(); } int a() { return 1; }",
        &["int a() { return 1; }"],
        &["body"],
    );
    check_dead(
        "cpp",
        "struct A { A(); int a; }; A::A() {} struct B { B() {} int f(); void g() {} }; int B::f() { return 1; } \
         template<class T> void h(T t) {} int main() { B b; return b.f(); }",
        &["struct A { A(); int a; }", "A::A() {}", "void g() {}", "template<class T> void h(T t) {}"],
    );
}

#[test]
fn scripts_know_what_runs_and_what_is_exported() {
    let text = "import a, { b } from 'm'; function f(x) { const y = x; return a(y); } f(1); o.p = f; o.q = 1; o.p();";
    check("javascript", text, &["function f(x) { const y = x; return a(y); }"], &["definition"]);
    check("javascript", text, &["import a, { b } from 'm';"], &["definition"]);
    check("javascript", text, &["const y = x;"], &["definition"]);
    check("javascript", text, &["o.p = f;"], &["definition"]);
    check_dead("javascript", text, &["b", "o.q = 1;"]);
    let types = "interface A { a: number } type B = A; function f(x: A): void; function f(x: any) { x.a } export type C = 1;";
    check(
        "typescript",
        &format!("{types} f(1 as A)"),
        &["interface A { a: number }"],
        &["definition", "definition"],
    );
    check_dead(
        "typescript",
        types,
        &[
            "interface A { a: number }",
            "type B = A;",
            "function f(x: A): void;",
            "function f(x: any) { x.a }",
        ],
    );
    let element = "const A = () => <b/>; const B = 1; <A/>;";
    check("tsx", element, &["const A = () => <b/>;"], &["definition"]);
    check_dead("tsx", element, &["const B = 1;"]);
}

#[test]
fn python_knows_functions_and_attributes() {
    let text = "import a.b as c, d\nclass A:\n  e = 1\n  def f(self):\n    g = self.e + c.x\n    return g\nA().f()\n";
    check("python", text, &["import a.b as c, d"], &["definition"]);
    check("python", text, &["e = 1"], &["definition"]);
    check("python", text, &["g = self.e + c.x"], &["definition"]);
    check("python", text, &["return g"], &[]);
    check_dead("python", text, &["d"]);
    check_dead(
        "python",
        "class A:\n  def f(self): self.x = 1\n  def g(self): pass\nA().g()\n",
        &["def f(self): self.x = 1"],
    );
}

#[test]
fn elixir_knows_functions_aliases_and_attributes() {
    let text = "defmodule M do\n  alias Foo.Bar\n  @n 1\n  def f(x) do\n    y = Bar.g(x)\n    h(y + @n)\n  end\n  defp h(a), do: a\n  defp i(a), do: i(a)\nend\n";
    check("elixir", text, &["alias Foo.Bar"], &["definition"]);
    check("elixir", text, &["@n 1"], &["definition"]);
    check("elixir", text, &["y = Bar.g(x)"], &["definition"]);
    check("elixir", text, &["defp h(a), do: a"], &["definition"]);
    check("elixir", text, &["h(y + @n)"], &[]);
}

#[test]
fn ruby_knows_methods_variables_and_attributes() {
    let text =
        "class A\n  attr_reader :b\n  def c(d)\n    @b = d\n    e = d\n    e.f\n  end\nend\nA.new.c(1).b\n";
    check("ruby", text, &["attr_reader :b"], &["definition"]);
    check("ruby", text, &["def c(d)\n    @b = d\n    e = d\n    e.f\n  end"], &["definition"]);
    check("ruby", text, &["e = d"], &["definition"]);
    check("ruby", text, &["@b = d"], &[]);
    check_dead("ruby", text, &["@b = d"]);
    check_dead(
        "ruby",
        "def f(x) = x\ndef g() = f(1)\ny = 1\nputs 2\n",
        &["def f(x) = x", "def g() = f(1)", "y = 1"],
    );
}

#[test]
fn php_knows_functions_members_and_imports() {
    let text = "<?php use A\\B; class C { private $d; function e($f) { $g = $f; return $this->d . $g; } } (new C)->e(B::h());";
    check("php", text, &["use A\\B;"], &["definition"]);
    check("php", text, &["private $d;"], &["definition"]);
    check("php", text, &["$g = $f;"], &["definition"]);
    check("php", text, &["function e($f) { $g = $f; return $this->d . $g; }"], &["definition"]);
    check("php", text, &["return $this->d . $g;"], &[]);
    check_dead(
        "php",
        "<?php function f() { return f(); } function g($a) { $b = $a; } g(1);",
        &["function f() { return f(); }", "$b = $a;"],
    );
}

#[test]
fn lua_knows_locals_functions_and_fields() {
    let text = "local a = 1\nfunction f(x) local b = x; return b + a end\nt.c = 1\nprint(f(t.c))\n";
    check("lua", text, &["local a = 1"], &["definition"]);
    check("lua", text, &["local b = x;"], &["definition"]);
    check("lua", text, &["function f(x) local b = x; return b + a end"], &["definition"]);
    check("lua", text, &["t.c = 1"], &["definition"]);
    check_dead(
        "lua",
        "local function f() end\nlocal a = 1\nt.b = 2\nprint(1)\n",
        &["local function f() end", "local a = 1", "t.b = 2"],
    );
}

#[test]
fn kotlin_knows_what_overrides_and_what_is_imported() {
    let text = "import a.B\nopen class C { open fun f(x: Int): Int { val y = x; return y } }\nclass D : C() { override fun f(x: Int) = B.g(x) }\nfun main() { D().f(1) }\n";
    check("kotlin", text, &["import a.B"], &["definition"]);
    check("kotlin", text, &["val y = x;"], &["definition"]);
    check("kotlin", text, &["return y"], &["return"]);
    check("kotlin", text, &["override fun f(x: Int) = B.g(x)"], &[]);
    check_dead(
        "kotlin",
        "import a.*\nimport a.b\nval c = 1\nfun f() = 2\nfun main() {}\n",
        &["import a.b", "val c = 1", "fun f() = 2"],
    );
}

#[test]
fn c_sharp_lacks_what_its_compiler_would_miss() {
    let text = "class A { int b, c; int F(int x) { var y = x; return y + b; } static void Main() { new A().F(1); } }";
    check("c-sharp", text, &["b,"], &["definition"]);
    check("c-sharp", text, &["var y = x;"], &["definition"]);
    check("c-sharp", text, &["return y + b;"], &["return"]);
    check("c-sharp", text, &["int F(int x) { var y = x; return y + b; }"], &["definition"]);
    check_dead("c-sharp", text, &["c"]);
}

#[test]
fn scala_knows_members_patterns_and_imports() {
    let text = "import a.B\ncase class C(x: Int) { def f(y: Int) = { val z = y; z + x } }\nobject O { def main(a: Array[B]): Unit = a match { case Array(c) => C(c).f(1) } }\n";
    check("scala", text, &["import a.B"], &["definition"]);
    check("scala", text, &["val z = y;"], &["definition"]);
    check("scala", text, &["def f(y: Int) = { val z = y; z + x }"], &["definition"]);
    check("scala", text, &["case Array(c) => C(c).f(1)"], &[]);
    check_dead(
        "scala",
        "import a.{B, D => E}\nclass F { val g = 1; def h = g }\nobject O { def main(a: E) = new F }\n",
        &["B", "val g = 1", "def h = g"],
    );
}

#[test]
fn swift_knows_members_patterns_and_extensions() {
    let text = "class A { var b = 1; func c(d: Int) -> Int { let e = d; return e + b } }\nextension A { func f() { c(d: 1) } }\nif let g = A() as A? { g.f() }\n";
    check("swift", text, &["let e = d;"], &["definition"]);
    check("swift", text, &["var b = 1;"], &["definition"]);
    check("swift", text, &["func f() { c(d: 1) }"], &["definition"]);
    check("swift", text, &["if let g = A() as A? { g.f() }"], &[]);
    check_dead(
        "swift",
        "class A { func f() {}\nfunc g() { g() } }\nextension A: P {}\nstruct B {}\nlet (c, d) = (1, 2)\nfunc h() {}\nA().f()\n",
        &["func g() { g() }", "struct B {}", "let (c, d) = (1, 2)", "func h() {}"],
    );
}

#[test]
fn fortran_knows_modules_parameters_and_what_use_brings() {
    let text = "module m\n  private\n  public :: f, n\n  integer, parameter :: n = 1\ncontains\n  subroutine f(a)\n    \
                integer :: a, b\n    a = n\n  end subroutine\nend module\nprogram p\n  use m, only: f\n  call f(1)\nend program\n";
    check("fortran", text, &["integer, parameter :: n = 1"], &["definition"]);
    check("fortran", text, &["use m, only: f"], &[]);
    check("fortran", text, &["integer :: a, b"], &["definition"]);
    check_dead("fortran", text, &["b"]);
    let (module, rest) = text.split_at(text.find("program").expect("the program is there"));
    check_dead(
        "fortran",
        &[module, &rest.replace("  call f(1)\n", "")].concat(),
        &[module, "use m, only: f"],
    );
}

#[test]
fn only_where_a_compiler_looks_names_up_is_a_text_without_a_definition_refused() {
    for language in crate::fixtures::with_bindings() {
        let refused =
            ["c", "cpp", "rust", "java", "go", "haskell", "wgsl", "smt-lib"].contains(&language.name);
        let undefined = bindings(language.name, "").undefined();
        assert_eq!(undefined == Undefined::Refused, refused, "{language:?}");
    }
}
