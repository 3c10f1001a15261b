//! From the arguments to an input and a property.

mod beside;
mod ground;

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use dwindle_reduce::Verdict;
use dwindle_report::words;
use dwindle_run::checkup::{Checkup, Finding, needed_neighbours};
use dwindle_run::files::{Input, Modes, Shape};
use dwindle_run::flaky::{Observations, Repeated, TimeLimit, Trust};
use dwindle_run::hints::HintPrograms;
use dwindle_run::limits::{Limits, default_time_limit};
use dwindle_run::process::{Confinement, User, is_root};
use dwindle_run::property::{
    Cancel, CandidatePaths, CommandError, CommandOptions, CommandProperty, Diagnosis, Expectations, Others,
    Property, ScriptProperty, ServerOptions, ServerProperty,
};
use dwindle_run::trial::{Bench, Extra, Means};

use self::ground::Ground;
use crate::args::values::{SandboxName, VerdictName};
use crate::args::{PropertyArgs, SubjectArgs};
use crate::failure::Failure;
use crate::first_minute::{Scene, with_neighbours};
use crate::piped::{Piped, is_dash};
use crate::subject::{Subject, Test};
use beside::{command_text, others};

/// What is to be reduced and what tests it, ready to run.
pub struct Setup {
    /// What is to be reduced.
    pub input: Input,
    /// The paths of the inputs, as the user wrote them.
    pub named: Vec<PathBuf>,
    /// The user's side, for advice.
    pub scene: Scene,
    test: Test,
    paths: CandidatePaths,
    with: Vec<Extra>,
    modes: Modes,
    limits: Limits,
    user: Option<User>,
    share_trials: bool,
    sandbox: SandboxName,
    timeout: Option<Duration>,
    expectations: Expectations,
    differs_from: Option<String>,
    on_crash: Verdict,
    trust: Trust,
    others: Option<Arc<Others>>,
    also_interesting: Option<i32>,
    piped: Option<Piped>,
}

/// The least time that a program is given for its hints.
const LEAST_TIME_FOR_HINTS: Duration = Duration::from_secs(60);

/// Where the original is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Where the user says.
    Input,
    /// In the backup that an earlier run with `--in-place` made, if there is one.
    Backup,
}

/// What the first minute showed.
pub struct Checked {
    /// The property, with the time limit that holds for all trials.
    pub property: Arc<dyn Property>,
    /// That time limit.
    pub time_limit: Duration,
    /// What a command must keep doing, in words.
    pub signature: Option<String>,
    /// What all runs showed so far.
    pub observations: Arc<Observations>,
    /// Why that may be too little, as a warning.
    pub doubt: Option<String>,
    /// The same as a script.
    pub script: Option<String>,
    /// The runs.
    pub checkup: Checkup,
    /// Files of the user's beside which the test works, when it does not work alone.
    pub neighbours: Vec<PathBuf>,
    /// What the user should know about how trials are run.
    pub notices: Vec<String>,
    /// What a sandbox keeps away from trials.
    pub confinement: Option<Confinement>,
    /// The same property without a sandbox, for the result.
    pub outside: Option<Arc<dyn Property>>,
}

impl Setup {
    /// Reads the inputs and looks at the options of trials.
    pub fn new(subject: &SubjectArgs, property: &PropertyArgs, source: Source) -> Result<Setup, Failure> {
        let Subject { test, mut inputs } = Subject::new(subject, property)?;
        let named = inputs.iter().map(|input| words::path(input)).collect::<Vec<_>>().join(" ");
        let piped = inputs.first().filter(|path| is_dash(path)).map(|_| Piped::input()).transpose()?;
        if let Some(piped) = &piped {
            inputs = vec![piped.path().to_owned()];
        }
        let input = match (source, &inputs[..]) {
            (Source::Backup, [input]) => Input::load_original(input),
            _ => Input::load(&inputs),
        };
        let input = input.map_err(|error| Failure::usage_of(&error))?;
        let mut limits = Limits::default();
        limits.memory = property.memory.or(limits.memory);
        let script = match &test {
            Test::Script(path) => std::path::absolute(path).ok(),
            Test::Command(_) | Test::Server(_) => None,
        };
        let scene = Scene {
            input: named,
            origin: input.origin.clone(),
            script,
            files: input.document.files().iter().map(|file| file.path().to_owned()).collect(),
            shape: Some(input.shape),
            command: command_text(&test, property),
            allows_empty: property.allow_empty,
        };
        if !property.allow_original {
            scene.refuse_the_original_by_name()?;
        }
        let user = property.run_as.as_deref().map(user).transpose()?;
        let share_trials = property.share_trials;
        let paths = candidate_paths(&input, &inputs);
        let with = extras(&property.with)?;
        let modes = Modes::of(&input);
        let expectations = Expectations {
            stdout_contains: property.stdout_contains.clone(),
            stderr_contains: property.stderr_contains.clone(),
            matches: property.matches.clone(),
            timeout_is_interesting: property.timeout_is_interesting,
        };
        let (timeout, differs_from) = (property.timeout, property.differs_from.clone());
        let on_crash = match property.server_crash {
            VerdictName::Interesting => Verdict::Interesting,
            VerdictName::Boring => Verdict::Boring,
            VerdictName::Unresolved => Verdict::Unresolved,
        };
        let others = property.keep_others.as_deref().map(|path| others(path, &input)).transpose()?;
        if others.is_some() && matches!(test, Test::Script(_)) && property.also_interesting.is_none() {
            return Err(Failure::usage("--keep-others needs to know which failures of the test are meant")
                .help("say with which status it exits then:  --also-interesting 99"));
        }
        Ok(Setup {
            input,
            named: inputs,
            scene,
            test,
            paths,
            with,
            modes,
            limits,
            user,
            share_trials,
            sandbox: property.sandbox,
            timeout,
            expectations,
            differs_from,
            on_crash,
            trust: property.flaky,
            others,
            also_interesting: property.also_interesting,
            piped,
        })
    }

    /// Whether the input came through standard input.
    pub fn is_piped(&self) -> bool {
        self.piped.is_some()
    }

    /// Returns what runs programs that are asked for hints; they get more time than a trial.
    pub fn hint_programs(&self, trial_limit: Duration) -> Result<HintPrograms, Failure> {
        let home = std::env::current_dir();
        let home =
            home.map_err(|error| Failure::environment(format!("can't tell the current directory: {error}")))?;
        let limit = LEAST_TIME_FOR_HINTS.max(trial_limit * 10);
        Ok(HintPrograms::new(self.bench(&self.ground_of_programs()), self.paths.clone(), home, limit))
    }

    /// Returns what tests it.
    pub fn test(&self) -> &Test {
        &self.test
    }

    /// Runs the first minute: the test on the original, again, and on an empty input. Without `--timeout`, the first
    /// run has no time limit, and those after it have one that depends on it.
    pub fn check_up(&self, cancel: &Cancel) -> Result<Checked, Failure> {
        let original = &self.input.document;
        let mut notices = Vec::new();
        let mut ground = self.first_ground(&mut notices, cancel)?;
        if is_root() && self.user.is_none() {
            notices.push("trials run as root; --run-as USER runs them as another user".to_owned());
        }
        let mut asked = self.ask(&self.bench(&ground), cancel)?;
        for other in self.other_grounds(&ground) {
            if asked.first.verdict != Verdict::Boring {
                break;
            }
            let again = self.ask(&self.bench(&other), cancel)?;
            if again.first.verdict.is_interesting() {
                // A flaky test says yes sooner or later, wherever it runs.
                asked = self.ask(&self.bench(&ground), cancel)?;
                if asked.first.verdict == Verdict::Boring {
                    notices.extend(self.notice_of(&other)?);
                    (asked, ground) = (again, other);
                }
            }
        }
        let first_wall = asked.first.wall;
        let time_limit = self.timeout.unwrap_or_else(|| default_time_limit(first_wall));
        let mut limit = self.limit(time_limit);
        if asked.first.verdict != Verdict::Unresolved && limit.learn(first_wall) {
            notices.push(format!(
                "the test takes {}, which is near --timeout: trials may take {}",
                words::span(first_wall),
                words::span(limit.now())
            ));
        }
        let mut outside = None;
        if ground.confinement.is_some() && self.sandbox == SandboxName::Auto {
            let compared = self.compared(asked, &ground, limit.now(), &mut notices, cancel)?;
            (asked, ground, outside) = (compared.asked, compared.ground, compared.outside);
        }
        let Asked { property, first, signature, doubt, script } = asked;
        let observations = Arc::new(Observations::new(self.trust).with_limit(limit));
        let property = Arc::new(Repeated::new(property.limited(limit.now()), observations.clone()));
        let checkup = Checkup::repeated(first, &property, original, cancel)
            .map_err(|error| Failure::environment_of(&error))?;
        let neighbours = match checkup.finding() {
            Finding::NotInteresting => self.neighbours(&ground, Some(&checkup.first), cancel)?,
            _ => Vec::new(),
        };
        let confinement = ground.confinement;
        Ok(Checked {
            property,
            time_limit,
            signature,
            doubt,
            script,
            observations,
            checkup,
            neighbours,
            notices,
            confinement,
            outside,
        })
    }

    /// Returns the script that asks the same as a command.
    fn script_of(&self, command: &CommandProperty) -> String {
        command.clone().with_time_limit(self.timeout).script()
    }

    /// Returns the time limit of trials.
    fn limit(&self, stated: Duration) -> TimeLimit {
        match self.expectations.timeout_is_interesting {
            true => TimeLimit::fixed(stated),
            false => TimeLimit::new(stated),
        }
    }

    /// Returns the time limit of the first run: as far as that of trials may rise.
    fn first_limit(&self) -> Option<Duration> {
        self.timeout.map(|stated| match self.expectations.timeout_is_interesting {
            true => stated,
            false => TimeLimit::most(stated),
        })
    }

    /// Lists other names under which scripts for other tools look for candidates: a directory in itself, several files
    /// in one directory by their last names. Only where a test says no without them: tools that follow links would see
    /// everything twice.
    fn other_names(&self) -> Vec<Extra> {
        if !matches!(self.test, Test::Script(_)) {
            return Vec::new();
        }
        let files = self.input.document.files();
        let is_free = |name: &OsStr| files.iter().all(|file| !file.path().starts_with(name));
        match (self.input.shape, self.input.origin.file_name()) {
            (Shape::Tree, Some(name)) if is_free(name) => vec![Extra::itself(name)],
            (Shape::Several, _) => {
                let names = files.iter().map(|file| (file.path(), file.path().file_name()));
                let names: Vec<_> = names.filter_map(|(path, name)| Some((path, name?))).collect();
                let is_only = |name: &OsStr| names.iter().filter(|(_, other)| *other == name).count() == 1;
                let fit = names.iter().filter(|(_, name)| is_free(name) && is_only(name));
                fit.map(|(path, name)| Extra::within(*path, *name)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Makes the property and asks it for the first time, about the original.
    fn ask(&self, bench: &Arc<Bench>, cancel: &Cancel) -> Result<Asked, Failure> {
        let original = &self.input.document;
        let (mut doubt, mut saved) = (None, None);
        let (property, signature) = match &self.test {
            Test::Script(path) => {
                let script = ScriptProperty::new(path, self.paths.clone(), bench.clone())
                    .map_err(|error| Failure::environment_of(&error))?;
                let script = match (self.also_interesting, &self.others) {
                    (Some(status), Some(others)) => script.with_also_interesting(status, others.clone()),
                    _ => script,
                };
                (Unlimited::Script(script.with_time_limit(self.first_limit())), None)
            }
            Test::Command(command) => {
                let command =
                    self.learn(command, bench, cancel).map_err(|error| self.unlearnt(&error, cancel))?;
                let signature = command.signature();
                doubt = beside::doubt(&command);
                saved = Some(self.script_of(&command));
                (Unlimited::Command(command.with_others(self.others.clone())), Some(signature))
            }
            Test::Server(command) => {
                let options = ServerOptions {
                    command: command.into(),
                    paths: self.paths.clone(),
                    time_limit: self.first_limit(),
                    on_crash: self.on_crash,
                };
                let server = ServerProperty::new(options, bench.clone())
                    .map_err(|error| Failure::environment_of(&error))?;
                (Unlimited::Server(server), None)
            }
        };
        let first = property.as_property().diagnose(original, cancel);
        let first = first.map_err(|error| Failure::environment_of(&error))?;
        Ok(Asked { property, first, signature, doubt, script: saved })
    }

    /// Takes what a command does now for what it must keep doing.
    fn learn(
        &self,
        command: &[OsString],
        bench: &Arc<Bench>,
        cancel: &Cancel,
    ) -> Result<CommandProperty, CommandError> {
        let options = CommandOptions {
            command: command.to_vec(),
            differs_from: self.differs_from.clone().map(OsString::from),
            expectations: self.expectations.clone(),
            paths: self.paths.clone(),
            time_limit: self.first_limit(),
            allows_weak: self.scene.allows_empty,
        };
        CommandProperty::learn(options, bench.clone(), &self.input.document, cancel)
    }

    /// Returns why nothing could be learnt from a command, and which files it may lack.
    fn unlearnt(&self, error: &CommandError, cancel: &Cancel) -> Failure {
        let failure = match error {
            CommandError::NothingWrong { .. }
            | CommandError::NotFound { .. }
            | CommandError::LacksFile { .. }
            | CommandError::NoDifference { .. }
            | CommandError::NotSo { .. } => Failure::no(error),
            CommandError::NoAnswer { .. } | CommandError::TooWeak { .. } => return Failure::no(error),
            CommandError::Environment(error) => return Failure::environment_of(error),
            _ => return Failure::usage_of(error),
        };
        let ground = Ground { access: self.access(), with: self.with.clone(), confinement: None };
        match self.neighbours(&ground, None, cancel) {
            Ok(neighbours) if !neighbours.is_empty() => with_neighbours(failure, &neighbours),
            _ => failure,
        }
    }

    /// Finds files beside which the test works that does not work alone.
    fn neighbours(
        &self,
        ground: &Ground,
        first: Option<&Diagnosis>,
        cancel: &Cancel,
    ) -> Result<Vec<PathBuf>, Failure> {
        let is_input = |path: &PathBuf| {
            *path == self.input.origin
                || self.input.document.files().iter().any(|file| *path == self.input.origin.join(file.path()))
        };
        for directory in self.scene.directories() {
            let found = needed_neighbours(
                &directory,
                |path| self.scene.is_named(path, first),
                |with| {
                    let beside: Vec<PathBuf> = with.iter().filter(|path| !is_input(path)).cloned().collect();
                    let Ok(with) = extras(&beside) else { return Ok(false) };
                    let bench = self.bench(&ground.with(with));
                    Ok(self.works(&bench, cancel))
                },
            );
            if let Some(found) = found.map_err(|error| Failure::environment_of(&error))? {
                // A flaky test says yes beside anything, and now perhaps beside nothing.
                let alone = || self.works(&self.bench(ground), cancel);
                let is_flaky = !found.is_empty() && (0..3).any(|_| alone());
                return Ok(if is_flaky { Vec::new() } else { found });
            }
        }
        Ok(Vec::new())
    }

    /// Whether the test works with what is on this bench.
    fn works(&self, bench: &Arc<Bench>, cancel: &Cancel) -> bool {
        match &self.test {
            Test::Command(command) => self.learn(command, bench, cancel).is_ok(),
            Test::Script(_) | Test::Server(_) => {
                self.ask(bench, cancel).is_ok_and(|asked| asked.first.verdict.is_interesting())
            }
        }
    }
}

/// A property whose time limit is still to be found.
enum Unlimited {
    Script(ScriptProperty),
    Command(CommandProperty),
    Server(ServerProperty),
    /// One that has its time limit already.
    Limited(Arc<dyn Property>),
}

/// A property that answered for the first time.
struct Asked {
    property: Unlimited,
    first: Diagnosis,
    signature: Option<String>,
    doubt: Option<String>,
    script: Option<String>,
}

impl Unlimited {
    fn as_property(&self) -> &dyn Property {
        match self {
            Unlimited::Script(script) => script,
            Unlimited::Command(command) => command,
            Unlimited::Server(server) => server,
            Unlimited::Limited(property) => &**property,
        }
    }

    fn limited(self, time_limit: Duration) -> Arc<dyn Property> {
        match self {
            Unlimited::Script(script) => Arc::new(script.with_time_limit(Some(time_limit))),
            Unlimited::Command(command) => Arc::new(command.with_time_limit(Some(time_limit))),
            Unlimited::Server(server) => Arc::new(server.with_time_limit(Some(time_limit))),
            Unlimited::Limited(property) => property,
        }
    }
}

/// Finds the user of --run-as.
fn user(name: &str) -> Result<User, Failure> {
    if !is_root() {
        return Err(Failure::usage("only root can run trials as another user").help("leave out --run-as"));
    }
    User::find(name).map_err(|error| {
        Failure::usage(format!("trials can't run as `{name}`: {error}"))
            .help("give --run-as a name or number that stands in /etc/passwd")
    })
}

/// Returns the number of physical cores that this process may use.
pub fn physical_cores() -> usize {
    let allowed = std::thread::available_parallelism().map_or(1, usize::from);
    num_cpus::get_physical().clamp(1, allowed)
}

fn extras(paths: &[PathBuf]) -> Result<Vec<Extra>, Failure> {
    let extras = paths.iter().map(|path| Extra::new(path, Means::default()));
    extras.collect::<Result<_, _>>().map_err(|error| Failure::usage_of(&error))
}

/// Returns the paths that a test is told: the files that the user named, in that order.
fn candidate_paths(input: &Input, named: &[PathBuf]) -> CandidatePaths {
    match input.shape {
        Shape::File => CandidatePaths::of(&input.document),
        Shape::Tree => CandidatePaths::root(),
        Shape::Several => CandidatePaths::files(named.iter().map(|path| {
            let absolute = path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or(path.clone());
            absolute.strip_prefix(&input.origin).map(Path::to_owned).unwrap_or(absolute)
        })),
    }
}
