//! The values of types, in each language that has rules for them.

use dwindle_syntax::languages::{LANGUAGES, Language, made_values};
use dwindle_syntax::tree::Naming;
use dwindle_syntax::{NodeId, Tree};

/// Returns a text with a value in it.
fn text_with(language: &Language, value: &str) -> String {
    match language.name {
        "c" | "cpp" => format!("void f(void) {{ x = {value}; }}\n"),
        "go" => format!("package p\n\nfunc f() {{\n\tx = {value}\n}}\n"),
        "rust" => format!("fn f() {{ let x = {value}; }}\n"),
        "c-sharp" | "java" => format!("class C {{ void f() {{ x = {value}; }} }}\n"),
        "kotlin" => format!("fun f() {{ val x = {value} }}\n"),
        "swift" | "scala" => {
            format!("val x = {value}\n").replace("val", if language.name == "swift" { "let" } else { "val" })
        }
        _ => format!("x = {value}\n"),
    }
}

/// Whether the nodes of a tree are all known to its grammar.
fn is_clean(tree: &Tree) -> bool {
    tree.preorder(tree.root()).all(|node: NodeId| tree.kind_name(node) != "ERROR")
}

#[test]
fn values_parse_to_their_kinds() {
    let (mut n_rules, mut wrong) = (0, Vec::new());
    for language in LANGUAGES {
        let rules = language.bindings.map_or(&[][..], |rules| rules.made);
        for (rule, made) in rules.iter().enumerate() {
            n_rules += 1;
            let of = made
                .of
                .replace("$T", "int")
                .replace("$U", "int")
                .replace("$A", "int")
                .replace("$W", "Own")
                .replace("$N", "Own");
            let is_type = |name: &str| name == "Own";
            let value = made_values(rules, &of, &is_type).into_iter().find(|value| value.rule == rule);
            let value = value.unwrap_or_else(|| panic!("{}: {of}", language.name)).text;
            // Several results of a function are no value of one kind.
            if language.name == "go" && made.of.starts_with('(') {
                continue;
            }
            let tree = language.parse(text_with(language, &value).as_bytes()).unwrap();
            let kinds: Vec<_> = tree.kinds().find_all(made.kind, Naming::Named).collect();
            let is_value = |node: &NodeId| tree.text_of(*node) == value.as_bytes();
            let nodes: Vec<NodeId> = tree.preorder(tree.root()).filter(is_value).collect();
            let found: Vec<&str> = nodes.iter().map(|&node| tree.kind_name(node)).collect();
            let is_right = nodes.iter().any(|&node| kinds.contains(&tree.kind(node)));
            if !(is_right && is_clean(&tree)) {
                wrong.push(format!("{}: {of} {value} {found:?}", language.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(100 < n_rules, "{n_rules}");
}
