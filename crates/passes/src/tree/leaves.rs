//! Replaces words by the shortest text that the grammar allows in their place.

use dwindle_reduce::cost::count_tokens;
use dwindle_reduce::{CandidateSearch, Document};
use dwindle_syntax::NodeId;

use super::node_facts::NodeFacts;
use super::search::{Framework, Task, TreeSearch, Unit};
use super::subject::Subject;
use super::token_edits::{Change, TokenEdits};
use crate::entry::Entry;
use crate::options::PassOptions;

/// The entry of the pass.
pub const ENTRY: Entry = Entry {
    name: "leaves",
    summary: "replaces names and literals by the shortest literal of the grammar",
    manual: "\
Replaces single words of the syntax tree that cannot be removed by the shortest text that the \
grammar allows in their place, if that is not a name: `return width;` becomes `return 0;`, \
`uint32_t x;` becomes `int x;`. This saves bytes rather than words, but afterwards the definition \
of the name may be removable. Names in definitions are kept: the pass names shortens them. An \
empty body in braces becomes a semicolon, an empty object `0`, and an empty element of XML a \
single tag.",
    begin,
};

fn begin(options: &PassOptions, document: &Document) -> Option<CandidateSearch> {
    TreeSearch::begin_in_files(ENTRY.name, options, document, |_| Some(AllLeaves { are_listed: false }))
}

/// All leaves of a tree, as one list.
#[derive(Clone)]
struct AllLeaves {
    are_listed: bool,
}

impl Framework for AllLeaves {
    fn next(&mut self, subject: &Subject, _: &TokenEdits) -> Option<Task> {
        if std::mem::replace(&mut self.are_listed, true) {
            return None;
        }
        let facts = subject.file.facts.as_ref()?;
        let tree = subject.tree();
        let changes = |node| match tree.children(node).next() {
            None => simpler_text(subject, facts, node).map(|change| vec![change]),
            Some(_) => {
                empty_element(subject, node).or_else(|| Some(vec![empty_brackets(subject, facts, node)?]))
            }
        };
        let units =
            tree.preorder(tree.root()).filter_map(|node| Some(Unit { changes: changes(node)?, weight: 1 }));
        let units: Vec<Unit> = units.collect();
        (!units.is_empty()).then_some(Task::List(units))
    }
}

/// Returns the replacement of an empty pair of brackets: the shortest text if there is one, for
/// example `0` for an empty object in JSON. In many languages empty braces may be a body that
/// cannot be left out; the rules for that are not local, so the gate decides.
fn empty_brackets(subject: &Subject, facts: &NodeFacts, node: NodeId) -> Option<Change> {
    let tree = subject.tree();
    let is_outermost =
        tree.parent(node).is_none_or(|parent| tree.token_range(parent) != tree.token_range(node));
    let is_pair = |pair: &[u8; 2]| {
        let texts = tree.tokens_of(node).iter().map(|&token| tree.text_of(token));
        texts.eq([&pair[..1], &pair[1..]])
    };
    if tree.n_tokens(node) != 2 || !is_outermost || !BRACKETS.iter().any(|pair| is_pair(pair)) {
        return None;
    }
    let shorter = facts.shortest(tree, node).filter(|text| text.len() == 1 && !is_name(text));
    let text = shorter.or_else(|| is_pair(b"{}").then(|| (*b";").into()))?;
    Some(Change::Replace(node, text))
}

/// The pairs of brackets.
const BRACKETS: [&[u8; 2]; 3] = [b"{}", b"[]", b"()"];

/// Elements of markup: their kind, and the kinds of their start and end tags.
const ELEMENTS: [[&str; 3]; 2] =
    [["element", "STag", "ETag"], ["jsx_element", "jsx_opening_element", "jsx_closing_element"]];

/// Returns the changes that turn an empty element into one tag: `<a></a>` into `<a/>`.
fn empty_element(subject: &Subject, node: NodeId) -> Option<Vec<Change>> {
    let tree = subject.tree();
    let has_tokens = |&child: &NodeId| 0 < tree.n_tokens(child);
    let parts: Vec<NodeId> = tree.children(node).filter(has_tokens).collect();
    let [open, close] = parts[..] else { return None };
    let kinds = [node, open, close].map(|node| tree.kind_name(node));
    let last = *tree.tokens_of(open).last()?;
    (ELEMENTS.contains(&kinds) && tree.text_of(last) == b">")
        .then(|| vec![Change::Replace(last, (*b"/>").into()), Change::Delete(close)])
}

/// Whether a text begins like a name.
fn is_name(text: &[u8]) -> bool {
    text.first().is_some_and(|first| first.is_ascii_alphabetic() || *first == b'_')
}

/// Returns a shorter text for a named leaf, or for the outermost node that contains only the leaf.
fn simpler_text(subject: &Subject, facts: &NodeFacts, leaf: NodeId) -> Option<Change> {
    let tree = subject.tree();
    let old = tree.text_of(leaf);
    let is_same = |&node: &NodeId| tree.token_range(node) == tree.token_range(leaf);
    let above = std::iter::successors(Some(leaf), |&node| tree.parent(node).filter(is_same));
    let mut above = above.filter(|&node| tree.is_named(node));
    above.find_map(|node| {
        let shortest = facts.shortest(tree, node).filter(|text| !is_name(text) && !text.is_empty());
        let text = shortest.or_else(|| facts.plain_alike(tree, node))?;
        let is_simpler = (count_tokens(&text), text.len()) < (count_tokens(old), old.len());
        is_simpler.then_some(Change::Replace(node, text))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{options, reduce_file};

    fn left(path: &str, text: &str, property: impl Fn(&str) -> bool) -> String {
        reduce_file(&ENTRY.pass(&options()), path, text, property).0
    }

    #[test]
    fn names_and_literals_become_the_shortest_literal() {
        let text = "int width = 77; int f(int a) { return width + 12; }\n";
        assert_eq!(left("a.c", text, |_| true), "int width = 0; int f(int a) { return 0 + 0; }\n");
        assert_eq!(
            left("a.c", text, |left| left.contains("12")),
            "int width = 0; int f(int a) { return 0 + 12; }\n"
        );
    }

    #[test]
    fn types_become_the_shortest_type_of_the_language() {
        assert_eq!(left("a.c", "size_t f(size_t a);\n", |_| true), "int f(int a);\n");
        assert_eq!(left("a.c", "own_t f(own_t a);\n", |_| true), "own_t f(own_t a);\n", "merge does that");
    }

    #[test]
    fn empty_bodies_become_semicolons() {
        assert_eq!(left("a.rs", "struct S<A> {}\n", |_| true), "struct S<A> ;\n");
        assert_eq!(left("a.c", "void f(void) { }\nint g;\n", |_| true), "int f(int) ;\nint g;\n");
        assert_eq!(left("a.js", "function f() {}\n", |_| true), "function f() {}\n", "it would not parse");
    }

    #[test]
    fn empty_objects_become_numbers_and_empty_elements_one_tag() {
        assert_eq!(left("a.json", "[[{}], 1]\n", |left| left.contains(", 1")), "[[0], 1]\n");
        assert_eq!(left("a.xml", "<a b=\"c\"></a>\n", |left| left.contains("<a")), "<a b=\"c\"/>\n");
        let text = "let a = <b><c></c><d /></b>;\n";
        assert_eq!(left("a.jsx", text, |left| left.contains("<c")), "let a = <b><c/> <d /></b>;\n");
    }

    #[test]
    fn what_is_short_already_is_left_alone() {
        let asked = std::cell::Cell::new(0);
        left("a.c", "int a = 0; int b();\n", |_| {
            asked.set(asked.get() + 1);
            false
        });
        assert_eq!(asked.get(), 0);
    }

    #[test]
    fn where_no_grammar_is_known_nothing_is_a_leaf() {
        assert_eq!(left("a.txt", "some words 123\n", |_| true), "some words 123\n");
    }
}
