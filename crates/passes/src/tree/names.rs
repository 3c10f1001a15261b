//! Shortens the names that a text defines.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use dwindle_reduce::{CandidateSearch, Document, Edit, Edits, EmptyList, File, List};

use super::source::{FileTree, TreeSource};
use crate::entry::Entry;
use crate::flat::lexer::{Grain, Kind, lex};
use crate::flat::spans::over_list;
use crate::options::PassOptions;

/// The entry of the pass.
pub const ENTRY: Entry = Entry {
    name: "names",
    summary: "shortens the names that the input defines",
    manual: "\
All names that a text defines become one letter, if possible the first one of the old name, in \
upper case if the old name starts with a capital; first all at once, then in groups. A name is \
changed wherever the word occurs, in all files. In languages whose definitions are unknown, every \
word that is a syntax node may be a name. Names with a meaning for the program, such as main, are \
kept. No word is removed, but the result is easier to read and does not reveal its origin. The \
plan tree does not include this pass.",
    begin,
};

/// Documents with more names are left alone: the pass is for small results.
const MOST_NAMES: usize = 1_000;

/// Starts the pass. O(bytes · log names), plus finding the bindings.
fn begin(options: &PassOptions, document: &Document) -> Option<CandidateSearch> {
    let names = names(document, &options.trees);
    if names.is_empty() || MOST_NAMES < names.len() {
        return None;
    }
    let occurrences = occurrences(document);
    let short = ShortNames::without(occurrences.keys().map(Vec::as_slice)).assign(names);
    let renames =
        short.into_iter().filter_map(|(name, short)| Some((occurrences.get(&name)?.clone(), short)));
    replace_everywhere(ENTRY.name, options, document, renames.collect())
}

/// An occurrence of a word: the index of the file, and the bytes.
pub(crate) type Occurrence = (u32, Range<usize>);

/// Starts a search whose units are words, each of which is replaced by a text wherever it occurs.
pub(crate) fn replace_everywhere(
    pass: &'static str,
    options: &PassOptions,
    document: &Document,
    replacements: Vec<(Vec<Occurrence>, Vec<u8>)>,
) -> Option<CandidateSearch> {
    let list = List::uniform(u32::try_from(replacements.len()).ok()?);
    over_list(pass, document, &list, &options.method(EmptyList::First), move |units| {
        let edits = units.iter().flat_map(|unit| {
            let (occurrences, text) = &replacements[unit as usize];
            occurrences.iter().map(|(file, bytes)| Edit::replace(*file, bytes.clone(), text))
        });
        Edits::new(edits.collect::<Vec<_>>())
    })
}

/// Returns all words of a document, with their occurrences.
fn occurrences(document: &Document) -> BTreeMap<Vec<u8>, Vec<Occurrence>> {
    let mut occurrences: BTreeMap<Vec<u8>, Vec<Occurrence>> = BTreeMap::new();
    for (file, text) in (0u32..).zip(document.files().iter().map(File::bytes)) {
        for token in lex(text, Grain::Words).filter(|token| token.kind == Kind::Word) {
            let bytes = token.range;
            occurrences.entry(text[bytes.clone()].to_vec()).or_default().push((file, bytes));
        }
    }
    occurrences
}

/// Returns the names that may become shorter, in alphabetical order.
fn names(document: &Document, trees: &TreeSource) -> BTreeSet<Vec<u8>> {
    let files = 0..u32::try_from(document.files().len()).unwrap_or(0);
    let found = files.filter_map(|file| trees.tree(document, file));
    let names = found.flat_map(|found| names_of(&found));
    names.filter(|name| 1 < name.len() && is_word(name)).collect()
}

/// Returns the names that a file defines; if its definitions are not known, its named leaves.
fn names_of(found: &FileTree) -> Vec<Vec<u8>> {
    let tree = &found.tree;
    match found.bindings() {
        Some(bindings) => {
            let definitions = bindings.definitions().iter();
            let roots: BTreeSet<&[u8]> = definitions
                .clone()
                .filter(|definition| definition.is_root)
                .map(|definition| tree.text_of(definition.name))
                .collect();
            let names = definitions.map(|definition| tree.text_of(definition.name));
            names.filter(|name| !roots.contains(name)).map(<[u8]>::to_vec).collect()
        }
        // Plain text has words, but no names.
        None if found.facts.is_none() => Vec::new(),
        None => {
            let leaves = tree.tokens().iter().filter(|&&leaf| tree.is_named(leaf));
            leaves.map(|&leaf| tree.text_of(leaf).to_vec()).collect()
        }
    }
}

fn is_word(text: &[u8]) -> bool {
    let mut tokens = lex(text, Grain::Words);
    let is_all =
        tokens.next().is_some_and(|token| token.kind == Kind::Word && token.range.len() == text.len());
    is_all && text.is_ascii()
}

/// Names of one letter, or of a letter and a digit, that differ from all words of a document.
pub(crate) struct ShortNames {
    /// The existing words in lower case: some languages ignore case.
    taken: BTreeSet<Vec<u8>>,
}

impl ShortNames {
    /// Creates the set of names other than these words.
    pub(crate) fn without<'a>(words: impl Iterator<Item = &'a [u8]>) -> ShortNames {
        ShortNames { taken: words.map(<[u8]>::to_ascii_lowercase).collect() }
    }

    /// Assigns each name a distinct shorter one, as long as there are some.
    fn assign(mut self, names: BTreeSet<Vec<u8>>) -> Vec<(Vec<u8>, Vec<u8>)> {
        let assigned = names.into_iter().filter_map(|name| {
            let short = self.take(&name)?;
            Some((name, short))
        });
        assigned.collect()
    }

    /// Returns an unused name that is shorter than `name`, if there is one left.
    pub(crate) fn take(&mut self, name: &[u8]) -> Option<Vec<u8>> {
        let is_capital = name[0].is_ascii_uppercase();
        let own = name.iter().find(|byte| byte.is_ascii_alphabetic()).map(u8::to_ascii_lowercase);
        let letters = || own.into_iter().chain(b'a'..=b'z');
        let single = letters().map(|letter| vec![letter]);
        let double = letters().flat_map(|letter| (b'0'..=b'9').map(move |digit| vec![letter, digit]));
        let mut short =
            single.chain(double).find(|short| short.len() < name.len() && !self.taken.contains(short))?;
        self.taken.insert(short.clone());
        if is_capital {
            short.make_ascii_uppercase();
        }
        Some(short)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{best_options, reduce};

    fn names(files: &[(&str, &str)], needed: &[&str]) -> Vec<String> {
        let document =
            Document::new(files.iter().map(|(path, text)| File::new(path, text.as_bytes().into())));
        let texts = |document: &Document| -> Vec<String> {
            let text = |file: &File| String::from_utf8(file.bytes().to_vec()).unwrap();
            document.files().iter().map(text).collect()
        };
        let pass = ENTRY.pass(&best_options());
        let (left, _) = reduce(&pass, &document, |document| {
            needed.iter().all(|needed| texts(document).concat().contains(needed))
        });
        texts(&left)
    }

    #[test]
    fn what_is_defined_gets_short_names() {
        let text = "struct Point { int left; };\nint start(struct Point point) { return point.left; }\nint main(void) { exit(1); }\n";
        let after = "struct P { int l; };\nint s(struct P a) { return a.l; }\nint main(void) { exit(1); }\n";
        assert_eq!(names(&[("a.c", text)], &[]), [after]);
    }

    #[test]
    fn names_that_matter_stay() {
        let (text, after) = ("let first = 1, second = first;\n", "let f = 1, second = f;\n");
        assert_eq!(names(&[("a.js", text)], &["second"]), [after]);
    }

    #[test]
    fn no_two_names_become_one() {
        let (text, after) = ("let alpha = 1, amount = a, A;\n", "let b = 1, c = a, A;\n");
        assert_eq!(names(&[("a.js", text)], &[]), [after]);
    }

    #[test]
    fn a_name_is_one_in_all_files() {
        let files = [("a.c", "int shared;\n"), ("b.c", "extern int shared;\n")];
        assert_eq!(names(&files, &[]), ["int s;\n", "extern int s;\n"]);
    }

    #[test]
    fn where_nobody_knows_what_is_defined_words_of_the_text_are_names() {
        assert_eq!(names(&[("a.toml", "matches = [spans]\n")], &[]).len(), 1);
        assert_eq!(names(&[("a.toml", "matches = {spans = 1}\n")], &[]), ["m = {s = 1}\n"]);
        assert_eq!(
            names(&[("a.lua", "function stats() end\nprint(stats)\n")], &["print"]),
            ["function s() end\nprint(s)\n"]
        );
    }
}
