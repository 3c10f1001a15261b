//! Large changes that are nearly the same as several that were boring.

use std::cmp::Ordering;
use std::collections::VecDeque;
use std::sync::Arc;

use super::version::Version;
use crate::cost::is_word_byte;

/// A change that removes fewer different words, each with the two before it, is never taken for
/// another one …
const LEAST_WORDS: usize = 64;
/// … and one that removes more bytes is not read.
const MOST_BYTES: usize = 1 << 16;
/// Changes are alike if they share more than this many words for each that only one of them
/// removes, four fifths of all, and if what they leave is alike in the same way, …
const SHARED: usize = 4;
/// … judged by no fewer words than these.
const LEAST_SAMPLE: usize = 32;
/// A change is put off if this many like it were boring.
const N_BORING: usize = 2;
/// The words by which a change is known: those with the smallest hashes.
const N_KNOWN: usize = 256;
/// The most boring changes that are known.
const MOST_CHANGES: usize = 256;

/// What a change removes, as hashes of each word with the two before it.
#[derive(Clone, Debug, Default)]
pub(super) struct Removed {
    hashes: Vec<u32>,
    known: Known,
}

impl Removed {
    /// Reads the texts that a change removes. O(bytes).
    pub(super) fn of(texts: &[&[u8]]) -> Removed {
        if MOST_BYTES < texts.iter().map(|text| text.len()).sum() {
            return Removed::default();
        }
        let mut hashes = Vec::new();
        for text in texts {
            let words = text.chunk_by(|&a, &b| is_word_byte(a) && is_word_byte(b));
            let mut last = [0; 2];
            for word in words.filter(|word| !word[0].is_ascii_whitespace()) {
                let hash = hash(word);
                hashes.push(mixed(hash ^ mixed(last[1] ^ mixed(last[0]))));
                last = [last[1], hash];
            }
        }
        let known = Known::of(&hashes);
        Removed { hashes, known }
    }

    fn is_large(&self) -> bool {
        LEAST_WORDS <= self.known.hashes.len()
    }
}

fn hash(word: &[u8]) -> u32 {
    word.iter().fold(0x811c_9dc5, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Spreads a hash over all bits.
fn mixed(hash: u32) -> u32 {
    let hash = (hash ^ (hash >> 16)).wrapping_mul(0x85eb_ca6b);
    let hash = (hash ^ (hash >> 13)).wrapping_mul(0xc2b2_ae35);
    hash ^ (hash >> 16)
}

/// The smallest hashes of a set (a bottom-k sketch), sorted. Cloning is O(1).
#[derive(Clone, Debug)]
struct Known {
    hashes: Arc<[u32]>,
    /// No hash of the set up to this one is missing.
    limit: u32,
    /// The number of words, estimated once some of them have gone.
    n_words: u64,
}

impl Default for Known {
    fn default() -> Known {
        Known { hashes: Arc::new([]), limit: u32::MAX, n_words: 0 }
    }
}

impl Known {
    /// O(hashes) on average.
    fn of(hashes: &[u32]) -> Known {
        let (mut smallest, mut limit) = (Vec::new(), u32::MAX);
        for &hash in hashes {
            if hash <= limit {
                smallest.push(hash);
            }
            if smallest.len() == 2 * N_KNOWN {
                limit = keep_smallest(&mut smallest, limit);
            }
        }
        limit = keep_smallest(&mut smallest, limit);
        Known { hashes: smallest.into(), limit, n_words: hashes.len() as u64 }
    }

    fn up_to(&self, limit: u32) -> &[u32] {
        &self.hashes[..self.hashes.partition_point(|hash| *hash <= limit)]
    }

    /// Whether two sets share most of what is in either of them, and leave nearly the same of
    /// `n_tokens` words. O(words by which they are known).
    fn is_like(&self, other: &Known, n_tokens: u64) -> bool {
        let limit = self.limit.min(other.limit);
        let (mut a, mut b) = (self.up_to(limit), other.up_to(limit));
        let fewest = a.len().min(b.len());
        if fewest < LEAST_SAMPLE {
            return false;
        }
        let (mut n_shared, mut n_apart) = (0, 0);
        while let ([x, rest_of_a @ ..], [y, rest_of_b @ ..]) = (a, b) {
            match x.cmp(y) {
                Ordering::Equal => (n_shared, a, b) = (n_shared + 1, rest_of_a, rest_of_b),
                Ordering::Less => (n_apart, a) = (n_apart + 1, rest_of_a),
                Ordering::Greater => (n_apart, b) = (n_apart + 1, rest_of_b),
            }
            // Most sets differ soon.
            if fewest <= SHARED * n_apart {
                return false;
            }
        }
        n_apart += a.len() + b.len();
        SHARED * n_apart < n_shared && self.leaves_like(other, n_tokens, [n_shared, n_apart])
    }

    /// Whether two sets leave nearly the same of `n_tokens` words. Of a sample, some words are in
    /// both sets, and others only in one. Of nearly the whole, little is left that differs.
    fn leaves_like(&self, other: &Known, n_tokens: u64, [n_shared, n_apart]: [usize; 2]) -> bool {
        // One more word may be apart where the sample is not all.
        let is_all = self.limit.min(other.limit) == u32::MAX;
        let (n_shared, n_apart) = (n_shared as u64, n_apart as u64 + u64::from(!is_all));
        // Each shared word is in both sets.
        let (n_removed, n_sample) = (self.n_words + other.n_words, 2 * n_shared + n_apart);
        let shared = n_removed * n_shared / n_sample;
        // What one set has more of cannot be shared.
        let apart = (n_removed * n_apart / n_sample).max(self.n_words.abs_diff(other.n_words));
        (SHARED as u64 + 1) * apart < n_tokens.saturating_sub(shared)
    }

    /// Returns what is left of the set without some sorted hashes; `None` if that is all of it.
    fn without(&self, gone: &[u32]) -> Option<Known> {
        let gone = &gone[..gone.partition_point(|hash| *hash <= self.limit)];
        let is_any = |few: &[u32], many: &[u32]| few.iter().any(|hash| many.binary_search(hash).is_ok());
        let is_touched = match gone.len() < self.hashes.len() {
            true => is_any(gone, &self.hashes),
            false => is_any(&self.hashes, gone),
        };
        is_touched.then(|| {
            let left = self.hashes.iter().copied().filter(|hash| gone.binary_search(hash).is_err());
            let hashes: Arc<[u32]> = left.collect();
            let n_words = self.n_words * hashes.len() as u64 / self.hashes.len() as u64;
            Known { hashes, limit: self.limit, n_words }
        })
    }
}

/// Sorts distinct hashes and keeps the smallest of them. Returns the limit up to which none is
/// missing.
fn keep_smallest(hashes: &mut Vec<u32>, limit: u32) -> u32 {
    hashes.sort_unstable();
    hashes.dedup();
    if hashes.len() <= N_KNOWN {
        return limit;
    }
    hashes.truncate(N_KNOWN);
    hashes[N_KNOWN - 1]
}

/// A large change that was boring.
#[derive(Clone)]
struct Change {
    key: u64,
    version: Version,
    known: Known,
}

/// The large changes that were boring. Cloning is O(1).
#[derive(Clone, Default)]
pub(super) struct Alike {
    /// Those that were boring last, the oldest first.
    boring: Arc<VecDeque<Change>>,
}

impl Alike {
    /// Whether several changes like this one of a document with `n_tokens` were boring at the
    /// version `since` or later. O(changes · words by which they are known).
    pub(super) fn knows(&self, removed: &Removed, n_tokens: u64, since: Version) -> bool {
        let is_like =
            |change: &&Change| since <= change.version && change.known.is_like(&removed.known, n_tokens);
        removed.is_large() && self.boring.iter().filter(is_like).take(N_BORING).count() == N_BORING
    }

    /// Records that a change was boring at a version. The same change counts once. O(changes).
    pub(super) fn learn(&mut self, key: u64, removed: &Removed, version: Version) {
        if removed.is_large() {
            let boring = Arc::make_mut(&mut self.boring);
            boring.retain(|change| change.key != key);
            boring.push_back(Change { key, version, known: removed.known.clone() });
            if MOST_CHANGES < boring.len() {
                boring.pop_front();
            }
        }
    }

    /// Records that a change was accepted: the others remove only what it left.
    pub(super) fn accept(&mut self, removed: &Removed) {
        if self.boring.is_empty() {
            return;
        }
        let mut gone = removed.hashes.clone();
        gone.sort_unstable();
        let left = |change: &Change| change.known.without(&gone);
        let touched: Vec<_> = self.boring.iter().map(left).collect();
        if touched.iter().any(Option::is_some) {
            let boring = Arc::make_mut(&mut self.boring);
            for (change, left) in boring.iter_mut().zip(touched) {
                change.known = left.unwrap_or_else(|| change.known.clone());
            }
            boring.retain(|change| LEAST_SAMPLE <= change.known.hashes.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tokens of a document of which much is left by all changes.
    const MANY: u64 = 100_000;

    /// Returns a change that removes numbers in a row.
    fn numbers(range: std::ops::Range<u32>) -> Removed {
        texts(&[&range.map(|number| format!("{number} ")).collect::<String>()])
    }

    fn texts(texts: &[&str]) -> Removed {
        Removed::of(&texts.iter().map(|text| text.as_bytes()).collect::<Vec<_>>())
    }

    /// Returns what is known after changes were boring, one at each version.
    fn boring(changes: &[&Removed]) -> Alike {
        let mut alike = Alike::default();
        for (version, change) in changes.iter().enumerate() {
            alike.learn(version as u64, change, version as Version);
        }
        alike
    }

    /// Whether a change is put off that two others like another one came before.
    fn are_alike(one: &Removed, other: &Removed) -> bool {
        boring(&[one, one]).knows(other, MANY, 0)
    }

    #[test]
    fn a_change_is_put_off_when_two_like_it_were_boring() {
        let [first, second, third] = [0, 1, 2].map(|start| numbers(start..start + 100));
        assert!(!boring(&[&first]).knows(&third, MANY, 0));
        assert!(!boring(&[&first, &numbers(500..600)]).knows(&third, MANY, 0));
        assert!(boring(&[&first, &numbers(500..600), &second]).knows(&third, MANY, 0));
    }

    #[test]
    fn what_was_boring_before_a_version_says_nothing() {
        let change = numbers(0..100);
        let alike = boring(&[&change, &change, &change]);
        assert_eq!([0, 1, 2, 3].map(|since| alike.knows(&change, MANY, since)), [true, true, false, false]);
    }

    #[test]
    fn the_same_change_counts_once_however_often_it_was_boring() {
        let change = numbers(0..100);
        let mut alike = Alike::default();
        alike.learn(7, &change, 0);
        alike.learn(7, &change, 1);
        assert!(!alike.knows(&change, MANY, 0));
        alike.learn(8, &change, 1);
        assert!(alike.knows(&change, MANY, 1), "the last time counts");
    }

    #[test]
    fn changes_of_fewer_than_64_different_words_are_never_alike() {
        let is_known = |n_words| are_alike(&numbers(0..n_words), &numbers(0..n_words));
        assert_eq!([63, 64].map(is_known), [false, true]);
        let repeated = texts(&[&"0, ".repeat(1000)]);
        assert!(!are_alike(&repeated, &repeated), "they may stand anywhere");
    }

    #[test]
    fn changes_that_share_four_fifths_are_not_alike_and_those_that_share_more_are() {
        // The first two words of a text have others before them, and end in none.
        let shifted = |by: u32| are_alike(&numbers(0..90), &numbers(by..90 + by));
        let n_apart = |by: u32| {
            let [one, other] = [0, by].map(|start| numbers(start..start + 90).known.hashes);
            2 * one.iter().filter(|hash| !other.contains(hash)).count()
        };
        // 82 of 98 and 81 of 99; 80 of 100 is no more than four fifths.
        assert_eq!([6, 8].map(n_apart), [16, 20]);
        assert_eq!([6, 8].map(shifted), [true, false]);
        let part = |n_words| are_alike(&numbers(0..n_words), &numbers(0..100));
        assert_eq!([80, 81].map(part), [false, true]);
    }

    #[test]
    fn many_words_are_judged_by_some_of_them() {
        assert!(are_alike(&numbers(0..5000), &numbers(300..5300)));
        assert!(!are_alike(&numbers(0..5000), &numbers(1000..6000)));
        assert!(!are_alike(&numbers(0..5000), &numbers(0..3000)), "a part");
        assert!(!are_alike(&numbers(0..3000), &numbers(0..5000)), "a whole");
    }

    #[test]
    fn white_space_and_the_place_do_not_matter() {
        let code: String = (0..40).map(|number| format!("let x{number} = y{number};\n")).collect();
        let (head, tail) = code.split_at(code.len() / 2 + 4);
        let indented = texts(&[&code.replace('\n', "\n    ")]);
        assert!(are_alike(&texts(&[&code]), &indented));
        assert!(are_alike(&texts(&[&code]), &texts(&[head, "z", tail])), "something goes with it");
    }

    #[test]
    fn words_are_known_by_those_before_them() {
        let (forth, back): (String, String) = (
            (0..100).map(|number| format!("{number} ")).collect(),
            (0..100).rev().map(|number| format!("{number} ")).collect(),
        );
        assert!(!are_alike(&texts(&[&forth]), &texts(&[&back])));
    }

    #[test]
    fn more_than_64_kilobytes_are_not_read() {
        let change = |n_bytes: usize| {
            let text: String = (10_000..).map(|number| format!("{number} ")).take(n_bytes / 6 + 1).collect();
            let (head, tail) = text[..n_bytes].split_at(1000);
            texts(&[head, tail])
        };
        let is_known = |n_bytes| are_alike(&change(n_bytes), &change(n_bytes));
        assert_eq!([1 << 16, (1 << 16) + 1].map(is_known), [true, false]);
    }

    #[test]
    fn what_was_accepted_is_no_part_of_the_others_any_more() {
        let rest = numbers(50..150);
        for n_words in [150, 3000] {
            let whole = numbers(0..n_words);
            let left = numbers(n_words / 3..n_words);
            let mut alike = boring(&[&whole, &whole]);
            assert!(!alike.knows(&left, MANY, 0));
            alike.accept(&numbers(3000..3100));
            assert!(!alike.knows(&left, MANY, 0), "something else went");
            let before = alike.clone();
            alike.accept(&numbers(0..n_words / 3));
            assert!(alike.knows(&left, MANY, 0), "{n_words}");
            assert!(!before.knows(&left, MANY, 0), "a fork has its own memory");
        }
        let mut alike = boring(&[&rest, &rest]);
        alike.accept(&numbers(50..130));
        assert!(alike.boring.is_empty(), "what is left is too little");
    }

    #[test]
    fn changes_that_leave_something_else_of_a_document_are_not_alike() {
        // Each removes all numbers up to 1,000 but ten.
        let all_but = |kept: u32| {
            let text: String = (0..1000).filter(|n| n / 10 != kept).map(|n| format!("{n} ")).collect();
            texts(&[&text])
        };
        let [one, other] = [all_but(3), all_but(70)];
        let is_like = |one: &_, other: &_, n_tokens| boring(&[one, one]).knows(other, n_tokens, 0);
        assert_eq!([1000, 1020, 3000].map(|n| is_like(&one, &other, n)), [false, false, true]);
        // No word of the sample is apart.
        let [one, other] = [numbers(0..5000), numbers(0..5004)];
        assert_eq!([5010, 10_000].map(|n| is_like(&one, &other, n)), [false, true]);
        // Words that occur again go once more.
        let again = texts(&[&(0..1000).chain(0..100).map(|n| format!("{n} ")).collect::<String>()]);
        assert_eq!([1200, 5000].map(|n| is_like(&numbers(0..1000), &again, n)), [false, true]);
    }

    #[test]
    fn the_oldest_of_many_changes_is_forgotten() {
        let changes = (1..MOST_CHANGES as u32).map(|idx| numbers(1000 * idx..1000 * idx + 100));
        let changes: Vec<Removed> = changes.collect();
        let alike_to = |changes: &[Removed], change| {
            let mut alike = boring(&[change]);
            for (key, other) in (10..).zip(changes) {
                alike.learn(key, other, 1);
            }
            alike.learn(9, change, 1);
            alike.knows(change, MANY, 0)
        };
        let change = numbers(999_000..999_100);
        assert!(alike_to(&changes[1..], &change));
        assert!(!alike_to(&changes, &change));
    }
}
