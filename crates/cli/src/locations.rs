//! The paths that a run writes to: its result, its session's directory, its journal.

use std::path::{Path, PathBuf};

use dwindle_reduce::{ContentKey, Document, StopReason, Verdict};
use dwindle_report::words;
use dwindle_run::files::{Existing, Input, Output, Target};
use dwindle_run::flaky::Trust;
use dwindle_run::journal::{Earlier, Effect, Identity, Journal, Resumed, SessionDirectory, Start, hash_of};
use dwindle_run::property::{Cancel, Property};

use crate::args::values::UnitsName;
use crate::args::{ReduceArgs, SessionArgs};
use crate::failure::Failure;
use crate::setup::{Checked, Setup};
use crate::subject::Test;

/// How often the present test must say yes to the result of an earlier run.
const CONFIRMATIONS: usize = 3;

/// The paths that a run writes to, claimed for it alone.
pub struct Locations {
    /// The result. It was checked that it can be written.
    pub output: Output,
    /// The session's directory, locked as long as the run lasts; `None` with `--no-session`.
    pub directory: Option<SessionDirectory>,
    start: Start,
}

impl Locations {
    /// Claims the paths that the arguments name. Fails if a file exists there that no earlier run
    /// wrote, except with `--force`. The journal of an earlier run is not changed yet.
    pub fn take(session: &SessionArgs, input: &Input) -> Result<Locations, Failure> {
        let target = match (&session.output, session.in_place) {
            (_, true) => Target::InPlace,
            (Some(path), false) => Target::At(path.clone()),
            (None, false) => Target::Beside,
        };
        let mut output = Output::choose(input, &target).map_err(|error| Failure::of_files(&error))?;
        let start = if session.resume { Start::Resume } else { Start::Fresh };
        if session.no_session {
            let existing = if session.force { Existing::Forced(&|_| false) } else { Existing::Refuse };
            output.claim(existing).map_err(|error| Failure::of_files(&error))?;
            return Ok(Locations { output, directory: None, start });
        }
        let path = session.session.clone().unwrap_or_else(|| SessionDirectory::path_for(input));
        let directory = SessionDirectory::open(path).map_err(|error| Failure::of_journal(&error))?;
        // Without a readable journal, an existing file counts as the user's.
        let made = Journal::made_before(&directory).unwrap_or_default();
        let is_ours = |key| made.contains(&key);
        // The result of another input may be replaced by a larger one.
        let earlier = Journal::earlier(&directory).ok().flatten();
        let is_same_input = earlier.is_none_or(|earlier| earlier.identity.input() == input.document.key());
        let existing = match (session.force, is_same_input || session.resume) {
            (true, _) => Existing::Forced(&is_ours),
            (false, true) => Existing::OursIfBetter(&is_ours),
            (false, false) => Existing::Ours(&is_ours),
        };
        output.claim(existing).map_err(|error| Failure::of_files(&error))?;
        Ok(Locations { output, directory: Some(directory), start })
    }

    /// Tests the result of an earlier run several times with the present test. If it is not
    /// interesting, it may be replaced by a larger result. Returns a line for the user.
    pub fn confirm_earlier(
        &mut self,
        property: &dyn Property,
        original: &Document,
        cancel: &Cancel,
    ) -> Result<Option<String>, Failure> {
        let earlier = self.output.earlier().map_err(|error| Failure::of_files(&error))?;
        let Some(earlier) = earlier.filter(|earlier| earlier.key() != original.key()) else {
            return Ok(None);
        };
        for _ in 0..CONFIRMATIONS {
            let verdict = property.test(&earlier, cancel).map_err(|error| Failure::environment_of(&error))?;
            if !verdict.is_interesting() && !cancel.is_cancelled() {
                self.output.give_up_earlier();
                let text = "the test says no to the result of an earlier run, which is replaced";
                return Ok(Some(text.to_owned()));
            }
        }
        let size = words::counted(earlier.cost().bytes, "byte");
        Ok(Some(format!("the result of an earlier run has {size}; it is kept unless a smaller one is found")))
    }

    /// Returns the path of the session's record.
    pub fn record(&self) -> Option<PathBuf> {
        self.directory.as_ref().map(SessionDirectory::record)
    }

    /// Adds to the journal that this run wrote the present output, so that a later run may replace
    /// it.
    pub fn made(
        directory: &SessionDirectory,
        identity: &Identity,
        made: ContentKey,
        reason: StopReason,
    ) -> Result<(), Failure> {
        let of_journal = |error| Failure::of_journal(&error);
        let (mut journal, _) = Journal::open(directory, identity, Start::Resume).map_err(of_journal)?;
        journal.verdict(made, Verdict::Interesting).map_err(of_journal)?;
        journal.end(reason).map_err(of_journal)
    }

    /// Opens the journal. Also returns a line about an earlier run whose answers are used or could
    /// be.
    pub fn journal(&self, identity: &Identity) -> Result<(Option<Journal>, Option<String>), Failure> {
        let Some(directory) = &self.directory else { return Ok((None, None)) };
        let earlier = match self.start {
            Start::Resume => None,
            Start::Fresh => Journal::earlier(directory).ok().flatten(),
        };
        let (journal, resumed) =
            Journal::open(directory, identity, self.start).map_err(|error| Failure::of_journal(&error))?;
        let news = match (resumed, earlier) {
            (Some(resumed), _) => Some(used(&resumed)),
            (None, Some(earlier)) => usable(&earlier, identity),
            (None, None) => None,
        };
        Ok((Some(journal), news))
    }
}

fn used(resumed: &Resumed) -> String {
    let answers = words::counted(resumed.earlier.n_verdicts as u64, "answer");
    let differences: String =
        resumed.differences.iter().map(|difference| format!("; {difference}")).collect();
    let mut text = format!("resuming with {answers} of the earlier run{differences}");
    if resumed.n_lost != 0 {
        let lost = words::counted(resumed.n_lost as u64, "record");
        text.push_str(&format!(
            "; its journal is damaged: {lost} were lost, and those candidates are tested again"
        ));
    }
    text
}

/// Returns a line about an earlier run that could be resumed: it was stopped, and its answers are
/// valid for this one.
fn usable(earlier: &Earlier, identity: &Identity) -> Option<String> {
    let is_over = matches!(earlier.ended, Some(StopReason::Complete | StopReason::Size));
    let differences = identity.differences_from(&earlier.identity);
    let holds = differences.iter().all(|difference| difference.effect != Effect::NoVerdictHolds);
    (!is_over && holds && earlier.n_verdicts != 0).then(|| {
        let answers = words::counted(earlier.n_verdicts as u64, "answer");
        format!(
            "an earlier run of this command stopped after {answers}; to continue it, stop and add --resume"
        )
    })
}

/// Returns the identity of this run: everything on which its verdicts depend.
pub fn identity(args: &ReduceArgs, setup: &Setup, checked: &Checked) -> Identity {
    let mut identity = Identity::new(setup.input.document.key());
    identity = match setup.test() {
        Test::Script(path) => identity.with_property("the test", content_hash(path)),
        Test::Server(command) => identity
            .with_property("--server", command)
            .with_property("--server-crash", format!("{:?}", args.property.server_crash).to_lowercase()),
        Test::Command(command) => {
            let words: Vec<_> = command.iter().map(|word| word.to_string_lossy()).collect();
            identity.with_property("the command", words.join(" "))
        }
    };
    let property = &args.property;
    let lists = [
        ("--stderr-contains", &property.stderr_contains),
        ("--stdout-contains", &property.stdout_contains),
        ("--matches", &property.matches),
    ];
    for (name, texts) in lists {
        if !texts.is_empty() {
            identity = identity.with_property(name, texts.join(", "));
        }
    }
    if let Some(confinement) = checked.confinement {
        identity = identity.with_property("--sandbox", confinement.to_string());
    }
    if let Some(other) = &property.differs_from {
        identity = identity.with_property("--differs-from", other);
    }
    if property.timeout_is_interesting {
        identity = identity.with_property("--timeout-is-interesting", "given");
    }
    for path in &property.with {
        identity = identity.with_property(format!("--with {}", words::path(path)), content_hash(path));
    }
    let limit = |value: Option<String>| value.unwrap_or_else(|| "the default".to_owned());
    let search = &args.search;
    identity = identity
        .with_limit("--timeout", words::duration(checked.time_limit))
        .with_limit("--memory", limit(property.memory.map(|bytes| bytes.to_string())))
        .with_option("--plan", &search.plan)
        .with_option("--order", format!("{:?}", search.order).to_lowercase())
        .with_option("--p0", search.p0.to_string());
    let options = [
        ("--algorithm", search.algorithm.clone()),
        ("--language", search.language.clone()),
        ("--no-syntax-gate", search.no_syntax_gate.then(|| "given".to_owned())),
        ("--valid", search.valid.then(|| "given".to_owned())),
        ("--keep-names", search.keep_names.then(|| "given".to_owned())),
        ("--no-expected", search.no_expected.then(|| "given".to_owned())),
        ("--no-repair", search.no_repair.then(|| "given".to_owned())),
        ("--granularity", search.granularity.map(|name| format!("{name:?}").to_lowercase())),
        ("--units", (search.units != UnitsName::Nodes).then(|| "closures".to_owned())),
        (
            "--flaky",
            Some(format!("{:?}", args.property.flaky)).filter(|_| args.property.flaky != Trust::default()),
        ),
        ("--seed", search.seed.map(|seed| seed.to_string())),
        ("--keep", (!search.keep.is_empty()).then(|| search.keep.join(", "))),
    ];
    for (name, value) in options {
        if let Some(value) = value {
            identity = identity.with_option(name, value);
        }
    }
    identity
}

/// Returns the hash of a file, or of everything below a directory: names, contents, targets of
/// links.
fn content_hash(path: &Path) -> String {
    if let Ok(bytes) = std::fs::read(path) {
        return hash_of(&bytes);
    }
    let mut listing = Vec::new();
    let mut open = vec![path.to_owned()];
    while let Some(inner) = open.pop() {
        let Ok(metadata) = inner.symlink_metadata() else { continue };
        let name = inner.strip_prefix(path).unwrap_or(&inner).to_string_lossy().into_owned();
        if metadata.is_dir() && !inner.is_symlink() {
            let entries = std::fs::read_dir(&inner).into_iter().flatten().flatten();
            open.extend(entries.map(|entry| entry.path()));
            listing.push(format!("{name}/"));
        } else if metadata.is_symlink() {
            let target = std::fs::read_link(&inner).unwrap_or_default();
            listing.push(format!("{name} -> {}", target.display()));
        } else if metadata.is_file() {
            listing.push(format!("{name} {}", hash_of(&std::fs::read(&inner).unwrap_or_default())));
        }
    }
    listing.sort();
    hash_of(listing.join("\n").as_bytes())
}
