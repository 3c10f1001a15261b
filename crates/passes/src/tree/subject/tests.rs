//! Tests of the shortcuts past siblings that remain: the same as looking at each.

use proptest::prelude::{any, proptest};

use super::*;
use crate::testing::options;

const TEXT: &str = "int f(int a, int b, int c, ...) { g(a, /* no */ b, , c); h((1), 2, 3, [4]); }\n\
                    int x[] = {1, 2, /* three */ 3, , 4,}; enum e { A, B = 1, C, };\n";

/// Looks at each child, as the shortcut need not.
fn bare_signs_of_each(
    subject: &Subject,
    children: &[NodeId],
    gone: &[usize],
    absent: &[usize],
) -> Option<Vec<usize>> {
    let tree = subject.tree();
    let text = |at: usize| if tree.is_named(children[at]) { &b""[..] } else { tree.text_of(children[at]) };
    let is_open = |at: usize| matches!(text(at), b"(" | b"[" | b"{" | b"<");
    let (mut all, mut last, mut is_gap) = (Vec::new(), None, false);
    for (at, &child) in children.iter().enumerate() {
        let is_after_open = last.is_none_or(|last| is_open(last) || text(last) == b",");
        let is_bare = is_gap && text(at) == b"," && is_after_open;
        if gone.contains(&at) || is_bare && !absent.contains(&at) {
            all.push(at);
            is_gap = true;
        } else if !tree.is_extra(child) {
            (last, is_gap) = if absent.contains(&at) { (last, true) } else { (Some(at), false) };
        }
    }
    if let Some(at) = subject.last_sign(children, &all, absent) {
        all.insert(all.partition_point(|&other| other < at), at);
    }
    (gone.len() < all.len()).then_some(all)
}

proptest! {
    #[test]
    fn missing_siblings_and_bare_signs_are_those_of_a_look_at_each(
        chosen in proptest::collection::vec(any::<u16>(), 0..6),
        gone in proptest::collection::vec(0u8..6, 64),
    ) {
        let document = Document::single("a.c", TEXT);
        let subject = Subject::new("test", &options(), &document, 0).unwrap();
        let tree = subject.tree();
        let nodes: Vec<NodeId> = tree.preorder(tree.root()).collect();
        let change = |&at: &u16| match nodes[usize::from(at) % nodes.len()] {
            node if at % 3 == 0 => Change::Replace(node, b"0"[..].into()),
            node => Change::Delete(node),
        };
        let changes: Vec<Change> = chosen.iter().map(change).collect();
        let edits = TokenEdits::default().with(tree, &changes);
        for &parent in &nodes {
            let children: Vec<NodeId> = tree.children(parent).collect();
            let absent = subject.absent(&children, &edits);
            let is_absent = |at: &usize| !subject.is_present(children[*at], &edits);
            let each: Vec<usize> = (0..children.len()).filter(is_absent).collect();
            assert_eq!(absent, each);
            let gone: Vec<usize> = (0..children.len()).filter(|&at| gone[at % 64] == 0).collect();
            let expected = bare_signs_of_each(&subject, &children, &gone, &absent);
            assert_eq!(subject.without_bare_signs(&children, &gone, &absent), expected);
        }
    }
}
