//! The first run of a property.

use std::ffi::OsString;
use std::sync::Arc;
use std::time::Duration;

use dwindle_run::flaky::TimeLimit;
use dwindle_run::property::{
    Cancel, CommandError, CommandOptions, CommandProperty, Diagnosis, Property, ScriptProperty,
    ServerOptions, ServerProperty,
};
use dwindle_run::trial::TrialHost;

use super::arguments::doubt_of;
use super::prepared::Setup;
use crate::failure::Failure;
use crate::subject::Test;

/// A property before its time limit is known.
pub(super) enum Unlimited {
    Script(ScriptProperty),
    Command(CommandProperty),
    Server(ServerProperty),
    /// A property that already has its time limit.
    Limited(Arc<dyn Property>),
}

/// A property and its first run.
pub(super) struct FirstRun {
    pub(super) property: Unlimited,
    pub(super) first: Diagnosis,
    pub(super) signature: Option<String>,
    pub(super) doubt: Option<String>,
    pub(super) script: Option<String>,
}

impl Unlimited {
    pub(super) fn as_property(&self) -> &dyn Property {
        match self {
            Unlimited::Script(script) => script,
            Unlimited::Command(command) => command,
            Unlimited::Server(server) => server,
            Unlimited::Limited(property) => &**property,
        }
    }

    pub(super) fn limited(self, time_limit: Duration) -> Arc<dyn Property> {
        match self {
            Unlimited::Script(script) => Arc::new(script.with_time_limit(Some(time_limit))),
            Unlimited::Command(command) => Arc::new(command.with_time_limit(Some(time_limit))),
            Unlimited::Server(server) => Arc::new(server.with_time_limit(Some(time_limit))),
            Unlimited::Limited(property) => property,
        }
    }
}

impl Setup {
    /// Creates the property and runs it on the original.
    pub(super) fn run_first(
        &self,
        trial_host: &Arc<TrialHost>,
        cancel: &Cancel,
    ) -> Result<FirstRun, Failure> {
        let original = &self.input.document;
        let (mut doubt, mut saved) = (None, None);
        let (property, signature) = match &self.test {
            Test::Script(path) => {
                let script = ScriptProperty::new(path, self.paths.clone(), trial_host.clone())
                    .map_err(|error| Failure::environment_of(&error))?;
                let script = match (self.also_interesting, &self.others) {
                    (Some(status), Some(others)) => script.with_also_interesting(status, others.clone()),
                    _ => script,
                };
                (Unlimited::Script(script.with_time_limit(self.first_limit())), None)
            }
            Test::Command(command) => {
                let command =
                    self.learn(command, trial_host, cancel).map_err(|error| self.unlearnt(&error, cancel))?;
                let signature = command.signature();
                doubt = doubt_of(&command);
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
                let server = ServerProperty::new(options, trial_host.clone())
                    .map_err(|error| Failure::environment_of(&error))?;
                (Unlimited::Server(server), None)
            }
        };
        let first = property.as_property().diagnose(original, cancel);
        let first = first.map_err(|error| Failure::environment_of(&error))?;
        Ok(FirstRun { property, first, signature, doubt, script: saved })
    }

    /// Learns from a command what it must keep doing.
    pub(super) fn learn(
        &self,
        command: &[OsString],
        trial_host: &Arc<TrialHost>,
        cancel: &Cancel,
    ) -> Result<CommandProperty, CommandError> {
        let options = CommandOptions {
            command: command.to_vec(),
            differs_from: self.differs_from.clone().map(OsString::from),
            expectations: self.expectations.clone(),
            paths: self.paths.clone(),
            time_limit: self.first_limit(),
            allows_weak: self.facts.allows_empty,
        };
        CommandProperty::learn(options, trial_host.clone(), &self.input.document, cancel)
    }

    /// Returns a script that checks the same as a command.
    pub(super) fn script_of(&self, command: &CommandProperty) -> String {
        command.clone().with_time_limit(self.timeout).script()
    }

    /// Returns the time limit of trials.
    pub(super) fn limit(&self, stated: Duration) -> TimeLimit {
        match self.expectations.timeout_is_interesting {
            true => TimeLimit::fixed(stated),
            false => TimeLimit::new(stated),
        }
    }

    /// Returns the time limit of the first run: the largest value to which the limit may rise.
    fn first_limit(&self) -> Option<Duration> {
        self.timeout.map(|stated| match self.expectations.timeout_is_interesting {
            true => stated,
            false => TimeLimit::most(stated),
        })
    }
}
