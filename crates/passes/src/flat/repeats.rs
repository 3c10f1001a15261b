//! Removes words of a repeated text at all of its places at once.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use dwindle_reduce::cost::is_word_byte;
use dwindle_reduce::{Answer, Candidate, CandidateSearch, Document, Search, Units};

use super::lexer::{Grain, lex};
use super::spans::Spans;
use super::tokens::removal;
use crate::entry::Entry;
use crate::options::PassOptions;
use crate::policy::patient::patient;
use crate::stage::halving::Halving;

/// The entry of the pass.
pub const ENTRY: Entry = Entry {
    name: "repeats",
    summary: "removes words of repeated texts, at all their places at once",
    manual: "\
What is written in several places often has to stay the same in all of them: a name of several \
words, or a message. A unit is one word or symbol of such a text, at all places of \
the text: from `host: a-b-c` and `to: a-b-c` the pass removes `-b` twice in one candidate. Texts \
are found within lines, the longest first, and each word belongs to one of them; words that are \
repeated alone are units, too. For small results of at most 1,000 words and symbols; given up \
after 16 misses in a row.",
    begin: |options, document| Some(patient(begin(options, document)?, MOST_MISSES)),
};

/// Budget of misses in a row for the pass.
const MOST_MISSES: u32 = 16;
/// Budget of misses in a row for single words of a text.
const MOST_MISSES_EACH: usize = 8;
/// Larger documents are left alone: single words can still be removed in them.
const MOST_TOKENS: u64 = 1_000;
/// Longer texts are found in parts of this many tokens.
const LONGEST: usize = 64;

/// The tokens that are one unit.
type Alike = Arc<[u32]>;

/// O(tokens · log tokens · [`LONGEST`]²).
fn begin(options: &PassOptions, document: &Document) -> Option<CandidateSearch> {
    if MOST_TOKENS < document.cost().tokens {
        return None;
    }
    let spans = Spans::tokens(document, options.scope, Grain::Words);
    let halving = Halving::new(Text::of(document, &spans).alike());
    let base = document.clone();
    let mut search = Repeats { base, spans, gone: Units::none(), halving, proposed: None };
    search.advance();
    search.proposed.is_some().then(|| Box::new(search) as CandidateSearch)
}

/// Removes units of one text after the other: all, then halves of what is needed.
#[derive(Clone)]
struct Repeats {
    base: Document,
    spans: Spans,
    /// The removed tokens.
    gone: Units,
    halving: Halving<Alike>,
    /// The proposal, and what is removed in it.
    proposed: Option<(Candidate, Units)>,
}

impl Repeats {
    fn advance(&mut self) {
        self.proposed = self.halving.next(|_| true).map(|alike| {
            let more: Units = alike.iter().flat_map(|alike| alike.iter().copied()).collect();
            let gone = self.gone.union(&more);
            let edits = removal(&self.base, &self.spans, Grain::Words, &gone);
            (Candidate::new(ENTRY.name, &self.base, edits), gone)
        });
    }
}

impl Search for Repeats {
    type Proposal = Candidate;

    fn propose(&self) -> Option<Candidate> {
        self.proposed.as_ref().map(|(candidate, _)| candidate.clone())
    }

    fn learn(&mut self, answer: Answer) {
        let (_, gone) = self.proposed.take().expect("an answer is learned only for a proposal");
        if answer.is_interesting() {
            self.gone = gone;
        }
        self.halving.learn(answer.is_interesting(), Some(MOST_MISSES_EACH));
        self.advance();
    }
}

/// The tokens of a document.
struct Text {
    /// Equal numbers stand for equal tokens.
    tokens: Vec<u32>,
    is_word: Vec<bool>,
    lines: Vec<Range<usize>>,
}

impl Text {
    fn of(document: &Document, spans: &Spans) -> Text {
        let mut text = Text { tokens: Vec::new(), is_word: Vec::new(), lines: Vec::new() };
        let mut known: BTreeMap<&[u8], u32> = BTreeMap::new();
        for (file, run) in spans.runs(&Units::range(0..spans.len())) {
            let bytes = document.files()[file.file as usize].bytes();
            let mut end_before = None;
            for token in lex(bytes, Grain::Words).take(run.len()) {
                let is_new_line =
                    end_before.is_none_or(|end: usize| bytes[end..token.range.start].contains(&b'\n'));
                let at = text.tokens.len();
                match text.lines.last_mut() {
                    Some(line) if !is_new_line => line.end = at + 1,
                    _ => text.lines.push(at..at + 1),
                }
                let next = known.len() as u32;
                text.is_word.push(is_word_byte(bytes[token.range.start]));
                text.tokens.push(*known.entry(&bytes[token.range.clone()]).or_insert(next));
                end_before = Some(token.range.end);
            }
        }
        text
    }

    /// Returns a list of units for each repeated text, those with most tokens in all first, and one
    /// of all words that are repeated alone.
    fn alike(&self) -> Vec<Vec<Alike>> {
        let mut is_taken = vec![false; self.tokens.len()];
        let mut texts: Vec<(usize, Vec<usize>)> = Vec::new();
        let longest = self.lines.iter().map(Range::len).max().unwrap_or(0).min(LONGEST);
        for n_tokens in (1..=longest).rev() {
            for places in self.repeated(n_tokens, &is_taken) {
                let mut chosen: Vec<usize> = Vec::new();
                for place in places {
                    let is_apart = chosen.last().is_none_or(|last| last + n_tokens <= place);
                    if is_apart && !is_taken[place..place + n_tokens].contains(&true) {
                        chosen.push(place);
                    }
                }
                if 1 < chosen.len() {
                    chosen.iter().for_each(|&place| is_taken[place..place + n_tokens].fill(true));
                    texts.push((n_tokens, chosen));
                }
            }
        }
        texts.sort_by_key(|(n_tokens, places)| (std::cmp::Reverse(n_tokens * places.len()), places[0]));
        let tokens_of = |(n_tokens, places): (usize, Vec<usize>)| -> Vec<Alike> {
            let of = |token| places.iter().map(|place| (place + token) as u32).collect();
            (0..n_tokens).map(of).collect()
        };
        let is_alone = |(n_tokens, _): &(usize, Vec<usize>)| *n_tokens == 1;
        let (alone, longer): (Vec<_>, Vec<_>) = texts.into_iter().partition(is_alone);
        let alone = alone.into_iter().flat_map(tokens_of).collect();
        longer.into_iter().map(tokens_of).chain([alone]).collect()
    }

    /// Returns the places of each text of `n_tokens` tokens that occurs more than once.
    fn repeated(&self, n_tokens: usize, is_taken: &[bool]) -> Vec<Vec<usize>> {
        let mut places: BTreeMap<&[u32], Vec<usize>> = BTreeMap::new();
        for line in self.lines.iter().filter(|line| n_tokens <= line.len()) {
            for place in line.start..=line.end - n_tokens {
                let has_word = self.is_word[place..place + n_tokens].contains(&true);
                if has_word && !is_taken[place..place + n_tokens].contains(&true) {
                    places.entry(&self.tokens[place..place + n_tokens]).or_default().push(place);
                }
            }
        }
        let mut found: Vec<Vec<usize>> = places.into_values().filter(|places| 1 < places.len()).collect();
        found.sort_unstable();
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{options, reduce_text};

    fn alike(text: &str) -> Vec<Vec<Vec<u32>>> {
        let document = Document::single("a", text);
        let spans = Spans::tokens(&document, crate::options::Scope::All, Grain::Words);
        let lists = Text::of(&document, &spans).alike().into_iter().filter(|list| !list.is_empty());
        lists.map(|list| list.iter().map(|alike| alike.to_vec()).collect()).collect()
    }

    #[test]
    fn the_longest_texts_come_first_and_words_may_be_alone() {
        assert_eq!(alike("x: a-b\ny: a-b a\n"), [[[1, 6], [2, 7], [3, 8], [4, 9]]]);
        assert_eq!(alike("a b\nc a\n"), [[[0, 3]]]);
        // `: a` is one text, so that no colon is left that could be paired.
        assert_eq!(alike("x: a\ny: a\nz:\n"), [[[1, 4], [2, 5]]]);
        assert!(alike("+ - a\n+ b\n").is_empty());
    }

    #[test]
    fn places_of_a_text_do_not_overlap() {
        assert_eq!(alike("a a a a\n"), [[[0, 2], [1, 3]]]);
        assert_eq!(alike("a a a\n"), [[[0, 1, 2]]]);
    }

    #[test]
    fn texts_end_with_their_lines() {
        assert_eq!(alike("a\nb\na\nb\n"), [[[0, 2], [1, 3]]]);
        assert_eq!(alike("; a\n;\na\n"), [[[1, 3]]]);
    }

    /// The keys of both lines have to be equal.
    fn have_equal_keys(candidate: &Document) -> bool {
        let text = String::from_utf8_lossy(candidate.files()[0].bytes()).into_owned();
        let keys: Vec<&str> =
            text.lines().filter_map(|line| line.split_once(": ")?.1.split(' ').next()).collect();
        matches!(keys[..], [one, other] if one == other && one.contains("b"))
    }

    #[test]
    fn words_go_at_all_places_at_once() {
        let before = Document::single("a", "host: x-a-b-c-d\nto: x-a-b-c-d\n");
        let (left, answers) = crate::testing::reduce(&ENTRY.pass(&options()), &before, have_equal_keys);
        assert_eq!(left.files()[0].bytes(), b"host: b\nto: b\n");
        assert!(answers.len() < 24, "{}", answers.len());
    }

    #[test]
    fn what_is_not_repeated_stays() {
        assert_eq!(reduce_text(&ENTRY.pass(&options()), "a b\nc d\n", &[]), "a b\nc d\n");
    }
}
