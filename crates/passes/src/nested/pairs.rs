//! Pairs of matching brackets.

use crate::flat::code::code;

/// A pair of matching brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pair {
    /// The position of the opening bracket.
    pub(crate) open: u32,
    /// The position of the closing bracket.
    pub(crate) close: u32,
    /// The number of pairs around it.
    pub(crate) depth: u32,
}

/// Returns the pairs of `()`, `[]` and `{}` in a text, sorted by opening bracket.
///
/// Brackets in strings and comments are ignored. A closing bracket matches the last open one of its
/// kind; brackets opened after that one, and closing brackets without an open one, have no partner.
/// O(bytes), without recursion.
pub(crate) fn pairs(text: &[u8]) -> Vec<Pair> {
    let mut pairs: Vec<Pair> = Vec::new();
    let mut open: Vec<(usize, u32)> = Vec::new();
    let mut n_open = [0u32; 3];
    for token in code(text) {
        if token.range.len() != 1 {
            continue;
        }
        let byte = text[token.range.start];
        let at = token.range.start as u32;
        if let Some(kind) = b"([{".iter().position(|&bracket| bracket == byte) {
            open.push((kind, at));
            n_open[kind] += 1;
        } else if let Some(kind) = b")]}".iter().position(|&bracket| bracket == byte) {
            while 0 < n_open[kind] {
                let Some((other, start)) = open.pop() else { break };
                n_open[other] -= 1;
                if other == kind {
                    pairs.push(Pair { open: start, close: at, depth: 0 });
                    break;
                }
            }
        }
    }
    pairs.sort_unstable_by_key(|pair| pair.open);
    let mut closes: Vec<u32> = Vec::new();
    for pair in &mut pairs {
        while closes.last().is_some_and(|&close| close < pair.open) {
            closes.pop();
        }
        pair.depth = closes.len() as u32;
        closes.push(pair.close);
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(&str, u32)]) {
        let found: Vec<(&str, u32)> = pairs(text.as_bytes())
            .into_iter()
            .map(|pair| (&text[pair.open as usize..=pair.close as usize], pair.depth))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn brackets_nest() {
        check("f(a[1]){}", &[("(a[1])", 0), ("[1]", 1), ("{}", 0)]);
    }

    #[test]
    fn brackets_in_strings_and_comments_do_not_count() {
        check("f(\")\", ')') // (\n/* ( */", &[("(\")\", ')')", 0)]);
    }

    #[test]
    fn brackets_without_a_partner_belong_to_nothing() {
        check("a) { ( } ]", &[("{ ( }", 0)]);
        check("((a)", &[("(a)", 0)]);
    }

    #[test]
    fn deep_nesting_needs_no_stack() {
        let n_pairs = 100_000;
        let text = "(".repeat(n_pairs) + &")".repeat(n_pairs);
        let found = pairs(text.as_bytes());
        assert_eq!(found.len(), n_pairs);
        assert_eq!(found[n_pairs - 1].depth as usize, n_pairs - 1);
    }
}
