//! Shortens numbers, and words in strings, comments and plain text.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use dwindle_reduce::{CandidateSearch, Document, File};

use super::code::comments_of;
use super::lexer::{Grain, Kind, lex};
use crate::entry::Entry;
use crate::options::PassOptions;
use crate::policy::patient::patient;
use crate::tree::names::{Occurrence, ShortNames, replace_everywhere};

/// The entry of the pass.
pub const ENTRY: Entry = Entry {
    name: "shorten",
    summary: "shortens numbers, hyphenated words, and words in strings, comments and plain text",
    manual: "\
A number becomes its first digit. A word in a string, a comment or plain text becomes one letter \
that occurs nowhere else; so does a hyphenated word anywhere, which counts as one word: \
`.menu-bar-wide { width: 1200px } /* menu-bar-wide */` becomes `.m { width: 1px } /* m */`. Equal \
ones change together, in all files. All are tried at once, then groups of them; given up after \
four misses in a row. The names of code are left to the pass names.",
    begin: |options, document| Some(patient(begin(options, document)?, MOST_MISSES)),
};

/// Budget of misses in a row for the pass.
const MOST_MISSES: u32 = 4;
/// Documents with more terms are left alone: the pass is for small results.
const MOST_TERMS: usize = 1_000;

/// Starts the pass. O(bytes · log terms).
fn begin(options: &PassOptions, document: &Document) -> Option<CandidateSearch> {
    let terms = terms(options, document);
    if MOST_TERMS < terms.len() {
        return None;
    }
    let mut short_names = ShortNames::without(words(document));
    let shortened = terms.into_iter().filter_map(|(term, occurrences)| {
        let is_number = term[0].is_ascii_digit();
        let short = if is_number { Some(term[..1].to_vec()) } else { short_names.take(&term) };
        Some((occurrences, short?))
    });
    let shortened = shortened.collect();
    replace_everywhere(ENTRY.name, options, document, shortened)
}

/// Returns the terms that may become shorter, in alphabetical order, with their occurrences.
fn terms(options: &PassOptions, document: &Document) -> BTreeMap<Vec<u8>, Vec<Occurrence>> {
    let mut terms: BTreeMap<Vec<u8>, Vec<Occurrence>> = BTreeMap::new();
    let mut in_code: BTreeSet<Vec<u8>> = BTreeSet::new();
    for (file_idx, file) in (0u32..).zip(document.files()) {
        if !options.scope.includes(file) {
            continue;
        }
        let is_code = options.trees.tree(document, file_idx).is_some_and(|tree| tree.facts.is_some());
        for Term { bytes, is_name } in terms_of(file.bytes(), is_code) {
            let term = file.bytes()[bytes.clone()].to_vec();
            if is_name {
                in_code.insert(term);
            } else if 1 < term.len() {
                terms.entry(term).or_default().push((file_idx, bytes));
            }
        }
    }
    terms.retain(|term, _| !in_code.contains(term));
    terms
}

struct Term {
    bytes: Range<usize>,
    /// Whether it is a word of code.
    is_name: bool,
}

/// Returns numbers, words and hyphenated words, in order.
fn terms_of(text: &[u8], is_code: bool) -> Vec<Term> {
    let mut terms = Vec::new();
    let mut reached = 0;
    let comments = comments_of(text);
    let end = text.len()..text.len();
    for comment in comments.into_iter().chain(std::iter::once(end)) {
        push_terms(text, reached..comment.start, is_code, &mut terms);
        push_terms(text, comment.clone(), false, &mut terms);
        reached = comment.end;
    }
    terms
}

fn push_terms(text: &[u8], within: Range<usize>, is_code: bool, terms: &mut Vec<Term>) {
    // Outside of code, an apostrophe is not a quote.
    let grain = if is_code { Grain::Tokens } else { Grain::Words };
    let mut tokens = lex(&text[within.clone()], grain).peekable();
    while let Some(token) = tokens.next() {
        let mut bytes = within.start + token.range.start..within.start + token.range.end;
        match token.kind {
            Kind::String if is_code => push_terms(text, bytes.start + 1..bytes.end - 1, false, terms),
            Kind::String | Kind::Operator => {}
            Kind::Number => {
                bytes.end = bytes.start + n_digits(&text[bytes.clone()]);
                terms.push(Term { bytes, is_name: false });
            }
            Kind::Word => {
                let mut has_hyphen = false;
                while let Some(end) = hyphenated(text, bytes.end, within.end) {
                    bytes.end = end;
                    has_hyphen = true;
                }
                while tokens.next_if(|next| within.start + next.range.start < bytes.end).is_some() {}
                terms.push(Term { bytes, is_name: is_code && !has_hyphen });
            }
        }
    }
}

/// Returns the length of the part of a number that may become one digit: everything before a unit
/// or type suffix.
fn n_digits(number: &[u8]) -> usize {
    let n_digits = number.iter().take_while(|byte| byte.is_ascii_digit()).count();
    match number.get(n_digits) {
        Some(b'x' | b'X' | b'o' | b'b' | b'.' | b'_') => number.len(),
        _ => n_digits,
    }
}

/// Returns the end of a word that continues after a hyphen.
fn hyphenated(text: &[u8], hyphen: usize, end: usize) -> Option<usize> {
    let rest = text[..end].get(hyphen..)?.strip_prefix(b"-")?;
    let n_word = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    (n_word != 0).then_some(hyphen + 1 + n_word)
}

/// Returns all words of a document.
fn words(document: &Document) -> impl Iterator<Item = &[u8]> {
    document.files().iter().map(File::bytes).flat_map(|text| {
        let words = lex(text, Grain::Words).filter(|token| token.kind == Kind::Word);
        words.map(move |token| &text[token.range])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{best_options, contains, reduce_file};

    /// Reduces a file of which some texts are needed.
    fn check(path: &str, before: &str, needed: &[&str], after: &str) {
        let (left, _) = reduce_file(&ENTRY.pass(&best_options()), path, before, contains(needed));
        assert_eq!(left, after);
    }

    #[test]
    fn equal_words_with_hyphens_become_one_short_name() {
        let before = ".menu-bar-wide { width: 1200px }\n.menu-bar-wide { color: #ff-x }\n";
        check("a.css", before, &[], ".m { width: 1px }\n.m { color: #f }\n");
    }

    #[test]
    fn words_in_strings_and_comments_become_short_and_names_of_code_stay() {
        let before = "f(\"some text\", other); // other text here\n";
        check("a.js", before, &[], "f(\"s t\", other); // other t h\n");
    }

    #[test]
    fn numbers_lose_their_digits_unless_they_matter() {
        check("a.c", "int a[1200] = { 0x10, 77 };\n", &["77"], "int a[1] = { 0, 77 };\n");
    }

    #[test]
    fn words_of_plain_text_become_short_everywhere_and_stay_apart() {
        check("a.log", "error in alpha\nalpha and alps\n", &["error"], "error i a\na c b\n");
    }
}
