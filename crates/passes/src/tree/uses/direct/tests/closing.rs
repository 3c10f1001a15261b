//! Tests of calls that keep the arguments of the text.

use std::cell::RefCell;

use super::{called, reduced};

/// Returns all candidates that call something, without white space.
fn candidates(path: &str, text: &str) -> Vec<String> {
    let seen = RefCell::new(Vec::new());
    reduced(path, text, |candidate| {
        seen.borrow_mut().push(candidate.split_whitespace().collect::<String>());
        false
    });
    seen.into_inner()
}

/// Whether one of the candidates ends with a call.
fn has(path: &str, text: &str, call: &str) -> bool {
    let call: String = call.split_whitespace().collect();
    candidates(path, text).iter().any(|candidate| candidate.ends_with(&call))
}

#[test]
fn calls_keep_the_arguments_that_a_text_gives() {
    for (path, text, expected) in [
        (
            "a.go",
            "package p\nfunc f(n int) int { return 10 / n }\nfunc g(k int, m int) int { return f(k - m) + f(m) }\nfunc main() { println(g(3, 1), g(4, 1), g(5, 1)) }\n",
            "f(3 - 1)",
        ),
        (
            "a.ts",
            "const all = [1, 2];\nfunction f(n: number): number { return n; }\nfunction g(list: number[]): void { for (const item of list) { f(item + 1); } }\nfunction h(): void { g(all); g(all); g(all); }\nh();\n",
            "for (const item of all) { f(item + 1) }",
        ),
        (
            "a.js",
            "const all = [{ a: 1 }, { a: 2 }];\nfunction f(n) { return n; }\nfunction g(one) { const { a } = one; return f(a); }\nfunction h() { return all.map((one) => g(one)).concat(all.map((one) => g(one))); }\nh();\n",
            "all.map((one) => { const { a } = one; f(a) })",
        ),
        (
            "a.py",
            "class A:\n    def __init__(self, n):\n        self.n = n\n    def f(self, k):\n        return self.n + k\n    def g(self):\n        for k in range(self.n):\n            self.f(k)\n\ndef h():\n    a = A(7)\n    a.g()\n    a.g()\n\nh()\n",
            "for k in range(A(7).n):\n A(7).f(k)",
        ),
    ] {
        let (mut left, _) = reduced(path, text, |text| text.contains(expected));
        left.retain(|letter| !letter.is_whitespace());
        let wanted: String = expected.split_whitespace().collect();
        assert!(left.contains(&wanted) && left.len() < text.len() * 3 / 4, "{path}: {left}");
    }
}

#[test]
fn no_name_means_something_else() {
    let text = "class A:\n    def __init__(self, n): self.n = n\n    def m(self, x): return self.n + x\n\ndef run(xs, p):\n    for x in xs:\n        A(p).m(x)\n\ndef main(x):\n    run([1], x)\n    run([2], x)\n\nmain(3)\nmain(4)\n";
    assert!(has("a.py", text, "for x in [1]:A(3).m(x)"), "{:?}", candidates("a.py", text));
    let text = "def f(g): return g(1)\ndef h(x):\n    for k in x:\n        f(lambda k: k + x)\n\ndef main(k):\n    h(k)\n    h(k)\n\nmain([3])\nmain([4])\n";
    assert!(has("a.py", text, "f(lambda k: k + [3])"));
    let text = "const all = [1];\nfunction f(n) { return n; }\nfunction g(list) { for (const all of list) { f(all); } }\nfunction h() { g(all); g(all); g(all); }\nh();\nh();\n";
    assert!(!has("a.js", text, "{ f(all) }"), "there are two of this name");
}

#[test]
fn a_statement_does_not_declare_the_parameters_in_it() {
    let text = "def f(q): return q\ndef g(xs):\n    z = [f(q) for q in xs]\n    return z + z\n\ndef main():\n    g([1])\n    g([2])\n\nmain()\nmain()\n";
    assert!(!candidates("a.py", text).iter().any(|candidate| candidate.contains("z=[f(q)forqin[1]]f(q)")));
}

#[test]
fn declarations_and_conditions_stay_around_a_call() {
    let text = "package p\nfunc f(n int) int { return n }\nfunc two() (int, int) { return 1, 2 }\nfunc g() int { a, b := two(); return f(a + b) }\nfunc main() { println(g(), g(), g(), g(), g(), g()) }\n";
    assert!(has("a.go", text, "func main() { a, b := two()\nf(a + b) }"));
    let text = "fn f(n: u8) -> u8 { n }\nfn one() -> Option<u8> { Some(1) }\nfn g() -> Option<u8> { if let Some(n) = one() { f(n); } Some(f(one()?)) }\nfn main() { g(); g(); g(); g(); g(); g(); g(); }\n";
    assert!(has("a.rs", text, "fn main() { if let Some(n) = one() { let _ = f(n); }; }"));
    assert!(has("a.rs", text, "fn main() { let _ = f(one().unwrap()); }"));
}

#[test]
fn what_needs_its_place_is_not_called_elsewhere() {
    for (path, text, call) in [
        ("a.py", "def f(n): return n\ndef g(*args): return f(args) + f(args)\ng(1)\ng(2)\n", "f(1)"),
        (
            "a.py",
            "async def c(n): return n\nasync def g(): return f(await c(1))\ndef f(n): return n\ng()\ng()\n",
            "f(await c(1))",
        ),
        (
            "a.js",
            "function f(n) { return n; }\nfunction g(...r) { return f(r) + f(r); }\ng(1);\ng(2);\n",
            "f(1)",
        ),
        (
            "a.py",
            "class A:\n    def m(self, n): return n\nclass B(A):\n    def m(self, n): return super().m(n + 1)\nB().m(1)\nB().m(2)\n",
            "super().m(1 + 1)",
        ),
    ] {
        assert!(!has(path, text, call), "{text}");
    }
    assert_eq!(
        called("python", "def f(n):\n    yield n\nasync def g(n): pass\ndef h(n): pass\nh(1)\n"),
        ["h(0)"]
    );
}

#[test]
fn types_are_named_with_those_around_them() {
    assert_eq!(called("python", "class A:\n    class B:\n        def f(self): pass\nA()\n"), ["A.B().f()"]);
    assert_eq!(
        called(
            "java",
            "class M { public static void main(String[] a) {} }\nclass A { enum E { X, Y } static class B { void f() {} } class C { void g() {} } int h() { return 0; } }\n"
        ),
        ["new A.B().f()", "new A().h()"]
    );
}

#[test]
fn classes_of_many_methods_are_no_hindrance() {
    let methods = |n: usize| {
        let method = |at: usize| {
            format!("int m{at}(int a) {{ return this.m{}(a) + m{}(a); }}\n", (at + 1) % n, at * 7 % n)
        };
        (0..n).map(method).collect::<String>()
    };
    let text =
        format!("class M {{\n{}public static void main(String[] a) {{ new M().m0(1); }}\n}}\n", methods(400));
    assert!(candidates("M.java", &text).len() < 4 * 400);
}
