//! Tests of what goes along in lists, sequences and types.

use super::run;

/// The first step of a sequence leaves the others, not a value in its place.
#[test]
fn the_first_step_of_a_sequence_goes_like_the_others() {
    let text = "type t = { mutable a : int; mutable b : int }\nlet x = { a = 1; b = 2 }\nlet f v =\n  x.b <- v;\n  x.a <- v;\n  x.a\nlet () = show (f 3)\n";
    let strict = |left: &str| {
        let has_b = ["mutable b", "b = 2", "x.b"].map(|part| left.contains(part));
        let is_consistent = has_b == [true; 3] || has_b == [false; 3];
        let needed = ["mutable a : int", "a = 1", "x.a <- v;\n  x.a", "let () = show (f 3)"];
        is_consistent && needed.iter().all(|part| left.contains(part)) && !left.contains("0;")
    };
    assert!(strict(text));
    let (left, _) = run("heaviest", "a.ml", text, strict);
    assert!(!left.contains("x.b"), "{left}");
}

/// References among the parameters need no lifetime.
#[test]
fn a_lifetime_goes_with_the_field_that_needs_it() {
    let text = "struct S<'a> { n: &'a str, m: u8 }\nimpl<'a> S<'a> {\n    fn f(&self, text: &'a str) -> u8 { self.m + g(text) }\n}\nfn main() { show(S { n: g(7, 8), m: h(9) }.f(x())) }\n";
    let strict = |left: &str| {
        let needed = ["m: u8", "m: h(9)", "self.m + g(text)", ".f(x())"];
        let of_field = ["n: &'a str", "n: g(7, 8)", "struct S<'a> {", "impl<'a> S<'a>", "text: &'a str"];
        let is_field = of_field.iter().all(|part| left.contains(part));
        let is_gone = !left.contains("n: ") && !left.contains('\'') && left.contains("text: & str");
        needed.iter().all(|part| left.contains(part)) && (is_field || is_gone)
    };
    assert!(strict(text));
    let (left, _) = run("heaviest", "a.rs", text, strict);
    assert!(!left.contains('\''), "{left}");
}
