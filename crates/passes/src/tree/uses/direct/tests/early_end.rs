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
