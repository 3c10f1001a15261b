//! How time and memory grow with the size of the input.

use std::convert::Infallible;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use dwindle_passes::{PlanOptions, parse_plan};
use dwindle_reduce::{Document, Event, ListOptions, Reducer, ReducerOptions, Source, Stamped, Verdict};
use dwindle_run::executor::Threads;
use dwindle_run::property::{Cancel, Property};
use dwindle_run::session::{Observer, Session, SessionOptions};

use crate::cpu;

/// Passes the size to a child process that measures only that size: memory is seldom returned to
/// the system.
const SIZE: &str = "DWINDLE_BENCH_SIZE";
const SIZES: [usize; 6] = [1 << 10, 10 << 10, 100 << 10, 1 << 20, 10 << 20, 100 << 20];
const N_TRIALS: u64 = 200;

/// Prints the time to start and to run the first trials, for sources of a kilobyte to 100
/// megabytes.
pub fn measure() -> anyhow::Result<()> {
    if let Some(size) = std::env::var_os(SIZE) {
        let size = size.to_str().and_then(|size| size.parse().ok()).context("a size in bytes")?;
        return measure_one(size);
    }
    println!(
        "a text like C, interesting while 99 % are left, an in-process property; plan text, {N_TRIALS} trials"
    );
    println!(
        "{:>11} {:>14} {:>14} {:>9} {:>11}",
        "bytes", "first answer", "next answers", "memory", "of input"
    );
    for size in SIZES {
        let program = std::env::current_exe()?;
        let status = Command::new(program).arg("growth").env(SIZE, size.to_string()).status()?;
        anyhow::ensure!(status.success(), "{status}");
    }
    Ok(())
}

fn measure_one(size: usize) -> anyhow::Result<()> {
    let document = Document::single("big.c", source(size));
    let before = cpu::peak_memory();
    let wanted = document.n_bytes() - document.n_bytes() / 100;
    let property: Arc<dyn Property> = Arc::new(move |document: &Document, _: &Cancel| {
        // The property reads the bytes piece by piece, as it would a file.
        let mut n_bytes = 0;
        for file in document.files() {
            file.visit_bytes(|piece| {
                n_bytes += piece.len() as u64;
                Ok::<(), Infallible>(())
            })
            .unwrap_or_else(|never| match never {});
        }
        Ok(if wanted <= n_bytes { Verdict::Interesting } else { Verdict::Boring })
    });
    let began = Instant::now();
    let plan = parse_plan("text", &PlanOptions::measured_best(&ListOptions::default()))?;
    let options = ReducerOptions { max_trials: Some(N_TRIALS), ..ReducerOptions::default() };
    let reducer = Reducer::new(&document, &plan, options);
    let executor = Threads::new(&property, 1)?;
    let first = First::default();
    let session = Session::new(reducer, Box::new(executor), SessionOptions::default())
        .with_observer(Box::new(first.clone()));
    let starting = began.elapsed();
    let ended = session.run();
    let first = starting + first.0.get().unwrap_or_default();
    let rest = began.elapsed().saturating_sub(first) / u32::try_from(ended.summary.executed.max(2) - 1)?;
    let memory = cpu::peak_memory();
    println!(
        "{size:>11} {:>11.1} ms {:>11.2} ms {:>6} MB {:>10.1}x",
        first.as_secs_f64() * 1e3,
        rest.as_secs_f64() * 1e3,
        memory >> 20,
        memory.saturating_sub(before) as f64 / size as f64,
    );
    Ok(())
}

/// Creates a text of numbered functions.
pub fn source(size: usize) -> Vec<u8> {
    let mut text = Vec::with_capacity(size + 200);
    let mut number = 0;
    while text.len() < size {
        let function = format!(
            "static int f{number}(int a, char *b) {{\n    if (a < {number}) {{\n        return g(a + 1, b[{number}]); /* {number} */\n    }}\n    \
             return 0;\n}}\n\n"
        );
        text.extend_from_slice(function.as_bytes());
        number += 1;
    }
    text.truncate(size);
    text
}

/// The time of the first answer.
#[derive(Clone, Default)]
struct First(std::rc::Rc<std::cell::Cell<Option<Duration>>>);

impl Observer for First {
    fn see(&mut self, stamped: &Stamped) {
        if self.0.get().is_none() && matches!(stamped.event, Event::Learned { source: Source::Trial, .. }) {
            self.0.set(Some(stamped.at));
        }
    }
}
