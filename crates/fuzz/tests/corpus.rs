//! Every target keeps its promise for its corpus, and for mutations of it.

use std::fs;
use std::path::{Path, PathBuf};

use dwindle_fuzz::{TARGETS, Target};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Mutations of each input.
const MUTATIONS: usize = 6;

fn folder(target: &Target) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target.name)
}

/// Returns the inputs of a target with their names, sorted.
fn corpus(target: &Target) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder(target)).expect("every target has a corpus");
    let mut inputs: Vec<(String, Vec<u8>)> = entries
        .map(|entry| entry.expect("the folder can be read"))
        .map(|entry| {
            let bytes = fs::read(entry.path()).expect("an input can be read");
            (entry.file_name().to_string_lossy().into_owned(), bytes)
        })
        .collect();
    inputs.sort();
    inputs
}

fn check(name: &str) {
    let target = Target::named(name).expect("the target is in the list");
    let inputs = corpus(target);
    assert!(!inputs.is_empty(), "{name} has no input");
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for (input, bytes) in &inputs {
        println!("{input}");
        (target.run)(bytes);
        for mutation in 0..MUTATIONS {
            println!("{input}, mutation {mutation}");
            (target.run)(&mutated(bytes, &inputs, &mut random));
        }
    }
}

/// Returns an input with a few random changes.
fn mutated(bytes: &[u8], inputs: &[(String, Vec<u8>)], random: &mut ChaCha8Rng) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..random.random_range(1..=3) {
        let at = random.random_range(0..=bytes.len());
        let end = bytes.len().min(at + random.random_range(0..16));
        let other = &inputs[random.random_range(0..inputs.len())].1;
        match random.random_range(0..6) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..end)),
            2 => bytes[at..end].iter_mut().for_each(|byte| *byte ^= random.random_range(0..=255)),
            3 => bytes.insert(at, random.random_range(0..=255)),
            4 => bytes.extend_from_within(at..end),
            _ => drop(bytes.splice(at.., other.iter().copied().skip(at))),
        }
    }
    bytes
}

/// One test for each target, so that they run in parallel and a failure names its target.
macro_rules! targets {
    ($($test:ident: $name:literal,)*) => {
        $(#[test]
        fn $test() {
            check($name);
        })*

        #[test]
        fn every_target_is_tested_and_has_a_folder() {
            let tested = [$($name),*];
            assert_eq!(TARGETS.iter().map(|target| target.name).collect::<Vec<_>>(), tested);
            let folders = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus"));
            let mut folders: Vec<String> = folders
                .expect("the corpus is there")
                .map(|entry| entry.expect("the folder can be read").file_name().to_string_lossy().into_owned())
                .collect();
            folders.sort();
            assert_eq!(folders, tested, "a folder of the corpus for each target");
        }
    };
}

targets! {
    any_file_is_taken_apart_or_left_alone: "agreements",
    lines_of_a_tester_do_not_depend_on_its_writes: "answers",
    candidates_agree_with_a_naive_model: "edits",
    any_grammar_is_read_or_refused: "facts",
    a_damaged_journal_is_read_up_to_the_damage: "journal",
    tokens_cover_any_text: "lexer",
    any_record_is_shown_or_refused: "record",
    a_reduction_of_any_document_ends: "reduction",
    any_text_has_a_tree: "trees",
}
