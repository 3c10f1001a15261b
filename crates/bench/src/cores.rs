//! Speed-up with two workers on two cores, with trials that are CPU-bound.

use std::fs;

use dwindle_reduce::{Algorithm, Reducer, ReducerOptions};
use dwindle_run::executor::Threads;
use dwindle_run::session::{Session, SessionOptions};

use crate::list::{Lines, plan};
use crate::script;

const N_LINES: u32 = 600;
const N_NEEDED: usize = 12;
const ALGORITHMS: [&str; 3] = ["ddmin", "cdd", "split-adaptive"];

/// Prints the seconds to reduce a list with one worker and with two.
pub fn measure() -> anyhow::Result<()> {
    println!(
        "{N_LINES} lines, {N_NEEDED} needed, a script that is busy for some 20 ms: seconds with one worker and with two"
    );
    for name in ALGORITHMS {
        let Some(algorithm) = Algorithm::named(name) else { continue };
        let (alone, both) = (reduce(algorithm, 1)?, reduce(algorithm, 2)?);
        println!("{name:16} {alone:6.2} {both:6.2}  {:.1}x", alone / both);
    }
    Ok(())
}

fn reduce(algorithm: &'static Algorithm, n_workers: usize) -> anyhow::Result<f64> {
    let home = tempfile::tempdir()?;
    let lines = Lines::new(N_LINES, N_NEEDED, 1);
    let needed = home.path().join("needed.txt");
    fs::write(&needed, lines.needed())?;
    let busy = "i=0; while [ $i -lt 10000 ]; do i=$((i + 1)); done";
    let found = format!("[ $(grep -cxFf \"{}\" \"$1\") = {N_NEEDED} ]", needed.display());
    let path = script::write(home.path(), &format!("{busy}\n{found}"))?;
    let property = script::property(&path, &lines.document)?;
    let executor = Threads::new(&property, n_workers)?;
    let reducer = Reducer::new(&lines.document, &plan(algorithm), ReducerOptions::default());
    let ended = Session::new(reducer, Box::new(executor), SessionOptions::default()).run();
    match ended.failure {
        Some(failure) => Err(failure.into()),
        None => Ok(ended.summary.seconds),
    }
}
