//! Removes lines up to the next one that begins alike.

use std::collections::HashMap;

use dwindle_reduce::cost::is_word_byte;
use dwindle_reduce::{CandidateSearch, Document};

use crate::entry::Entry;
use crate::flat::lines;
use crate::options::PassOptions;
use crate::stage::stretches::{Stage, search_with_budget, up_to_the_next};

/// The entry of the pass.
pub const ENTRY: Entry = Entry {
    name: "sections",
    summary: "removes lines from one to the next that begins with the same word",
    manual: "\
In dumps, streams, logs and many other kinds of text, records or sections begin with the same \
word, whatever their contents. The lines from an unindented one to the next with the same first \
word are a unit; symbols before a word belong to it. At most four words per file are tried, one after the other: the first ones whose \
sections differ, each on at least four lines and at most half of all lines. A word is given up \
after eight misses in a row.",
    begin,
};

/// Budget of misses in a row for the sections of one word.
const MOST_MISSES: u32 = 8;

/// The most words whose sections are tried.
const MOST_WORDS: usize = 4;

/// A word at the start of fewer lines does not begin sections.
const FEWEST: usize = 4;

fn begin(options: &PassOptions, document: &Document) -> Option<CandidateSearch> {
    search_with_budget(MOST_MISSES, ENTRY.name, options, document, sections)
}

/// Returns the sections of each word that begins sections. O(bytes).
fn sections(file: u32, text: &[u8]) -> Vec<Stage> {
    let n_bytes = text.len() as u32;
    let starts = lines::starts(text, n_bytes);
    let stage = |lines: &Vec<u32>| {
        let starts: Vec<u32> = lines.iter().map(|&line| starts.start(line) as u32).collect();
        up_to_the_next(file, &starts, n_bytes)
    };
    let words = words(text, (0..starts.len()).map(|line| starts.start(line)));
    let chosen = starters(&words, starts.len() as usize);
    chosen.into_iter().map(stage).collect()
}

/// Returns the lines that begin with each word; words are in the order of their first lines. The
/// symbols before a word belong to it: `[Event`, `@HD`. A line has no word that is indented, or
/// begins with what closes something or with symbols alone.
fn words(text: &[u8], starts: impl Iterator<Item = usize>) -> Vec<Vec<u32>> {
    let mut numbers: HashMap<&[u8], usize> = HashMap::new();
    let mut words: Vec<Vec<u32>> = Vec::new();
    for (line, start) in (0u32..).zip(starts) {
        let n_symbols =
            text[start..].iter().take_while(|byte| byte.is_ascii_punctuation() && **byte != b'_').count();
        let behind = &text[start + n_symbols..];
        let n_bare = behind.iter().take_while(|byte| is_word_byte(**byte)).count();
        let closes = [")", "]", "}", "</", "*/"].iter().any(|end| text[start..].starts_with(end.as_bytes()));
        if n_bare == 0 || closes {
            continue;
        }
        let word = &text[start..start + n_symbols + n_bare];
        let number = *numbers.entry(word).or_insert_with(|| {
            words.push(Vec::new());
            words.len() - 1
        });
        words[number].push(line);
    }
    words
}

/// Chooses the words that begin sections, except words whose sections nearly coincide with those of
/// an earlier word.
fn starters(words: &[Vec<u32>], n_lines: usize) -> Vec<&Vec<u32>> {
    let mut chosen: Vec<&Vec<u32>> = Vec::new();
    for lines in words.iter().filter(|lines| (FEWEST..=n_lines / 2).contains(&lines.len())) {
        let is_new = |others: &&Vec<u32>| 10 * n_alone(lines, others) < 9 * lines.len();
        if chosen.len() < MOST_WORDS && chosen.iter().all(is_new) {
            chosen.push(lines);
        }
    }
    chosen
}

/// Returns how many of `lines` are the only one between two of `others`.
fn n_alone(lines: &[u32], others: &[u32]) -> usize {
    let section = |at: usize| lines.get(at).map(|line| others.partition_point(|other| other <= line));
    let is_alone =
        |&at: &usize| section(at) != section(at + 1) && (at == 0 || section(at) != section(at - 1));
    (0..lines.len()).filter(is_alone).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{best_options, options, reduce, reduce_text};

    /// A stream of records: a blob with its lines, and a commit that names it.
    fn stream(n_records: u32) -> String {
        let blob = |n| format!("blob\nmark {n}\ndata 2\nx{n}\ny\n");
        let commit = |n| format!("commit {n}\nmark 1{n}\ndata 1\nz\nM {n}\n\n");
        (0..n_records).map(blob).chain((0..n_records).map(commit)).collect()
    }

    #[test]
    fn words_begin_sections_that_say_something_new() {
        let text = stream(5);
        let stages = sections(0, text.as_bytes());
        let firsts = |stage: &Stage| -> Vec<&str> {
            let texts = stage.iter().map(|unit| &text[unit.bytes.start as usize..unit.bytes.end as usize]);
            texts.take(2).collect()
        };
        let stages: Vec<Vec<&str>> = stages.iter().map(firsts).collect();
        assert_eq!(stages.len(), 2, "{stages:?}");
        assert_eq!(stages[0], ["blob\nmark 0\ndata 2\nx0\ny\n", "blob\nmark 1\ndata 2\nx1\ny\n"]);
        assert_eq!(stages[1][0], "mark 0\ndata 2\nx0\ny\nblob\n");
    }

    #[test]
    fn sections_go_as_a_whole() {
        let text = stream(9);
        let whole = |document: &Document| {
            let text = String::from_utf8_lossy(document.files()[0].bytes()).into_owned();
            text.matches("blob").count() == text.matches("data 2\n").count() && text.contains("x4\ny\n")
        };
        let (left, _) = reduce(&ENTRY.pass(&best_options()), &Document::single("a", text), whole);
        let left = String::from_utf8_lossy(left.files()[0].bytes()).into_owned();
        assert!(left.starts_with("blob\nmark 4\ndata 2\nx4\ny\n"), "{left}");
        assert!(left.len() < 80, "{left}");
    }

    #[test]
    fn symbols_before_a_word_belong_to_it() {
        let game = |n| format!("[Event {n}]\n[White a]\n\n1. e4 e5\n\n");
        let text: String = (0..6).map(game).collect();
        let left = reduce_text(&ENTRY.pass(&options()), &text, &["[Event 3]\n[White a]\n\n1. e4"]);
        assert_eq!(left, game(3));
    }

    #[test]
    fn what_is_in_front_of_the_first_section_stays() {
        let text = "head\na 1\n x\na 2\n y\na 3\n z\na 4\n\n";
        assert_eq!(reduce_text(&ENTRY.pass(&options()), text, &["z"]), "head\na 3\n z\n");
    }

    #[test]
    fn where_sections_need_each_other_that_is_soon_known() {
        let document = Document::single("a", stream(500));
        let (_, answers) = reduce(&ENTRY.pass(&best_options()), &document, |left| left == &document);
        assert!(answers.len() <= 2 * MOST_MISSES as usize, "{}", answers.len());
    }
}
