//! The time that a trial takes besides the test.

use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::Context;
use dwindle_passes::{PlanOptions, parse_plan};
use dwindle_reduce::{Document, Event, ListOptions, Reducer, ReducerOptions, Source, Stamped};
use dwindle_run::executor::Threads;
use dwindle_run::files::{Existing, Input, Output, Target};
use dwindle_run::journal::{Identity, Journal, SessionDirectory, Start};
use dwindle_run::session::{Observer, Session, SessionOptions};

use crate::list::Lines;
use crate::{cpu, script};

/// Number of trials, and number of runs of the script alone.
const N_TRIALS: u64 = 1500;
const N_BARE: usize = 500;

/// Prints the cost of a trial for inputs of a kilobyte and a megabyte.
pub fn measure() -> anyhow::Result<()> {
    println!(
        "a script that counts bytes, interesting while 99 % are left; plan text, one worker, with a journal"
    );
    println!("{:>9} {:>8} {:>9} {:>9} {:>9} {:>9}", "bytes", "trials", "bare", "trial", "own CPU", "per s");
    for n_lines in [128, 131_072] {
        let lines = Lines::new(n_lines, 0, 1);
        let home = tempfile::tempdir()?;
        let cost = measure_one(&lines.document, home.path())?;
        println!(
            "{:>9} {:>8} {:>6.2} ms {:>6.2} ms {:>6.2} ms {:>9.0}",
            lines.document.n_bytes(),
            cost.n_trials,
            millis(cost.bare),
            millis(cost.trial),
            millis(cost.own_cpu),
            cost.n_trials as f64 / cost.wall.as_secs_f64(),
        );
    }
    Ok(())
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

struct Cost {
    n_trials: u64,
    /// Median time of the script alone.
    bare: Duration,
    /// Median time between two answers.
    trial: Duration,
    /// Processor time per trial.
    own_cpu: Duration,
    wall: Duration,
}

fn measure_one(document: &Document, home: &Path) -> anyhow::Result<Cost> {
    let n_wanted = document.n_bytes() - document.n_bytes() / 100;
    let script = script::write(home, &format!("[ $(wc -c <\"$1\") -ge {n_wanted} ]"))?;
    let input = home.join("lines.txt");
    fs::write(&input, document.files()[0].bytes())?;
    let mut bare = alone(&script, &input, N_BARE / 2)?;

    let input = Input::load(&[&input])?;
    let property = script::property(&script, document)?;
    let plan = parse_plan("text", &PlanOptions::measured_best(&ListOptions::default()))?;
    let options = ReducerOptions { max_trials: Some(N_TRIALS), ..ReducerOptions::default() };
    let reducer = Reducer::new(document, &plan, options);
    let directory = SessionDirectory::open(home.join("session"))?;
    let (journal, _) = Journal::open(&directory, &Identity::new(document.key()), Start::Fresh)?;
    let mut output = Output::choose(&input, &Target::Beside)?;
    output.claim(Existing::Refuse)?;
    let executor = Threads::new(&property, 1)?;
    let answered = Answered::default();
    let session = Session::new(reducer, Box::new(executor), SessionOptions::default())
        .with_journal(journal)
        .with_output(output)
        .with_observer(Box::new(answered.clone()));
    let (began, cpu_before) = (Instant::now(), cpu::own());
    let ended = session.run();
    let (wall, cpu) = (began.elapsed(), cpu::own() - cpu_before);
    if let Some(failure) = ended.failure {
        return Err(failure.into());
    }
    bare.extend(alone(&script, &input_path(home), N_BARE / 2)?);
    let at = answered.0.borrow();
    let gaps = at.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let n_trials = ended.summary.executed;
    let own_cpu = cpu / u32::try_from(n_trials.max(1))?;
    Ok(Cost {
        n_trials,
        bare: median(bare).context("the script was run")?,
        trial: median(gaps).context("there were trials")?,
        own_cpu,
        wall,
    })
}

fn input_path(home: &Path) -> PathBuf {
    home.join("lines.txt")
}

/// Runs the script alone, as cheaply as possible.
fn alone(script: &Path, input: &Path, n_times: usize) -> anyhow::Result<Vec<Duration>> {
    let once = || -> anyhow::Result<Duration> {
        let began = Instant::now();
        let mut command = Command::new(script);
        command.arg(input).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status()?;
        Ok(began.elapsed())
    };
    (0..n_times).map(|_| once()).collect()
}

fn median(mut times: Vec<Duration>) -> Option<Duration> {
    times.sort();
    times.get(times.len() / 2).copied()
}

/// The times of the answers.
#[derive(Clone, Default)]
struct Answered(Rc<RefCell<Vec<Duration>>>);

impl Observer for Answered {
    fn see(&mut self, stamped: &Stamped) {
        if matches!(stamped.event, Event::Learned { source: Source::Trial, .. }) {
            self.0.borrow_mut().push(stamped.at);
        }
    }
}
