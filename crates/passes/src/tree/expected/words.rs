//! Words of texts, and how many of them two texts share.

/// Returns the words of a text: runs of letters.
pub(super) fn words_of(text: &str) -> Vec<&str> {
    text.split(|char: char| !char.is_alphabetic()).filter(|word| !word.is_empty()).collect()
}

/// Returns the words and numbers of a text in small letters, but for single ones.
pub(crate) fn small_words(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|char: char| !char.is_alphanumeric()).map(str::to_lowercase);
    words.filter(|word| 1 < word.len())
}

/// Returns the number of letters in some words.
pub(super) fn letters(words: &[impl AsRef<str>]) -> usize {
    words.iter().map(|word| word.as_ref().chars().count()).sum()
}

/// Returns the most letters in words that two texts have in the same order. O(words · words).
pub(super) fn shared(a: &[&str], b: &[&str]) -> usize {
    // The most letters with the words of `a` so far, and the first words of `b`.
    let mut most = vec![0; b.len() + 1];
    for word in a {
        let mut before = 0;
        for (at, other) in b.iter().enumerate() {
            let with = before + if word == other { word.chars().count() } else { 0 };
            before = most[at + 1];
            most[at + 1] = with.max(before).max(most[at]);
        }
    }
    most[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_count_in_their_order() {
        let shared = |a, b| shared(&words_of(a), &words_of(b));
        assert_eq!(shared("paid 4 of 7", "paid {} of {}"), 6);
        assert_eq!(shared("of paid", "paid {} of {}"), 4);
        assert_eq!(shared("", "a"), 0);
        assert_eq!(shared("a a a", "a"), 1);
    }
}
