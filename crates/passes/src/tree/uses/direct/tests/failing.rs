//! Tests of what a language itself fails with.

use super::{assert_tried_by, tried_of};
use crate::Expected;

/// Asserts that a candidate of `lone-operations` is the first one.
fn assert_first(path: &str, text: &str, message: &str, expected: &str) {
    assert_tried_by("lone-operations", path, text, message, (expected, 1));
}

#[test]
fn what_the_message_is_about_fails_without_anything_of_the_program() {
    let text = "struct Stats { n: u32 }\nimpl Stats { fn less(&mut self) { self.n -= 1; } }\nfn main() { let mut s = Stats { n: 0 }; s.less(); }\n";
    let expected = "fn main() { let _ = \"\".len() - 1; }";
    assert_first("a.rs", text, "attempt to subtract with overflow", expected);
    let text = "function even(n: number): boolean { return n === 0 || odd(n - 1); }\nfunction odd(n: number): boolean { return even(n); }\neven(3);\n";
    let message = "RangeError: Maximum call stack size exceeded";
    assert_first("a.ts", text, message, "(function f() { f(); })();");
    let text = "package main\nimport (\"fmt\"; \"sync\")\nfunc f(g *sync.WaitGroup, n int) { for n > 0 { n--; g.Done(); fmt.Println(n) } }\nfunc main() { var g sync.WaitGroup; g.Add(2); f(&g, 3) }\n";
    let tried = tried_of(
        "lone-operations",
        "a.go",
        text,
        Expected::of_texts(["panic: sync: negative WaitGroup counter"]),
    );
    assert!(tried[0].contains("new(sync.WaitGroup).Done()") && tried[0].contains("\"sync\""), "{tried:#?}");
    let text = "let even n = odd n\nand odd n = even n\nlet () = ignore (even 3)\n";
    let message = "Fatal error: exception Invalid_argument(\"index out of bounds\")";
    assert_first("a.ml", text, message, "let () = ignore [||].(0)");
    let text = "class A { static int f(int n) { return f(n) + 1; } public static void main(String[] a) { f(2); } }\n";
    let expected = "class A { public static void main(String[] a) { main(null); } }";
    assert_first("A.java", text, "java.lang.StackOverflowError", expected);
}

#[test]
fn only_what_is_included_fails() {
    let message = "terminate called after throwing an instance of 'std::bad_variant_access'";
    let text = |header: &str| {
        format!(
            "#include <{header}>\nint f(int n) {{ int m = n + 1; return m * n + m; }}\nint main() {{ int n = f(2); return n + f(n); }}\n"
        )
    };
    let expected = "#include <variant> int main() { std::get<1>(std::variant<int, char>()); }";
    assert_first("a.cpp", &text("variant"), message, expected);
    let tried = tried_of("lone-operations", "a.cpp", &text("vector"), Expected::of_texts([message]));
    assert!(!tried.iter().any(|tried| tried.contains("std::get")), "{tried:#?}");
}

#[test]
fn lines_that_silence_reports_name_nothing() {
    let pragma = "#pragma GCC diagnostic ignored \"-Wunused-variable\"\n";
    let text = format!(
        "{pragma}#include <any>\nint variable(int n) {{ int m = n + 1; return m * n + m; }}\nint main() {{ int n = variable(2); return n + variable(n); }}\n"
    );
    let message = "terminate called after throwing an instance of 'std::bad_any_cast'";
    let expected = format!("{pragma}#include <any> int main() {{ std::any_cast<int>(std::any()); }}");
    assert_first("a.cpp", &text, message, &expected.replace('\n', " "));
}

#[test]
fn reports_of_sanitizers_are_failures_of_the_language() {
    let text = "#include <stdlib.h>\nstruct list { int n; int *all; };\nstatic struct list make(int n) { struct list l = { n, malloc(n * sizeof(int)) }; return l; }\nstatic int last(struct list l) { return l.all[l.n]; }\nint main(void) { struct list l = make(7); return last(l); }\n";
    let tried = tried_of(
        "lone-operations",
        "a.c",
        text,
        Expected::of_texts(["ERROR: AddressSanitizer: heap-buffer-overflow on address"]),
    );
    let expected = "#include <stdlib.h> int main(void) { volatile int i = 1; volatile int *p = malloc(sizeof i); i = p[i]; }";
    assert_eq!(tried[0], expected);
    assert!(tried[1].contains("p[i] = 0;"), "{tried:#?}");
}
