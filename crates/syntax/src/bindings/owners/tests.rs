//! Tests of members that are told apart by their types.

use crate::bindings::Bindings;
use crate::languages::by_name;

/// Returns how often each definition of a name is used, in text order.
fn n_uses_in(language: &str, text: &str, name: &str) -> Vec<usize> {
    let language = by_name(language).expect("the language is built in");
    let tree = language.parse(text.as_bytes()).expect("the text is short");
    let bindings = Bindings::of(language, &tree).expect("the language has a query");
    let named = bindings.definitions().iter().filter(|found| tree.text_of(found.name) == name.as_bytes());
    named.map(|found| bindings.entity(found.entity).uses.len()).collect()
}

#[cfg(feature = "rust")]
fn n_uses(text: &str, name: &str) -> Vec<usize> {
    n_uses_in("rust", text, name)
}

#[cfg(feature = "rust")]
#[test]
fn members_of_different_types_are_told_apart_where_the_text_says_the_type() {
    let types = "struct A { n: u8, m: u8 }\nstruct B { n: u8 }\n\
        impl A { fn new() -> A { A { n: 1, m: 2 } } fn get(&self) -> u8 { self.n } }\n\
        impl B { fn new() -> B { B { n: 1 } } fn get(&self) -> u8 { self.n + self.n } }\n";
    assert_eq!(n_uses(&format!("{types}fn f() {{ A::new(); A::new(); B::new(); }}"), "new"), [2, 1]);
    assert_eq!(n_uses(types, "n"), [2, 3]);
    // A use of one of several fields is one of each.
    assert_eq!(n_uses(&format!("{types}fn f() -> u8 {{ b().n }}"), "n"), [3, 4]);
    // A method of an object of unknown type may be any of its name.
    assert_eq!(n_uses(&format!("{types}fn f() -> u8 {{ b().get() }}"), "get"), [1, 1]);
    assert_eq!(n_uses(&format!("{types}fn f() {{ A::new(); g(B::new); h.new(); }}"), "new"), [3, 3]);
}

#[cfg(feature = "rust")]
#[test]
fn members_of_objects_are_those_of_their_types() {
    let types = "struct A { n: u8, b: Box<B>, c: Cell<u8> }\nstruct B { n: u8 }\n\
        impl A { fn get(&self) -> u8 { self.b.get() } }\n\
        impl B { fn get(&self) -> u8 { self.n } fn new() -> B { B { n: 1 } } }\n";
    let of = |text: &str, name: &str| n_uses(&format!("{types}{text}"), name);
    assert_eq!(of("fn f(a: &A, b: B) -> u8 { a.n + b.n + b.n }", "n"), [1, 4]);
    assert_eq!(of("fn f(a: &mut A) -> u8 { let b = B::new(); a.get() + b.get() }", "get"), [1, 2]);
    // The inner `a` is another one.
    assert_eq!(of("fn f(a: &A) { a.get(); { let a = B { n: 2 }; a.get(); } }", "get"), [1, 2]);
    // Other types have members of these names, too.
    assert_eq!(of("fn f(a: &A, v: Vec<A>) { a.c.get(); v[0].c.get(); Rc::get(a) }", "get"), [0, 1]);
    assert_eq!(of("fn f(v: Vec<u8>) { let n = String::new(); v.get(0); n.get(); }", "get"), [0, 1]);
    assert_eq!(of("fn f(v: Vec<B>) { B::new(); Vec::new(); v.get(0); }", "new"), [1]);
    assert_eq!(of("fn f() { g!(B::new(), Vec::new()); }", "new"), [1]);
    // A pattern names parts.
    assert_eq!(of("fn f() { match r() { Err(e) => e.get(), Ok(B { n }) => n.get() } }", "get"), [3, 3]);
    assert_eq!(of("fn f() { let (a, b) = B::new(); a.get(); }", "get"), [2, 2]);
    assert_eq!(of("impl A { fn h(&self, other: &Self) { other.get() } }", "get"), [2, 2]);
    assert_eq!(of("fn f(a: &A) { let b = B { n: a.n }; let c = g(&b); b.get(); }", "get"), [0, 2]);
    assert_eq!(of("fn f(a: &A, b: B) -> bool { a.n < b.n }", "n"), [1, 3]);
    assert_eq!(of("impl Deref for A { type Target = B; } fn f(a: A) { a.new() }", "new"), [1]);
    // What the list holds has the same name.
    assert_eq!(of("fn f(v: Vec<B>) { v.get(0); }", "get"), [2, 2]);
}

#[cfg(feature = "rust")]
#[test]
fn methods_of_a_trait_stay_one_with_those_that_implement_it() {
    let text = "trait T { fn f() -> u8; }\nstruct A;\nstruct B;\n\
        impl T for A { fn f() -> u8 { 1 } }\nimpl T for B { fn f() -> u8 { 2 } }\n\
        fn g() { A::f(); B::f(); }\n";
    assert_eq!(n_uses(text, "f"), [2, 2, 2]);
}

#[cfg(all(feature = "java", feature = "c-sharp"))]
#[test]
fn members_that_may_be_inherited_stay_one() {
    let types = "class B { int k; } class D extends B { int k; } class E { int k; }";
    let text = format!("{types} class M {{ int f(B b, E e) {{ B x = new D(); return x.k + b.k + e.k; }} }}");
    assert_eq!(n_uses_in("java", &text, "k"), [2, 2, 1]);
    let text = "class A { public int Get() { return 1; } } class C { public int Get() { return 2; } }\n\
        class Box<T> where T : A { T v; int F(C c) { return v.Get() + c.Get(); } }\n";
    assert_eq!(n_uses_in("c-sharp", text, "Get"), [2, 2]);
}

#[cfg(all(feature = "typescript", feature = "javascript"))]
#[test]
fn members_of_variables_that_change_may_be_those_of_any_type() {
    let types = "class A { put() {} } class B { put() {} }";
    assert_eq!(n_uses_in("javascript", &format!("{types} const x = new A(); x.put();"), "put"), [1, 0]);
    let text = format!("{types} let x = new A(); x = new B(); x.put();");
    assert_eq!(n_uses_in("javascript", &text, "put"), [1, 1]);
    let text = format!("{types} const mk = (k) => g(k); const x = mk(1); x.put();");
    assert_eq!(n_uses_in("javascript", &text, "put"), [1, 1]);
    let text = "interface I { n: number } class A implements I { n = 1 } function f(x: I) { return x.n }";
    assert_eq!(n_uses_in("typescript", text, "n"), [1, 1]);
}

#[cfg(feature = "typescript")]
#[test]
fn a_parameter_that_is_a_member_keeps_its_own_name() {
    let text = "class A { n = 1; f() { return this.n } }\n\
        class B { constructor(private n: number) { g(n) } h() { return this.n } }\n";
    assert_eq!(n_uses_in("typescript", text, "n"), [1, 1, 1]);
}
