//! Measurements that are run by hand: `cargo run --release -p dwindle-bench -- NAME`. Without a
//! name it lists them. `docs/performance.md` has results.

mod answers;
mod candidates;
mod cases;
mod cores;
mod cpu;
mod files;
mod group_testing;
mod growth;
mod large;
mod list;
mod overhead;
mod random;
mod refused;
mod script;
mod simulated;
mod sleeping;
mod syntax;
mod trials;
mod virtual_time;
mod workers;

use std::process::ExitCode;

/// A benchmark: its name, what it measures, and how.
type TrialHost = (&'static str, &'static str, fn() -> anyhow::Result<()>);

const BENCHES: &[TrialHost] = &[
    (
        "workers",
        "every list algorithm, 600 lines, 12 needed, virtual time: the speed-up with 2 to 256 workers",
        workers::measure,
    ),
    (
        "lists",
        "[SEED [LISTS]]: the default search, lists of 1,000 with 10 to 300 needed, and with dependencies; the same",
        workers::measure_lists,
    ),
    (
        "farm",
        "the default search on up to 2,000 workers far away that lose one answer in 50: the same",
        workers::measure_farm,
    ),
    (
        "cases",
        "TEST FILE [TRIALS [ANSWERS]], plan auto, virtual time: the speed-up with 2 to 64 workers, and where the time goes; a limit of trials, 0 for none; a file that keeps the answers",
        cases::measure,
    ),
    (
        "large",
        "1 MB and 10 MB of C, plans text, hdd and auto: our own processor time for each of 200 trials",
        large::measure,
    ),
    ("cores", "the same with scripts that are busy, and one or two workers", cores::measure),
    ("sleeping", "the same with real workers, whose property sleeps", sleeping::measure),
    (
        "trials",
        "a trivial script: trials per second, our own processor time, time beside the script",
        trials::measure,
    ),
    (
        "overhead",
        "a tiny compiled test: a bare loop, dwindle without a sandbox, dwindle with one; one worker and two",
        overhead::measure,
    ),
    (
        "files",
        "one file and 10,000: the time for key and cost of a candidate, and for answers",
        files::measure,
    ),
    ("growth", "1 KB to 100 MB: time to the first answer and between answers, memory", growth::measure),
    (
        "candidates",
        "[INPUT [PASS,... [MEGABYTES]]], INPUT c, json, nested-c, nested-json or nested-txt: our own time for each candidate of a pass",
        candidates::measure,
    ),
    (
        "simulated",
        "PLAN INPUT NEEDED [ALGORITHM]: a plan whose property is simulated, trials and time for each pass",
        simulated::measure,
    ),
    (
        "group-testing",
        "[FAMILY-PREFIX ...] [alg:NAME ...]: how many tests list algorithms take on generated lists",
        group_testing::measure,
    ),
    (
        "refused",
        "SAMPLE MUTANTS FILE.c...: how many candidates that the check of chisel refuses gcc refuses, too",
        refused::measure,
    ),
    ("facts", "FILE...: how many nodes follow the rules of their grammar", syntax::facts::measure),
    ("gate", "FILE: time of the syntax gate for several removals", syntax::gate::measure),
    ("bindings", "FILE [COPIES]: time for definitions and uses", syntax::bindings::measure),
    ("shortest", "LANGUAGE: the shortest text of each rule of its grammar", syntax::shortest::show),
];

fn main() -> ExitCode {
    dwindle_run::process::serve_if_asked();
    let wanted = std::env::args().nth(1).unwrap_or_default();
    let Some((_, _, measure)) = BENCHES.iter().find(|(name, ..)| *name == wanted) else {
        for (name, summary, _) in BENCHES {
            eprintln!("{name:13} {summary}");
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_readme_names_every_measurement() {
        let readme = include_str!("../README.md");
        let missing = BENCHES
            .iter()
            .filter(|(name, ..)| ![" ", "`"].iter().any(|end| readme.contains(&format!("`{name}{end}"))));
        assert_eq!(missing.map(|(name, ..)| *name).collect::<Vec<_>>(), [""; 0]);
    }
}
