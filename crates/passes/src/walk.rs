//! Tests of the contract of passes, for every pass in the catalogue.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use dwindle_reduce::{Ask, Document, File, ListOptions, Pass, Reducer, ReducerOptions, Verdict};
use proptest::prelude::*;

use crate::plan::options::PlanOptions;
use crate::plan::parse::parse_plan;
use crate::singles::single_removals;
use crate::testing::{best_options, drive, reduce};
use crate::{CATALOGUE, Entry, Expected};

/// Creates a pass; its test looks for texts that may be in documents.
fn make(entry: &Entry) -> Pass {
    let mut options = best_options();
    options.expected = Expected::of_texts(["sum: 7", "s t a"]);
    entry.pass(&options)
}

/// A fixture: the result of a pass on a document of which some texts are needed.
struct Fixture {
    before: Document,
    needed: Vec<String>,
    after: Document,
}

impl Fixture {
    fn read(name: &str) -> Fixture {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(format!("{name}.txt"));
        let text = std::fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("the pass {name} needs a fixture {}: {error}", path.display()));
        let (before, rest) = text.split_once("--- needed\n").expect("a fixture says what is needed");
        let (needed, after) = rest.split_once("--- after\n").expect("a fixture says what is left");
        let needed = needed.lines().map(str::to_owned).collect();
        Fixture { before: document(before), needed, after: document(after) }
    }
}

/// Parses files, each after a line `=== PATH`, or a single one without.
fn document(text: &str) -> Document {
    let Some(text) = text.strip_prefix("=== ") else { return Document::single("input", text) };
    Document::new(text.split("=== ").map(|file| {
        let (path, text) = file.split_once('\n').expect("a path stands on its line");
        File::new(path, text.into())
    }))
}

fn holds(document: &Document, needed: &[String]) -> bool {
    let text: Vec<u8> = document.files().iter().flat_map(|file| file.bytes().iter().copied()).collect();
    needed.iter().all(|needed| text.windows(needed.len()).any(|part| part == needed.as_bytes()))
}

#[test]
fn every_pass_makes_of_its_fixture_what_it_says() {
    for entry in CATALOGUE.iter() {
        let Fixture { before, needed, after } = Fixture::read(entry.name);
        assert!(holds(&before, &needed), "{}", entry.name);
        let (left, _) = reduce(&make(entry), &before, |document| holds(document, &needed));
        assert_eq!(texts(&left), texts(&after), "{}", entry.name);
    }
}

fn texts(document: &Document) -> BTreeMap<String, String> {
    let text = |file: &File| String::from_utf8_lossy(file.bytes()).into_owned();
    document.files().iter().map(|file| (file.path().display().to_string(), text(file))).collect()
}

/// Bytes of which programs, layouts and garbage are made.
const PARTS: [&[u8]; 40] = [
    b"a",
    b"b1",
    b"if",
    b"else",
    b"12",
    b"0",
    b"1.5e-3",
    b"x_y",
    b"\"s t\"",
    b"'q'",
    b"\"",
    b"'",
    b"`",
    b"(",
    b")",
    b"[",
    b"]",
    b"{",
    b"}",
    b";",
    b",",
    b"\n",
    b"\r\n",
    b"\r",
    b" ",
    b"    ",
    b"\t",
    b"#",
    b"//",
    b"/*",
    b"*/",
    b"--",
    b"+=",
    b"-",
    b".",
    b"\\",
    b"\0",
    b"\xff",
    b"\xc3\xa9",
    b"\xe2\x88",
];

fn any_text() -> impl Strategy<Value = Vec<u8>> {
    let parts = proptest::collection::vec(proptest::sample::select(&PARTS[..]), 0..30);
    parts.prop_map(|parts| parts.concat())
}

fn any_document() -> impl Strategy<Value = Document> {
    proptest::collection::vec(any_text(), 1..4)
        .prop_map(|texts| Document::new((0..).zip(texts).map(|(n, text)| File::new(format!("{n}"), text))))
}

/// A random answer that is always the same for the same content: no interesting candidate implies
/// anything about another one.
fn coin(document: &Document, seed: u64, odds: u64) -> bool {
    let mut hasher = DefaultHasher::new();
    (document.key(), seed).hash(&mut hasher);
    hasher.finish().is_multiple_of(odds)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn candidates_are_simpler_and_a_second_run_asks_nothing_new(
        document in any_document(), seed in any::<u64>(), odds in 1u64..6
    ) {
        for entry in CATALOGUE.iter() {
            let pass = make(entry);
            let (left, mut answers) = reduce(&pass, &document, |document| coin(document, seed, odds));
            if let Some(search) = pass.begin(&left) {
                let again = drive(search, &left, &mut answers, |_| panic!("{} asks again", entry.name));
                prop_assert_eq!(again, left);
            }
        }
    }

    #[test]
    fn nothing_is_left_of_what_may_all_go(text in any_text()) {
        for name in ["lines", "tokens", "words", "chars", "bytes"] {
            let pass = make(Entry::named(name).unwrap());
            let (left, _) = reduce(&pass, &Document::single("a", text.clone()), |_| true);
            prop_assert!(left.files()[0].bytes().iter().all(u8::is_ascii_whitespace) || left.files()[0].bytes() == b"\x0b");
        }
    }

    #[test]
    fn the_plan_text_leaves_a_1_minimal_result(document in any_document(), seed in any::<u64>(), odds in 1u64..6) {
        let plan = parse_plan("text", &PlanOptions::measured_best(&ListOptions::default())).unwrap();
        let mut reducer = Reducer::new(&document, &plan, ReducerOptions::default());
        while let Ask::Run(trial) = reducer.ask() {
            let interesting = coin(trial.candidate.render(), seed, odds);
            reducer.tell(trial.id, if interesting { Verdict::Interesting } else { Verdict::Boring });
        }
        for candidate in single_removals(reducer.best()) {
            prop_assert!(!coin(candidate.render(), seed, odds), "{candidate:?} of {:?}", reducer.best());
        }
    }
}

/// Starts every pass and answers its first proposals with yes and no in turn.
fn survives(name: &str, text: Vec<u8>) {
    let document = Document::single("garbage", text);
    for entry in CATALOGUE.iter() {
        let Some(mut search) = make(entry).begin(&document) else { continue };
        let mut best = document.clone();
        for turn in 0..6 {
            let Some(candidate) = search.propose() else { break };
            assert!(candidate.is_question() || candidate.is_simpler(&best), "{} on {name}", entry.name);
            let interesting = turn % 2 == 1;
            if interesting && !candidate.is_question() {
                best = candidate.render().clone();
            }
            search.learn(interesting.into());
        }
    }
}

#[test]
fn garbage_is_reduced_like_anything_else() {
    let mut state = 1u64;
    let noise = (0..200_000).map(|_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    });
    survives("random bytes", noise.collect());
    survives("empty lines", vec![b'\n'; 1_000_000]);
    survives("nested brackets", [vec![b'('; 100_000], vec![b')'; 100_000]].concat());
    survives("open brackets", vec![b'{'; 200_000]);
    survives("nested items", [b"a;{".repeat(50_000), vec![b'}'; 50_000]].concat());
    survives("one long line", b"foo(1,\"x\")+".repeat(100_000));
    survives("commas", vec![b','; 300_000]);
    survives("quotes", b"\"\\'`".repeat(50_000));
    survives(
        "ever deeper lines",
        (0..1_000).flat_map(|n| [vec![b' '; n], b"x\n".to_vec()].concat()).collect(),
    );
}
