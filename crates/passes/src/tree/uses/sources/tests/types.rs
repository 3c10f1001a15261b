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

#[test]
fn a_type_goes_with_the_word_before_it_unless_a_component_is_used() {
    let text = "module m\n  type t\n    integer :: n\n  end type\nend module\nprogram p\n  use m\n  type(t) :: a(8)\n  type(t) b\n  a(9) = b\nend program\n";
    let needed = ["program p", "a(8)", " b\n", "a(9) = b"];
    let plain = left("values", "a.f90", text, &needed);
    assert!(
        plain.contains("integer :: a(8)") && plain.contains("integer b") && !plain.contains("type"),
        "{plain}"
    );
    let text = text.replace("end program", "  print *, b%n\nend program");
    let used = left("values", "a.f90", &text, &[&needed[..], &["b%n"]].concat());
    assert!(used.contains("type(t) :: a(8)"), "{used}");
}

/// The components of a record are read by methods without a definition.
#[test]
fn a_type_with_a_used_member_stays() {
    let text = "record P(int a, int b) { }\nclass A { void f(P p) { show(p.a()); } void main() { f(new P(1, 2)); } }\n";
    let left = left("values", "A.java", text, &["int a", "p.a()", "void f(", "show(", "void main() { f("]);
    assert!(left.contains("void f(P p)"), "{left}");
}
