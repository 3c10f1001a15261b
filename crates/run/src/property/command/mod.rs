//! A property that is learned from what a command does with the original.

mod complaint;
mod difference;
mod error;
mod frames;
mod learn;
mod parts;
mod pattern;
mod probe;
mod script_text;
mod signature;
mod template;
mod words;

pub use error::CommandError;
pub use parts::CommandParts;
pub use probe::Probe;
pub use signature::Expectations;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use dwindle_reduce::{Document, Verdict};

use self::complaint::{Complaint, Strength};
use self::learn::{Observed, compare, confirmed, learn};
use self::pattern::{OwnText, Surroundings};
use self::probe::strengthened;
use self::script_text::script_text;
use self::signature::{Both, Signature};
use self::template::Template;
use super::diagnosis::{Diagnosis, Run};
use super::{Answered, Attempt, Cancel, CandidatePaths, Others, Portable, Property, PropertyError};
use crate::limits::default_time_limit;
use crate::process::{End, Ended, Output};
use crate::trial::{Damage, Setting, TrialDirectory, TrialHost};

/// Bytes that are kept at each end of an output. Texts are searched in these.
const KEPT: usize = 4 << 20;

/// The settings of a command property.
#[derive(Clone, Debug)]
pub struct CommandOptions {
    /// The program and its arguments, in which `{}` is replaced by the candidate; or one word with
    /// spaces, which is run by the shell.
    pub command: Vec<OsString>,
    /// Another shell command: the property is that the two differ.
    pub differs_from: Option<OsString>,
    /// What the user expects.
    pub expectations: Expectations,
    /// The paths that replace `{}`.
    pub paths: CandidatePaths,
    /// How long a trial may take, including the first one.
    pub time_limit: Option<Duration>,
    /// Whether a signature that an empty input has is allowed.
    pub allows_weak: bool,
}

/// Asks whether a command still does what it did with the original: is killed by the same signal,
/// exits with the same status, writes the same error message, takes too long, or differs from
/// another command.
///
/// It runs as a [`ScriptProperty`](super::ScriptProperty) does. With two commands, the second runs
/// in a directory with the same path and a fresh copy, so that paths in their output do not differ.
/// Both must end as they did with the original. So an input that one of them merely rejects is not
/// interesting.
#[derive(Clone, Debug)]
pub struct CommandProperty {
    template: Template,
    other: Option<Template>,
    paths: CandidatePaths,
    signature: Signature,
    time_limit: Option<Duration>,
    first_run: Duration,
    trial_host: Arc<TrialHost>,
    is_weak: Option<Probe>,
    others: Option<Arc<Others>>,
}

impl CommandProperty {
    /// Learns the signature of the failure: runs the command twice on the original, and on inputs
    /// that cannot contain the bug, which must not have the signature.
    ///
    /// # Errors
    /// When the command does not fail, does not fail as expected, or the environment failed.
    pub fn learn(
        options: CommandOptions,
        trial_host: Arc<TrialHost>,
        original: &Document,
        cancel: &Cancel,
    ) -> Result<CommandProperty, CommandError> {
        let CommandOptions { command, differs_from, expectations, paths, time_limit, allows_weak } = options;
        if expectations.timeout_is_interesting && time_limit.is_none() {
            return Err(CommandError::NeedsTimeout);
        }
        let mut property = CommandProperty {
            template: Template::new(&command)?,
            other: differs_from.as_deref().map(Template::line),
            paths,
            signature: Signature::new(&expectations)?,
            time_limit,
            first_run: Duration::ZERO,
            trial_host,
            is_weak: None,
            others: None,
        };
        let directory = property.trial_host.directory(original)?;
        let observed = property.observe(&property.template, &directory, cancel)?;
        property.first_run = observed.run.wall;
        let surroundings =
            Surroundings { input: original, directory: directory.path(), own_text: OwnText::Masked };
        let signature = learn(&expectations, &observed, property.other.is_some(), &surroundings)?;
        let mut both = Both { run: observed.run.clone(), other: None };
        let signature = match &property.other {
            Some(other) => {
                property.trial_host.refill(&directory, original)?;
                let other = property.observe(other, &directory, cancel)?;
                both.other = Some(other.run.clone());
                compare(signature, &observed, &other, &surroundings)?
            }
            None => signature,
        };
        // Expectations of the user are used as they are.
        if signature.has_texts() || expectations.timeout_is_interesting {
            property.signature = signature;
            return Ok(property);
        }
        let limited = property.limited_by_first_run();
        let (signature, same) = limited.proved(signature, &both, &surroundings, cancel)?;
        match same {
            Some(probe) if probe != Probe::Cut && !allows_weak => {
                return Err(CommandError::TooWeak { probe, signature: signature.to_string() });
            }
            same => property.is_weak = same,
        }
        property.signature = signature;
        Ok(property)
    }

    /// Creates the property from its parts, on another machine.
    pub fn from_parts(parts: CommandParts, trial_host: Arc<TrialHost>) -> CommandProperty {
        let CommandParts { template, other, paths, signature } = parts;
        CommandProperty {
            template,
            other,
            paths,
            signature,
            time_limit: None,
            first_run: Duration::ZERO,
            trial_host,
            is_weak: None,
            others: None,
        }
    }

    /// Runs the command again and on probes, and adapts the signature. Also returns a probe that
    /// still has the signature, if there is one.
    fn proved(
        &self,
        signature: Signature,
        observed: &Both,
        surroundings: &Surroundings<'_>,
        cancel: &Cancel,
    ) -> Result<(Signature, Option<Probe>), CommandError> {
        let run = |input: &Document| -> Result<Both, PropertyError> {
            let directory = self.trial_host.directory(input)?;
            let run = self.run(&self.template, &directory, self.time_limit, cancel)?;
            let Some(other) = &self.other else { return Ok(Both { run, other: None }) };
            self.trial_host.refill(&directory, input)?;
            let other = self.run(other, &directory, self.time_limit, cancel)?;
            Ok(Both { run, other: Some(other) })
        };
        let again = run(surroundings.input)?;
        let signature = confirmed(signature, &again.run, surroundings);
        let mut probes = Probe::all(surroundings.input);
        if signature.difference().is_needed() {
            probes.extend(Probe::words(surroundings.input));
        }
        let mut runs = Vec::new();
        for (probe, input) in probes {
            runs.push((probe, run(&input)?));
        }
        let probed = strengthened(signature, observed, &again, &runs, surroundings);
        Ok((probed.signature, probed.same))
    }

    /// Returns the property with the time limit of later trials.
    fn limited_by_first_run(&self) -> CommandProperty {
        let limit = self.time_limit.unwrap_or_else(|| default_time_limit(self.first_run));
        self.clone().with_time_limit(Some(limit))
    }

    /// Sets where candidates that fail in another way are kept.
    pub fn with_others(self, others: Option<Arc<Others>>) -> CommandProperty {
        CommandProperty { others, ..self }
    }

    /// Returns a probe that has the signature, which may therefore be too weak.
    pub fn is_weak(&self) -> Option<Probe> {
        self.is_weak
    }

    /// Returns a POSIX script that asks the same.
    pub fn script(&self) -> String {
        script_text(&self.signature, &self.template, self.other.as_ref(), self.time_limit)
    }

    /// Keeps a candidate that fails in another way.
    fn keep_other(&self, input: &Document, directory: &TrialDirectory, run: &Ended) {
        let Some(others) = &self.others else { return };
        let surroundings = Surroundings { input, directory: directory.path(), own_text: OwnText::Masked };
        let complaint = Complaint::of(run, &surroundings, Strength::Strong);
        let failure = match (run.end, complaint) {
            (End::Signalled(_), None) => run.end.to_string(),
            (End::Signalled(_), Some(complaint)) => format!("{}, and {complaint}", run.end),
            (_, Some(complaint)) => complaint.to_string(),
            (_, None) => return,
        };
        others.offer(&failure, input);
    }

    /// Sets the time limit of each trial.
    pub fn with_time_limit(self, time_limit: Option<Duration>) -> CommandProperty {
        CommandProperty { time_limit, ..self }
    }

    /// Returns a description of the signature, such as `killed by SIGSEGV`.
    pub fn signature(&self) -> String {
        self.signature.to_string()
    }

    /// Returns the time that the command took with the original.
    pub fn first_run(&self) -> Duration {
        self.first_run
    }

    /// Returns the words of the command that are relative paths of files in `here`. Trials will not
    /// find them: most likely the path should be absolute, or the file be added by `--with`.
    pub fn files_left_behind(&self, here: &Path) -> Vec<PathBuf> {
        let other = self.other.iter().flat_map(|other| other.files_left_behind(here));
        self.template.files_left_behind(here).into_iter().chain(other).collect()
    }

    fn run(
        &self,
        template: &Template,
        directory: &TrialDirectory,
        time_limit: Option<Duration>,
        cancel: &Cancel,
    ) -> Result<Ended, PropertyError> {
        let command = template.command(&self.paths, directory.path());
        let stdin = self.paths.only_file(directory.path());
        let setting = Setting::of(directory, time_limit, Output::Capture { keep: KEPT });
        let setting = setting.reading(stdin.as_deref());
        self.trial_host.run(&command, &setting, cancel).map_err(PropertyError::launch)
    }

    fn observe(
        &self,
        template: &Template,
        directory: &TrialDirectory,
        cancel: &Cancel,
    ) -> Result<Observed, PropertyError> {
        // It is used within a sentence.
        let command = template.command(&self.paths, directory.path()).to_string().replace('\n', " ");
        Ok(Observed { command, run: self.run(template, directory, self.time_limit, cancel)? })
    }

    fn verdict(
        &self,
        input: &Document,
        directory: &TrialDirectory,
        time_limit: Option<Duration>,
        cancel: &Cancel,
    ) -> Result<(Verdict, Ended), PropertyError> {
        let mut run = self.run(&self.template, directory, time_limit, cancel)?;
        let first_verdict = self.signature.verdict(&run);
        if first_verdict == Verdict::Boring && !cancel.is_cancelled() {
            self.keep_other(input, directory, &run);
        }
        let (Verdict::Interesting, Some(other)) = (first_verdict, &self.other) else {
            return Ok((first_verdict, run));
        };
        self.trial_host.refill(directory, input)?;
        let other_run = self.run(other, directory, time_limit, cancel)?;
        let verdict = self.signature.verdict_of_both(&run, &other_run);
        // The time limit is for each of the two.
        run.wall = run.wall.max(other_run.wall);
        Ok((verdict, run))
    }
}

impl Property for CommandProperty {
    fn test(&self, input: &Document, cancel: &Cancel) -> Result<Verdict, PropertyError> {
        Ok(self.attempt(input, Attempt::default(), cancel)?.verdict)
    }

    fn attempt(
        &self,
        input: &Document,
        attempt: Attempt,
        cancel: &Cancel,
    ) -> Result<Answered, PropertyError> {
        if cancel.is_cancelled() {
            return Ok(Answered::NOTHING);
        }
        let time_limit = attempt.time_limit.or(self.time_limit);
        self.trial_host.damage_guard().run(|| {
            let directory = self.trial_host.directory(input)?;
            let (verdict, ended) = self.verdict(input, &directory, time_limit, cancel)?;
            let answered = Answered { verdict: directory.believed(verdict), took: ended.wall };
            let damage = if cancel.is_cancelled() { Damage::None } else { directory.damage(input) };
            Ok((answered, damage))
        })
    }

    fn portable(&self) -> Option<Portable> {
        Some(Portable::Command(Box::new(CommandParts {
            template: self.template.clone(),
            other: self.other.clone(),
            paths: self.paths.clone(),
            signature: self.signature.clone(),
        })))
    }

    fn diagnose(&self, input: &Document, cancel: &Cancel) -> Result<Diagnosis, PropertyError> {
        let directory = self.trial_host.directory(input)?;
        let (verdict, ended) = self.verdict(input, &directory, self.time_limit, cancel)?;
        let command = self.template.command(&self.paths, directory.path()).to_string();
        let wall = ended.wall;
        Ok(Diagnosis { verdict, wall, run: Some(Run { command, directory: directory.path().into(), ended }) })
    }
}
