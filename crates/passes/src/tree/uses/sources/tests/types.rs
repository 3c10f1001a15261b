//! Tests of types that become plain ones.

use super::arguments::left;

#[test]
fn a_type_without_used_members_becomes_a_plain_one_everywhere() {
    let text = "#[derive(Default)]\nstruct P { a: u64 }\nimpl P { fn f(&self) -> u64 { self.a } }\nfn g(b: &Q<P>) -> Result<P, E> { h(b); Ok(P::default()) }\nfn main() { g(&Q::new(P { a: 1 })); }\n";
    let needed = ["fn g(b: &Q<(", "Result<(", "h(b); Ok(", "g(&Q::new("];
    assert_eq!(
        left("values", "a.rs", text, &needed),
        "fn g(b: &Q<()>) -> Result<(), E> { h(b); Ok(()) } fn main() { g(&Q::new(())); }"
    );
    let text = "package p\ntype P struct { a, b, c int }\nfunc g(b P) P { h(b); return P{a: 1} }\nfunc main() { g(P{}) }\n";
    let needed = ["func g(b int) int", "h(b); return", "func main() { g("];
    let all = [&needed[1..], &["func g("][..]].concat();
    let left = left("values", "a.go", text, &all);
    assert!(needed.iter().all(|part| left.contains(part)) && !left.contains("struct"), "{left}");
}

/// The components of a record are read by methods without a definition.
#[test]
fn a_type_with_a_used_member_stays() {
    let text = "record P(int a, int b) { }\nclass A { void f(P p) { show(p.a()); } void main() { f(new P(1, 2)); } }\n";
    let left = left("values", "A.java", text, &["int a", "p.a()", "void f(", "show(", "void main() { f("]);
    assert!(left.contains("void f(P p)"), "{left}");
}
