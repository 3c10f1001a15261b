//! Tests of two operations on one object.

use super::tried_by;

/// Asserts that a candidate is among the first ones.
fn assert_tried(path: &str, text: &str, message: &str, expected: &str, within: usize) {
    let tried = tried_by("paired-operations", path, text, message);
    let place = tried.iter().position(|tried| tried == expected);
    assert!(place.is_some_and(|place| place < within), "{place:?} in {tried:#?}");
}

#[test]
fn what_is_borrowed_is_borrowed_again() {
    let text = "use std::cell::RefCell;\nstruct P(u8);\nstruct S { all: RefCell<Vec<P>>, n: u8 }\nimpl S {\n    fn each(&self) -> usize { self.all.borrow().iter().map(|p| self.add(p.0)).count() }\n    fn add(&self, n: u8) { self.all.borrow_mut().push(P(n)); }\n}\nfn main() { let s = S { all: RefCell::new(Vec::new()), n: 1 }; s.add(s.n); s.each(); }\n";
    let expected = "use std::cell::RefCell; fn main() { #[allow(unused_mut)] let mut v: RefCell<Vec<u8>> = RefCell::new(Vec::new()); let _ = (v.borrow(), v.borrow_mut()); }";
    assert_tried("a.rs", text, "RefCell already borrowed", expected, 4);
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
fn a_channel_is_closed_twice() {
    let text = "package p\ntype q struct { done chan int; n int }\nfunc (a *q) stop() { a.n++; close(a.done) }\nfunc main() { a := &q{done: make(chan int)}; a.stop(); a.stop() }\n";
    let expected = "package p func main() { v := make(chan int); close(v); close(v) }";
    assert_tried("a.go", text, "panic: close of closed channel", expected, 2);
}
