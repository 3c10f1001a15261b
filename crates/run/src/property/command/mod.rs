//! A property that is made from what a command does now.

mod error;
mod learn;
mod signature;
mod template;

pub use error::CommandError;
pub use signature::Expectations;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use dwindle_reduce::{Document, Verdict};

use self::learn::{Observed, compare, learn};
use self::signature::Signature;
use self::template::Template;
use super::diagnosis::{Diagnosis, Run};
use super::{Cancel, CandidatePaths, Property, PropertyError};
use crate::process::{Ended, Output};
use crate::trial::{Bench, Harm, Setting, TrialDirectory};

/// Bytes that are kept of the start and of the end of each output. Texts are looked for in these.
const KEPT: usize = 4 << 20;

/// What to make a property of.
#[derive(Clone, Debug)]
pub struct CommandOptions {
    /// The program and its arguments, in which `{}` stands for the candidate; or one word with spaces, which is run by
    /// the shell.
    pub command: Vec<OsString>,
    /// Another command, for the shell: the property is that the two disagree.
    pub differs_from: Option<OsString>,
    /// What to look for.
    pub expectations: Expectations,
    /// What `{}` stands for.
    pub paths: CandidatePaths,
    /// How long a trial may take, the first one too.
    pub time_limit: Option<Duration>,
}

/// Asks whether a command still does what it did with the original: is killed by the same signal, exits with the same
/// status, says the same, takes too long, or disagrees with another command.
///
/// It runs as a [`ScriptProperty`](super::ScriptProperty) does. With two commands, the second runs in a directory of
/// the same path, filled anew, so that paths in their output do not make a difference; how both end must stay as it was
/// with the original, so that nobody reduces to an input that one of them merely rejects.
#[derive(Debug)]
pub struct CommandProperty {
    template: Template,
    other: Option<Template>,
    paths: CandidatePaths,
    signature: Signature,
    time_limit: Option<Duration>,
    first_run: Duration,
    bench: Arc<Bench>,
}

impl CommandProperty {
    /// Runs the command on the original and takes what is wrong as the signature.
    ///
    /// # Errors
    /// When nothing is wrong, or not what was expected, or the environment failed.
    pub fn learn(
        options: CommandOptions,
        bench: Arc<Bench>,
        original: &Document,
        cancel: &Cancel,
    ) -> Result<CommandProperty, CommandError> {
        let CommandOptions { command, differs_from, expectations, paths, time_limit } = options;
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
        };
        let directory = property.bench.directory(original)?;
        let observed = property.observe(&property.template, &directory, cancel)?;
        property.first_run = observed.run.wall;
        let mut signature = learn(&expectations, &observed, property.other.is_some())?;
        if let Some(other) = &property.other {
            property.bench.refill(&directory, original)?;
            signature = compare(signature, &observed, &property.observe(other, &directory, cancel)?)?;
        }
        property.signature = signature;
        Ok(property)
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

    /// Lists words of the command that name a file in `here` but, being relative, will name nothing in a trial: most
    /// likely they should be absolute, or the file be given to trials by `--with`.
    pub fn files_left_behind(&self, here: &Path) -> Vec<PathBuf> {
        let other = self.other.iter().flat_map(|other| other.files_left_behind(here));
        self.template.files_left_behind(here).into_iter().chain(other).collect()
    }

    fn run(
        &self,
        template: &Template,
        directory: &TrialDirectory,
        cancel: &Cancel,
    ) -> Result<Ended, PropertyError> {
        let command = template.command(&self.paths, directory.path());
        let setting = Setting::of(directory, self.time_limit, Output::Capture { keep: KEPT });
        self.bench.run(&command, &setting, cancel).map_err(PropertyError::launch)
    }

    fn observe(
        &self,
        template: &Template,
        directory: &TrialDirectory,
        cancel: &Cancel,
    ) -> Result<Observed, PropertyError> {
        let command = template.command(&self.paths, directory.path()).to_string();
        Ok(Observed { command, run: self.run(template, directory, cancel)? })
    }

    fn verdict(
        &self,
        input: &Document,
        directory: &TrialDirectory,
        cancel: &Cancel,
    ) -> Result<(Verdict, Ended), PropertyError> {
        let run = self.run(&self.template, directory, cancel)?;
        let first_opinion = self.signature.verdict(&run);
        let (Verdict::Interesting, Some(other)) = (first_opinion, &self.other) else {
            return Ok((first_opinion, run));
        };
        self.bench.refill(directory, input)?;
        let other_run = self.run(other, directory, cancel)?;
        Ok((self.signature.verdict_of_both(&run, &other_run), run))
    }
}

impl Property for CommandProperty {
    fn test(&self, input: &Document, cancel: &Cancel) -> Result<Verdict, PropertyError> {
        if cancel.is_cancelled() {
            return Ok(Verdict::Unresolved);
        }
        self.bench.undisturbed().run(|| {
            let directory = self.bench.directory(input)?;
            let verdict = directory.believed(self.verdict(input, &directory, cancel)?.0);
            let harm = if cancel.is_cancelled() { Harm::None } else { directory.harm(input) };
            Ok((verdict, harm))
        })
    }

    fn diagnose(&self, input: &Document, cancel: &Cancel) -> Result<Diagnosis, PropertyError> {
        let directory = self.bench.directory(input)?;
        let (verdict, ended) = self.verdict(input, &directory, cancel)?;
        let command = self.template.command(&self.paths, directory.path()).to_string();
        let wall = ended.wall;
        Ok(Diagnosis { verdict, wall, run: Some(Run { command, directory: directory.path().into(), ended }) })
    }
}
