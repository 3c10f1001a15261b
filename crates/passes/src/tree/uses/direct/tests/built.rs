//! Tests of calls on what the statements of a program have built.

use std::cell::RefCell;

use super::reduced_by;

/// Returns the statements of all candidates: what stands behind a text, without white space.
fn behind(path: &str, text: &str, begin: &str) -> Vec<String> {
    let seen = RefCell::new(Vec::new());
    reduced_by("built-calls", path, text, |candidate| {
        let rest = candidate.split_once(begin).map_or("", |(_, rest)| rest);
        seen.borrow_mut().push(rest.split_whitespace().collect::<String>());
        false
    });
    seen.into_inner()
}

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect()
}

const STACK: &str = "struct Place { n: u8 }
impl Place { fn at(n: u8) -> Place { Place { n } } }
struct Stack { list: Vec<u8>, top: usize }
impl Stack {
    fn new() -> Stack { Stack { list: Vec::new(), top: 0 } }
    fn push(&mut self, place: Place, _: u8) -> u8 { self.list.push(place.n); 1 }
    fn pop(&mut self, place: Place, k: u8) -> u8 { self.list.pop().unwrap() + place.n + k }
    fn run(&mut self, text: &str) { for word in text.split(' ') { if word == \"pop\" { self.pop(Place::at(1), 7); } } }
}
fn main() {
    let mut a = Stack::new();
    let unused = 5;
    let n = a.push(Place::at(3), 8);
    a.run(\"\");
    let b = 2;
    a.run(\"pop pop\");
}
";

#[test]
fn calls_are_made_on_what_statements_have_built() {
    let all = behind("a.rs", STACK, "fn main()");
    for (statements, what) in [
        ("{ let mut a = Stack::new(); let _ = a.pop(Place::at(3), 8); }", "with what others are given"),
        ("{ let mut a = Stack::new(); let _ = a.pop(Place { n: 0 }, 0); }", "with what is made"),
        (
            "{ let mut a = Stack::new(); a.push(Place::at(3), 8); let _ = a.pop(Place::at(3), 8); }",
            "behind what changes the object, but does not call the function",
        ),
        (
            "{ let mut a = Stack::new(); a.push(Place::at(3), 8); a.run(\"\"); let _ = a.pop(Place::at(3), 8); }",
            "behind all that mentions the object",
        ),
    ] {
        assert!(all.contains(&squeezed(statements)), "{what}: {all:#?}");
    }
    assert!(all.iter().all(|one| one.is_empty() || one.contains("a.")), "others use nothing that was built");
}

#[test]
fn what_a_call_on_built_objects_does_not_need_goes() {
    let wanted = |text: &str| text.contains("fn pop") && text.contains("a.push") && text.contains(" a.pop");
    let (left, _) = reduced_by("built-calls", "a.rs", STACK, wanted);
    assert!(!left.contains("fn run") && !left.contains("let n") && !left.contains("let b"), "{left}");
    assert!(left.contains("a.push(Place::at(3), 8);"), "{left}");
}

#[test]
fn calls_on_built_objects_are_written_as_each_language_wants_it() {
    for (path, text, begin, statements) in [
        (
            "a.go",
            "package p\ntype E struct { n int }\nfunc N() *E { return &E{} }\nfunc (e *E) f(k int) int { return 10 / k }\nfunc g(e *E, k int) { e.f(k - k) }\nfunc main() { e := N(); println(1); println(2); g(e, 4) }\n",
            "func main()",
            "{ e := N(); e.f(4) }",
        ),
        (
            "M.java",
            "class M { static class E { int f(int k) { return 1 / k; } } static void g(E e, int k) { e.f(k); e.f(k); e.f(k); } public static void main(String[] a) { E e = new E(); g(e, 1); g(e, 0); } }\n",
            "main(String[] a)",
            "{ E e = new E(); e.f(1); }}",
        ),
        (
            "a.py",
            "class E:\n    def f(self, k: int) -> int:\n        return 1 // k\n\ndef g(e: E, k: int) -> None:\n    e.f(k)\n    e.f(k)\n\ndef main() -> None:\n    e = E()\n    print(1)\n    g(e, 0)\n\nif __name__ == '__main__':\n    main()\n",
            "def main() -> None:",
            "e = E() e.f(0) if __name__ == '__main__': main()",
        ),
        (
            "a.js",
            "class E { f(k) { return k.n; } }\nfunction g(e, k) { e.f(k); e.f(k); }\nconst e = new E();\ng(e, 3);\ng(e, 4);\n",
            "const e",
            "= new E(); e.f(3)",
        ),
    ] {
        let all = behind(path, text, begin);
        assert!(all.contains(&squeezed(statements)), "{path}: {all:#?}");
    }
}

#[test]
fn what_the_end_returns_stays_behind_a_call() {
    let text = "struct A { n: u8 }\nimpl A { fn f(&self, k: u8) -> u8 { k / self.n } }\nfn read(n: u8) -> Result<u8, u8> { Ok(n) }\nfn g(a: &A) { a.f(1); }\nfn main() -> Result<(), u8> { let n = read(1)?; let a = A { n }; let b = read(2)?; g(&a); Ok(()) }\n";
    let all = behind("a.rs", text, "fn main()");
    let expected = "-> Result<(), u8> { let n = read(1)?; let a = A { n }; let _ = a.f(0); Ok(()) }";
    assert!(all.contains(&squeezed(expected)), "{all:#?}");
    let text = "struct A { int n; int f(int k) { return k / n; } };\nvoid g(A& a) { a.f(1); a.f(2); }\nint main() { int code = 1; using namespace b; A a; g(a); return code; }\n";
    let all = behind("a.cpp", text, "int main()");
    let expected = "{ int code = 1; using namespace b; A a; a.f(0); return code; }";
    assert!(all.contains(&squeezed(expected)), "{all:#?}");
}

#[test]
fn variables_of_scripts_are_objects() {
    for (path, text, begin, statements) in [
        (
            "a.rb",
            "class A\n  def f(k)\n    1 / k\n  end\nend\ndef g(a)\n  a.f(1)\n  a.f(2)\nend\na = A.new\ng(a)\ng(a)\n",
            "a = ",
            "A.new a.f(1)",
        ),
        (
            "a.php",
            "<?php\nclass A { function f($k) { return 1 / $k; } }\nfunction g($b) { $b->f(1); $b->f(2); }\n$a = new A();\ng($a);\ng($a);\n",
            "$a = ",
            "new A(); $a->f(1);",
        ),
    ] {
        let all = behind(path, text, begin);
        assert!(all.contains(&squeezed(statements)), "{path}: {all:#?}");
    }
}

#[test]
fn programs_that_build_nothing_have_no_such_calls() {
    for (path, text) in [
        ("a.rs", "fn f(n: u8) {}\nfn main() { f(1); f(2); f(3); }\n"),
        ("a.rs", "pub fn f(n: u8) {}\n"),
        ("a.js", "function f(n) {}\nf(1);\nf(2);\n"),
        ("a.hs", "main = f 1\nf a = a\n"),
    ] {
        assert_eq!(reduced_by("built-calls", path, text, |_| true).1, 0, "{text}");
    }
}
