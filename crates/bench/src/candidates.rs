//! What a candidate costs before its trial: proposing, gating and rendering.

use std::fmt::Write;
use std::time::{Duration, Instant};

use anyhow::Context;
use dwindle_passes::{PlanOptions, parse_plan};
use dwindle_reduce::{Ask, Document, ListOptions, Reducer, ReducerOptions, Verdict};
use memchr::memmem;

/// The time limit of a pass.
const LONGEST: Duration = Duration::from_secs(30);
/// A name is needed if its number is a multiple of this.
const NEEDED: usize = 97;

/// Measures passes on a generated input, of which names scattered over it are needed: this leads to
/// many separate edits, which is the expensive case.
pub fn measure() -> anyhow::Result<()> {
    let mut args = std::env::args().skip(2);
    let input = args.next().unwrap_or_else(|| "c".to_owned());
    let passes = args.next().unwrap_or_else(|| "hdd,hddr,perses,treesplit,hoist".to_owned());
    let n_bytes = args.next().map_or(Ok(1.0), |arg| arg.parse::<f64>())? * 1e6;
    let document = made(&input, n_bytes as usize).with_context(|| format!("there is no input {input}"))?;
    println!("{input}: {} bytes, {} tokens", document.n_bytes(), document.cost().tokens);
    for pass in passes.split(',') {
        measure_pass(&document, pass)?;
    }
    Ok(())
}

fn measure_pass(document: &Document, pass: &str) -> anyhow::Result<()> {
    let n_needed = count_needed(document.files()[0].bytes());
    let options = PlanOptions::measured_best(&ListOptions::default()).for_input(document);
    let begin = Instant::now();
    let mut reducer = Reducer::new(document, &parse_plan(pass, &options)?, ReducerOptions::default());
    let started = begin.elapsed();
    let (mut longest, mut in_trials) = (Duration::ZERO, Duration::ZERO);
    let mut last = Instant::now();
    while let Ask::Run(trial) = reducer.ask() {
        let rendered = trial.candidate.render();
        longest = longest.max(last.elapsed());
        let trial_start = Instant::now();
        let interesting = count_needed(rendered.files()[0].bytes()) == n_needed;
        in_trials += trial_start.elapsed();
        last = Instant::now();
        reducer.tell(trial.id, if interesting { Verdict::Interesting } else { Verdict::Boring });
        if LONGEST < begin.elapsed() {
            break;
        }
    }
    let counts = reducer.counts();
    let spent = begin.elapsed() - in_trials - started;
    println!(
        "{pass}: start {:.0} ms; {} proposed, {} gated, {} accepted, {} tokens left; {:.2} ms a candidate, longest {:.0} ms",
        started.as_secs_f64() * 1e3,
        counts.proposed,
        counts.gated,
        counts.accepted,
        reducer.best().cost().tokens,
        spent.as_secs_f64() * 1e3 / counts.proposed.max(1) as f64,
        longest.as_secs_f64() * 1e3,
    );
    Ok(())
}

/// Counts the names `n` whose number is a multiple of [`NEEDED`].
fn count_needed(text: &[u8]) -> usize {
    let is_needed = |at: usize| {
        let digits = text[at + 2..].iter().take_while(|byte| byte.is_ascii_digit());
        let number = digits.fold(0usize, |number, digit| number * 10 + usize::from(digit - b'0'));
        number != 0 && number.is_multiple_of(NEEDED)
    };
    memmem::find_iter(text, b"_n").filter(|&at| is_needed(at)).count()
}

fn made(input: &str, n_bytes: usize) -> Option<Document> {
    let mut text = String::new();
    match input {
        "c" => made_c(&mut text, n_bytes),
        "json" => made_json(&mut text, n_bytes),
        _ => {
            let (open, close) = match input {
                "nested-c" => ("(", ")"),
                "nested-json" => ("[", "]"),
                "nested-txt" => ("{ a [", "] }\n"),
                _ => return None,
            };
            let depth = n_bytes / (open.len() + close.len());
            let (start, end) = if input == "nested-c" { ("int x =", ";") } else { ("", "") };
            let inner = if input == "nested-json" { "\"_n97\"" } else { "_n97" };
            text = [start, &open.repeat(depth), inner, &close.repeat(depth), end].concat();
        }
    }
    let name = input.rsplit('-').next().unwrap_or(input);
    Some(Document::single(format!("made.{name}"), text))
}

/// Generates functions with statements.
fn made_c(text: &mut String, n_bytes: usize) {
    let mut n = 0;
    while text.len() < n_bytes {
        let _ = writeln!(text, "static int _f{n}(int *a, int b) {{");
        for _ in 0..8 {
            n += 1;
            let _ = writeln!(text, "  if (a[{n} % 7] < b) {{ b += _n{n}(a, b * {n}); }} else {{ b--; }}");
        }
        text.push_str("  return b;\n}\n\n");
    }
}

/// Generates an array of objects.
fn made_json(text: &mut String, n_bytes: usize) {
    text.push('[');
    let mut n = 0;
    while text.len() < n_bytes {
        n += 1;
        let _ = write!(
            text,
            "{{\"name\": \"_n{n}\", \"at\": [{n}, {}.5, null], \"more\": {{\"on\": true}}}},\n ",
            n % 90
        );
    }
    text.push_str("0]\n");
}
