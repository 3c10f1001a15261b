//! What is left keeps its words and its lines, whatever goes.

use dwindle_syntax::{LANGUAGES, NodeId, Spacing, Splice, TokenEdit, Tree};
use proptest::prelude::*;

use crate::support::sample;

/// The result of splices, and where each token that stays is in it.
struct Spliced {
    text: Vec<u8>,
    places: Vec<(u32, usize)>,
}

fn apply(tree: &Tree, splices: &[Splice<'_>]) -> Spliced {
    let mut spliced = Spliced { text: Vec::new(), places: Vec::new() };
    let (mut at, mut token_idx) = (0, 0);
    let end = Splice { range: tree.text().len()..tree.text().len(), text: b""[..].into() };
    for splice in splices.iter().chain([&end]) {
        assert!(at <= splice.range.start, "splices are in order and apart");
        while let Some(&token) = tree.tokens().get(token_idx as usize) {
            let range = tree.range(token);
            if splice.range.start < range.end {
                break;
            }
            if at <= range.start {
                spliced.places.push((token_idx, spliced.text.len() + range.start - at));
            }
            token_idx += 1;
        }
        spliced.text.extend_from_slice(&tree.text()[at..splice.range.start]);
        spliced.text.extend_from_slice(&splice.text);
        at = splice.range.end;
    }
    spliced
}

fn has_line_end(text: &[u8]) -> bool {
    text.contains(&b'\n')
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || 0x80 <= byte
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_left_keeps_its_words_and_lines(
        which in any::<prop::sample::Index>(),
        nodes in proptest::collection::vec(any::<prop::sample::Index>(), 1..12),
    ) {
        let language = which.get(LANGUAGES);
        let (_, text) = sample(language);
        let tree = language.parse(&text).unwrap();
        let mut chosen: Vec<NodeId> = nodes.iter().map(|node| NodeId(node.index(tree.len()) as u32)).collect();
        chosen.sort();
        chosen.dedup_by(|inner, outer| tree.is_within(*inner, *outer));
        let is_cut = |token: u32| chosen.iter().any(|&node| tree.token_range(node).contains(&token));
        let kept: Vec<u32> = (0..tree.tokens().len() as u32).filter(|&token| !is_cut(token)).collect();

        let splices = tree.splices(chosen.iter().map(|&node| TokenEdit::delete_node(&tree, node)), language.spacing);
        let spliced = apply(&tree, &splices);
        prop_assert_eq!(spliced.places.iter().map(|(token, _)| *token).collect::<Vec<_>>(), kept);
        for pair in spliced.places.windows(2) {
            let [(left, left_at), (right, right_at)] = [pair[0], pair[1]];
            let left_text = tree.text_of(tree.tokens()[left as usize]);
            let right_text = tree.text_of(tree.tokens()[right as usize]);
            let between = &spliced.text[left_at + left_text.len()..right_at];
            let (front, back) = (&text[tree.gap(left + 1)], &text[tree.gap(right)]);
            if right == left + 1 {
                prop_assert_eq!(between, front, "what was not edit keeps its spacing");
                continue;
            }
            if language.spacing == Spacing::Exact {
                prop_assert_eq!(between.len(), front.len() + back.len());
                continue;
            }
            let (last, first) = (left_text[left_text.len() - 1], right_text[0]);
            prop_assert!(!between.is_empty() || !is_word(last) || !is_word(first), "words fuse");
            let wants_line_end = (has_line_end(front) || has_line_end(back)) && last != b'\n';
            prop_assert!(!wants_line_end || has_line_end(between), "a line end is lost");
            prop_assert!(between.len() <= front.len().max(back.len()).max(1));
        }
        prop_assert!(spliced.text.len() <= text.len());
    }
}
