//! The lexer of the token passes.

use dwindle_passes::flat::lexer::{Grain, Token, lex};
use dwindle_reduce::cost::count_tokens;

/// More removals than this are not tried on one text.
const MOST_REMOVALS: usize = 64;

pub(super) fn run(text: &[u8]) {
    for grain in [Grain::Tokens, Grain::Words] {
        let tokens: Vec<Token> = lex(text, grain).collect();
        let mut at = 0;
        for token in &tokens {
            assert!(at <= token.range.start && !token.range.is_empty() && token.range.end <= text.len());
            assert!(is_blank(&text[at..token.range.start]), "between tokens is white space");
            assert!(!text[token.range.clone()].contains(&b'\n'), "no token holds a line end");
            at = token.range.end;
        }
        assert!(is_blank(&text[at..]));
        let parts = tokens.iter().map(|token| count_tokens(&text[token.range.clone()]));
        assert_eq!(parts.sum::<u64>(), count_tokens(text), "tokens are made of whole tokens of the cost");
        for token in tokens.iter().take(MOST_REMOVALS) {
            let without = [&text[..token.range.start], &text[token.range.end..]].concat();
            assert!(count_tokens(&without) < count_tokens(text), "without {token:?} the text is simpler");
        }
    }
}

fn is_blank(text: &[u8]) -> bool {
    text.iter().all(|byte| byte.is_ascii_whitespace() || *byte == 0x0b)
}
