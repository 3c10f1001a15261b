//! `dwindle batch`: reduces many inputs.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use dwindle_report::words;
use dwindle_run::files::{Protected, SideFile, backup_path};
use dwindle_run::property::Cancel;
use dwindle_run::session::Signals;
use dwindle_run::trial::{TempBase, sweep};

use crate::args::BatchArgs;
use crate::batch::{BatchDisplay, Context, Item, Outcome, Totals, exit, grouped, items, reduce_one};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::test_advice::shortest;
use crate::trial_sites::{SiteOptions, TrialSites};

/// Inputs that are reduced at once for each slot. With more than one, slots can go to the inputs
/// that gain most.
const BEGUN_PER_SLOT: usize = 2;
/// The stack size of a thread that reduces: that of the main thread.
const STACK: usize = 8 << 20;

/// Reduces all inputs, and reports the outcome of each.
pub fn batch(args: &BatchArgs) -> Result<Exit, Failure> {
    let began = Instant::now();
    refuse(args)?;
    let site_options = SiteOptions::of_batch(args);
    site_options.check_not_empty()?;
    let items = items(args)?;
    let summary = args.summary.as_deref().map(|path| claim_summary(path, args, &items)).transpose()?;
    let interrupt = Cancel::new();
    let _signals = Signals::watch(&interrupt)
        .map_err(|error| Failure::environment(format!("can't watch for Ctrl-C: {error}")))?;
    sweep(&TempBase::default(), &interrupt);
    let sites = TrialSites::start(&site_options, &interrupt)?;
    let n_slots = sites.n_slots();
    let display = BatchDisplay::new(&items, args.quiet);
    let tell = {
        let display = display.clone();
        move |text: String| display.say(&text)
    };
    sites.on_news(tell.clone());
    let usage = Arc::default();
    let slots = sites
        .shared_slots(args.jobs, &usage, tell)
        .map_err(|error| Failure::environment(format!("can't start {n_slots} threads: {error}")))?;
    let context = Context {
        args,
        slots: &slots,
        usage: &usage,
        sites: &sites,
        interrupt: interrupt.clone(),
        deadline: args.budget.and_then(|budget| began.checked_add(budget)),
        display: &display,
    };
    let n_bytes: u64 = items.iter().map(|item| item.n_bytes).sum();
    display.say(&format!(
        "{}, {}; {} at once",
        words::counted(items.len() as u64, "input"),
        words::counted(n_bytes, "byte"),
        words::number(n_slots as u64),
    ));
    let outcomes = reduce_all(&context, &items)?;
    let is_interrupted = interrupt.is_cancelled();
    let totals = Totals::new(&items, &outcomes, is_interrupted, began.elapsed(), slots.n_slots());
    tell_failures(&display, &items, &outcomes);
    display.say(&totals.told());
    if let Some(text) = sites.figures() {
        display.say(&text);
    }
    if let Some(file) = &summary {
        let text = serde_json::to_string(&totals)
            .map_err(|error| Failure::environment(format!("the summary can't be written: {error}")))?;
        file.write((text + "\n").as_bytes(), 0o644).map_err(|error| Failure::of_files(&error))?;
    }
    if (is_interrupted || 0 < totals.not_begun) && !args.no_session {
        display.say("to continue, run the same command with --resume");
    }
    list_results(&outcomes);
    Ok(exit(&outcomes, is_interrupted))
}

/// Fails if an option names one file for all inputs.
fn refuse(args: &BatchArgs) -> Result<(), Failure> {
    let given = [
        (args.property.save_script.is_some(), "--save-script"),
        (args.property.keep_others.is_some(), "--keep-others"),
    ];
    match given.iter().find(|(is_given, _)| *is_given) {
        Some((_, name)) => {
            Err(Failure::usage(format!("{name} names one file or directory, and a batch has many inputs"))
                .help("leave it out, and use it with the one input that needs it"))
        }
        None => Ok(()),
    }
}

/// Reduces the inputs. Returns their outcomes in their order.
fn reduce_all(context: &Context<'_>, items: &[Item]) -> Result<Vec<Outcome>, Failure> {
    let mut outcomes = match context.args.command.is_empty() || context.args.all {
        true => BTreeMap::new(),
        false => grouped(context, items),
    };
    outcomes.iter().for_each(|(number, outcome)| context.display.ended(*number, outcome));
    let waiting: Vec<usize> = (0..items.len()).filter(|number| !outcomes.contains_key(number)).collect();
    let n_threads = waiting.len().min(BEGUN_PER_SLOT * context.slots.most());
    let waiting = Mutex::new(waiting.into_iter());
    let done = Mutex::new(Vec::new());
    let work = || {
        let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
        while let Some(_admission) = context.slots.admission(BEGUN_PER_SLOT, &context.interrupt) {
            let Some(number) = next() else { return };
            // A bug of dwindle with one input does not affect the others.
            let outcome = catch_unwind(AssertUnwindSafe(|| reduce_one(context, number, &items[number])));
            let outcome = outcome
                .unwrap_or_else(|_| Failure::environment("a bug ended the session, please report it").into());
            context.display.ended(number, &outcome);
            done.lock().unwrap_or_else(PoisonError::into_inner).push((number, outcome));
        }
    };
    thread::scope(|scope| {
        (0..n_threads)
            .try_for_each(|_| thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).map(drop))
    })
    .map_err(|error| Failure::environment(format!("can't start a thread: {error}")))?;
    outcomes.extend(done.into_inner().unwrap_or_else(PoisonError::into_inner));
    Ok((0..items.len()).map(|number| outcomes.remove(&number).unwrap_or(Outcome::NotBegun)).collect())
}

/// Writes the whole message of each failure, after all other lines.
fn tell_failures(display: &BatchDisplay, items: &[Item], outcomes: &[Outcome]) {
    for (item, outcome) in items.iter().zip(outcomes) {
        if let Outcome::Failed { failure, .. } = outcome {
            let input = words::path(&item.input);
            display.say_error(&format!("\n{input}:\n{}", failure.to_string().trim_end()));
        }
    }
}

/// Writes the paths of the results to stdout, one a line.
fn list_results(outcomes: &[Outcome]) {
    let reduced = outcomes.iter().filter(|outcome| matches!(outcome, Outcome::Reduced(_)));
    let mut stdout = io::stdout().lock();
    for path in reduced.filter_map(|outcome| outcome.summary()?.output.as_deref()).map(shortest) {
        // An error is ignored: the reader of stdout is gone.
        let bytes = match stdout.is_terminal() {
            true => words::path(&path).into_bytes(),
            false => path.into_os_string().into_encoded_bytes(),
        };
        let _ = stdout.write_all(&bytes).and_then(|()| stdout.write_all(b"\n"));
    }
}

/// Checks that the summary can be written. It never replaces an input, a result or a test, nor,
/// without `--force`, a file that no batch wrote.
fn claim_summary(path: &Path, args: &BatchArgs, items: &[Item]) -> Result<SideFile, Failure> {
    let mut protected: Vec<Protected> = Vec::new();
    for item in items {
        protected.push((backup_path(&item.input), "the input or a part of it"));
        protected.push((item.input.clone(), "the input or a part of it"));
        protected.extend(item.output.clone().map(|output| (output, "the result or a part of it")));
        protected.extend(item.test.clone().map(|test| (test, "the test")));
    }
    protected.extend(args.table.clone().map(|table| (table, "the table")));
    protected.extend(args.property.with.iter().map(|path| (path.clone(), "needed by the test (--with)")));
    let is_ours = |content: &[u8]| {
        serde_json::from_slice::<serde_json::Value>(content)
            .is_ok_and(|value| value.get("inputs").is_some() && value.get("not_begun").is_some())
    };
    SideFile::claim(path, &protected, is_ours, args.force).map_err(|error| Failure::of_files(&error))
}
