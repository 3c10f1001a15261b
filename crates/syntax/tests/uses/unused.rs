//! Tests of unused names that cannot be removed, and of hollow nodes.

use dwindle_syntax::uses::CompanionKind;

use super::{along, check, places, uses};

/// Returns the names and words that become spare when some parts of a text are removed with their
/// dependents.
fn spare(language: &str, text: &str, gone: &[&str]) -> [Vec<String>; 2] {
    let uses = uses(language, text);
    let mut gone = places(text, gone);
    let along = uses.companion(&[], &gone, CompanionKind::Dependents);
    gone.extend(along.into_iter().map(|node| uses.tree().range(node)));
    gone.sort_by_key(|range| range.start);
    let spare = uses.spare(&[], &gone);
    let texts = |nodes: Vec<_>| {
        let text = |node| String::from_utf8_lossy(uses.tree().text_of(node)).into_owned();
        nodes.into_iter().map(text).collect::<Vec<_>>()
    };
    let words = spare.words.into_iter().chain(spare.signed.into_iter().flatten());
    [texts(spare.names), texts(words.collect())]
}

#[test]
fn parameters_and_parts_of_patterns_are_spare_with_their_last_use() {
    for (language, text, gone, expected) in [
        ("rust", "fn f(a: u8, b: u8) { g(a); h(b); }\n", "g(a);", &["a"][..]),
        ("typescript", "export function f(a: number, b: number) { g(a); g(b); }\n", "g(a);", &["a"]),
        ("javascript", "export function f(a, b) { g(a); g(b); }\n", "g(a);", &["a"]),
        ("cpp", "int f(int a, int b) { g(a); g(b); }\n", "g(a);", &["a"]),
        ("go", "package m\nfunc f() { a, b := g(); h(a); h(b) }\n", "h(a)", &["a"]),
        ("lua", "function f(a, b) print(a) print(b) end\n", "print(a)", &["a"]),
        ("ocaml", "let f x = match x with\n  | Some a -> g a; h 1\n  | None -> h 2\n", "g a", &["a"]),
        ("ocaml", "let f a b = print a; print b\n", "print a", &["a"]),
        (
            "fortran",
            "subroutine f(a, b)\n  integer :: a, b, c\n  call g(a, c)\n  b = 1\nend subroutine\n",
            "call g(a, c)",
            &["a"],
        ),
    ] {
        let [names, words] = spare(language, text, &[gone]);
        assert_eq!(names, expected, "{language}: {text}");
        assert!(words.is_empty(), "{language}: {words:?}");
    }
}

#[test]
fn what_is_found_by_its_name_keeps_it() {
    for (language, text, gone) in [
        ("rust", "struct S { a: u8 }\nfn f(S { a }: S) { g(a); }\n", "g(a);"),
        ("typescript", "export function f({ a }: T) { g(a); }\n", "g(a);"),
        ("ocaml", "let f ~a b = print a; print b\n", "print a"),
        ("cpp", "enum E { A, B };\nint f() { g(A); }\n", "g(A);"),
    ] {
        assert_eq!(spare(language, text, &[gone])[0], [""; 0], "{language}: {text}");
    }
    // Names that were unused before are left as they are.
    assert_eq!(spare("rust", "fn f(a: u8) { g(1); }\n", &["g(1);"])[0], [""; 0]);
}

#[test]
fn a_name_that_nothing_changes_any_more_needs_no_mut() {
    let text = "fn f(mut a: u8) { let mut b = 1; b += 1; g(b); let mut c = 2; c.h(); c.h(); g(c); a = 1; }\n";
    assert_eq!(spare("rust", text, &["b += 1;"])[1], ["mut"]);
    assert_eq!(spare("rust", text, &["c.h();"])[1], [""; 0], "another call may change it");
    assert_eq!(spare("rust", text, &["c.h(); c.h();"])[1], ["mut"]);
    assert_eq!(spare("rust", text, &["g(c);"])[1], [""; 0]);
    assert_eq!(spare("rust", text, &["a = 1;"]), [vec!["a".to_owned()], vec!["mut".to_owned()]]);
}

#[test]
fn a_name_within_an_expression_goes_without_its_value() {
    let text =
        "def f(a):\n    while b := next(a):\n        print(b)\n        print(a)\n    return (c := a) + c\n";
    assert_eq!(spare("python", text, &["print(b)"])[1], ["b", ":="]);
    assert_eq!(spare("python", text, &["return (c := a) + c"])[1], [""; 0]);
}

#[test]
fn what_has_lost_its_body_goes() {
    let text = "let g a = print_int a\nlet f a =\n  g a\nlet () = f 1; print_newline ()\n";
    check("ocaml", text, &["let g a = print_int a"], &["let f a = g a", "f 1"]);
    // Another node may replace the required one.
    let text = "let f a =\n  print_int a\nlet () = f 1; print_newline ()\n";
    check("ocaml", text, &["print_int a"], &[]);
    // A block may be empty.
    let text = "function g() print(1) end\nfunction f() g() end\nf()\n";
    check("lua", text, &["function g() print(1) end"], &["g()"]);
}

#[test]
fn the_path_and_the_name_of_a_call_are_no_parts() {
    let text = "let g a = print_int a\nlet f a = List.iter (g a) (h a); print_int a\nlet () = f 1\n";
    check("ocaml", text, &["let g a = print_int a"], &["List.iter (g a) (h a)"]);
}

#[test]
fn what_a_trait_asks_for_goes_with_the_implementation() {
    let text =
        "struct S;\nimpl Show for S { fn show(&self) { g(); } }\nfn g() {}\nfn main() { h(S); g(); }\n";
    let uses = uses("rust", text);
    let heads =
        uses.weigh(&[]).heaviest().into_iter().map(|heavy| uses.tree().text_of(heavy.nodes[0]).to_vec());
    assert!(heads.into_iter().all(|head| !head.starts_with(b"fn show")));
    check("rust", text, &["struct S;"], &["impl Show for S { fn show(&self) { g(); } }", "h(S);"]);
}

#[test]
fn what_a_trait_of_the_text_asks_for_goes_with_its_last_use() {
    let text = "trait T { fn a(&self) -> u8; fn b(&self) -> u8 { self.a() } }\nstruct S;\nimpl T for S { fn a(&self) -> u8 { g() } }\nfn g() -> u8 { 1 }\nfn main() { let s = S; h(s.b()); k(s); }\n";
    check(
        "rust",
        text,
        &["h(s.b());"],
        &[
            "fn a(&self) -> u8;",
            "fn b(&self) -> u8 { self.a() }",
            "fn a(&self) -> u8 { g() }",
            "fn g() -> u8 { 1 }",
        ],
    );
}

/// A field that is set within a macro call is used there.
#[test]
fn what_is_set_in_a_macro_call_stays() {
    let text = "struct S { n: u8 }\nimpl S { fn a(&self) -> u8 { self.n } }\nfn main() { let s = vec![S { n: 1 }]; h(s.a()); k(s); }\n";
    check("rust", text, &["h(s.a());"], &["fn a(&self) -> u8 { self.n }"]);
}

#[test]
fn the_value_of_a_declared_function_is_no_part() {
    let text = "fn f(a: u8) -> u8 { g(1); if a == 0 { g(2) } else { g(3) } }\nfn h() { g(4) }\nfn main() { f(1); h(); }\n";
    let uses = uses("rust", text);
    let heads: Vec<Vec<u8>> = uses
        .weigh(&[])
        .heaviest()
        .into_iter()
        .map(|heavy| uses.tree().text_of(heavy.nodes[0]).to_vec())
        .collect();
    let has = |text: &str| heads.iter().any(|head| head == text.as_bytes());
    assert!(has("g(1);") && !has("g(2)") && !has("g(3)"));
    assert!(!heads.iter().any(|head| head.starts_with(b"if a")));
    let text = "class A { int f(int a) { g(1); return g(a); } void h(int a) { if (a > 1) return; g(2); } }\n";
    let uses = super::uses("java", text);
    let heads =
        uses.weigh(&[]).heaviest().into_iter().map(|heavy| uses.tree().text_of(heavy.nodes[0]).to_vec());
    assert!(heads.into_iter().all(|head| !head.starts_with(b"return g")));
}

#[test]
fn a_table_that_is_only_filled_goes_with_its_last_reader() {
    let text =
        "local function f()\n  local t = {}\n  t[1] = 2\n  t.a = 3\n  print(t)\n  print(1)\nend\nf()\n";
    let gone = along("lua", text, &["print(t)"], CompanionKind::Dependents);
    assert_eq!(gone, ["local t = {}", "t[1] = 2", "t.a = 3"]);
}

#[test]
fn a_comment_on_the_whole_file_stays() {
    let text = "//! All of it.\nuse a::b;\nfn main() { b(); c(); }\n";
    let gone = along("rust", text, &["b();"], CompanionKind::Dependents);
    assert_eq!(gone, ["use a::b;"]);
}

#[test]
fn ocaml_functions_that_no_longer_use_themselves_are_not_recursive() {
    let text = "let rec f a = if a = 0 then 1 else f (a - 1)\nlet rec g a = h a\nand h a = g a + h a\nlet () = print_int (f (g 1))\n";
    assert_eq!(spare("ocaml", text, &["f (a - 1)"])[1], ["rec"]);
    assert_eq!(spare("ocaml", text, &["g a + h a"])[1], [""; 0]);
    assert_eq!(spare("ocaml", text, &["print_int (f (g 1))"])[1], [""; 0]);
}

/// Returns the type parameters and arguments that go with some parts of a text.
fn idle_types(text: &str, gone: &[&str]) -> [Vec<String>; 2] {
    let uses = uses("rust", text);
    let idle = uses.idle_type_parameters(&[], &places(text, gone));
    let text = |node| String::from_utf8_lossy(uses.tree().text_of(node)).into_owned();
    [idle.gone, idle.uses].map(|nodes| nodes.into_iter().map(text).collect())
}

#[test]
fn type_parameters_that_nothing_uses_go_with_their_arguments() {
    let text = "struct A<T> { a: Vec<T>, b: u8 }\nimpl<T> A<T> { fn f(&self) -> u8 { self.b } }\nfn g(a: A<u8>) -> u8 { a.f() }\n";
    assert_eq!(idle_types(text, &["a: Vec<T>,"])[0], ["<T>", "<T>", "<T>", "<u8>"]);
    // One of two, and an argument that is left out.
    let text = "struct A<T, U> { a: Vec<T>, b: U }\nfn g(a: A<u8, A<u8, u16>>) { let b = A { a: Vec::new(), b: 1 }; }\n";
    assert_eq!(idle_types(text, &["a: Vec<T>, "])[0], ["T", "u8", "u8"]);
    // What is used, or was not used before, stays.
    let text = "struct A<T, U> { a: T, b: T }\nimpl<T, U> A<T, U> { fn f(a: T) {} }\n";
    assert_eq!(idle_types(text, &["a: T,"])[0], [""; 0]);
    // The parameter of the implementation goes with the argument that it gives to its type.
    assert_eq!(idle_types(text, &["a: T, b: T"]), [vec!["T", "T", "T"], vec!["T"]]);
}

#[test]
fn lifetimes_that_nothing_uses_go_with_their_arguments() {
    let text = "struct A<'a, T> { a: &'a u8, b: T }\nimpl<'a, T> A<'a, T> { fn f(&self) -> &'a u8 { &0 } }\nfn g(a: A<u8>, b: A<'static, u16>) {}\n";
    // Where lifetimes are left out, nothing is an argument for them.
    assert_eq!(idle_types(text, &["a: &'a u8, "]), [vec!["'a", "'a", "'a", "'static"], vec!["a"]]);
    assert_eq!(idle_types(text, &[", b: T"])[0], ["T", "T", "T", "<u8>", "u16"]);
    assert_eq!(spare("rust", text, &["a: &'a u8, "]), [[""; 0], [""; 0]]);
}
