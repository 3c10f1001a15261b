//! The time that a trial of a large input takes besides the test.

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;
use std::{env, fs};

use dwindle_passes::{PlanOptions, choose, parse_plan};
use dwindle_reduce::{Document, Event, ListOptions, Reducer, ReducerOptions, Source, Stamped};
use dwindle_run::executor::Threads;
use dwindle_run::session::{Observer, Session, SessionOptions};

use crate::{cpu, growth, script};

const N_TRIALS: u64 = 200;
const PLANS: [&str; 3] = ["text", "hdd", "auto"];

/// Prints our own processor time for the first trials, of generated inputs of one and ten megabytes
/// or of a given file.
pub fn measure() -> anyhow::Result<()> {
    let documents = match env::args_os().nth(2) {
        Some(path) => vec![Document::single("large.c", fs::read(path)?)],
        None => [1 << 20, 10 << 20].map(|size| Document::single("large.c", growth::source(size))).to_vec(),
    };
    let plans: Vec<String> = match env::args().nth(3) {
        Some(plan) => vec![plan],
        None => PLANS.map(str::to_owned).to_vec(),
    };
    println!("a script that counts bytes, interesting while 99 % are left; one worker; own CPU in ms");
    println!(
        "{:>9} {:>5} {:>7} {:>8} {:>8} {:>8} {:>8} {:>8}",
        "bytes", "plan", "trials", "first", "median", "9 in 10", "mean", "longest"
    );
    for document in &documents {
        for plan in &plans {
            let home = tempfile::tempdir()?;
            let Some(all) = measure_one(document, plan, home.path())? else {
                println!("{:>9} {plan:>5} {:>7}", document.n_bytes(), 0);
                continue;
            };
            let millis = |time: Duration| time.as_secs_f64() * 1e3;
            let (first, mut rest) = (all[0], all[1..].to_vec());
            rest.sort();
            let of = |share: usize| millis(rest[(rest.len() * share / 100).min(rest.len() - 1)]);
            println!(
                "{:>9} {plan:>5} {:>7} {:>8.1} {:>8.2} {:>8.2} {:>8.2} {:>8.1}",
                document.n_bytes(),
                all.len(),
                millis(first),
                of(50),
                of(90),
                millis(rest.iter().sum::<Duration>()) / rest.len() as f64,
                of(100),
            );
        }
    }
    Ok(())
}

/// Returns the processor time until the first answer, and between answers; `None` if there are too
/// few trials.
fn measure_one(document: &Document, plan: &str, home: &Path) -> anyhow::Result<Option<Vec<Duration>>> {
    // A new document has no cached hashes.
    let file = &document.files()[0];
    let document = Document::single(file.path(), file.bytes());
    let n_wanted = document.n_bytes() - document.n_bytes() / 100;
    let script = script::write(home, &format!("[ $(wc -c <\"$1\") -ge {n_wanted} ]"))?;
    let property = script::property(&script, &document)?;
    let began = cpu::of_threads();
    let options = PlanOptions::measured_best(&ListOptions::default()).for_input(&document);
    let plan = match plan {
        "auto" => choose(&document, &options).plan,
        other => parse_plan(other, &options)?,
    };
    let options = ReducerOptions { max_trials: Some(N_TRIALS), ..ReducerOptions::default() };
    let reducer = Reducer::new(&document, &plan, options);
    let executor = Threads::new(&property, 1)?;
    let answered = Answered(Rc::new(RefCell::new(vec![began])));
    let session = Session::new(reducer, Box::new(executor), SessionOptions::default())
        .with_observer(Box::new(answered.clone()));
    let ended = session.run();
    if let Some(failure) = ended.failure {
        return Err(failure.into());
    }
    let at = answered.0.borrow();
    let gaps: Vec<Duration> = at.windows(2).map(|pair| pair[1] - pair[0]).collect();
    Ok(Some(gaps).filter(|gaps| 1 < gaps.len()))
}

/// The processor time used at each answer.
#[derive(Clone)]
struct Answered(Rc<RefCell<Vec<Duration>>>);

impl Observer for Answered {
    fn see(&mut self, stamped: &Stamped) {
        if matches!(stamped.event, Event::Learned { source: Source::Trial, .. }) {
            self.0.borrow_mut().push(cpu::of_threads());
        }
    }
}
