//! What is lacking, beside a plain reading of the definition.

use std::collections::BTreeSet;
use std::ops::Range;

use dwindle_syntax::bindings::{Bindings, EntityId, Missing, Need};
use dwindle_syntax::languages::by_name;
use proptest::prelude::*;

use crate::fixtures::{bindings, with_bindings};

/// Finds lost definitions and bodies by looking at every use, one after the other.
fn plainly(bindings: &Bindings, gone: &[Range<usize>]) -> BTreeSet<Missing> {
    let tree = bindings.tree();
    let is_there = |node| !gone.iter().any(|bytes| bytes.contains(&tree.range(node).start));
    let mut lacks = BTreeSet::new();
    for bound in bindings.uses().iter().filter(|bound| is_there(bound.node)) {
        let Some(entity) = bound.entity else { continue };
        let definitions = |entity: EntityId| {
            let all = bindings.entity(entity).definitions.iter().map(|&id| bindings.definition(id));
            all.filter(|definition| !definition.accompanies)
        };
        let had_body = definitions(entity).any(|definition| definition.has_body);
        if bound.need == Need::None {
            continue;
        }
        let all = std::iter::successors(Some(entity), |&entity| bindings.entity(entity).outer);
        if !all.flat_map(definitions).any(|definition| is_there(definition.name)) {
            let is_label = bindings.namespace(entity) == "label";
            lacks.insert(if is_label { Missing::Label(entity) } else { Missing::Definition(entity) });
        } else if had_body
            && definitions(entity).any(|definition| is_there(definition.name))
            && !definitions(entity).any(|definition| definition.has_body && is_there(definition.name))
        {
            lacks.insert(Missing::Body(entity));
        }
    }
    lacks
}

fn check(bindings: &Bindings, spans: &[(u32, u32)]) {
    let tree = bindings.tree();
    let n_tokens = tree.tokens().len() as u32;
    let mut gone: Vec<Range<usize>> = Vec::new();
    let mut tokens = BTreeSet::new();
    for &(start, len) in spans {
        let start = start % n_tokens;
        tokens.extend(start..(start + len).min(n_tokens));
    }
    for token in tokens {
        gone.push(tree.range(tree.tokens()[token as usize]));
    }
    let mut lacks: BTreeSet<Missing> = bindings.missing(gone.iter().cloned()).into_iter().collect();
    lacks.retain(|lack| !matches!(lack, Missing::Return(_)));
    assert_eq!(lacks, plainly(bindings, &gone));
}

proptest! {
    #[test]
    fn lacks_are_counted_right(spans in proptest::collection::vec((any::<u32>(), 1u32..30), 0..8)) {
        for language in with_bindings() {
            check(&bindings(language.name), &spans);
        }
    }
}

#[test]
fn what_nothing_uses_can_go_without_a_loss() {
    for language in with_bindings() {
        let bindings = bindings(language.name);
        let tree = bindings.tree();
        let dead = bindings.dead([]);
        let mut gone: Vec<Range<usize>> =
            dead.iter().flat_map(|dead| &dead.nodes).map(|&node| tree.range(node)).collect();
        gone.sort_by_key(|bytes| bytes.start);
        assert_eq!(bindings.missing(gone.iter().cloned()), vec![], "{language:?}");
        assert_eq!(bindings.dead(gone), vec![], "{language:?}");
    }
}

#[cfg(feature = "c")]
#[test]
fn c_lacks_what_a_compiler_would_miss() {
    let check = |text: &str, parts: &[&str], expected: &[&str]| {
        let language = by_name("c").unwrap();
        let bindings = Bindings::of(language, &language.parse(text.as_bytes()).unwrap()).unwrap();
        let mut gone: Vec<Range<usize>> = parts
            .iter()
            .map(|part| text.find(part).map(|start| start..start + part.len()).expect("the part is there"))
            .collect();
        gone.sort_by_key(|bytes| bytes.start);
        let kind = |lack: &Missing| match lack {
            Missing::Definition(_) => "definition",
            Missing::Label(_) => "label",
            Missing::Body(_) => "body",
            Missing::Return(_) => "return",
        };
        let lacks: Vec<&str> = bindings.missing(gone).iter().map(kind).collect();
        assert_eq!(lacks, expected, "{text} without {parts:?}");
    };
    check("int a; int f() { return a; }", &["int a;"], &["definition"]);
    check("int a; int f() { return a; }", &["return a;"], &["return"]);
    check("int a; int f() { int a; return a; }", &["int a;"], &[]);
    check("int f() { goto end; end: return 1; }", &["end:"], &["label"]);
    check("int f() { goto end; end: return 1; }", &["end: return 1;"], &["label", "return"]);
    check("int g(int); int f() { return g(1); } int g(int a) { return a; }", &["int g(int);"], &[]);
    check(
        "int g(int); int f() { return g(1); } int g(int a) { return a; }",
        &["int g(int a) { return a; }"],
        &["body"],
    );
    check(
        "int g(int); int f() { return g(1); } int g(int a) { return a; }",
        &["int g(int);", "int g(int a) { return a; }"],
        &["definition"],
    );
    check("int puts(char *s); int f() { return puts(0); }", &["int puts(char *s);"], &["definition"]);
    check(
        "typedef long ptrdiff_t; int f() { return sizeof(ptrdiff_t); }",
        &["typedef long ptrdiff_t;"],
        &["definition"],
    );
    check("struct s { int a; }; struct s *p; int f() { return p->a; }", &["int a;"], &["definition"]);
    check("struct s { int a; }; struct s *p;", &["struct s { int a; };"], &[]);
}
