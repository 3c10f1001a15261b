//! Tests of calls that give way to one of their arguments.

use dwindle_reduce::Document;

use crate::entry::Entry;
use crate::testing::{options, reduce};

fn hoisted(path: &str, text: &str, needed: &[&str]) -> String {
    left("hoist-arguments", path, text, needed)
}

/// Reduces a text by a pass, with a test that needs some parts. Returns the result on one line.
pub(super) fn left(pass: &str, path: &str, text: &str, needed: &[&str]) -> String {
    let pass = Entry::named(pass).unwrap().pass(&options());
    let (left, _) = reduce(&pass, &Document::single(path, text), |document| {
        let text = String::from_utf8_lossy(document.files()[0].bytes()).into_owned();
        needed.iter().all(|part| text.contains(part))
    });
    let left = String::from_utf8_lossy(left.files()[0].bytes()).into_owned();
    left.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn an_argument_takes_the_place_of_all_calls() {
    let text = "def note(level, value):\n    warn(level)\n    return value\nshow(note(1, f(2)), note(3, note(4, g)))\n";
    assert_eq!(hoisted("a.py", text, &["f(2)", "g", "show("]), "show(f(2), g)");
}

#[test]
fn the_object_takes_the_place_of_the_call_of_a_method() {
    let text = "class A { f(n) { return warn(n); } }\nshow(h(1).f(2), i.f(3));\n";
    assert_eq!(hoisted("a.js", text, &["class A", "h(1)", "i", "show("]), "class A { } show(h(1), i);");
}

#[test]
fn arguments_of_functions_that_are_applied_take_the_place_of_calls() {
    let text = "let note level value = warn level; value\nlet () = show (note 1 (f 2))\n";
    assert_eq!(hoisted("a.ml", text, &["f 2", "show"]), "let () = show ((f 2))");
}

/// In a text of which only brackets are known, too; there, a procedure is declared apart.
#[test]
fn brackets_show_what_the_arguments_are() {
    let text = "function Note(A, B: Integer): Integer;\nbegin\n  Warn(A);\n  Result := B\nend;\n\nbegin\n  Show(Note(1, F[2, 3].G(4)))\nend.\n";
    let left = hoisted("a.pas", text, &["F[2, 3].G(4)", "Show("]);
    assert_eq!(left, "begin Show(F[2, 3].G(4)) end.");
}

#[test]
fn a_function_that_is_used_otherwise_stays() {
    let text = "function note(n, m) { return n + m; }\nshow(note(f(1), 2));\nshow(note);\n";
    let left = hoisted("a.js", text, &["f(1)"]);
    assert!(left.contains("function note(n, m)"), "{left}");
}

#[test]
fn brackets_stay_where_the_argument_needs_them() {
    let text = "function note(n) { return n; }\nshow(2 * note(f(1) + 3));\n";
    assert_eq!(hoisted("a.js", text, &["f(1) + 3"]), "show(2 * (f(1) + 3));");
}

#[test]
fn the_object_of_a_template_is_no_part_of_its_call() {
    let text = "void g() {\n  p.with<A>().with<B>(1);\n}\nstruct P { template <typename R> P& with() { return h<R>(); } };\n";
    let left = hoisted("a.cpp", text, &["void g()", "<A>", "<B>(1)"]);
    assert!(left.contains("<A>") && left.contains("<B>(1)"), "{left}");
}
