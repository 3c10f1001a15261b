//! An experiment.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use clap::Args;
use dwindle_lab::experiment::{
    ExperimentError, Grid, OrderName, Raw, Record, Roots, Setting, Status, Synthetic, spawn,
};
use dwindle_lab::tables::seconds;
use dwindle_lab::watch::Watch;

use super::Failure;

/// Options of `lab run`.
#[derive(Debug, Args)]
pub struct RunArgs {
    /// The directory of cases; each is a directory with case.toml, test.sh and the input
    #[arg(long, value_name = "DIR")]
    cases: PathBuf,
    /// Where the tools of the cases are installed; passed to the directory's `with-tools`
    #[arg(long, value_name = "DIR")]
    tools: Option<PathBuf>,
    /// Only these cases; `known/INPUT`, `crime/INPUT/SEED` and `xml-crime/SEED` are synthetic ones,
    /// and `xml-crime/1..20` are twenty
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    only: Vec<String>,
    /// Use the synthetic cases made from the directory's `seeds-c` instead, with this many crime
    /// scenes per input
    #[arg(long, value_name = "N", conflicts_with = "only")]
    synthetic: Option<u64>,
    /// Plans as for dwindle, with `+` instead of commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "hdd*")]
    frameworks: Vec<String>,
    /// List searches; `default` is each plan's own
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        default_value = "ddmin,probdd,cdd,wddmin,wprobdd,split-adaptive"
    )]
    algorithms: Vec<String>,
    /// Orders of lists: forward (as in the papers), backward
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "forward", value_parser = order)]
    order: Vec<OrderName>,
    /// Priors of the probabilistic searches
    #[arg(long, value_name = "P", value_delimiter = ',', default_value = "0.1")]
    p0: Vec<f64>,
    /// Seed for breaking ties by shuffles; each repetition has the next seed [default: by index]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Trials at once
    #[arg(long, value_name = "N", default_value = "1")]
    jobs: usize,
    /// Measurements at once; measured times are reliable only with 1
    #[arg(long, value_name = "N", default_value = "1")]
    at_once: NonZeroUsize,
    /// Number of repetitions of each measurement
    #[arg(long, value_name = "N", default_value = "1")]
    repeat: u32,
    /// Time limit for each reduction, in seconds [default: none]
    #[arg(long, value_name = "SECONDS")]
    budget: Option<f64>,
    /// Limit of trials for each reduction; unlike seconds, the same on every machine [default:
    /// none]
    #[arg(long, value_name = "N")]
    max_trials: Option<u64>,
    /// Records the queries of the list searches (`queries`), or tries every unit that a search left
    /// alone after it ends (`closure`)
    #[arg(long, value_name = "HOW", value_parser = watch, conflicts_with = "jobs")]
    watch: Option<Watch>,
    /// The file of raw results; measurements that it contains are not repeated
    #[arg(long, value_name = "FILE")]
    raw: PathBuf,
}

fn watch(name: &str) -> Result<Watch, String> {
    match name {
        "queries" => Ok(Watch::Queries),
        "closure" => Ok(Watch::Closure),
        _ => Err("must be `queries` or `closure`".to_owned()),
    }
}

fn order(name: &str) -> Result<OrderName, String> {
    match name {
        "forward" => Ok(OrderName::Forward),
        "backward" => Ok(OrderName::Backward),
        _ => Err("must be `forward` or `backward`".to_owned()),
    }
}

/// Expands `NAME/1..3` to `NAME/1`, `NAME/2`, `NAME/3`.
fn spelled_out(name: &str) -> Vec<String> {
    let range = name.rsplit_once('/').and_then(|(kind, range)| {
        let (first, last) = range.split_once("..")?;
        Some((kind, first.parse::<u64>().ok()?, last.parse::<u64>().ok()?))
    });
    match range {
        Some((kind, first, last)) => (first..=last).map(|seed| format!("{kind}/{seed}")).collect(),
        None => vec![name.to_owned()],
    }
}

/// Measures all missing settings. Reports progress, and failed measurements, on stderr.
pub fn run(args: &RunArgs) -> Result<String, Failure> {
    let roots =
        Roots { cases: absolute(&args.cases)?, tools: args.tools.as_deref().map(absolute).transpose()? };
    let cases = match (args.synthetic, args.only.is_empty()) {
        (Some(n_scenes), _) => roots.synthetic(n_scenes)?.iter().map(ToString::to_string).collect(),
        (None, true) => roots.cases()?.into_iter().map(|case| case.name).collect(),
        (None, false) => args.only.iter().flat_map(|name| spelled_out(name)).collect(),
    };
    let grid = Grid {
        cases,
        frameworks: args.frameworks.clone(),
        algorithms: args.algorithms.clone(),
        orders: args.order.clone(),
        p0: args.p0.clone(),
        seed: args.seed,
        jobs: args.jobs,
        repeat: args.repeat,
        budget: args.budget,
        max_trials: args.max_trials,
        watch: args.watch,
    };
    for case in &grid.cases {
        if Synthetic::named(case).is_none() {
            roots.case(case)?;
        }
    }
    let mut raw = Raw::open(&args.raw, |record: &Record| record.setting.key())?;
    let all = grid.settings()?;
    let missing: Vec<&Setting> = all.iter().filter(|setting| !raw.has(&setting.key())).collect();
    eprintln!("{} measurements, {} of them there already", all.len(), all.len() - missing.len());
    let began = Instant::now();
    let failed = measure_all(&roots, &missing, args.at_once, &mut raw)?;
    let took = seconds(began.elapsed().as_secs_f64());
    eprintln!("{} measured in {took} s", missing.len() - failed.len());
    match failed.is_empty() {
        true => Ok(String::new()),
        false => {
            let names: Vec<String> = failed.iter().map(ToString::to_string).collect();
            Err(format!("not measured: {}", names.join("; ")).into())
        }
    }
}

/// Measures settings and adds the records to the raw file. Returns the settings that failed.
fn measure_all<'a>(
    roots: &Roots,
    missing: &[&'a Setting],
    at_once: NonZeroUsize,
    raw: &mut Raw,
) -> Result<Vec<&'a Setting>, Failure> {
    let next = AtomicUsize::new(0);
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..at_once.get() {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while let Some(setting) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                    // The receiver is gone when the raw file cannot be written.
                    if sender.send((*setting, measured(roots, setting))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut failed = Vec::new();
        for (n_done, (setting, result)) in (1..).zip(results) {
            let described = match result {
                Ok(record) => {
                    raw.add(setting.key(), &record)?;
                    described(&record)
                }
                Err(error) => {
                    failed.push(setting);
                    format!("skipped: {error}")
                }
            };
            eprintln!("[{n_done}/{}] {setting}: {described}", missing.len());
        }
        Ok(failed)
    })
}

fn measured(roots: &Roots, setting: &Setting) -> Result<Record, ExperimentError> {
    let key = setting.key();
    spawn(roots, &setting.case, &["measure".as_ref(), "--setting".as_ref(), key.as_ref()])
}

fn described(record: &Record) -> String {
    let [before, after] = record.tokens;
    let stopped = if record.status == Status::Budget { ", stopped" } else { "" };
    let (executed, took) = (record.executed, seconds(record.seconds));
    format!("{before} → {after} tokens, {executed} trials, {took} s{stopped}")
}

/// Returns an absolute path: measurements are other processes.
pub(super) fn absolute(path: &Path) -> Result<PathBuf, Failure> {
    path.canonicalize().map_err(|error| format!("`{}`: {error}", path.display()).into())
}
