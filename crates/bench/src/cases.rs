//! Speed-up of whole reductions with more workers, in virtual time.

use std::cell::RefCell;
use std::path::PathBuf;
use std::time::Duration;
use std::{env, fs};

use anyhow::Context;
use dwindle_passes::{PlanOptions, choose};
use dwindle_reduce::{Document, ListOptions, LookAhead, Verdict};
use dwindle_run::property::Cancel;

use crate::answers::Answers;
use crate::script;
use crate::virtual_time::{self, Lengths, Took};

/// What a trial counts, whatever it takes.
const TRIAL: Duration = Duration::from_millis(500);
const N_WORKERS: [usize; 5] = [2, 4, 8, 16, 64];
/// How many passes are shown, those that take longest.
const N_PASSES: usize = 8;

/// Prints the speed-up of the plan `auto` for a script and a file. The script is run once for each
/// candidate: its answers are used for all numbers of workers, and kept in a file if one is named.
pub fn measure() -> anyhow::Result<()> {
    let mut arguments = env::args_os().skip(2);
    let (Some(test), Some(input)) = (arguments.next(), arguments.next()) else {
        anyhow::bail!("cases TEST FILE [TRIALS [ANSWERS]]: a script, and the file that it is about");
    };
    let (test, input) = (PathBuf::from(test), PathBuf::from(input));
    let limit = arguments.next().map(|limit| limit.to_string_lossy().parse()).transpose();
    let limit: Option<u64> = limit.context("TRIALS is a number")?.filter(|limit| *limit != 0);
    let kept = arguments.next().map(PathBuf::from);
    let of_path = |path: &PathBuf| path.display().to_string();
    let test = fs::canonicalize(&test).with_context(|| of_path(&test))?;
    let bytes = fs::read(&input).with_context(|| of_path(&input))?;
    let name = input.file_name().context("the file has no name")?;
    let document = Document::single(name, bytes);
    let property = script::property(&test, &document)?;
    let answers = kept.as_deref().map_or_else(|| Ok(Answers::default()), Answers::read)?;
    let failure = RefCell::new(None);
    let verdict = |document: &Document| {
        answers.verdict(document, || {
            property.test(document, &Cancel::new()).unwrap_or_else(|error| {
                failure.borrow_mut().get_or_insert(error);
                Verdict::Boring
            })
        })
    };
    anyhow::ensure!(verdict(&document).is_interesting(), "{} is not interesting", input.display());
    let options = PlanOptions::measured_best(&ListOptions::default()).for_input(&document);
    let plan = choose(&document, &options).plan;
    let run = |n_workers, look_ahead| -> anyhow::Result<Took> {
        let lengths = Lengths::Equal(TRIAL);
        let took = virtual_time::reduce(&document, &plan, verdict, (n_workers, look_ahead), (lengths, limit));
        if let Some(error) = failure.take() {
            return Err(error.into());
        }
        kept.as_deref().map_or(Ok(()), |kept| answers.write(kept))?;
        Ok(took)
    };
    let alone = run(1, LookAhead::Tree)?;
    let n_alone = alone.counts.executed as f64;
    println!("{}: {n_alone} trials with one worker, {TRIAL:?} each", input.display());
    for (how, look_ahead) in [("tree alone", LookAhead::Tree), ("scouts", LookAhead::Scouts)] {
        for n_workers in N_WORKERS {
            let took = run(n_workers, look_ahead)?;
            assert!(took.best == alone.best, "the result is the same");
            assert_eq!(took.counts.proposed, alone.counts.proposed, "the questions are the same");
            println!(
                "  {how:10} {n_workers:3} {:5.1}x  executed {:5.2} (scouts {:4.2})",
                alone.time.as_secs_f64() / took.time.as_secs_f64(),
                took.counts.executed as f64 / n_alone,
                took.counts.scouted as f64 / n_alone,
            );
            if N_WORKERS.last() == Some(&n_workers) {
                print_passes(&took);
            }
        }
    }
    Ok(())
}

/// Prints the passes that take longest, in the time of one trial.
fn print_passes(took: &Took) {
    let mut passes: Vec<_> = took.by_pass.iter().collect();
    passes.sort_by_key(|(_, cost)| std::cmp::Reverse(cost.time));
    for (pass, cost) in passes.into_iter().take(N_PASSES) {
        println!(
            "    {pass:16} {:3.0} rounds for {:3} trials ({} interesting) in {} runs",
            cost.time.as_secs_f64() / TRIAL.as_secs_f64(),
            cost.n_trials,
            cost.n_interesting,
            cost.n_runs,
        );
    }
}
