//! Words as names, for plans that put off what was boring.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use dwindle_reduce::cost::is_word_byte;
use dwindle_reduce::{Document, NameHash, NameReader, Plan};

/// The words of a longer removed text are not read: whether it can go depends on more than one
/// name.
const MOST_READ: usize = 256;
/// A word that occurs more often than this does not name one thing.
const MOST_OCCURRENCES: usize = 4;

/// Returns [`Plan::frugal_fixpoint`] with words as names.
pub(super) fn frugal_fixpoint(plan: Plan) -> Plan {
    Plan::frugal_fixpoint(plan, Arc::new(Words))
}

/// Returns [`Plan::remembering`] with words as names.
pub(super) fn remembering(plan: Plan) -> Plan {
    Plan::remembering(plan, Arc::new(Words))
}

/// Takes every word for a name, but numbers: no syntax has to be known.
struct Words;

impl NameReader for Words {
    fn in_removed(&self, text: &[u8]) -> Vec<NameHash> {
        if MOST_READ < text.len() { Vec::new() } else { words(text).map(hash).collect() }
    }

    /// O(bytes).
    fn rare(&self, names: &HashSet<NameHash>, document: &Document) -> Vec<NameHash> {
        let mut counts: HashMap<NameHash, usize> = names.iter().map(|&name| (name, 0)).collect();
        for word in document.files().iter().flat_map(|file| words(file.bytes())) {
            if let Some(count) = counts.get_mut(&hash(word)) {
                *count += 1;
            }
        }
        counts.retain(|_, count| *count <= MOST_OCCURRENCES);
        counts.into_keys().collect()
    }
}

/// Returns the words of a text that can be names.
fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.chunk_by(|&a, &b| is_word_byte(a) == is_word_byte(b))
        .filter(|word| !word[0].is_ascii_digit() && is_word_byte(word[0]))
}

fn hash(word: &[u8]) -> NameHash {
    let mut hasher = DefaultHasher::new();
    word.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_symbols_are_no_names() {
        assert_eq!(Words.in_removed(b"f(x_1, 12) + 3a;"), [&b"f"[..], b"x_1"].map(hash));
    }

    #[test]
    fn names_are_read_only_in_short_texts() {
        let n_names =
            |n_bytes: usize| Words.in_removed(format!("{:->n_bytes$}", "use(size);").as_bytes()).len();
        assert_eq!([256, 257].map(n_names), [2, 0]);
    }

    #[test]
    fn a_name_is_rare_up_to_four_occurrences_in_all_files() {
        let is_rare = |n_left: usize| {
            let files = ["a", "b"].map(|path| {
                let n_here = if path == "a" { 1 } else { n_left - 1 };
                dwindle_reduce::File::new(path, "size other ".repeat(n_here).into_bytes())
            });
            let rare = Words.rare(&HashSet::from([hash(b"size")]), &Document::new(files));
            rare == [hash(b"size")]
        };
        assert_eq!([1, 4, 5].map(is_rare), [true, true, false]);
        let gone = Words.rare(&HashSet::from([hash(b"gone")]), &Document::single("a", "size"));
        assert_eq!(gone, [hash(b"gone")]);
    }
}
