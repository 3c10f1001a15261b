//! Texts as words and symbols, without a grammar.

use dwindle_reduce::cost::{is_word_byte, starts_token};

/// Gives the tokens of a text, as dwindle counts them: words, and single other bytes that are not white space.
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

/// Says whether a text has all these tokens in this order. O(bytes).
pub fn is_subsequence<T: AsRef<[u8]>>(wanted: &[T], text: &[u8]) -> bool {
    let mut wanted = wanted.iter().map(AsRef::as_ref).peekable();
    let mut all = tokens(text);
    while let Some(next) = wanted.peek() {
        match all.next() {
            None => return false,
            Some(token) if token == *next => drop(wanted.next()),
            Some(_) => {}
        }
    }
    true
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
    }
}
