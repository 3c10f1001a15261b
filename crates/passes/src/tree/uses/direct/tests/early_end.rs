//! Tests of programs that end early.

use super::reduced_by;

fn ended(path: &str, text: &str, needed: &str) -> (String, usize) {
    reduced_by("early-end", path, text, |text| text.contains(needed))
}

#[test]
fn only_the_first_statements_stay_with_what_they_need() {
    let text = "fn f() -> u8 { 1 }\nfn g(n: u8) {}\nfn show(n: u8) {}\nfn main() { let a = f(); g(a); show(a); show(2); show(3); show(4); show(5); show(6); }\n";
    let (left, n_candidates) = ended("a.rs", text, "g(a);");
    assert_eq!(left, "fn f() -> u8 { 1 } fn g(n: u8) {} fn main() { let a = f(); g(a); }");
    assert!(n_candidates <= 4, "a binary search among eight: {n_candidates}");
}

#[test]
fn what_an_entry_point_returns_stays() {
    let text = "int f() { return 1; }\nint g() { return 2; }\nint main() { f(); g(); f(); return 0; }\n";
    assert_eq!(ended("a.c", text, " f();").0, "int f() { return 1; } int main() { f(); return 0; }");
    let text = "fn f() {}\nfn g() {}\nfn main() -> Result<(), ()> { f(); g(); f(); Ok(()) }\n";
    assert_eq!(ended("a.rs", text, " f();").0, "fn f() {} fn main() -> Result<(), ()> { f(); Ok(()) }");
}

#[test]
fn scripts_and_functions_that_are_all_that_runs_end_early() {
    let text = "const a = f();\nfunction f() { return 1; }\nfunction g() {}\nlet b = 0;\nfor (;;) { b = g(a); }\ng(b);\n";
    let expected = "f(); function f() { return 1; }";
    assert_eq!(ended("a.js", text, "f();").0, expected);
    let text = "def f() -> int:\n    return 1\n\ndef g() -> int:\n    return 2\n\ndef main() -> None:\n    f()\n    g()\n    g()\n\nif __name__ == '__main__':\n    main()\n";
    let expected = "def f() -> int: return 1 def main() -> None: f() if __name__ == '__main__': main()";
    assert_eq!(ended("a.py", text, "    f()").0, expected);
}

#[test]
fn the_first_statements_of_a_haskell_program_stay() {
    let text = "f :: Int -> IO ()\nf n = print n\ng :: Int -> Int\ng n = n\nmain :: IO ()\nmain = do\n  f 1\n  f 2\n  let a = g 3\n  f a\n  f 4\n";
    let expected = "f :: Int -> IO () f n = print n main :: IO () main = do f 1 f 2";
    assert_eq!(ended("a.hs", text, "f 2").0, expected);
}

#[test]
fn what_the_end_of_a_function_returns_is_defined() {
    let text = "package p\nfunc f() int { return 1 }\nfunc g(n int) {}\nfunc run() int { n := f(); k := f(); g(k); g(n); g(n); return n + 1 }\nfunc main() { run() }\n";
    let expected =
        "package p func f() int { return 1 } func run() int { n := f(); return n + 1 } func main() { run() }";
    assert_eq!(ended("a.go", text, "n := f()").0, expected);
    let text = "fn f() -> u8 { 1 }\nfn g() {}\nfn h(n: u8) {}\nfn main() -> u8 { g(); g(); g(); let k = f(); h(2); let n = k; h(k); n }\n";
    let expected = "fn f() -> u8 { 1 } fn g() {} fn main() -> u8 { g(); let k = f(); let n = k; n }";
    assert_eq!(ended("a.rs", text, " g();").0, expected);
}

#[test]
fn the_only_function_that_a_program_calls_is_entered() {
    for (path, text, needed) in [
        (
            "M.java",
            "class M { static void f() {} static void run() { f(); f(); f(); } public static void main(String[] a) { run(); } }\n",
            "void run() { f(); }",
        ),
        (
            "a.py",
            "import sys\nLIMIT = 3\ndef f() -> None:\n    pass\ndef main() -> int:\n    f(); f(); f()\n    return 0\nsys.exit(main())\n",
            "f(); return 0",
        ),
        (
            "a.js",
            "const fs = require('fs');\nfunction f() {}\nasync function main() { f(); f(); f(); }\nmain().catch(e => e.stack);\n",
            "main() { f(); }",
        ),
        (
            "a.rs",
            "fn f() {}\nfn run() -> Result<(), u8> { f(); f(); f(); Ok(()) }\nfn main() { if let Err(e) = run() { exit(e) } }\n",
            "{ f(); Ok(()) }",
        ),
    ] {
        let (left, _) = ended(path, text, "f();");
        assert!(left.contains(needed), "{path}: {left}");
    }
}

#[test]
fn a_text_that_is_no_program_has_no_end() {
    for (path, text) in [
        ("a.rs", "pub fn f() { g(); g(); }\nfn g() {}\n"),
        ("a.rs", "fn main() { f() }\nfn f() {}\n"),
        ("a.json", "[1, 2]\n"),
        ("a.py", "def f():\n    pass\n"),
    ] {
        assert_eq!(reduced_by("early-end", path, text, |_| true).1, 0, "{text}");
    }
}
