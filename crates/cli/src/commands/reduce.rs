//! A reduction: what `dwindle` does without a subcommand.

use std::io::{IsTerminal, Write};
use std::path::Path;
use std::time::Instant;

use dwindle_reduce::{Reducer, StopReason};
use dwindle_report::{ending, words};
use dwindle_run::files::SideFile;
use dwindle_run::property::Cancel;
use dwindle_run::session::{Ended, Labels, Session, SessionOptions, Signals};
use dwindle_syntax::grammar::Stop;

use crate::args::values::{Format, SandboxName};
use crate::args::{ReduceArgs, SearchArgs, SessionArgs};
use crate::deadline::DeadlineWatch;
use crate::displays::Displays;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::formatting::{self, Outcome};
use crate::locations::{Locations, identity};
use crate::piped::{self, Piped, is_dash};
use crate::planning;
use crate::reduction;
use crate::reliability::{self, Unanswered};
use crate::saved_script::{is_unchanged, sealed};
use crate::setup::{Checked, Setup, Source};
use crate::stderr::{self, DelayedLine};
use crate::test_advice::{judge, shortest};
use crate::trial_sites::{SiteOptions, TrialSites, default_jobs};

/// Reduces an input. Shows events and the ending on stderr, and the path of the result on stdout.
pub fn reduce(args: &ReduceArgs) -> Result<Exit, Failure> {
    let stop = Stop::default();
    stop.during(|| reduce_until(args, &stop))
}

/// Reduces an input. A parser that takes too long is stopped by `stop`.
fn reduce_until(args: &ReduceArgs, stop: &Stop) -> Result<Exit, Failure> {
    let began = Instant::now();
    let say = |text: &str| {
        if !args.session.quiet {
            stderr::say(text);
        }
    };
    SiteOptions::of(args, 1).check_not_empty()?;
    let source = match args.session.in_place && args.session.resume {
        true => Source::Backup,
        false => Source::Input,
    };
    let setup = Setup::new(&args.subject, &args.property, source)?;
    let original = &setup.input.document;
    let interrupt = Cancel::new();
    let _signals = Signals::watch(&interrupt)
        .map_err(|error| Failure::environment(format!("can't watch for Ctrl-C: {error}")))?;
    let deadline = args.session.budget.and_then(|budget| began.checked_add(budget));
    let deadline_watch = DeadlineWatch::watch(deadline, &interrupt, stop.clone());
    let planned = planning::plan(&args.search, &reduction::expected(args, setup.test()), original)?;
    let gates = reduction::gates(&args.search, original, &planned)?;
    if args.property.sandbox == SandboxName::Strict && args.session.format_with.is_some() {
        let why = "--format-with would run a program on the result outside the sandbox";
        return Err(Failure::usage(why).help("leave out one of --sandbox strict and --format-with"));
    }
    let mut session_args = piped::adapted(&args.session, setup.input.shape, setup.is_piped())?;
    let to_stdout =
        session_args.output.as_deref().is_some_and(is_dash).then(|| Piped::new(&setup.input.name));
    let to_stdout = to_stdout.transpose()?;
    if let Some(piped) = &to_stdout {
        session_args.output = Some(piped.path().to_owned());
    }
    let mut locations = Locations::take(&session_args, &setup.input)?;
    let claim = |path: &Path, is_ours| claim(path, args, &setup, &locations, is_ours);
    let summary = args.session.summary.as_deref().map(|path| claim(path, is_summary)).transpose()?;
    if let Some(swept) = setup.sweep(&deadline_watch.over) {
        say(&swept);
    }
    let script = args.property.save_script.as_deref().map(|path| claim(path, is_unchanged)).transpose()?;
    let delayed_line = (!args.session.quiet)
        .then(|| DelayedLine::new("running the test on the original, twice, and on an empty input ..."));
    let checked = setup.check_up(&deadline_watch.over);
    drop(delayed_line);
    if interrupt.is_cancelled() {
        return Err(Failure::new(Exit::Interrupted, "interrupted before anything was reduced"));
    }
    if deadline_watch.over.is_cancelled() {
        let why = "the time of --budget was over before the test had been run on the original";
        return Err(Failure::new(Exit::No, why).help("allow more time, or leave --budget out:  --budget 10m"));
    }
    let checked = checked?;
    checked.notices.iter().for_each(|notice| say(notice));
    if let Some(warning) = judge(&checked.checkup, &checked.neighbours, &setup.facts)? {
        say(&format!("warning: {}", warning.0));
    }
    let sandbox = checked.confinement.map_or("off".to_owned(), |confinement| confinement.to_string());
    if let (Some(file), Some(text)) = (&script, &checked.script) {
        file.write(sealed(text).as_bytes(), 0o755).map_err(|error| Failure::of_files(&error))?;
    }
    let sites = TrialSites::start(&SiteOptions::of(args, default_jobs(&checked)), &interrupt)?;
    let assigned = sites.assign(&setup, &checked, &interrupt)?;
    let jobs = sites.n_slots();
    say(&beginning(&setup, &checked, jobs));
    sites.described(&assigned, &sandbox).iter().for_each(|line| say(line));
    if let Some(reason) = &planned.reason {
        say(reason);
    }
    let of_earlier = locations.confirm_earlier(&*checked.property, original, &deadline_watch.over)?;
    let identity = identity(args, &setup, &checked);
    // If the journal cannot be resumed, nothing was replaced yet.
    let (journal, news) = locations.journal(&identity)?;
    of_earlier.iter().chain(&news).for_each(|text| say(text));

    let options = reduction::options(args, original, gates);
    let executor = sites
        .executor(&setup, &checked, &assigned, args.session.jobs)
        .map_err(|error| Failure::environment(format!("can't start {jobs} threads: {error}")))?;
    let output = match &to_stdout {
        Some(_) => "standard output".to_owned(),
        None => words::path(&shortest(locations.output.path())),
    };
    let displays = Displays::new(&args.session, setup.facts.input.clone(), output)
        .and_observer(reduction::recorder(&locations, &setup));
    let session_options = SessionOptions {
        // Reading a large input and the first runs of a slow test have used a part of the budget.
        budget: args.session.budget.map(|budget| budget.saturating_sub(began.elapsed())),
        interrupt,
        labels: Labels {
            plan: args.search.plan.clone(),
            algorithm: planned.algorithm,
            seed: args.search.seed,
            sandbox,
        },
        ..SessionOptions::default()
    };
    let reducer = Reducer::new(original, &planned.plan, options);
    let mut session = Session::new(reducer, executor, session_options)
        .with_output(locations.output)
        .with_observations(checked.observations.clone());
    if let Some(journal) = journal {
        session = session.with_journal(journal);
    }
    if !args.search.pass_command.is_empty() {
        session = session.with_hints(setup.hint_programs(checked.time_limit)?);
    }
    for observer in displays.observers {
        session = session.with_observer(observer);
    }
    let ended = session.run();
    let figures = sites.figures();
    drop((assigned, sites));
    let mut ended = reduction::confirmed(ended, checked.outside.as_deref());
    if let Some(others) = setup.others().filter(|others| others.n_failures() != 0) {
        let n_failures = words::counted(others.n_failures() as u64, "other failure");
        say(&format!("{n_failures} saved in {}", words::path(&shortest(others.directory()))));
    }

    if let Some(text) = ending(&displays.state.borrow()) {
        say(&text);
    }
    if let Some(text) = figures {
        say(&text);
    }
    let limit = checked.observations.limit().unwrap_or(checked.time_limit);
    let unanswered = {
        let state = displays.state.borrow();
        Unanswered {
            n_lost: state.unresolved,
            n_asked: state.counts.proposed.saturating_sub(state.counts.gated + state.counts.put_off),
            n_run: state.counts.executed,
            limit,
            worked: state.at.saturating_mul(u32::try_from(jobs).unwrap_or(u32::MAX)),
        }
    };
    if let Some(text) = unanswered.told() {
        say(&text);
    }
    let is_formatted = args.session.layout || args.session.format_with.is_some();
    if is_formatted && ended.failure.is_none() && !ended.earlier_is_smaller {
        let outcome = match &args.session.format_with {
            Some(command) => formatting::format(command, &ended, &*checked.property)?,
            None => formatting::lay_out(&ended, &*checked.property)?,
        };
        if let (Outcome::Formatted(made), Some(directory)) = (&outcome, &locations.directory) {
            Locations::made(directory, &identity, *made, ended.reason)?;
        }
        say(&outcome.to_string());
    } else if ended.reason == StopReason::Complete {
        say(&easier_to_read(&args.search));
    }
    if to_stdout.is_some() {
        ended.summary.output = None;
    }
    if let Some(lines) = &displays.lines {
        // An error is ignored: the reader of stdout is gone.
        let _ = lines.borrow_mut().summary(&ended.summary);
    }
    if let Some(file) = &summary {
        write_summary(file, &ended)?;
    }
    conclude(&session_args, ended, to_stdout.as_ref(), &say)
}

/// Returns a line about the options for a more readable result.
fn easier_to_read(given: &SearchArgs) -> String {
    let mut options = vec!["--layout"];
    options.extend((!given.valid).then_some("--valid"));
    options.extend((!given.keep_names).then_some("--keep-names"));
    options.push("--format-with COMMAND");
    format!("for a result that is easier to read: {}", options.join(", "))
}

/// Returns the first lines: the input, its size, the time of trials, the sandbox.
fn beginning(setup: &Setup, checked: &Checked, jobs: usize) -> String {
    let cost = setup.input.document.cost();
    let files = match cost.files {
        1 => String::new(),
        n_files => format!(" in {}", words::counted(n_files, "file")),
    };
    let mut text = format!(
        "{}: {}, {}{files}; trials take about {} (limit {}), {} at a time",
        setup.facts.input,
        words::counted(cost.bytes, "byte"),
        words::counted(cost.tokens, "token"),
        words::span(checked.checkup.first.wall),
        words::span(checked.observations.limit().unwrap_or(checked.time_limit)),
        words::number(jobs as u64),
    );
    if let Some(confinement) = checked.confinement {
        text.push_str(&format!("\nsandbox: {confinement}"));
    }
    if let Some(signature) = &checked.signature {
        text.push_str(&format!("\nwhat is kept: {}", words::printable(signature)));
    }
    if let Some(doubt) = &checked.doubt {
        text.push_str(&format!("\nwarning: {doubt}"));
    }
    for skipped in &setup.input.skipped {
        text.push_str(&format!("\nskipped: {}", words::path(&skipped.path)));
    }
    text
}

/// Writes where the result is, and returns the exit status.
fn conclude(
    args: &SessionArgs,
    ended: Ended,
    to_stdout: Option<&Piped>,
    say: &dyn Fn(&str),
) -> Result<Exit, Failure> {
    if let Some(piped) = to_stdout {
        piped.write_out()?;
    }
    if ended.earlier_is_smaller {
        say("the result of an earlier run is smaller, so it is kept; --force replaces it");
    }
    let output = ended.summary.output.as_deref().map(shortest);
    if let Some(failure) = ended.failure {
        let failure = Failure::environment_of(&failure);
        return Err(match &output {
            Some(path) => failure.note(format!("the best so far is in {}", words::path(path))),
            None => failure,
        });
    }
    if let (Some(path), Format::Text) = (&output, args.format) {
        // Programs that read the path get its bytes; for a terminal, control characters are
        // escaped.
        let mut stdout = std::io::stdout().lock();
        let bytes = match stdout.is_terminal() {
            true => words::path(path).into_bytes(),
            false => path.as_os_str().as_encoded_bytes().to_owned(),
        };
        let _ = stdout.write_all(&bytes).and_then(|()| stdout.write_all(b"\n"));
    }
    let is_cut_off = matches!(ended.reason, StopReason::Interrupted | StopReason::Time | StopReason::Trials);
    if is_cut_off && !args.no_session {
        say("to continue, run the same command with --resume");
    }
    if let Some(reliability) = &ended.reliability
        && let Some(text) = reliability::told(reliability)
    {
        say(&text);
    }
    let is_confirmed = ended.reliability.is_none_or(|reliability| reliability.is_confirmed);
    match ended.reason {
        StopReason::Interrupted => Ok(Exit::Interrupted),
        _ if !is_confirmed => Ok(Exit::No),
        StopReason::Flaky => Ok(Exit::No),
        _ => Ok(Exit::Done),
    }
}

/// Checks at the start that a file can be written at the end. It never replaces the input or the
/// result, nor, without `--force`, a file that no run wrote.
fn claim(
    path: &Path,
    args: &ReduceArgs,
    setup: &Setup,
    locations: &Locations,
    is_ours: fn(&[u8]) -> bool,
) -> Result<SideFile, Failure> {
    let protected = setup.protected(&args.property, locations.output.path());
    SideFile::claim(path, &protected, is_ours, args.session.force).map_err(|error| Failure::of_files(&error))
}

fn is_summary(content: &[u8]) -> bool {
    serde_json::from_slice::<serde_json::Value>(content)
        .is_ok_and(|value| value.get("accepted_hash").is_some() && value.get("status").is_some())
}

fn write_summary(file: &SideFile, ended: &Ended) -> Result<(), Failure> {
    let text = serde_json::to_string(&ended.summary)
        .map_err(|error| Failure::environment(format!("the summary can't be written: {error}")))?;
    file.write((text + "\n").as_bytes(), 0o644).map_err(|error| Failure::of_files(&error))
}
