//! How many candidates that the dependency check of `chisel` refuses a compiler refuses, too.

use std::io::Write;
use std::process::{Command, Stdio};

use anyhow::{bail, ensure};
use dwindle_passes::options::{ChiselOptions, PassOptions, Switch};
use dwindle_passes::{CATALOGUE, Entry};
use dwindle_reduce::{Algorithm, Answer, Candidate, CandidateSearch, Document, ListMethod, ListOptions};
use dwindle_syntax::bindings::{Bindings, Missing};
use dwindle_syntax::languages;

/// How many answers make a mutant of a file.
const ANSWERS: usize = 12;
/// How many proposals of a search over one text are examined.
const PROPOSALS: usize = 1500;
/// The list algorithms to take proposals from, in turn.
const ALGORITHMS: [&str; 4] = ["split-adaptive", "probdd", "cdd", "ddmin"];

/// Takes random refused candidates of C files that compile, and of mutants of them, in equal parts,
/// and runs `gcc -fsyntax-only` on them, with calls of undeclared functions as errors, as in C99.
/// Prints the shares and the exceptions.
pub fn measure() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(2);
    let mut number = || arguments.next().and_then(|written| written.parse::<usize>().ok());
    let (Some(sample), Some(mutants)) = (number(), number()) else {
        bail!("usage: refused SAMPLE MUTANTS FILE.c...");
    };
    let mut originals = Vec::new();
    for path in arguments {
        match std::fs::read(&path) {
            Ok(text) if compiles(&text) => originals.push((path, text)),
            Ok(_) => eprintln!("{path} does not compile and is skipped"),
            Err(error) => eprintln!("{path}: {error}"),
        }
    }
    ensure!(!originals.is_empty(), "no file that compiles was given");
    let mut random = Random(1);
    let n_texts = originals.len() + mutants;
    let (mut n_asked, mut n_refused) = (0, 0);
    for index in 0..n_texts {
        let (path, original) = &originals[index % originals.len()];
        let text = if index < originals.len() { original.clone() } else { mutant(original, &mut random) };
        // The remaining sample is divided among the remaining texts.
        let wanted = (sample - n_asked).div_ceil(n_texts - index);
        for (candidate, lacks) in refused(&text, index, wanted, &mut random) {
            n_asked += 1;
            let candidate = candidate.render().files()[0].bytes().to_vec();
            if compiles(&candidate) {
                println!("compiles: {path}, text {index}, without {}", lacks.join(", "));
            } else {
                n_refused += 1;
            }
        }
        eprintln!("{} of {n_texts} texts: gcc refuses {n_refused} of {n_asked}", index + 1);
    }
    println!("gcc refuses {n_refused} of {n_asked} candidates of {n_texts} texts");
    Ok(())
}

/// A random number generator (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % bound as u64).unwrap_or(0)
    }
}

fn compiles(text: &[u8]) -> bool {
    let arguments = ["-Werror=implicit-function-declaration", "-fsyntax-only", "-xc", "-"];
    let gcc = Command::new("gcc").args(arguments).stdin(Stdio::piped()).stderr(Stdio::null()).spawn();
    let Ok(mut gcc) = gcc else { return false };
    // Ignore errors: a compiler that gives up early closes its input.
    drop(gcc.stdin.take().map(|mut input| input.write_all(text)));
    gcc.wait().is_ok_and(|status| status.success())
}

fn search(document: &Document, chisel: ChiselOptions, algorithm: &str) -> Option<CandidateSearch> {
    let entry: &Entry = CATALOGUE.iter().find(|entry| entry.name == "chisel")?;
    let algorithm = Algorithm::named(algorithm)?;
    let options =
        PassOptions { chisel, ..PassOptions::new(ListMethod { algorithm, options: ListOptions::default() }) };
    entry.pass(&options).begin(document)
}

fn is_admitted(candidate: &Candidate) -> bool {
    candidate.gate().is_none_or(|gate| gate.admits(candidate))
}

/// Returns a mutant: `chisel` removes random parts of a text, as long as it compiles.
fn mutant(text: &[u8], random: &mut Random) -> Vec<u8> {
    let document = Document::single("program.c", text);
    let mut best = text.to_vec();
    let algorithm = ALGORITHMS[random.below(ALGORITHMS.len())];
    let Some(mut search) = search(&document, ChiselOptions::default(), algorithm) else { return best };
    let mut n_answers = 0;
    while let Some(candidate) = search.propose().filter(|_| n_answers < ANSWERS) {
        let mut is_taken = is_admitted(&candidate);
        n_answers += usize::from(is_taken);
        if is_taken && random.below(2) == 0 {
            let without = candidate.render().files()[0].bytes();
            is_taken = compiles(without);
            if is_taken {
                best = without.to_vec();
            }
        } else {
            is_taken = false;
        }
        search.learn(is_taken.into());
    }
    best
}

/// Returns candidates of a text that parse and lack a definition or a label, with the names that
/// they lack.
fn refused(text: &[u8], index: usize, wanted: usize, random: &mut Random) -> Vec<(Candidate, Vec<String>)> {
    let document = Document::single("program.c", text);
    let language = languages::by_name("c");
    let tree = language.and_then(|language| language.parse(text).ok());
    let bindings = language.zip(tree.as_ref()).and_then(|(language, tree)| Bindings::of(language, tree));
    let open = ChiselOptions { dependency_check: Switch::Off, dead_code: Switch::Off };
    let search = search(&document, open, ALGORITHMS[index % ALGORITHMS.len()]);
    let (Some(bindings), Some(mut search)) = (bindings, search) else { return Vec::new() };
    let name = |lack: Missing| match lack {
        Missing::Definition(entity) | Missing::Label(entity) => {
            let first = bindings.entity(entity).definitions[0];
            let name = bindings.tree().text_of(bindings.definition(first).name);
            Some(format!("{} {}", bindings.namespace(entity), String::from_utf8_lossy(name)))
        }
        Missing::Body(_) | Missing::Return(_) => None,
    };
    let mut kept: Vec<(Candidate, Vec<String>)> = Vec::new();
    let mut n_seen = 0;
    for _ in 0..PROPOSALS {
        let Some(candidate) = search.propose() else { break };
        let edits = candidate.edits().as_slice().iter().map(|edit| edit.range.clone());
        let lacks: Vec<String> = bindings.missing(edits).into_iter().filter_map(name).collect();
        search.learn(Answer::Boring);
        if lacks.is_empty() {
            continue;
        }
        n_seen += 1;
        let at = if kept.len() < wanted { kept.len() } else { random.below(n_seen) };
        if at < wanted && is_admitted(&candidate) {
            if at < kept.len() {
                kept[at] = (candidate, lacks);
            } else {
                kept.push((candidate, lacks));
            }
        }
    }
    kept
}
