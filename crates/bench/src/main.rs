//! The benchmarks. They are run by hand: `cargo run --release -p dwindle-bench -- NAME`; `docs/performance.md` says
//! what came of it.

mod list;
mod virtual_time;
mod workers;

use std::process::ExitCode;

/// A benchmark: its name, what it measures, and how.
type Bench = (&'static str, &'static str, fn() -> anyhow::Result<()>);

const BENCHES: &[Bench] = &[(
    "workers",
    "600 lines, 12 needed, a property that sleeps for 20 ms: the speed-up with 2 to 64 workers",
    workers::measure,
)];

fn main() -> ExitCode {
    dwindle_run::process::serve_if_asked();
    let wanted = std::env::args().nth(1).unwrap_or_default();
    let Some((_, _, measure)) = BENCHES.iter().find(|(name, ..)| *name == wanted) else {
        for (name, summary, _) in BENCHES {
            eprintln!("{name:8} {summary}");
        }
        return ExitCode::from(2);
    };
    match measure() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
