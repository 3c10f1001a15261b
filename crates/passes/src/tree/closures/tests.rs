//! Tests of closures on small programs.

use dwindle_syntax::bindings::Bindings;

use crate::entry::Entry;
use crate::options::{PassOptions, TreeUnits};
use crate::testing::{options, reduce_file};

const PROGRAM: &str = "\
struct pair { int a; int b; };
int twice(int a, int unused);
int total;
int twice(int a, int unused) { total += a; return 2 * a; }
int main(void) {
  struct pair p;
  int kept = twice(1, 5) + twice(2, 6);
  int lost = kept;
  lost++;
  total++;
  p.a = 3;
  return kept;
}
";

/// Reduces a program to a fixpoint. Returns the result and every tested candidate.
fn closures(path: &str, text: &str, needs: impl Fn(&str) -> bool) -> (String, Vec<String>) {
    let pass = Entry::named("closures").unwrap().pass(&options());
    let tested = std::cell::RefCell::new(Vec::new());
    let (left, _) = reduce_file(&pass, path, text, |text| {
        tested.borrow_mut().push(text.to_owned());
        needs(text)
    });
    (left, tested.into_inner())
}

fn undefined(text: &str) -> Vec<String> {
    let language = dwindle_syntax::languages::by_name("c").unwrap();
    let bindings = Bindings::of(language, &language.parse(text.as_bytes()).unwrap()).unwrap();
    let lost = bindings.uses().iter().filter(|bound| bound.entity.is_none());
    lost.map(|bound| String::from_utf8_lossy(bindings.tree().text_of(bound.node)).into_owned()).collect()
}

#[test]
fn no_candidate_uses_what_it_does_not_define() {
    let (_, tested) = closures("a.c", PROGRAM, |text| text.contains("int kept"));
    assert!(4 < tested.len());
    for text in tested {
        assert_eq!(undefined(&text), Vec::<String>::new(), "{text}");
    }
}

/// Neither the definition nor a use can be removed alone here.
#[test]
fn a_definition_goes_with_its_uses() {
    let count = |text: &str, word: &str| text.matches(word).count();
    let (left, _) = closures("a.c", PROGRAM, |text| {
        text.contains("return kept") && [0, 3].contains(&count(text, "total"))
    });
    assert!(!left.contains("total") && !left.contains("struct pair") && left.contains("= twice("), "{left}");
}

#[test]
fn a_parameter_goes_with_its_arguments() {
    let (left, _) = closures("a.c", PROGRAM, |text| text.contains("return kept") && text.contains("2 * a"));
    assert!(left.contains("int twice(int a)") && !left.contains("unused"), "{left}");
    assert!(left.contains("twice(1) + twice(2)"), "{left}");
}

#[test]
fn other_languages_have_parameters_too() {
    for (path, text) in [
        ("a.js", "function f(a, b) { return a; }\nkeep(f(1, 2));\n"),
        ("a.py", "def f(a, b):\n    return a\nkeep(f(1, 2))\n"),
        ("a.go", "package main\nfunc f(a int, b int) int { return a }\nfunc main() { keep(f(1, 2)) }\n"),
        ("a.rs", "fn f(a: i32, b: i32) -> i32 { a }\nfn main() { keep(f(1, 2)) }\n"),
    ] {
        let (left, _) = closures(path, text, |text| text.contains("keep(f(1"));
        assert!(left.contains("f(1") && !left.contains(", 2") && !left.contains(", b"), "{path}: {left}");
    }
}

#[test]
fn texts_without_bindings_are_left_alone() {
    let (left, tested) = closures("a.txt", "a b c", |_| true);
    assert_eq!((left.as_str(), tested.len()), ("a b c", 0));
}

/// The uses of a declaration are removed with it, so no list has to find both; the plain passes try
/// each alone, in vain.
#[test]
fn hdd_and_perses_take_closures_for_units() {
    let text = "int lost;\nint main(void) { int kept = 1; lost++; return kept; }\n";
    let together =
        |text: &str| text.contains("return kept") && [0, 2].contains(&text.matches("lost").count());
    for name in ["hdd", "hdd-coarse", "hddr", "perses"] {
        let left = [TreeUnits::Nodes, TreeUnits::Closures].map(|units| {
            let pass = Entry::named(name).unwrap().pass(&PassOptions { units, ..options() });
            reduce_file(&pass, "a.c", text, |text| together(text) && text.contains("kept = 1")).0
        });
        assert!(!left[1].contains("lost"), "{name}: {}", left[1]);
        assert!(left[0].contains("lost"), "{name}: {}", left[0]);
    }
}

#[test]
fn an_import_with_another_name_goes_with_its_comma() {
    for (text, expected) in [
        ("from m import a as b, other\nother()\n", "from m import other\nother()\n"),
        ("from m import other, a as b\nother()\n", "from m import other\nother()\n"),
        ("from m import a as b, c as d, other\nother()\n", "from m import other\nother()\n"),
    ] {
        let (left, _) =
            closures("a.py", text, |text| text.contains("other()") && text.contains("from m import"));
        assert_eq!(left, expected);
    }
}
