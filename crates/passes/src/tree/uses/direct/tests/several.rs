//! Tests of two operations on one object.

use super::{assert_tried_by, tried_by, tried_of};
use crate::Expected;

/// Asserts that a candidate is among the first ones.
fn assert_tried(path: &str, text: &str, message: &str, expected: &str, within: usize) {
    assert_tried_by("paired-operations", path, text, message, (expected, within));
}

#[test]
fn what_is_borrowed_is_borrowed_again() {
    let text = "use std::cell::RefCell;\nstruct P(u8);\nstruct S { all: RefCell<Vec<P>>, n: u8 }\nimpl S {\n    fn each(&self) -> usize { self.all.borrow().iter().map(|p| self.add(p.0)).count() }\n    fn add(&self, n: u8) { self.all.borrow_mut().push(P(n)); }\n}\nfn main() { let s = S { all: RefCell::new(Vec::new()), n: 1 }; s.add(s.n); s.each(); }\n";
    let tried = tried_by("paired-operations", "a.rs", text, "RefCell already borrowed");
    let expected =
        "let mut v: RefCell<Vec<u8>> = RefCell::new(Vec::new()); let _ = (v.borrow(), v.borrow_mut()); }";
    assert!(tried.iter().take(4).any(|tried| tried.ends_with(expected)), "{tried:#?}");
}

#[test]
fn what_a_loop_is_over_changes_in_it() {
    let text = "class Plan\n  def initialize\n    @rules = {}\n  end\n\n  def add(rule)\n    @rules[rule.name] = rule\n  end\n\n  def check\n    @rules.each_value { |rule| add(rule) }\n  end\nend\n\nPlan.new.check\n";
    let message = "can't add a new key into hash during iteration (RuntimeError)";
    assert_tried("a.rb", text, message, "v = {} v[\"\"] = \"\" v.each { v[0] = \"\" }", 4);
    let text = "class Plan:\n    def __init__(self):\n        self.rules = {}\n\n    def add(self, rule):\n        self.rules[rule.name] = rule\n\n    def check(self):\n        for rule in self.rules.values():\n            self.add(rule)\n\nPlan().check()\n";
    let message = "RuntimeError: dictionary changed size during iteration";
    assert_tried("a.py", text, message, "v = {} v[\"\"] = \"\" for x in v: v[0] = \"\"", 4);
    let text = "import java.util.*;\nclass A { final List<B> all = new ArrayList<>(); void f() { for (B b : all) { g(b); } } void g(B b) { all.add(b); } public static void main(String[] args) { new A().f(); } }\nclass B { int n; }\n";
    let message = "java.util.ConcurrentModificationException";
    let tried = tried_by("paired-operations", "A.java", text, message);
    let expected = "var v = new ArrayList<>(); v.add(0); for (var x : v) { v.add(1); }";
    assert!(tried.iter().take(4).any(|tried| tried.contains(expected)), "{tried:#?}");
}

#[test]
fn types_within_the_class_that_nothing_uses_do_not_stay() {
    let text = "import java.util.*;\nclass A { static class B { int n; } static class C { final A a; C(A a) { this.a = a; } int f() { return a.all.size(); } } final List<B> all = new ArrayList<>(); void f() { for (B b : all) { g(b); } } void g(B b) { all.add(b); } public static void main(String[] args) { new A().f(); } }\n";
    let script = "java A 2> err\ngrep -q '^Exception in thread \"main\" java.util.ConcurrentModificationException' err\n";
    let tried = tried_of("paired-operations", "A.java", text, Expected::of_script(script.as_bytes()));
    let expected = "class A { public static void main(String[] args) { var v = new ArrayList<>(); v.add(0); for (var x : v) { v.add(1); } } }";
    assert!(tried.iter().take(4).any(|tried| tried.contains(expected)), "{tried:#?}");
}

#[test]
fn a_channel_is_closed_twice() {
    let text = "package p\ntype q struct { done chan int; n int }\nfunc (a *q) stop() { a.n++; close(a.done) }\nfunc main() { a := &q{done: make(chan int)}; a.stop(); a.stop() }\n";
    let expected = "package p func main() { v := make(chan int); close(v); close(v) }";
    assert_tried("a.go", text, "panic: close of closed channel", expected, 2);
}

#[test]
fn what_the_variable_begins_with_gets_other_arguments() {
    let text = "import java.util.Scanner;\nclass Reader { final Scanner in; Reader(String text) { in = new Scanner(text); } String next() { return in.next(); } void stop() { in.close(); } }\nclass A { public static void main(String[] v) { Reader r = new Reader(v[0] + v[1]); r.stop(); r.next(); } }\n";
    let tried =
        tried_by("paired-operations", "A.java", text, "java.lang.IllegalStateException: Scanner closed");
    let expected = "var w = new Scanner(\"\"); w.close(); w.next();";
    assert!(tried.iter().any(|tried| tried.contains(expected)), "{tried:#?}");
}

#[test]
fn results_are_unwrapped_as_in_the_program() {
    let text = "use std::cell::{Cell, OnceCell};\nstruct S { n: Cell<u8>, once: OnceCell<u8> }\nfn fill(s: &S, n: u8) { s.n.set(n); s.once.set(n).expect(\"is empty\"); }\nfn main() { let s = S { n: Cell::new(1), once: OnceCell::new() }; fill(&s, s.n.get()); fill(&s, 2); }\n";
    let tried = tried_by("paired-operations", "a.rs", text, "is empty: 2");
    let expected = "let mut v: OnceCell<u8> = OnceCell::new(); let _ = (v.set(0).expect(\"is empty\"), v.set(0).expect(\"is empty\"));";
    assert!(tried.iter().any(|tried| tried.contains(expected)), "{tried:#?}");
}

#[test]
fn what_grows_in_a_loop_for_ever_is_not_tried() {
    let text = "class A:\n    def __init__(self):\n        self.all = []\n\n    def add(self, n):\n        self.all.append(n)\n        self.all.remove(n)\n\na = A()\na.add(1)\na.add(2)\n";
    let tried = tried_by("paired-operations", "a.py", text, "list changed during iteration");
    assert!(tried.iter().any(|tried| tried.contains("for x in v: v.remove")), "{tried:#?}");
    assert!(!tried.iter().any(|tried| tried.contains("for x in v: v.append")), "{tried:#?}");
}

#[test]
fn methods_and_fields_of_lua_are_no_elements() {
    let text = "local out = io.tmpfile()\nlocal function put(a) out:write(a) end\nlocal function stop() out:close() end\nput('a')\nstop()\nput('b')\n";
    let tried = tried_by("paired-operations", "a.lua", text, "attempt to use a closed file");
    assert!(
        tried.iter().any(|tried| tried.contains("local v = io.tmpfile() v:close() v:write(\"\")")),
        "{tried:#?}"
    );
}
