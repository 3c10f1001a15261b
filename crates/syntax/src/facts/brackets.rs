//! Brackets among the tokens of a node.

/// The effect of a token on the nesting of brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bracket {
    /// Opens a pair: `(`, `${`, `#[`.
    Opens(Pair),
    /// Closes a pair: `)`, `]]`, `})`.
    Closes(Pair),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pair {
    Round,
    Square,
    Curly,
}

impl Bracket {
    /// Classifies a token: one that ends with an opening bracket opens, one that starts with a
    /// closing bracket closes.
    pub(super) fn of(token: &str) -> Option<Bracket> {
        match (token.as_bytes().last()?, token.as_bytes().first()?) {
            (b'(', _) => Some(Bracket::Opens(Pair::Round)),
            (b'[', _) => Some(Bracket::Opens(Pair::Square)),
            (b'{', _) => Some(Bracket::Opens(Pair::Curly)),
            (_, b')') => Some(Bracket::Closes(Pair::Round)),
            (_, b']') => Some(Bracket::Closes(Pair::Square)),
            (_, b'}') => Some(Bracket::Closes(Pair::Curly)),
            _ => None,
        }
    }
}

/// Whether every bracket has its partner, properly nested.
pub(super) fn are_balanced(brackets: impl Iterator<Item = Bracket>) -> bool {
    let mut open = Vec::new();
    for bracket in brackets {
        match bracket {
            Bracket::Opens(pair) => open.push(pair),
            Bracket::Closes(pair) if open.pop() == Some(pair) => {}
            Bracket::Closes(_) => return false,
        }
    }
    open.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pairs_are_balanced() {
        let balanced = |tokens: &[&str]| are_balanced(tokens.iter().filter_map(|token| Bracket::of(token)));
        assert!(balanced(&[]) && balanced(&["(", ",", ")"]) && balanced(&["${", "[", "]", "}"]));
        assert!(!balanced(&["("]) && !balanced(&[")", "("]) && !balanced(&["(", "]"]) && !balanced(&["}"]));
    }
}
