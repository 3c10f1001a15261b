//! Speed-up with more workers, with trials that only sleep.

use std::sync::{Arc, mpsc};
use std::time::Duration;

use dwindle_reduce::{Algorithm, Document, Reducer, ReducerOptions};
use dwindle_run::executor::Threads;
use dwindle_run::property::{Cancel, Property};
use dwindle_run::session::{Session, SessionOptions};

use crate::list::{Lines, plan};

const N_LINES: u32 = 600;
const N_NEEDED: usize = 12;
const TRIAL: Duration = Duration::from_millis(20);
const N_WORKERS: [usize; 7] = [1, 2, 4, 8, 16, 32, 64];
const ALGORITHMS: [&str; 4] = ["ddmin", "probdd", "cdd", "split-adaptive"];

/// Prints the seconds to reduce a list, by search and number of workers.
pub fn measure() -> anyhow::Result<()> {
    println!("{N_LINES} lines, {N_NEEDED} needed, each trial sleeps {TRIAL:?}: seconds, and how much faster");
    print!("{:16}", "workers");
    N_WORKERS.iter().for_each(|n_workers| print!(" {n_workers:>13}"));
    println!();
    for name in ALGORITHMS {
        let Some(algorithm) = Algorithm::named(name) else { continue };
        print!("{name:16}");
        let mut alone = None;
        for n_workers in N_WORKERS {
            let seconds = reduce(algorithm, n_workers)?;
            let faster = *alone.get_or_insert(seconds) / seconds;
            print!(" {seconds:6.2} ({faster:4.1})");
        }
        println!();
    }
    Ok(())
}

fn reduce(algorithm: &'static Algorithm, n_workers: usize) -> anyhow::Result<f64> {
    let lines = Lines::new(N_LINES, N_NEEDED, 1);
    let document = lines.document.clone();
    let property: Arc<dyn Property> = Arc::new(move |document: &Document, cancel: &Cancel| {
        let (wake, woken) = mpsc::channel();
        let _guard = cancel.on_cancel(move || {
            let _ = wake.send(());
        });
        let _ = woken.recv_timeout(TRIAL);
        Ok(lines.verdict(document))
    });
    let executor = Threads::new(&property, n_workers)?;
    let reducer = Reducer::new(&document, &plan(algorithm), ReducerOptions::default());
    let ended = Session::new(reducer, Box::new(executor), SessionOptions::default()).run();
    match ended.failure {
        Some(failure) => Err(failure.into()),
        None => Ok(ended.summary.seconds),
    }
}
