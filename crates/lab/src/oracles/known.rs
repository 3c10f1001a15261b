//! The known-answer oracle: the published result must survive.

use std::ops::ControlFlow;

use dwindle_reduce::{Document, File, Verdict};
use dwindle_run::property::{Cancel, Property, PropertyError};

use super::parsed::{OracleError, Parser};
use super::pieces::{Pieces, Seen};
use super::tokens::{is_subsequence, tokens};

/// A text is interesting if it parses and contains the tokens of a published reduced version in
/// order.
#[derive(Debug)]
pub struct KnownAnswer {
    wanted: Vec<Box<[u8]>>,
    parser: Parser,
    pieces: Pieces<()>,
}

impl KnownAnswer {
    /// Creates the oracle from the input and its published version.
    ///
    /// # Errors
    /// When the input cannot be parsed, and when the answer is not a subsequence of it.
    pub fn new(original: &File, answer: &[u8]) -> Result<KnownAnswer, OracleError> {
        let wanted: Vec<Box<[u8]>> = tokens(answer).map(Box::from).collect();
        match is_subsequence(&wanted, original.bytes()) {
            true => {
                let parser = Parser::new(original)?;
                Ok(KnownAnswer { wanted, parser, pieces: Pieces::new(parser) })
            }
            false => Err(OracleError::NotAPart),
        }
    }

    fn parses(&self, text: &[u8]) -> bool {
        match self.pieces.look(text, |_| (), |()| ControlFlow::Continue(())) {
            Seen::Unclear => self.parser.parse(text).is_some(),
            Seen::Whole | Seen::Enough => true,
        }
    }
}

impl Property for KnownAnswer {
    fn test(&self, input: &Document, _: &Cancel) -> Result<Verdict, PropertyError> {
        let interesting = input
            .files()
            .first()
            .is_some_and(|file| is_subsequence(&self.wanted, file.bytes()) && self.parses(file.bytes()));
        Ok(if interesting { Verdict::Interesting } else { Verdict::Boring })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INPUT: &str = "int a, b; int f(void) { if (a) { b = 1; } return a + b; }";

    fn verdicts(answer: &str, candidates: &[&str]) -> Vec<bool> {
        let file = File::new("a.c", INPUT.as_bytes().to_vec());
        let oracle = KnownAnswer::new(&file, answer.as_bytes()).unwrap();
        let ask = |text: &&str| oracle.test(&Document::single("a.c", *text), &Cancel::new()).unwrap();
        candidates.iter().map(|text| ask(text).is_interesting()).collect()
    }

    #[test]
    fn what_has_the_answer_and_parses_is_interesting() {
        let candidates = [
            INPUT,
            "int a; int f(void) { return a; }",
            "int a; int f(void) { if (a) {} return a; }",
            "int a; int f(void) { return; }",
            "int a; int f(void) { return a; ",
            "",
        ];
        let found = verdicts("int a; int f(void) { return a; }", &candidates);
        assert_eq!(found, [true, true, true, false, false, false]);
    }

    #[test]
    fn an_answer_that_is_no_part_of_the_input_is_refused() {
        let file = File::new("a.c", INPUT.as_bytes().to_vec());
        assert!(matches!(KnownAnswer::new(&file, b"int c;"), Err(OracleError::NotAPart)));
        let file = File::new("a.unknown-language", b"\0\x01\xff".to_vec());
        assert!(KnownAnswer::new(&file, b"").is_err());
    }
}
