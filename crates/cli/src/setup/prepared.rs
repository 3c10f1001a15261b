//! The input and the settings of trials, read from the arguments and checked.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use dwindle_reduce::Verdict;
use dwindle_report::words;
use dwindle_run::files::{Input, Modes, Shape};
use dwindle_run::flaky::Trust;
use dwindle_run::limits::Limits;
use dwindle_run::process::{User, is_root};
use dwindle_run::property::{CandidatePaths, Expectations, Others};
use dwindle_run::trial::{Extra, Usage};

use super::arguments::{command_text, extras, others};
use crate::args::values::{SandboxName, VerdictName};
use crate::args::{PropertyArgs, SubjectArgs};
use crate::failure::Failure;
use crate::piped::{Piped, is_dash};
use crate::subject::{Subject, Test};
use crate::test_advice::TestFacts;

/// The input, the test and the settings of trials.
pub struct Setup {
    /// The input.
    pub input: Input,
    /// The paths of the inputs, as the user wrote them.
    pub named: Vec<PathBuf>,
    /// The test and the input as the user named them, for advice.
    pub facts: TestFacts,
    pub(super) test: Test,
    pub(super) paths: CandidatePaths,
    pub(super) with: Vec<Extra>,
    pub(super) modes: Modes,
    pub(super) limits: Limits,
    pub(super) memory: Option<u64>,
    pub(super) user: Option<User>,
    pub(super) share_trials: bool,
    pub(super) sandbox: SandboxName,
    pub(super) timeout: Option<Duration>,
    pub(super) expectations: Expectations,
    pub(super) differs_from: Option<String>,
    pub(super) on_crash: Verdict,
    pub(super) trust: Trust,
    pub(super) others: Option<Arc<Others>>,
    pub(super) also_interesting: Option<i32>,
    pub(super) piped: Option<Piped>,
    pub(super) usage: Arc<Usage>,
}

/// Where the original is read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// From the input.
    Input,
    /// From the backup of an earlier run with `--in-place`, if there is one.
    Backup,
}

impl Setup {
    /// Reads the inputs and checks the options of trials.
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
        let facts = TestFacts {
            input: named,
            origin: input.origin.clone(),
            script,
            files: input.document.files().iter().map(|file| file.path().to_owned()).collect(),
            shape: Some(input.shape),
            command: command_text(&test, property),
            allows_empty: property.allow_empty,
            is_empty: input.document.n_bytes() == 0,
        };
        if !property.allow_original {
            facts.refuse_the_original_by_name()?;
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
            return Err(Failure::usage("--keep-others with a test needs to know which failures to keep")
                .help("give the exit status that marks them:  --also-interesting 99"));
        }
        Ok(Setup {
            input,
            named: inputs,
            facts,
            test,
            paths,
            with,
            modes,
            limits,
            memory: property.memory,
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
            usage: Arc::default(),
        })
    }

    /// Adds what trials use to `usage`, as other inputs do.
    pub fn with_usage(self, usage: &Arc<Usage>) -> Setup {
        Setup { usage: usage.clone(), ..self }
    }

    /// Whether the input came through standard input.
    pub fn is_piped(&self) -> bool {
        self.piped.is_some()
    }

    /// Returns the resources that trials use, without those of persistent testers.
    pub fn usage(&self) -> &Arc<Usage> {
        &self.usage
    }

    /// Returns the test.
    pub fn test(&self) -> &Test {
        &self.test
    }
}

/// Returns the user of `--run-as`.
fn user(name: &str) -> Result<User, Failure> {
    if !is_root() {
        return Err(Failure::usage("only root can run trials as another user").help("leave out --run-as"));
    }
    User::find(name).map_err(|error| {
        Failure::usage(format!("trials can't run as `{name}`: {error}"))
            .help("give --run-as a name or number from /etc/passwd")
    })
}

/// Returns the paths that a test gets as arguments: the files that the user named, in that order.
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
