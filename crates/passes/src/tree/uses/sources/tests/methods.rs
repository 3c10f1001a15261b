//! Tests of inlined methods.

use super::check;

#[test]
fn methods_of_the_own_object_become_their_bodies() {
    let class = "class A:\n    def __init__(self):\n        self.x = 1\n";
    check(
        "a.py",
        &format!(
            "{class}    def f(self):\n        return self.g(2)\n    def g(self, k):\n        return self.x + k\nshow(A().f)\n"
        ),
        "class A: def __init__(self): self.x = 1 def f(self): return self.x + 2 show(A().f)",
    );
    check(
        "a.js",
        "class A { f() { show(this.g(1), this.h); } g(a) { return this.x + a; } }\nnew A().f;\n",
        "class A { f() { show(this.x + 1, this.h); } } new A().f;",
    );
}

#[test]
fn the_object_of_a_call_takes_the_place_of_the_parameter_for_it() {
    check(
        "a.py",
        "class A:\n    def f(self, k):\n        return self.x + k\na, b = h()\nshow(a.f(1), a.b.f(2))\n",
        "class A: 0 a, b = h() show(a.x + 1, a.b.x + 2)",
    );
    check(
        "a.zig",
        "fn f(s: *S, n: u32) u32 {\n    return g(n, 1);\n}\npub fn main() void {\n    show(f(x, 2));\n}\n",
        "pub fn main() void { show(g(2, 1)); }",
    );
}

#[test]
fn the_object_of_a_call_takes_the_place_of_this_and_of_bare_members() {
    check(
        "a.js",
        "class A { f(b) { show(b.c.g()); } g() { return this.x + h(this); } } new A().f;",
        "class A { f(b) { show(b.c.x + h(b.c)); } } new A().f;",
    );
    check(
        "A.java",
        "class A { int n; int g(int a) { return n + this.n + a; } }\nclass B { A c; void main() { show(c.g(1), c.n); } }\n",
        "class A { int n; } class B { A c; void main() { show(c.n + c.n + 1, c.n); } }",
    );
    check(
        "a.cc",
        "struct A { int n; int g() { return h(n, this); } };\nvoid f(A *a) { show(a->g(), a->n, a); }\n",
        "struct A { int n; }; void f(A *a) { show(h(a->n, a), a->n, a); }",
    );
    check(
        "a.php",
        "<?php class A { public $n; function g() { return $this->n; } } function f($a) { show($a->g(), $a->n, $a, A::class); } f(1);\n",
        "<?php class A { public $n; } function f($a) { show($a->n, $a->n, $a, A::class); } f(1);",
    );
    check("a.lua", "function A:g(k) return self.n + k end\nshow(b.c:g(1))\n", "show(b.c.n + 1)");
    check(
        "a.go",
        "package p\ntype A struct { n int }\nfunc (a A) g(k int) int { return a.n + k }\nfunc h(b A) { show(b.g(2), b.n, b) }\n",
        "package p type A struct { n int } func h(b A) { show(b.n + 2, b.n, b) }",
    );
}

#[test]
fn methods_that_name_super_stay() {
    let text = "class A { f(b) { show(b.g()); } g() { return super.x + 1; } } new A().f;";
    check("a.js", text, text);
}

#[test]
fn the_value_of_a_result_takes_the_place_of_a_tried_call() {
    check(
        "a.rs",
        "fn f(a: T) -> R { g(a)?; Ok(h(a)) }\nfn main() -> R { let b = f(x)?; show(b, b) }\n",
        "fn main() -> R { let b = { g(x)?; h(x) }; show(b, b) }",
    );
    check(
        "a.rs",
        "fn f(a: T) -> R { Ok(h(a)) }\nfn main() -> R { show(f(x)?) }\n",
        "fn main() -> R { show(h(x)) }",
    );
}

#[test]
fn an_object_with_a_stated_type_is_no_argument() {
    check(
        "a.rs",
        "impl A { fn f(self: &Rc<Self>, _: u8, n: u8) { show(n); self.f(7, n) } }\nfn g(a: Rc<A>) { a.f(7, 8); a.f(7, 9); }\n",
        "impl A { fn f(self: &Rc<Self>, n: u8) { show(n); self.f(n) } } fn g(a: Rc<A>) { a.f(8); a.f(9); }",
    );
}

#[test]
fn methods_of_rust_become_their_bodies() {
    check(
        "a.rs",
        "struct A { n: u8 }\nimpl A { fn f(&self, _: u8, k: u8) -> u8 { self.n + k } fn g(&mut self) { self.n = 1; self.h(); } fn h(&self) {} }\nfn m(a: &A, b: &mut A) { show(a.f(1, 2)); b.g(); show(A::h); }\n",
        "struct A { n: u8 } impl A { fn h(&self) {} } fn m(a: &A, b: &mut A) { show(a.n + 2); b.n = 1; b.h(); show(A::h); }",
    );
}
