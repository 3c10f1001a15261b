//! Tests of values that are printed, where a test compares what a program prints.

use super::tried_of;
use crate::tree::expected::Expected;

const SCRIPT: &str =
    "for o in 1 2; do ./prog $o | grep '^sum: ' > out$o || exit 1; done\n! cmp -s out1 out2\n";

fn tried(pass: &str, path: &str, text: &str, script: &str) -> Vec<String> {
    tried_of(pass, path, text, Expected::of_script(script.as_bytes()))
}

#[test]
fn values_of_calls_are_printed_behind_the_text_that_the_test_looks_for() {
    for (path, text, expected) in [
        (
            "a.rs",
            "fn mix(a: u32, b: u32) -> u32 { a.wrapping_mul(b) }\nfn all() -> u32 { (1..9).fold(0, mix) }\nfn main() { println!(\"sum: {}\", all()); }\n",
            "fn main() { println!(\"sum: {}\", mix(0, 0)); }",
        ),
        (
            "a.c",
            "#include <stdio.h>\nstatic int f(char c) { return c < 0; }\nint main(void) { char a[] = \"ab\"; int n = 0; for (int i = 0; i < 2; i++) n += f(a[i]); printf(\"sum: %d\", n); }\n",
            "{ printf(\"sum: %d\", (int)(f((char){0}))); }",
        ),
        (
            "a.go",
            "package p\nimport \"fmt\"\nfunc f(n int) int { return n + 1 }\nfunc g() int { return f(1) + f(2) + f(3) + f(4) }\nfunc main() { n := g(); fmt.Println(\"sum:\", n, f(n)) }\n",
            "import \"fmt\" func f(n int) int { return n + 1 } func main() { fmt.Println(\"sum:\", f(0)) }",
        ),
    ] {
        let tried = tried("direct-calls", path, text, SCRIPT);
        assert!(tried.iter().take(3).any(|tried| tried.contains(expected)), "{tried:#?}");
    }
}

#[test]
fn values_of_operations_are_printed() {
    let text = "function all(a) { return a.map((x) => x.padEnd(3)).join(','); }\nconst n = all(['a', 'b', 'c']);\nconsole.log('sum: ' + n + all([]));\n";
    let tried = tried("lone-operations", "a.js", text, SCRIPT);
    assert!(tried.iter().any(|tried| tried == "console.log(\"sum:\", \"\".padEnd(3))"), "{tried:#?}");
}

#[test]
fn what_prints_itself_is_called_as_before() {
    let text = "def show(n):\n    print('sum:', n)\n\ndef all(a):\n    for n in a:\n        show(n)\n\nall([1, 2, 3])\n";
    let tried = tried("direct-calls", "a.py", text, SCRIPT);
    assert!(tried.iter().any(|tried| tried.ends_with(" show(0)")), "{tried:#?}");
    assert!(tried.iter().all(|tried| !tried.contains("print(\"sum:\"")), "{tried:#?}");
}

#[test]
fn a_test_that_wants_a_message_does_not_want_values() {
    let text = "def f(n):\n    return 1 // n\n\ndef g(a):\n    return sum(f(n) for n in a)\n\ng([0, 1])\n";
    let script = "python a.py 2>&1 | grep '^ZeroDivisionError: integer division'\n";
    let tried = tried("direct-calls", "a.py", text, script);
    assert!(!tried.is_empty() && tried.iter().all(|tried| !tried.contains("print")), "{tried:#?}");
}

#[test]
fn values_are_printed_in_the_format_of_the_program() {
    let script = "./a | grep -c '^sum: [0-9a-f]*$' > b\n! cmp -s b c\n";
    let text = "#include <stdio.h>\nstatic unsigned f(unsigned n) { return n * 3; }\nint main(void) { unsigned n = f(7) + f(8) + f(9) + f(10); printf(\"sum: %08x\\n\", n); }\n";
    let found = tried("direct-calls", "a.c", text, script);
    let expected = "printf(\"sum: %08x\\n\", (unsigned)(f(7)));";
    assert!(found.iter().any(|tried| tried.contains(expected)), "{found:#?}");
    let text = "fn f(n: u32) -> u32 { n * 3 }\nfn main() { let n = f(7) + f(8) + f(9) + f(10); println!(\"sum: {:x}\", n); }\n";
    let found = tried("direct-calls", "a.rs", text, script);
    assert!(found.iter().any(|tried| tried.contains("println!(\"sum: {:x}\", f(0));")), "{found:#?}");
}

#[test]
fn lines_are_printed_before_what_fails() {
    let text = "let rules = [1; 2]\nlet total l = List.fold_left (+) 0 l\nlet () = Printf.printf \"chain %s: %d rules\\n\" \"a\" (total rules); ignore (List.nth rules 7)\n";
    let script = "./a > out 2> err && exit 1\ngrep -qF 'exception Failure(\"nth\")' err && tail -n 1 out | grep -Eq '^chain [a-z]+: [0-9]+ rules$'\n";
    let found = tried("lone-operations", "a.ml", text, script);
    let expected = "let () = print_endline \"chain a: 0 rules\" let () = ignore (List.nth [] 0)";
    assert!(found.first().is_some_and(|first| first == expected), "{found:#?}");
    let text = "package p\nimport \"fmt\"\nfunc f(n int) int { return 7 / n }\nfunc g() int { return f(1) + f(2) }\nfunc main() { fmt.Println(\"paid\", g()); fmt.Println(f(0)) }\n";
    let script =
        "./a > out 2> err && exit 1\ngrep -q '^paid [0-9]*$' out\ngrep -q 'integer divide by zero' err\n";
    let found = tried("direct-calls", "a.go", text, script);
    let expected =
        "import \"fmt\" func f(n int) int { return 7 / n } func main() { fmt.Println(\"paid \"); f(0) }";
    assert!(found.iter().any(|tried| tried.contains(expected)), "{found:#?}");
    // What is not of the program is not printed by it.
    let script = "./a 2> err && exit 1\ngrep -q 'integer divide by zero' err\n";
    let found = tried("direct-calls", "a.go", text, script);
    assert!(found.iter().all(|tried| !tried.contains("zero")), "{found:#?}");
    // What must not be in the program is not printed, either.
    let script =
        "grep -q 'paid [0-9]' a.go && exit 1\n./a 2> err && exit 1\ngrep -q 'integer divide by zero' err\n";
    let found = tried("direct-calls", "a.go", text, script);
    assert!(found.iter().all(|tried| !tried.contains("Println")), "{found:#?}");
}
