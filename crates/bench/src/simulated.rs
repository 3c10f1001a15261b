//! A reduction whose property is simulated in this process: for tuning plans and passes.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use dwindle_passes::flat::lexer::{Grain, lex};
use dwindle_passes::{PlanOptions, choose, parse_plan};
use dwindle_reduce::{
    Algorithm, Ask, Document, Event, ListMethod, ListOptions, Reducer, ReducerOptions, Verdict,
};
use dwindle_syntax::bindings::Bindings;
use dwindle_syntax::{Language, languages};

/// Runs a plan and prints what its passes cost.
///
/// A candidate is interesting if it contains the words and symbols of the file NEEDED in order and
/// its brackets are balanced: this imitates a compiler that requires valid syntax and a bug that
/// requires certain tokens. If definitions and uses are known for the input's language, no name may
/// lose its definition, and there may be no more syntax errors than in the input. With the result
/// of a reduction as NEEDED, this imitates the end of that reduction, where most tokens are needed.
pub fn measure() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(2).collect();
    let [plan, input, needed, rest @ ..] = arguments.as_slice() else {
        bail!("usage: simulated PLAN INPUT NEEDED [ALGORITHM]");
    };
    let options = match rest {
        [] => PlanOptions::measured_best(&ListOptions::default()),
        [name, ..] => {
            let algorithm = Algorithm::named(name).context("there is no such list algorithm")?;
            PlanOptions::new(ListMethod { algorithm, options: ListOptions::default() })
        }
    };
    let name = Path::new(input).file_name().context("the input has no name")?;
    let document = Document::single(name, std::fs::read(input)?);
    let needed = std::fs::read(needed)?;
    let sense = Sense::of(&document);
    let interesting =
        |text: &[u8]| interesting(text, &needed) && sense.as_ref().is_none_or(|sense| sense.is_left(text));
    if !interesting(document.files()[0].bytes()) {
        bail!("the input does not hold what is needed");
    }
    let options = options.for_input(&document);
    let plan = if plan == "auto" { choose(&document, &options).plan } else { parse_plan(plan, &options)? };
    let started = Instant::now();
    let mut in_tests = Duration::ZERO;
    let mut reducer = Reducer::new(&document, &plan, ReducerOptions::default());
    while let Ask::Run(trial) = reducer.ask() {
        let text = trial.candidate.render().files()[0].bytes();
        let test_start = Instant::now();
        let answer = if interesting(text) { Verdict::Interesting } else { Verdict::Boring };
        in_tests += test_start.elapsed();
        reducer.tell(trial.id, answer);
        print_passes(&mut reducer);
    }
    print_passes(&mut reducer);
    let cost = reducer.best().cost();
    let counts = reducer.counts();
    println!("{} tokens, {} bytes, {counts:?}", cost.tokens, cost.bytes);
    println!("{:?} in all, {in_tests:?} in tests", started.elapsed());
    Ok(())
}

fn print_passes(reducer: &mut Reducer) {
    while let Some(event) = reducer.poll_event() {
        if let Event::PassEnded { pass, cost, accepted, proposed } = event {
            let n_executed = reducer.counts().executed;
            println!(
                "{pass:10} {proposed:6} proposed {accepted:6} accepted {n_executed:6} executed so far, {cost:?}"
            );
        }
    }
}

/// What a compiler checks: syntax errors, and names without a definition.
struct Sense {
    language: &'static Language,
    n_errors: usize,
    undefined: BTreeSet<Vec<u8>>,
}

impl Sense {
    /// Analyses a document; `None` if its definitions and uses are not known.
    fn of(document: &Document) -> Option<Sense> {
        let file = &document.files()[0];
        let language = languages::detect(file.path(), file.bytes())?;
        let (n_errors, undefined) = look_at(language, file.bytes())?;
        Some(Sense { language, n_errors, undefined })
    }

    /// Whether a text has no more errors and no new names without a definition.
    fn is_left(&self, text: &[u8]) -> bool {
        look_at(self.language, text).is_some_and(|(n_errors, undefined)| {
            n_errors <= self.n_errors && undefined.is_subset(&self.undefined)
        })
    }
}

/// Returns the number of syntax errors of a text, and the names that it uses and does not define.
fn look_at(language: &Language, text: &[u8]) -> Option<(usize, BTreeSet<Vec<u8>>)> {
    let tree = language.parse(text).ok()?;
    let is_wrong = |&node: &_| tree.is_error(node) || tree.is_missing(node);
    let n_errors = tree.preorder(tree.root()).filter(is_wrong).count();
    let bindings = Bindings::of(language, &tree)?;
    let unbound = bindings.uses().iter().filter(|bound| bound.entity.is_none());
    Some((n_errors, unbound.map(|bound| tree.text_of(bound.node).to_vec()).collect()))
}

/// Whether `text` contains the tokens of `needed` in order and its brackets are balanced.
fn interesting(text: &[u8], needed: &[u8]) -> bool {
    let mut needed = lex(needed, Grain::Words).map(|token| &needed[token.range]).peekable();
    let mut open = Vec::new();
    for token in lex(text, Grain::Words) {
        let token = &text[token.range];
        needed.next_if_eq(&token);
        match token {
            b"(" | b"[" | b"{" => open.push(token[0]),
            b")" | b"]" | b"}" => {
                let opening = match token[0] {
                    b')' => b'(',
                    b']' => b'[',
                    _ => b'{',
                };
                if open.pop() != Some(opening) {
                    return false;
                }
            }
            _ => {}
        }
    }
    needed.peek().is_none() && open.is_empty()
}
