//! Runs a plan in this process and prints what it cost: for tuning plans and passes.
//!
//! `cargo run --release -p dwindle-passes --example trials -- PLAN INPUT NEEDED`
//!
//! Interesting is what holds the words and symbols of the file NEEDED in order, with brackets in pairs: a stand-in
//! for a compiler that wants valid syntax and a bug that wants certain tokens.

use std::path::Path;
use std::time::{Duration, Instant};

use dwindle_passes::tokens::lexer::{Grain, lex};
use dwindle_passes::{PlanOptions, parse_plan};
use dwindle_reduce::{Ask, Document, Event, ListOptions, Reducer, ReducerOptions, Verdict};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [plan, input, needed] = arguments.as_slice() else {
        return Err("usage: trials PLAN INPUT NEEDED".into());
    };
    let plan = parse_plan(plan, &PlanOptions::measured_best(&ListOptions::default()))?;
    let name = Path::new(input).file_name().ok_or("the input has no name")?;
    let document = Document::single(name, std::fs::read(input)?);
    let needed = std::fs::read(needed)?;
    if !interesting(document.files()[0].bytes(), &needed) {
        return Err("the input does not hold what is needed".into());
    }
    let started = Instant::now();
    let mut in_tests = Duration::ZERO;
    let mut reducer = Reducer::new(&document, &plan, ReducerOptions::default());
    while let Ask::Run(trial) = reducer.ask() {
        let text = trial.candidate.render().files()[0].bytes();
        let test_start = Instant::now();
        let answer = if interesting(text, &needed) { Verdict::Interesting } else { Verdict::Boring };
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

/// Says whether `text` holds the tokens of `needed` in order and all its brackets stand in pairs.
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
