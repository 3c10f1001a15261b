//! Removes brackets with or without their contents.

use std::ops::Range;

use dwindle_reduce::cost::is_word_byte;
use dwindle_reduce::{CandidateSearch, Document};

use super::pairs::{Pair, pairs};
use crate::entry::Entry;
use crate::options::PassOptions;
use crate::stage::stretches::{Stage, Stretch, search};

/// The entry of the pass.
pub const ENTRY: Entry = Entry {
    name: "brackets",
    summary: "removes calls, brackets with or without their contents, and contents of brackets",
    manual: "\
Works on each pair of (), [] and {}, in turn: the pair alone, so that its contents stay; the pair \
with its contents and the words before it, such as a call or an attribute; the pair with its \
contents; the contents alone. Outer pairs come before inner ones, except that all pairs alone are \
one list, so that deep nesting is removed in few trials. This removes groups of tokens of which \
none can be removed alone.",
    begin,
};

fn begin(options: &PassOptions, document: &Document) -> Option<CandidateSearch> {
    search(ENTRY.name, options, document, stages_of)
}

/// Returns the part of a pair to remove, if there is one.
type Kind = fn(&[u8], &Pair) -> Option<Range<u32>>;

/// Pairs nested deeper than this are only tried alone: a stage for each level of excessive nesting
/// takes a hundred times the memory of the text, and deep pairs move up when those around them are
/// removed.
const MOST_LEVELS: u32 = 20_000;

/// What is tried after the pairs alone.
const KINDS: [Kind; 3] = [with_words, whole, content];

fn stages_of(file: u32, text: &[u8]) -> Vec<Stage> {
    let pairs = pairs(text);
    let alone =
        pairs.iter().map(|pair| Stretch::with(file, pair.open..pair.open + 1, pair.close..pair.close + 1));
    let mut stages = vec![alone.collect()];
    let n_levels = pairs.iter().map(|pair| pair.depth + 1).max().unwrap_or(0).min(MOST_LEVELS);
    let pairs: Vec<Pair> = pairs.into_iter().filter(|pair| pair.depth < n_levels).collect();
    let mut n_pairs = vec![0; n_levels as usize];
    pairs.iter().for_each(|pair| n_pairs[pair.depth as usize] += 1);
    for kind in KINDS {
        let mut levels = vec![Stage::new(); n_levels as usize];
        for pair in &pairs {
            if let Some(bytes) = kind(text, pair) {
                let level = &mut levels[pair.depth as usize];
                // In deep nesting, most levels have one pair, and the default capacity of a vector
                // would be several times that.
                level.reserve_exact(n_pairs[pair.depth as usize] - level.len());
                level.push(Stretch::new(file, bytes));
            }
        }
        stages.extend(levels);
    }
    stages
}

/// Returns the pair with its contents and the words before it, if there are any.
fn with_words(text: &[u8], pair: &Pair) -> Option<Range<u32>> {
    let in_front = &text[..pair.open as usize];
    let n_space = in_front.iter().rev().take_while(|&&byte| byte == b' ').count();
    let in_front = &in_front[..in_front.len() - n_space];
    let n_words =
        in_front.iter().rev().take_while(|&&byte| is_word_byte(byte) || b".:!@#".contains(&byte)).count();
    (0 < n_words).then(|| (in_front.len() - n_words) as u32..pair.close + 1)
}

fn whole(_text: &[u8], pair: &Pair) -> Option<Range<u32>> {
    Some(pair.open..pair.close + 1)
}

fn content(text: &[u8], pair: &Pair) -> Option<Range<u32>> {
    let bytes = pair.open + 1..pair.close;
    let is_blank = text[bytes.start as usize..bytes.end as usize].iter().all(u8::is_ascii_whitespace);
    (!is_blank).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{options, reduce_text};

    fn check(before: &str, needed: &[&str], after: &str) {
        assert_eq!(reduce_text(&ENTRY.pass(&options()), before, needed), after);
    }

    #[test]
    fn calls_and_attributes_go_with_their_words() {
        check("int f() __attribute__((noinline)) g(x);", &["int", "g(x)"], "int   g(x);");
    }

    #[test]
    fn nesting_without_end_has_no_round_for_each_level() {
        let text = ["(".repeat(50_000), ")".repeat(50_000)].concat();
        let stages = stages_of(0, text.as_bytes());
        assert_eq!(stages[0].len(), 50_000);
        assert_eq!(stages.len(), 1 + KINDS.len() * MOST_LEVELS as usize);
    }

    #[test]
    fn content_goes_without_its_brackets() {
        check("f(a[1], 2);", &["f(", ")"], "f();");
    }

    #[test]
    fn brackets_go_without_their_content() {
        check("((((x))))", &["x"], "x");
        check("return(x);", &["return", "x"], "return x;");
    }

    #[test]
    fn deep_nesting_is_taken_apart_in_few_trials() {
        let n_pairs = 100_000;
        let text = "(".repeat(n_pairs) + "x" + &")".repeat(n_pairs);
        check(&text, &["x"], "x");
    }
}
