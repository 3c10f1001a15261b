//! Removes tokens.

use dwindle_reduce::{CandidateSearch, Document, Edit, Edits, EmptyList, List, Units};

use super::lexer::{Grain, is_space};
use super::removed_tokens::RemovedTokens;
use super::spans::{FileSpans, Spans, over_list};
use crate::entry::Entry;
use crate::options::PassOptions;

/// The entry of the pass over whole tokens.
pub const TOKENS: Entry = Entry {
    name: "tokens",
    summary: "removes words, numbers, strings and operators",
    manual: "\
Each token is a unit: words, numbers such as 1.5e-3, strings that end on their line, operators \
such as <<=, and any other byte. White space is handled separately: tokens on different lines stay \
on different lines, tokens with white space between them keep some, adjacent tokens stay adjacent, \
and a space is inserted where two tokens would merge. Suits most languages and needs no grammar.",
    begin: |options, document| begin("tokens", Grain::Tokens, options, document),
};

/// The entry of the pass over words and single symbols.
pub const WORDS: Entry = Entry {
    name: "words",
    summary: "removes words and single symbols, also within strings",
    manual: "\
Each word (letters, digits, _ and bytes above 127) and each other byte that is not white space is \
a unit: the tokens that dwindle counts. White space is handled as by the pass tokens. The result \
is 1-minimal: no single token can be removed. After tokens it costs few trials, because most of \
its candidates have been answered; it adds words within strings and parts of operators.",
    begin: |options, document| begin("words", Grain::Words, options, document),
};

fn begin(
    pass: &'static str,
    grain: Grain,
    options: &PassOptions,
    document: &Document,
) -> Option<CandidateSearch> {
    let spans = Spans::tokens(document, options.scope, grain);
    let list = List::uniform(spans.len());
    let base = document.clone();
    over_list(pass, document, &list, &options.method(EmptyList::First), move |units| {
        removal(&base, &spans, grain, units)
    })
}

/// Returns the edits that remove tokens and leave the right white space.
pub(super) fn removal(base: &Document, spans: &Spans, grain: Grain, units: &Units) -> Edits {
    let mut edits = Vec::with_capacity(2 * units.runs().len());
    for (FileSpans { file, starts, .. }, run) in spans.runs(units) {
        let text = base.files()[*file as usize].bytes();
        let gone = starts.bytes(&run);
        if run.start == 0 {
            let start = if run.end == starts.len() { 0 } else { gone.start };
            edits.push(Edit::delete(*file, start..gone.end));
            continue;
        }
        let n_space = text[..gone.start].iter().rev().take_while(|byte| is_space(**byte)).count();
        let removed = RemovedTokens { text, range: gone.start - n_space..gone.end, first: gone.start, grain };
        edits.extend(removed.edits(*file));
    }
    Edits::new(edits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{options, reduce_text};

    /// Removes tokens, given by index.
    fn without(text: &str, gone: &[u32]) -> String {
        let base = Document::single("a", text);
        let spans = Spans::tokens(&base, crate::options::Scope::All, Grain::Tokens);
        let edits = removal(&base, &spans, Grain::Tokens, &gone.iter().copied().collect());
        let candidate = dwindle_reduce::Candidate::new("tokens", &base, edits);
        String::from_utf8(candidate.render().files()[0].bytes().to_vec()).unwrap()
    }

    #[test]
    fn tokens_on_different_lines_stay_on_different_lines() {
        assert_eq!(without("if x:\n    y z\n  w\n", &[2, 3]), "if x\n    z\n  w\n");
        assert_eq!(without("if x:\n    y z\n  w\n", &[3, 4]), "if x:\n  w\n");
        assert_eq!(without("a b\r\nc d", &[1, 2]), "a\r\nd");
    }

    #[test]
    fn words_never_fuse() {
        assert_eq!(without("a+b", &[1]), "a b");
        assert_eq!(without("f(x)", &[1, 2, 3]), "f");
        assert_eq!(without("f(x)", &[0, 1]), "x)");
        assert_eq!(without("a - -b", &[0]), "- -b");
        assert_eq!(without("a-(-b)", &[2]), "a- -b)");
    }

    #[test]
    fn kept_white_space_is_that_of_the_kept_tokens() {
        assert_eq!(without("a  b;  c", &[1, 2]), "a  c");
        assert_eq!(without("a  b;c", &[1, 2]), "a  c");
        assert_eq!(without("a b ;c", &[1, 2]), "a c");
    }

    #[test]
    fn the_end_of_the_file_stays_as_it_is() {
        assert_eq!(without("a b\n", &[1]), "a\n");
        assert_eq!(without("a\nb", &[1]), "a");
        assert_eq!(without("  a b", &[0]), "  b");
        assert_eq!(without("  a b\n", &[0, 1]), "");
    }

    #[test]
    fn strings_go_as_a_whole_and_word_by_word() {
        let text = "print(\"a bug is here\") + 1\n";
        assert_eq!(reduce_text(&TOKENS.pass(&options()), text, &["bug"]), "\"a bug is here\"\n");
        assert_eq!(reduce_text(&WORDS.pass(&options()), text, &["bug"]), "bug\n");
    }
}
