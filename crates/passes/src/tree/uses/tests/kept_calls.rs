//! Tests of calls that stay when nothing uses their values any more.

use super::run;

/// Checks that a pass removes `print` and the name of a value, if a text has to keep the calls, and
/// `print` and the `names` together.
#[track_caller]
fn check(path: &str, text: &str, calls: &[&str], names: &[&str]) {
    let strict = |left: &str| {
        let n_there = names.iter().filter(|name| left.contains(**name)).count();
        calls.iter().all(|call| left.contains(call)) && (n_there == 0 || n_there == names.len())
    };
    assert!(strict(text), "{path}");
    let (left, _) = run("heaviest", path, text, strict);
    assert!(names.iter().all(|name| !left.contains(name)), "{path}: {left}");
}

#[test]
fn a_call_stays_where_its_value_is_not_used_any_more() {
    check(
        "a.go",
        "package p\n\nfunc f(a int) int { return g(a) }\n\nfunc main() {\n\tx := f(1)\n\tprint(x, 1, 2, 3, 4, 5)\n}\n",
        &["func f(a int) int { return g(a) }", "func main", "f(1)"],
        &["x := ", "print("],
    );
    check(
        "a.c",
        "int f(int a) { return g(a); }\nint main(void) {\n    int x = f(1);\n    print(x, 1, 2, 3, 4, 5);\n    return 0;\n}\n",
        &["int f(int a) { return g(a); }", "int main", " f(1);", "return 0;"],
        &["int x = ", "print("],
    );
    check(
        "a.ts",
        "function f(a: number) { return g(a); }\nfunction h() {\n    const x = f(1), y = 2;\n    print(x + y, 1, 2, 3, 4, 5);\n}\nh();\n",
        &["function f(a: number) { return g(a); }", "f(1)", "h();"],
        &["const x = ", "y = 2", "print("],
    );
    check(
        "a.py",
        "def f(a):\n    return g(a)\n\ndef h():\n    x = f(1)\n    print(x, 1, 2, 3, 4, 5)\n\nh()\n",
        &["def f(a):\n    return g(a)", "f(1)", "h()"],
        &["x = ", "print("],
    );
}

#[test]
fn a_call_stays_where_a_sum_of_its_values_is_not_used_any_more() {
    check(
        "a.rs",
        "fn f(a: u8) -> R { g(a) }\nfn main() {\n    let mut n = 0;\n    n = n + f(1)?;\n    show(n, 1, 2, 3, 4, 5, 6);\n}\n",
        &["fn f(a: u8) -> R { g(a) }", "fn main() {", " f(1)?;"],
        &["let mut n = 0;", "n = n + ", "show("],
    );
}

/// What the call that stays needs stays as it is.
#[test]
fn of_a_chain_of_values_only_the_last_one_loses_its_name() {
    let text =
        "package p\n\nfunc main() {\n\ta := f(1)\n\tb := g(a)\n\tc := h(b)\n\tprint(c, 1, 2, 3, 4, 5)\n}\n";
    check("a.go", text, &["a := f(1)", "b := g(a)", "h(b)"], &["c := ", "print("]);
}
