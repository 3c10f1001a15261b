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

/// `this` means something else where another object's method is called.
#[test]
fn methods_of_other_objects_stay_if_they_name_their_own() {
    let text = "class A { f(b) { show(b.g()); } g() { return this.x + 1; } } new A().f;";
    check("a.js", text, text);
}
