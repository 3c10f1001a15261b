//! Replaces numbers and strings with simpler ones.

use dwindle_reduce::{CandidateSearch, Document, Edit, Edits, EmptyList, List};

use super::lexer::{Grain, Kind, Token, lex};
use super::spans::{FileSpans, Spans, UnitStarts, over_list};
use crate::entry::Entry;
use crate::options::PassOptions;

/// The entry of the pass for strings.
pub const STRINGS: Entry = Entry {
    name: "strings",
    summary: "empties quoted strings",
    manual: "\
Each string in quotes that ends on its line is a unit, and is emptied. Strings that have to stay \
then lose words by the pass words.",
    begin: |options, document| {
        Literals { kind: Kind::String, simple: b"" }.begin("strings", options, document)
    },
};

/// The entry of the pass that replaces numbers by 0.
pub const ZEROS: Entry = Entry {
    name: "zeros",
    summary: "replaces numbers by 0",
    manual: "\
Each number is a unit, including its fraction and exponent, and becomes 0. The result shows which \
numbers matter.",
    begin: |options, document| {
        Literals { kind: Kind::Number, simple: b"0" }.begin("zeros", options, document)
    },
};

/// The entry of the pass that replaces numbers by 1.
pub const ONES: Entry = Entry {
    name: "ones",
    summary: "replaces numbers other than 0 by 1",
    manual: "\
Each number other than 0 and 1 is a unit and becomes 1: this helps where the pass zeros does not, \
as for sizes, counts and divisors.",
    begin: |options, document| Literals { kind: Kind::Number, simple: b"1" }.begin("ones", options, document),
};

/// Which literals are replaced, and how.
#[derive(Clone, Copy)]
struct Literals {
    kind: Kind,
    /// The replacement of a number, or of the contents of a string.
    simple: &'static [u8],
}

impl Literals {
    fn can_be_simpler(&self, text: &[u8], token: &Token) -> bool {
        let spelling = &text[token.range.clone()];
        token.kind == self.kind
            && match self.kind {
                Kind::String => 2 < spelling.len(),
                _ => self.simple.len() < spelling.len() || self.simple < spelling,
            }
    }

    fn begin(
        self,
        pass: &'static str,
        options: &PassOptions,
        document: &Document,
    ) -> Option<CandidateSearch> {
        let spans = Spans::of(document, options.scope, |bytes, n_bytes| {
            let tokens = lex(bytes, Grain::Tokens).filter(|token| self.can_be_simpler(bytes, token));
            UnitStarts::new(n_bytes, tokens.map(|token| token.range.start as u32))
        });
        let list = List::uniform(spans.len());
        let method = options.method(EmptyList::First);
        let (base, simple, kind) = (document.clone(), self.simple, self.kind);
        over_list(pass, document, &list, &method, move |units| {
            let replaced = spans.runs(units).flat_map(|(FileSpans { file, starts, .. }, run)| {
                let text = base.files()[*file as usize].bytes();
                run.filter_map(move |unit| {
                    let start = starts.start(unit);
                    let token = lex(&text[start..], Grain::Tokens).next()?;
                    let quote = usize::from(kind == Kind::String);
                    let range = start + token.range.start + quote..start + token.range.end - quote;
                    Some(Edit::replace(*file, range, simple))
                })
            });
            Edits::new(replaced.collect::<Vec<_>>())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{options, reduce_text};

    fn check(entry: &Entry, before: &str, needed: &[&str], after: &str) {
        assert_eq!(reduce_text(&entry.pass(&options()), before, needed), after);
    }

    #[test]
    fn numbers_become_zero() {
        check(&ZEROS, "x[12] = 1.5e-3 + 0xff + 0 + 7 * y2;", &["7"], "x[0] = 0 + 0 + 0 + 7 * y2;");
    }

    #[test]
    fn numbers_other_than_zero_become_one() {
        check(&ONES, "x[12] = 0 + 1 + 9;", &["9"], "x[1] = 0 + 1 + 9;");
    }

    #[test]
    fn strings_become_empty() {
        check(&STRINGS, "f(\"a b\", '', 'c')", &["'c'"], "f(\"\", '', 'c')");
    }
}
