//! A property that is made from what a command does now.

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
use crate::trial::{Bench, Harm, Setting, TrialDirectory};

/// Bytes that are kept of the start and of the end of each output. Texts are looked for in these.
const KEPT: usize = 4 << 20;

/// What to make a property of.
#[derive(Clone, Debug)]
pub struct CommandOptions {
    /// The program and its arguments, in which `{}` stands for the candidate; or one word with
    /// spaces, which is run by the shell.
    pub command: Vec<OsString>,
    /// Another command, for the shell: the property is that the two disagree.
    pub differs_from: Option<OsString>,
    /// What to look for.
    pub expectations: Expectations,
    /// What `{}` stands for.
    pub paths: CandidatePaths,
    /// How long a trial may take, the first one too.
    pub time_limit: Option<Duration>,
    /// Whether a signature will do that an empty input has, too.
    pub allows_weak: bool,
}

/// Asks whether a command still does what it did with the original: is killed by the same signal,
/// exits with the same status, says the same, takes too long, or disagrees with another command.
///
/// It runs as a [`ScriptProperty`](super::ScriptProperty) does. With two commands, the second runs
/// in a directory of the same path, filled anew, so that paths in their output do not make a
/// difference; how both end must stay as it was with the original, so that nobody reduces to an
/// input that one of them merely rejects.
#[derive(Clone, Debug)]
pub struct CommandProperty {
    template: Template,
    other: Option<Template>,
    paths: CandidatePaths,
    signature: Signature,
    time_limit: Option<Duration>,
    first_run: Duration,
    bench: Arc<Bench>,
    is_weak: Option<Probe>,
    others: Option<Arc<Others>>,
}

impl CommandProperty {
    /// Runs the command on the original, twice, and takes what is wrong as the signature. Then the
    /// command is run on inputs in which the bug cannot be: what it does with these, too, is no
    /// signature.
    ///
    /// # Errors
    /// When nothing is wrong, or not what was expected, or the environment failed.
    pub fn learn(
        options: CommandOptions,
        bench: Arc<Bench>,
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
            bench,
            is_weak: None,
            others: None,
        };
        let directory = property.bench.directory(original)?;
        let observed = property.observe(&property.template, &directory, cancel)?;
        property.first_run = observed.run.wall;
        let surroundings =
            Surroundings { input: original, directory: directory.path(), own_text: OwnText::Masked };
        let signature = learn(&expectations, &observed, property.other.is_some(), &surroundings)?;
        let mut both = Both { run: observed.run.clone(), other: None };
        let signature = match &property.other {
            Some(other) => {
                property.bench.refill(&directory, original)?;
                let other = property.observe(other, &directory, cancel)?;
                both.other = Some(other.run.clone());
                compare(signature, &observed, &other, &surroundings)?
            }
            None => signature,
        };
        // What the user says is not second-guessed.
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

    /// Makes a property again, which asks the same.
    pub fn from_parts(parts: CommandParts, bench: Arc<Bench>) -> CommandProperty {
        let CommandParts { template, other, paths, signature } = parts;
        CommandProperty {
            template,
            other,
            paths,
            signature,
            time_limit: None,
            first_run: Duration::ZERO,
            bench,
            is_weak: None,
            others: None,
        }
    }

    /// Runs the command again and on probes, and mends the signature by what these runs show.
    /// Returns a probe that has it nevertheless, too.
    fn proved(
        &self,
        signature: Signature,
        observed: &Both,
        surroundings: &Surroundings<'_>,
        cancel: &Cancel,
    ) -> Result<(Signature, Option<Probe>), CommandError> {
        let run = |input: &Document| -> Result<Both, PropertyError> {
            let directory = self.bench.directory(input)?;
            let run = self.run(&self.template, &directory, self.time_limit, cancel)?;
            let Some(other) = &self.other else { return Ok(Both { run, other: None }) };
            self.bench.refill(&directory, input)?;
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

    /// Returns the same property with the limit that later trials get.
    fn limited_by_first_run(&self) -> CommandProperty {
        let limit = self.time_limit.unwrap_or_else(|| default_time_limit(self.first_run));
        self.clone().with_time_limit(Some(limit))
    }

    /// Returns the same property, which keeps what fails in another way aside.
    pub fn with_others(self, others: Option<Arc<Others>>) -> CommandProperty {
        CommandProperty { others, ..self }
    }

    /// Returns an input that has the signature, too, so that the signature may be too weak.
    pub fn is_weak(&self) -> Option<Probe> {
        self.is_weak
    }

    /// Returns a POSIX script that asks the same.
    pub fn script(&self) -> String {
        script_text(&self.signature, &self.template, self.other.as_ref(), self.time_limit)
    }

    /// Keeps a candidate aside that fails in another way.
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

    /// Returns the same property with a time limit for each trial.
    pub fn with_time_limit(self, time_limit: Option<Duration>) -> CommandProperty {
        CommandProperty { time_limit, ..self }
    }

    /// Describes the signature in a phrase: `killed by SIGSEGV`.
    pub fn signature(&self) -> String {
        self.signature.to_string()
    }

    /// Returns the time that the command took with the original.
    pub fn first_run(&self) -> Duration {
        self.first_run
    }

    /// Lists words of the command that name a file in `here` but, being relative, will name nothing
    /// in a trial: most likely they should be absolute, or the file be given to trials by `--with`.
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
        self.bench.run(&command, &setting, cancel).map_err(PropertyError::launch)
    }

    fn observe(
        &self,
        template: &Template,
        directory: &TrialDirectory,
        cancel: &Cancel,
    ) -> Result<Observed, PropertyError> {
        // It stands within a sentence.
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
        let first_opinion = self.signature.verdict(&run);
        if first_opinion == Verdict::Boring && !cancel.is_cancelled() {
            self.keep_other(input, directory, &run);
        }
        let (Verdict::Interesting, Some(other)) = (first_opinion, &self.other) else {
            return Ok((first_opinion, run));
        };
        self.bench.refill(directory, input)?;
        let other_run = self.run(other, directory, time_limit, cancel)?;
        let verdict = self.signature.verdict_of_both(&run, &other_run);
        // The limit is for each of them.
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
        self.bench.undisturbed().run(|| {
            let directory = self.bench.directory(input)?;
            let (verdict, ended) = self.verdict(input, &directory, time_limit, cancel)?;
            let answered = Answered { verdict: directory.believed(verdict), took: ended.wall };
            let harm = if cancel.is_cancelled() { Harm::None } else { directory.harm(input) };
            Ok((answered, harm))
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
        let directory = self.bench.directory(input)?;
        let (verdict, ended) = self.verdict(input, &directory, self.time_limit, cancel)?;
        let command = self.template.command(&self.paths, directory.path()).to_string();
        let wall = ended.wall;
        Ok(Diagnosis { verdict, wall, run: Some(Run { command, directory: directory.path().into(), ended }) })
    }
}
