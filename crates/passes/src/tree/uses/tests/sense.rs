//! Tests of steps that the text itself tells to be wrong.

use super::proposals;

fn place(asked: &[String], part: &str) -> usize {
    asked.iter().position(|left| left.contains(part)).unwrap_or(asked.len())
}

/// `N` alone is known in the type that has it, and nowhere else.
#[test]
fn a_member_is_not_named_alone_outside_of_its_type() {
    let text = "class T {\n  string N;\n  T(string n) { N = n; show(N); }\n  void f(T a) { show(a.h(1, 2, 3).N); }\n}\nclass M {\n  void f(T a) { put(a.h(1, 2, 3).N); }\n}\n";
    let asked = proposals("heaviest", "a.cs", text, "");
    assert!(!asked.iter().any(|left| left.contains("put(N)")), "{asked:?}");
    assert!(asked.iter().any(|left| left.contains("f(Ta){show(N);}")), "{asked:?}");
}

#[test]
fn a_type_is_rarely_left_where_its_member_was() {
    let text = "class M {\n  void f(int x) { put(L.F(1, 2)); put(x.G(1, 2)); put(y); }\n}\n";
    let asked = proposals("heaviest", "a.cs", text, "");
    assert!(place(&asked, "put(x);") < place(&asked, "put(L);"), "{asked:?}");
}

/// The text in the place of `b` names `a`.
#[test]
fn what_a_moved_text_names_stays() {
    let text = "let a = f();\nlet b = g(a);\nlet c = h(1);\nshow(b, a, c);\n";
    let moved = "leta=f();letc=h(1);show(g(a),a,c);";
    let asked = proposals("inline", "a.js", text, moved);
    assert!(asked.iter().any(|left| left == moved), "{asked:?}");
    assert!(!asked.iter().any(|left| left.contains("g(a)") && !left.contains("leta=")), "{asked:?}");
}

#[test]
fn values_of_other_types_are_not_asked() {
    let text = "class M {\n  string f(int a) { return h(a); }\n  void g() { put(f(1 + 2), 7, \"t\"); }\n}\n";
    let asked = proposals("values", "a.cs", text, "");
    assert!(asked.iter().any(|left| left.contains("put(\"t\",7")), "{asked:?}");
    assert!(!asked.iter().any(|left| left.contains("put(0,7")), "{asked:?}");
    let text = "class M {\n  string f(int a, string b) { return h(a, b); }\n  void g(int x, string y) { put(f(x, y), 7); }\n}\n";
    let asked = proposals("hoist-arguments", "a.cs", text, "");
    assert!(asked.iter().any(|left| left.contains("put(y,7")), "{asked:?}");
    assert!(!asked.iter().any(|left| left.contains("put(x,7")), "{asked:?}");
}
