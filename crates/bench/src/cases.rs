//! Speed-up of whole reductions with more workers, in virtual time.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::PathBuf;
use std::time::Duration;
use std::{env, fs};

use anyhow::Context;
use dwindle_passes::{PlanOptions, choose};
use dwindle_reduce::{ContentKey, Document, ListOptions, LookAhead, Verdict};
use dwindle_run::property::Cancel;

use crate::script;
use crate::virtual_time::{self, Lengths};

/// What a trial counts, whatever it takes.
const TRIAL: Duration = Duration::from_millis(500);
const N_WORKERS: [usize; 5] = [2, 4, 8, 16, 64];

/// Prints the speed-up of the plan `auto` for a script and a file. The script is run once for each
/// candidate: its answers are used for all numbers of workers.
pub fn measure() -> anyhow::Result<()> {
    let mut paths = env::args_os().skip(2).map(PathBuf::from);
    let (Some(test), Some(input)) = (paths.next(), paths.next()) else {
        anyhow::bail!("cases TEST FILE: a script, and the file that it is about");
    };
    let of_path = |path: &PathBuf| path.display().to_string();
    let test = fs::canonicalize(&test).with_context(|| of_path(&test))?;
    let bytes = fs::read(&input).with_context(|| of_path(&input))?;
    let name = input.file_name().context("the file has no name")?;
    let document = Document::single(name, bytes);
    let property = script::property(&test, &document)?;
    let known: RefCell<HashMap<ContentKey, Verdict>> = RefCell::default();
    let failure = RefCell::new(None);
    let verdict = |document: &Document| {
        let key = document.key();
        if let Some(&verdict) = known.borrow().get(&key) {
            return verdict;
        }
        let verdict = property.test(document, &Cancel::new()).unwrap_or_else(|error| {
            failure.borrow_mut().get_or_insert(error);
            Verdict::Boring
        });
        known.borrow_mut().insert(key, verdict);
        verdict
    };
    anyhow::ensure!(verdict(&document).is_interesting(), "{} is not interesting", input.display());
    let options = PlanOptions::measured_best(&ListOptions::default()).for_input(&document);
    let plan = choose(&document, &options).plan;
    let run = |n_workers, look_ahead| {
        virtual_time::reduce(&document, &plan, verdict, (n_workers, look_ahead), Lengths::Equal(TRIAL))
    };
    let alone = run(1, LookAhead::Tree);
    let n_alone = alone.counts.executed as f64;
    println!("{}: {n_alone} trials with one worker, {TRIAL:?} each", input.display());
    for (how, look_ahead) in [("tree alone", LookAhead::Tree), ("scouts", LookAhead::Scouts)] {
        for n_workers in N_WORKERS {
            let took = run(n_workers, look_ahead);
            if let Some(error) = failure.take() {
                return Err(error.into());
            }
            assert!(took.best == alone.best, "the result is the same");
            println!(
                "  {how:10} {n_workers:3} {:5.1}x  executed {:5.2}",
                alone.time.as_secs_f64() / took.time.as_secs_f64(),
                took.counts.executed as f64 / n_alone,
            );
        }
    }
    Ok(())
}
