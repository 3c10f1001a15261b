//! Generated inputs with oracles: records that declare names and use names of earlier records.

use std::collections::HashSet;

use dwindle_reduce::{Document, File, Verdict};
use dwindle_run::property::{Cancel, Property, PropertyError};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::parsed::{OracleError, Parser};
use super::tokens::{is_subsequence, tokens};

/// The format of the records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Nested objects.
    Json,
    /// Nested elements.
    Xml,
    /// One line per record, without a tree.
    Lines,
}

/// What must hold besides the wanted tokens and the syntax.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Nothing.
    Known,
    /// Every name that is used is declared.
    Crime,
}

/// The number of wanted records.
const N_WANTED: usize = 3;

/// A text is interesting if it parses (for formats with a grammar), contains the names of the
/// wanted records in order and, with [`Rule::Crime`], declares the names that it uses.
#[derive(Clone, Debug)]
pub struct Scene {
    wanted: Vec<Box<[u8]>>,
    rule: Rule,
    parser: Option<Parser>,
}

/// A record. It declares the name `d` followed by its number, and uses names of earlier records:
/// `u` followed by theirs.
struct Record {
    uses: Vec<usize>,
    words: Vec<u32>,
    parts: Vec<usize>,
}

impl Scene {
    /// Generates an input and its oracle: 20 to 150 records in a random tree, each with up to six
    /// words and up to two uses. The same on every machine.
    ///
    /// # Errors
    /// When there is no grammar for the format.
    pub fn generate(format: Format, rule: Rule, seed: u64) -> Result<(File, Scene), OracleError> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let records = records(&mut random);
        let (path, text) = match format {
            Format::Json => ("input.json", json(&records, 0) + "\n"),
            Format::Xml => ("input.xml", xml(&records, 0)),
            Format::Lines => ("input.txt", (0..records.len()).map(|number| line(&records, number)).collect()),
        };
        let file = File::new(path, text.into_bytes());
        let parser = match format {
            Format::Lines => None,
            Format::Json | Format::Xml => Some(Parser::new(&file)?),
        };
        let mut chosen = HashSet::new();
        while chosen.len() < N_WANTED {
            chosen.insert(random.random_range(records.len() / 2..records.len()));
        }
        let names: HashSet<Vec<u8>> =
            chosen.iter().flat_map(|&number| names(&records, number, rule)).map(String::into_bytes).collect();
        // A use may occur in several records; those in wanted records suffice.
        let mut missing = names;
        let wanted = tokens(file.bytes()).filter(|token| missing.remove(*token)).map(Box::from).collect();
        Ok((file, Scene { wanted, rule, parser }))
    }

    fn is_interesting(&self, text: &[u8]) -> bool {
        is_subsequence(&self.wanted, text)
            && (self.rule == Rule::Known || declares_what_it_uses(text))
            && self.parser.is_none_or(|parser| parser.parse(text).is_some())
    }
}

impl Property for Scene {
    fn test(&self, input: &Document, _: &Cancel) -> Result<Verdict, PropertyError> {
        let interesting = input.files().first().is_some_and(|file| self.is_interesting(file.bytes()));
        Ok(if interesting { Verdict::Interesting } else { Verdict::Boring })
    }
}

fn declares_what_it_uses(text: &[u8]) -> bool {
    let numbered = |letter: u8| {
        tokens(text).filter_map(move |token| match token.split_first() {
            Some((first, number)) if *first == letter && number.iter().all(u8::is_ascii_digit) => {
                Some(number)
            }
            _ => None,
        })
    };
    let declared: HashSet<&[u8]> = numbered(b'd').collect();
    numbered(b'u').all(|name| declared.contains(name))
}

fn records(random: &mut impl Rng) -> Vec<Record> {
    let n_records = random.random_range(20..=150);
    let mut records: Vec<Record> = Vec::with_capacity(n_records);
    for number in 0..n_records {
        let uses: Vec<usize> = match number {
            0 => Vec::new(),
            _ => (0..random.random_range(0..=2)).map(|_| random.random_range(0..number)).collect(),
        };
        let words = (0..random.random_range(0..=6)).map(|_| random.random_range(0..1000)).collect();
        if 0 < number {
            let around: usize = random.random_range(0..number);
            records[around].parts.push(number);
        }
        records.push(Record { uses, words, parts: Vec::new() });
    }
    records
}

/// Returns the names of a record that must remain. Its uses are included only if the rule makes
/// them require their declarations.
fn names(records: &[Record], number: usize, rule: Rule) -> Vec<String> {
    let uses = records[number].uses.iter().filter(|_| rule == Rule::Crime).map(|used| format!("u{used}"));
    std::iter::once(format!("d{number}")).chain(uses).collect()
}

fn joined(items: impl Iterator<Item = String>, between: &str) -> String {
    items.collect::<Vec<_>>().join(between)
}

fn json(records: &[Record], number: usize) -> String {
    let record = &records[number];
    let quoted = |letter: char| move |number: String| format!("\"{letter}{number}\"");
    let uses = joined(record.uses.iter().map(ToString::to_string).map(quoted('u')), ", ");
    let words = joined(record.words.iter().map(ToString::to_string).map(quoted('w')), ", ");
    let parts = joined(record.parts.iter().map(|&part| json(records, part)), ",\n");
    format!("{{\"name\": \"d{number}\", \"uses\": [{uses}], \"text\": [{words}], \"parts\": [{parts}]}}")
}

fn xml(records: &[Record], number: usize) -> String {
    let record = &records[number];
    let uses = joined(record.uses.iter().map(|used| format!("<use name=\"u{used}\"/>")), "");
    let words = joined(record.words.iter().map(|word| format!("w{word}")), " ");
    let parts = joined(record.parts.iter().map(|&part| xml(records, part)), "");
    format!("<item name=\"d{number}\">{uses}<text>{words}</text>\n{parts}</item>\n")
}

fn line(records: &[Record], number: usize) -> String {
    let record = &records[number];
    let uses = record.uses.iter().map(|used| format!(" u{used}"));
    let words = record.words.iter().map(|word| format!(" w{word}"));
    format!("d{number}{}\n", uses.chain(words).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMATS: [Format; 3] = [Format::Json, Format::Xml, Format::Lines];

    #[test]
    fn an_input_is_interesting_and_nothing_is_not() {
        for format in FORMATS {
            for rule in [Rule::Known, Rule::Crime] {
                for seed in 0..10 {
                    let (file, scene) = Scene::generate(format, rule, seed).unwrap();
                    assert!(scene.is_interesting(file.bytes()), "{format:?} {rule:?} {seed}");
                    assert!(!scene.is_interesting(b""));
                    assert!(N_WANTED <= scene.wanted.len());
                }
            }
        }
    }

    #[test]
    fn what_is_used_must_be_declared() {
        let scene = |rule| Scene { wanted: vec![(*b"d9").into()], rule, parser: None };
        for (text, expected) in
            [("d9", true), ("d9 u3", false), ("d3\nd9 u3", true), ("d9 use word", true), ("d3", false)]
        {
            assert_eq!(scene(Rule::Crime).is_interesting(text.as_bytes()), expected, "{text}");
        }
        assert!(scene(Rule::Known).is_interesting(b"d9 u3"));
    }

    #[test]
    fn what_does_not_parse_is_not_interesting() {
        let (file, scene) = Scene::generate(Format::Json, Rule::Known, 1).unwrap();
        let cut = &file.bytes()[..file.bytes().len() - 2];
        assert!(is_subsequence(&scene.wanted, cut) && !scene.is_interesting(cut));
    }

    #[test]
    fn an_input_depends_on_its_seed_alone() {
        for format in FORMATS {
            let text = |seed| Scene::generate(format, Rule::Crime, seed).unwrap().0.bytes().to_vec();
            assert_eq!(text(4), text(4));
            assert_ne!(text(4), text(5));
        }
    }
}
