//! The overhead of dwindle over a bare loop that starts the same tiny compiled test, with and
//! without a sandbox.
//!
//! All variants are measured in turns within one run, and ratios compare neighbouring turns, so
//! that each gets the same share of a busy machine.

use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use dwindle_reduce::{Document, Verdict};
use dwindle_run::process::{Confinement, Launcher, Sandbox};
use dwindle_run::property::{Cancel, CandidatePaths, Property, ScriptProperty};
use dwindle_run::trial::{TrialHost, TrialHostOptions};

use crate::cpu;

/// How many trials of each variant each worker runs.
const N_TURNS: usize = 1500;
/// Consecutive trials of one variant, so that caches are as warm as in a session.
const N_IN_A_ROW: usize = 5;

/// A test that reads its candidate and is busy for a number of microseconds. The bounds are for
/// trials of a millisecond.
const TEST: &str = r#"
#include <fcntl.h>
#include <time.h>
#include <unistd.h>
static long now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec * 1000000 + t.tv_nsec / 1000; }
int main(int n, char **arguments) {
    long end = now() + BUSY;
    char bytes[4096];
    int file = n < 2 ? -1 : open(arguments[1], O_RDONLY);
    if (file < 0 || read(file, bytes, sizeof bytes) <= 0) return 1;
    while (BUSY && now() < end) {}
    return 0;
}
"#;

/// The variants: how the test is started.
const WAYS: [&str; 4] = ["spawn", "fork+exec", "off", "auto"];

/// Prints medians and ratios for one worker and for two.
pub fn measure() -> anyhow::Result<()> {
    println!("medians of {N_TURNS} trials in turns; ratios of sums of neighbouring turns, median");
    println!(
        "{:>7} {:>7} {:>10} {:>10} {:>10} {:>10} {:>15} {:>13} {:>9}",
        "busy", "workers", WAYS[0], WAYS[1], WAYS[2], WAYS[3], "fork+exec/off", "spawn/off", "auto/off"
    );
    for busy in [0, 1000] {
        for n_workers in [1, 2] {
            let home = tempfile::tempdir()?;
            measure_one(home.path(), busy, n_workers)?;
        }
    }
    Ok(())
}

fn measure_one(home: &Path, busy: u32, n_workers: usize) -> anyhow::Result<()> {
    let program = compiled(home, busy)?;
    let input = home.join("input.txt");
    fs::write(&input, "some text\n".repeat(100))?;
    let document = Document::single("input.txt", fs::read(&input)?);
    let off = property(&program, &document, None)?;
    let auto = property(&program, &document, Some(Confinement::USUAL))?;
    let worker = || -> anyhow::Result<Vec<[Duration; 4]>> {
        let mut turns = Vec::new();
        // The first turn creates keepers and sandboxes.
        for turn in 0..=N_TURNS / N_IN_A_ROW {
            let mut took = [Duration::ZERO; 4];
            for step in 0..WAYS.len() {
                // Each variant follows each other one equally often.
                let way = (step + turn) % WAYS.len();
                let began = Instant::now();
                for _ in 0..N_IN_A_ROW {
                    match way {
                        0 => bare(&program, &input, false)?,
                        1 => bare(&program, &input, true)?,
                        2 => asked(&*off, &document)?,
                        _ => asked(&*auto, &document)?,
                    }
                }
                took[way] = began.elapsed() / N_IN_A_ROW as u32;
            }
            if 0 < turn {
                turns.push(took);
            }
        }
        Ok(turns)
    };
    let before = cpu::own();
    let turns = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..n_workers).map(|_| scope.spawn(worker)).collect();
        let ended = workers.into_iter().map(|worker| worker.join().expect("no worker panics"));
        ended.collect::<anyhow::Result<Vec<_>>>()
    })?;
    let own = cpu::own() - before;
    let turns: Vec<[Duration; 4]> = turns.into_iter().flatten().collect();
    let micros = |way: usize| median(turns.iter().map(|took| took[way].as_secs_f64() * 1e6).collect());
    let ratio = |a: usize, b: usize| {
        median(turns.iter().map(|took| took[a].as_secs_f64() / took[b].as_secs_f64()).collect())
    };
    println!(
        "{busy:>4} us {n_workers:>7} {:>7.0} us {:>7.0} us {:>7.0} us {:>7.0} us {:>15.2} {:>13.2} {:>9.3}   own CPU {:.0} us per turn of all four",
        micros(0),
        micros(1),
        micros(2),
        micros(3),
        ratio(1, 2),
        ratio(0, 2),
        ratio(3, 2),
        own.as_secs_f64() * 1e6 / (turns.len() * N_IN_A_ROW) as f64,
    );
    Ok(())
}

fn compiled(home: &Path, busy: u32) -> anyhow::Result<PathBuf> {
    let (source, program) = (home.join("test.c"), home.join("test"));
    fs::write(&source, TEST)?;
    let mut command = Command::new("cc");
    command.arg("-O1").arg(format!("-DBUSY={busy}")).arg("-o").arg(&program).arg(&source);
    let status = command.status().context("a C compiler is needed")?;
    anyhow::ensure!(status.success(), "cc: {status}");
    Ok(program)
}

fn property(
    program: &Path,
    document: &Document,
    confinement: Option<Confinement>,
) -> anyhow::Result<Arc<dyn Property>> {
    let launcher = Launcher::default();
    let launcher = match confinement {
        Some(confinement) => {
            let shown = program.parent().map(Path::to_owned).into_iter().collect();
            launcher.sandboxed(Sandbox::new(confinement, shown)).context("there are no sandboxes here")?
        }
        None => launcher,
    };
    let bench = Arc::new(TrialHost::new(TrialHostOptions { launcher, ..TrialHostOptions::default() }));
    let property = ScriptProperty::new(program, CandidatePaths::of(document), bench)?;
    Ok(Arc::new(property.with_time_limit(Some(Duration::from_secs(60)))))
}

fn asked(property: &dyn Property, document: &Document) -> anyhow::Result<()> {
    let verdict = property.test(document, &Cancel::new())?;
    anyhow::ensure!(verdict == Verdict::Interesting, "{verdict:?}");
    Ok(())
}

/// Starts the test as cheaply as possible (`posix_spawn`), or by fork and exec as a shell does.
fn bare(program: &Path, input: &Path, forks: bool) -> anyhow::Result<()> {
    let mut command = Command::new(program);
    command.arg(input).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if forks {
        // SAFETY: the closure does nothing; its presence keeps the standard library from using
        // `posix_spawn`.
        unsafe { command.pre_exec(|| Ok(())) };
    }
    let status = command.status()?;
    anyhow::ensure!(status.success(), "{status}");
    Ok(())
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied().unwrap_or_default()
}
