//! Texts as words and symbols, without a grammar.

use dwindle_reduce::cost::{is_word_byte, starts_token};
use memchr::memmem;

/// Returns the tokens of a text as dwindle counts them: words, and other single bytes that are not
/// white space.
pub fn tokens(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut at = 0;
    std::iter::from_fn(move || {
        while !starts_token(None, *text.get(at)?) {
            at += 1;
        }
        let start = at;
        at += 1;
        if is_word_byte(text[start]) {
            at += text[at..].iter().take_while(|&&byte| is_word_byte(byte)).count();
        }
        Some(&text[start..at])
    })
}

/// Whether a text contains all these tokens in this order. O(bytes).
pub fn is_subsequence<T: AsRef<[u8]>>(wanted: &[T], text: &[u8]) -> bool {
    let mut at = 0;
    wanted.iter().all(|token| match behind_next(token.as_ref(), text, at) {
        Some(behind) => {
            at = behind;
            true
        }
        None => false,
    })
}

/// Returns the end of the first occurrence of a token at or after `from`, which must be between
/// tokens. A word counts only if it is not part of a longer one.
fn behind_next(token: &[u8], text: &[u8], from: usize) -> Option<usize> {
    let is_word = token.first().is_some_and(|&byte| is_word_byte(byte));
    let is_word_at = |at: usize| text.get(at).is_some_and(|&byte| is_word_byte(byte));
    memmem::find_iter(&text[from..], token)
        .map(|place| from + place)
        .find(|&place| {
            let is_whole = (place == 0 || !is_word_at(place - 1)) && !is_word_at(place + token.len());
            !is_word || is_whole
        })
        .map(|place| place + token.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_symbols_are_told_apart() {
        let found: Vec<&[u8]> = tokens(b" x_1+=2.5;\n\"a b\"").collect();
        let expected = ["x_1", "+", "=", "2", ".", "5", ";", "\"", "a", "b", "\""];
        assert_eq!(found, expected.map(str::as_bytes));
    }

    #[test]
    fn a_subsequence_keeps_the_order() {
        let text = b"int main(void) { return 0; }";
        assert!(is_subsequence(&["main", "return", ";"], text));
        assert!(is_subsequence::<&str>(&[], text));
        assert!(!is_subsequence(&["return", "main"], text));
        assert!(!is_subsequence(&["main", "main"], text));
        assert!(!is_subsequence(&["mai"], text));
        assert!(is_subsequence(&["a", "a"], b"aa a b a") && !is_subsequence(&["a", "a", "a"], b"aa a b a"));
        assert!(is_subsequence(&["=", "="], b"a == b"));
    }
}
