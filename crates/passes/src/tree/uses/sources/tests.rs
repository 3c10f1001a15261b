//! Tests of values and inlining.

mod arguments;
mod constructors;
mod made;
mod methods;
mod stated;
mod types;

use std::cell::Cell;

use dwindle_reduce::Document;

use crate::entry::Entry;
use crate::testing::{options, reduce};

/// Reduces a text by the pass `inline`, with a test that accepts everything but what holds
/// `unwanted`. Returns the result, and the number of candidates.
fn inlined(path: &str, text: &str, unwanted: &str) -> (String, usize) {
    let pass = Entry::named("inline").unwrap().pass(&options());
    let n_asked = Cell::new(0);
    let (left, _) = reduce(&pass, &Document::single(path, text), |document| {
        n_asked.set(n_asked.get() + 1);
        unwanted.is_empty() || !String::from_utf8_lossy(document.files()[0].bytes()).contains(unwanted)
    });
    let left = String::from_utf8_lossy(left.files()[0].bytes()).into_owned();
    (left.split_whitespace().collect::<Vec<_>>().join(" "), n_asked.into_inner())
}

/// Reduces a text by the pass `values`.
fn valued(path: &str, text: &str, interesting: impl Fn(&str) -> bool) -> String {
    let pass = Entry::named("values").unwrap().pass(&options());
    let (left, _) = reduce(&pass, &Document::single(path, text), |document| {
        interesting(&String::from_utf8_lossy(document.files()[0].bytes()))
    });
    String::from_utf8_lossy(left.files()[0].bytes()).into_owned()
}

/// Elements that only set a field are removed with it.
#[test]
fn fields_become_plain_values() {
    let text = "struct S { n: usize, t: T }\nfn main() {\n    let a = S { n: g(7), t: f() };\n    let b = S { n: a.n + 1, t: a.t };\n    show(b.n, b.t, b.t);\n}\n";
    let needed = ["f()", "struct S {", "t: T", "show(", "b.t, b.t)", "a = S {", "b = S {", "a.t"];
    let left = valued("a.rs", text, |text| {
        let is_whole = text.contains("n: usize") || !(text.contains("n: g") || text.contains(".n"));
        is_whole && needed.iter().all(|part| text.contains(part))
    });
    assert!(!left.contains("usize") && left.contains("show(0, "), "{left}");
}

/// Checks what a text becomes if everything is accepted.
#[track_caller]
fn check(path: &str, text: &str, expected: &str) {
    let (left, n_asked) = inlined(path, text, "");
    assert_eq!(left, expected, "{path}");
    assert_eq!(n_asked == 0, text.split_whitespace().collect::<Vec<_>>().join(" ") == expected, "{path}");
}

#[test]
fn calls_become_what_a_function_returns() {
    check("a.js", "function f() { return g(); }\nshow(f());\n", "show(g());");
    check("a.js", "const f = (a, b) => a + b;\nshow(f(x, 1));\n", "show(x + 1);");
    check("a.ts", "function f(a: string): string { return g(a); }\nshow(f(x));\n", "show(g(x));");
    check("a.py", "def f(a):\n    return g(a, 1)\n\nshow(f(x), f(y))\n", "show(g(x, 1), g(y, 1))");
    check("a.rs", "fn f(a: T) -> T { g(a) }\nfn main() { show(f(x)) }\n", "fn main() { show(g(x)) }");
    check("a.rs", "fn f(a: T) -> T { return g(a); }\nfn main() { show(f(x)) }\n", "fn main() { show(g(x)) }");
    check(
        "a.go",
        "package p\nfunc f(a int) int { return g(a) }\nfunc h() { show(f(x)) }\n",
        "package p func h() { show(g(x)) }",
    );
    check(
        "a.c",
        "static int f(int a);\nstatic int f(int a) { return g(a); }\nint main() { show(f(x)); }\n",
        "int main() { show(g(x)); }",
    );
}

#[test]
fn calls_without_lists_or_fields_become_what_a_function_returns() {
    check("a.ml", "let f a b = g b (a + 1)\nlet () = show (f x [ y ])\n", "let () = show (g [ y ] (x + 1))");
    check("a.ml", "let () = let a = f x in show a\n", "let () = show (f x)");
    check("a.hs", "f :: T -> T\nf a = g a 1\nmain = show (f x)\n", "main = show (g x 1)");
    check("a.hs", "main = do\n  let a = f x\n  show a\n", "main = do show (f x)");
    // No equation of several stands for a call. Their parameter goes with its argument.
    check("a.hs", "f 0 = g\nf a = h a\nmain = show (f x)\n", "f = g f = h x main = show (f)");
    check("a.rb", "def f(a) = g(a)\ndef h\n  f(1)\nend\nshow(h)\n", "show(g(1))");
    check("a.php", "<?php function f($a) { return g($a); } show(f($x));\n", "<?php show(g($x));");
    check("a.php", "<?php $a = new A; $a->f();\n", "<?php (new A)->f();");
    check("a.lua", "local function f(a) return g(a) end\nshow(f(x))\n", "show(g(x))");
    // Each name has a part of the values.
    check("a.lua", "local a, b = f()\nshow(b)\n", "local a, b = f() show(b)");
    check(
        "a.kt",
        "fun f(a: T) = g(a)\nfun main() {\n  val b = f(x)\n  show(b)\n}\n",
        "fun main() { show(g(x)) }",
    );
    check(
        "a.cs",
        "class A { static T F(T a) => g(a); static void Main() { var b = F(x); show(b); } }\n",
        "class A { static void Main() { show(g(x)); } }",
    );
}

#[test]
fn calls_as_statements_become_statements() {
    check("a.js", "function f(a) { if (a) show(a); }\nf(x);\n", "if (x) show(x);");
    check(
        "a.c",
        "static void f(int a) { int b = g(a); show(b, b, b, b); }\nint main() { f(x); }\n",
        "int main() { int b = g(x); show(b, b, b, b); }",
    );
    check("a.rs", "fn f(a: T) { show(a); }\nfn main() { f(x); f(y); }\n", "fn main() { show(x); show(y); }");
    // What returns is moved only to where the function ends.
    let returning = "static int f(int a) { if (a) return 1; return 2; }\n";
    check(
        "a.c",
        &format!("{returning}int main() {{ return f(x); }}\n"),
        "int main() { if (x) return 1; return 2; }",
    );
    let elsewhere = format!("{returning}int main() {{ f(x); show(f(y)); }}\n");
    check("a.c", &elsewhere, &elsewhere.split_whitespace().collect::<Vec<_>>().join(" "));
}

/// Returns what the pass leaves of a text if everything is accepted, with its lines.
fn lines_left(path: &str, text: &str) -> String {
    let pass = Entry::named("inline").unwrap().pass(&options());
    let (left, _) = reduce(&pass, &Document::single(path, text), |_| true);
    String::from_utf8_lossy(left.files()[0].bytes()).trim().to_owned()
}

#[test]
fn indented_lines_get_the_indentation_of_their_place() {
    let function = "def f(a):\n  if a:\n    show(a)\n  show(b)\n\n";
    assert_eq!(
        lines_left("a.py", &format!("{function}if c:\n    f(x)\n")),
        "if c:\n    if x:\n      show(x)\n    show(b)"
    );
    // There is no place for two lines within one.
    assert!(lines_left("a.py", &format!("{function}if c: f(x)\n")).contains("def f"));
}

#[test]
fn a_statement_comes_behind_those_of_the_function_whose_value_it_uses() {
    check(
        "a.js",
        "function f(a) { let b = 1; b += a; return b; }\nif (c) { show(f(x), 1); }\n",
        "if (c) { let b = 1; b += x; show(b, 1); }",
    );
    check(
        "a.go",
        "package p\nfunc f(a int) int { b := g(a); b++; return b }\nfunc h() { c := f(x) + 1; c++; show(c, c) }\n",
        "package p func h() { b := g(x); b++ c := b + 1; c++; show(c, c) }",
    );
    let function = "def f(a):\n    for b in a:\n        show(b)\n    return b\n\n";
    assert_eq!(
        lines_left("a.py", &format!("{function}while c:\n  if c:\n    show(f(c) + d)\n")),
        "while c:\n  if c:\n    for b in c:\n        show(b)\n    show(b + d)"
    );
    check(
        "a.js",
        "function f(a) { let b = 1; b += a; return b; }\nshow(() => f(x));\n",
        "show(() => { let b = 1; b += x; return b; });",
    );
    // A value that is returned in several places, and what would leave a function.
    for (path, text) in [
        ("a.js", "function f(a) { if (a) return 1; g(); return 2; }\nshow(f(x));\n"),
        ("a.py", "def f(a):\n    for b in a:\n        show(b)\n    return b\n\nshow(lambda: f(x))\n"),
    ] {
        assert!(lines_left(path, text).contains(" f("), "{text}");
    }
}

#[test]
fn a_block_takes_the_place_of_a_call_where_it_is_an_expression() {
    check(
        "a.rs",
        "fn f<I: A>(a: I) -> T { let mut b = 1; b += a; b }\nfn main() { show(1 + f(x)) }\n",
        "fn main() { show(1 + { let mut b = 1; b += x; b }) }",
    );
    check(
        "a.rs",
        "fn f(a: I) -> T { let mut b = 1; b += a; return b; }\nfn main() { show(f(x)) }\n",
        "fn main() { show({ let mut b = 1; b += x; b }) }",
    );
}

#[test]
fn variables_become_their_values() {
    check("a.js", "const a = g();\nshow(a);\n", "show(g());");
    check("a.py", "a = g()\nshow(a)\n", "show(g())");
    check("a.lua", "local a = g()\nshow(a)\n", "show(g())");
    check("a.rs", "fn main() { let a = g(); show(a) }\n", "fn main() { show(g()) }");
    check("a.js", "const a = b + 1;\nshow(2 * a);\n", "show(2 * (b + 1));");
}

#[test]
fn variables_become_the_value_that_they_are_assigned() {
    check(
        "a.go",
        "package p\nfunc f() T {\n var x T\n x = g()\n return x\n}\n",
        "package p func f() T { return g() }",
    );
    check("a.js", "let r = null;\nif (a) { r = [g()]; }\nshow(r);\n", "if (a) { } show([g()]);");
    check("a.c", "int f() { int x; x = g(1); h(); return x; }\n", "int f() { h(); return g(1); }");
    check("a.py", "x = None\nx = g()\nshow(x)\n", "show(g())");
    // Used before, assigned twice, or counted up.
    for (path, text) in [
        ("a.js", "let r = 1;\nwhile (r < 9) { r = g(r); }\nshow(r);\n"),
        ("a.js", "let r = 1;\nr = g(1);\nr = h(1);\nshow(r);\n"),
        ("a.js", "let r = 1;\nr += g(1, 2);\nshow(r);\n"),
    ] {
        check(path, text, &text.split_whitespace().collect::<Vec<_>>().join(" "));
    }
}

#[test]
fn arguments_keep_their_meaning() {
    check("a.js", "function f(a) { return a * 2; }\nshow(f(b + 1));\n", "show((b + 1) * 2);");
    check("a.js", "function f(a) { return a + 2; }\nshow(3 * f(b));\n", "show(3 * (b + 2));");
    check("a.js", "function f(a) { return g(a); }\nshow(f(b + 1));\n", "show(g(b + 1));");
    check("a.js", "const a = [b];\nshow({ a, c });\n", "show({ a: [b], c });");
    check(
        "a.go",
        "package p\nfunc h() { v := b + 2; show(v * 2) }\n",
        "package p func h() { show((b + 2) * 2) }",
    );
    check(
        "a.c",
        "int f(struct S *p) { return p->a; }\nint main() { show(f(&s)); }\n",
        "int main() { show((&s)->a); }",
    );
    check(
        "a.c",
        "int f(int a) { return h(a); }\nint main() { show(f((b, c))); }\n",
        "int main() { show(h((b, c))); }",
    );
    check("a.php", "<?php\nfunction f($a) { return g($a); }\nshow(f($x));\n", "<?php show(g($x));");
    check("a.py", "def f(a):\n    'text'\n    return g(a)\n\nshow(f(x), f(y))\n", "show(g(x), g(y))");
    check(
        "a.go",
        "package p\nfunc f(a, b int) int { return g(a, b) }\nfunc h() { show(f(x, y)) }\n",
        "package p func h() { show(g(x, y)) }",
    );
}

#[test]
fn what_would_lose_a_name_stays() {
    for (path, text) in [
        // A name of its own, several names in a parameter, a function as a value, too
        // few arguments, and what would become longer.
        ("a.js", "function f(a) { const b = [a, 2, 3]; return g(b, b, b); }\nshow(f(x), f(y));\n"),
        ("a.js", "function f({ a, b }) { return g(a, b); }\nshow(f(x));\n"),
        ("a.js", "function f(a) { return g(a); }\nshow(f(x), f);\n"),
        ("a.js", "function f(a, b) { return g(a, b); }\nshow(f(x));\n"),
        ("a.js", "function f() { return g(1, 2, 3, 4, 5); }\nshow(f(), f(), f(), f());\n"),
    ] {
        check(path, text, &text.split_whitespace().collect::<Vec<_>>().join(" "));
    }
}

#[test]
fn what_changes_is_no_value() {
    for (path, text) in [
        ("a.c", "int main() { int j = 0; j++; show(j, j); }\n"),
        ("a.c", "int main() { int j = g(1, 2, 3); show(&j); }\n"),
        ("a.js", "let j = g(1, 2);\nj += 2;\nshow(j);\n"),
        ("a.go", "package p\nfunc h() { y, z := g(1); show(y, z) }\n"),
        ("a.c", "#define F(a) ((a) * 2)\nint main() { show(F(3)); }\n"),
    ] {
        check(path, text, &text.split_whitespace().collect::<Vec<_>>().join(" "));
    }
}

#[test]
fn what_a_text_would_swallow_stays() {
    for (path, text) in [
        ("a.php", "<?php $k = 'b'; show(\"x $k y\");\n"),
        ("a.php", "<?php $z = new Z; show(\"x $z->p\");\n"),
        ("a.rb", "s = <<A\n text\nA\nshow(s)\n"),
    ] {
        let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
        check(path, text, &flat);
    }
    check("a.js", "const k = f(b);\nshow(`x ${k} y`);\n", "show(`x ${f(b)} y`);");
}

#[test]
fn a_call_without_brackets_stays_a_call() {
    check(
        "a.lua",
        "local function f(a) show() f(b) end\nf { 1 }\nf 'x'\n",
        "local function f() show() f() end f () f ()",
    );
}

#[test]
fn what_fails_stays_and_others_go_on() {
    let text = "function f(a) { return g(a); }\nfunction h(a) { return i(a, 1); }\nshow(f(x), h(y));\n";
    let (left, n_asked) = inlined("a.js", text, "i(y, 1)");
    assert_eq!(left, "function h(a) { return i(a, 1); } show(g(x), h(y));");
    assert!(n_asked <= 6, "{n_asked} candidates");
}

#[test]
fn parameters_become_their_only_argument() {
    check(
        "a.js",
        "function f(a, b) { if (a) show(b); show(a); }\nlet z = f(x, 1) + f(y, 1);\nshow(z, z);\n",
        "function f(a) { if (a) show(1); show(a); } let z = f(x) + f(y); show(z, z);",
    );
    // Declarations and calls agree; what is handed on to itself goes along.
    check(
        "a.c",
        "static int f(int a, int b);\nstatic int f(int a, int b) { if (a) f(a, b); return b + a; }\nint main() { show(f(x, 7), f(y, 7)); }\n",
        "static int f(int a); static int f(int a) { if (a) f(a); return 7 + a; } int main() { show(f(x), f(y)); }",
    );
    check(
        "a.go",
        "package p\nfunc f(a int, b int) int { g(a); return a }\nfunc h() { show(f(x, y), f(z, x)) }\n",
        "package p func f(a int) int { g(a); return a } func h() { show(f(x), f(z)) }",
    );
}

#[test]
fn what_a_function_hands_on_to_itself_goes() {
    check("a.js", "function f(a) { return f(a); }\nshow(f(x));\n", "function f() { return f(); } show(f());");
}

#[test]
fn parameters_with_unknown_arguments_stay() {
    for text in [
        // Two arguments, one that is known only at the call, and a call with fewer.
        "function f(a) { if (a) show(a); show(2); }\nlet z = f(1) + f(3);\nshow(z, z);\n",
        "function f(a) { if (a) show(a); show(2); }\nfunction h(b) { let z = f(b) + f(b); show(z, z); }\nshow(h, h);\n",
        "function f(a, b) { if (a) show(b); show(2); }\nlet z = f(1, 2) + f(1);\nshow(z, z);\n",
    ] {
        check("a.js", text, &text.split_whitespace().collect::<Vec<_>>().join(" "));
    }
}

#[test]
fn type_parameters_become_types() {
    check(
        "a.rs",
        "fn f<X: A>(a: X, b: Vec<X>) -> X where X: B { if b { f(b, a); } show(a); a }\nfn main() { f::<T>(c, d); f::<T>(c, e); }\n",
        "fn f(a: T, b: Vec<T>) -> T { if b { f(b, a); } show(a); a } fn main() { f(c, d); f(c, e); }",
    );
    check(
        "a.rs",
        "struct S<T, U> { a: Vec<T>, b: U }\nimpl<T: A, U> S<T, U> { fn f(&self) -> T { if c { self.f() } loop {} } }\nfn main(s: S<W, V>) { s.f(); s.f() }\n",
        "struct S { a: Vec<W>, b: V } impl S { fn f(&self) -> W { if c { self.f() } loop {} } } fn main(s: S) { s.f(); s.f() }",
    );
    check(
        "a.java",
        "class A<X extends B<X>> { X f() { if (g()) return h(); return i(); } }\nclass C { void i(A<String> a) { a.f(); a.f(); } }\n",
        "class A { String f() { if (g()) return h(); return i(); } } class C { void i(A a) { a.f(); a.f(); } }",
    );
    check(
        "a.cpp",
        "template <typename X> X f(X a) { if (a) return f(a); return a; }\nint main() { show(f(b), f(c)); }\n",
        "int f(int a) { if (a) return f(a); return a; } int main() { show(f(b), f(c)); }",
    );
    check(
        "a.go",
        "package p\nfunc f[K comparable](a K) K { if a { f(a) }; return a }\nfunc g() { show(f(b), f(c)) }\n",
        "package p func f(a int) int { if a { f(a) }; return a } func g() { show(f(b), f(c)) }",
    );
}

#[test]
fn what_takes_what_follows_gets_brackets() {
    check("a.rb", "x = y = 3\nshow x, y\n", "show (y = 3), y");
    check("a.rb", "x = f 1, 2\nshow x, 3\n", "show (f 1, 2), 3");
    check("a.ml", "let () = let x = match a with B -> 1 in f x b\n", "let () = f (match a with B -> 1) b");
    check(
        "a.ml",
        "let () = let x = if a then b else c in f (x + 1)\n",
        "let () = f ((if a then b else c) + 1)",
    );
    check("a.ml", "let () = let x = fun y -> y in f (x, 1)\n", "let () = f ((fun y -> y), 1)");
    check("a.ml", "let () = let x = new c in f ~x:x\n", "let () = f ~x:(new c)");
    check("a.kt", "fun main() {\n  val g = ::f\n  g(x)\n}\n", "fun main() { (::f)(x) }");
}

#[test]
fn a_path_goes_with_the_name() {
    check(
        "a.ml",
        "module M = struct let v = g 1 end\nlet () = show M.v 2\n",
        "module M = struct end let () = show (g 1) 2",
    );
}

#[test]
fn conditions_of_a_type_parameter_go_with_it() {
    let text = "class A<T, U> where T : B where U : C { U u; }\nclass D { A<E, F> a; }\n";
    check("a.cs", text, "class A { F u; } class D { A a; }");
}
