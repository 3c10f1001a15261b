//! A test within a sandbox beside the same test without one.

use std::sync::Arc;
use std::time::Duration;

use dwindle_run::checkup::Comparison;
use dwindle_run::process::Confinement;
use dwindle_run::property::{Cancel, Property, PropertyError};

use super::asking::{Asked, Unlimited};
use super::beside::doubt_of;
use super::ground::Ground;
use super::prepared::Setup;
use crate::failure::Failure;
use crate::subject::Test;

/// What came of comparing a test within a sandbox and without one.
pub(super) struct Compared {
    /// The first answer on the ground that was chosen.
    pub(super) asked: Asked,
    /// That ground.
    pub(super) ground: Ground,
    /// The property without a sandbox, if there is one now.
    pub(super) outside: Option<Arc<dyn Property>>,
}

impl Setup {
    /// Compares a test within a sandbox and without one, and gives back rights until they agree.
    pub(super) fn compared(
        &self,
        asked: Asked,
        ground: &Ground,
        time_limit: Duration,
        notices: &mut Vec<String>,
        cancel: &Cancel,
    ) -> Result<Compared, Failure> {
        let environment = |error: PropertyError| Failure::environment_of(&error);
        let mut open = Ground { confinement: None, ..ground.clone() };
        let mut without = self.try_ask(&open, cancel);
        let is_interesting =
            |asked: &Option<Asked>| asked.as_ref().is_some_and(|asked| asked.first.verdict.is_interesting());
        if asked.first.verdict.is_interesting() && !is_interesting(&without) {
            // Within a sandbox a test can drop to another user; without, that user has to be let
            // in.
            for other in self.other_grounds(&open) {
                let again = self.try_ask(&other, cancel).filter(|_| self.notice_of(&other).is_ok());
                if is_interesting(&again) {
                    (without, open) = (again, other);
                    break;
                }
            }
        }
        let Some(without) = without else {
            // The command does what is wanted in the sandbox only.
            notices.push("no sandbox: the command behaves differently in it".to_owned());
            let asked = self.ask(&self.bench(&open), cancel)?;
            return Ok(Compared { asked, ground: open, outside: None });
        };
        let outside = without.property.limited(time_limit);
        let mut comparison = Comparison::new(&*outside, &self.input.document, &without.first);
        let weaker = ground.confinement.map(Confinement::weaker).unwrap_or_default();
        let weaker = weaker.into_iter().map(|weaker| Ground { confinement: Some(weaker), ..ground.clone() });
        let attempts = [(Some(asked), ground.clone())].into_iter().chain(weaker.map(|weaker| (None, weaker)));
        for (number, (asked, ground)) in attempts.enumerate() {
            let Some(asked) = asked.or_else(|| self.try_ask(&ground, cancel)) else { continue };
            if asked.signature != without.signature {
                continue;
            }
            let inside = asked.property.limited(time_limit);
            if comparison.agrees(&*inside, &asked.first, cancel).map_err(environment)? {
                if 0 < number {
                    let left = ground.confinement.map(|left| left.to_string()).unwrap_or_default();
                    notices.push(format!(
                        "the test behaves differently if it can't write outside of its directory; the sandbox still has: {left}"
                    ));
                }
                let asked = Asked { property: Unlimited::Limited(inside), ..asked };
                return Ok(Compared { asked, ground, outside: Some(outside) });
            }
        }
        notices.push("no sandbox: the test behaves differently in every sandbox".to_owned());
        let asked = Asked { property: Unlimited::Limited(outside), ..without };
        Ok(Compared { asked, ground: open, outside: None })
    }

    /// Asks for the first time on another ground; `None` if a command does nothing there that could
    /// be kept.
    fn try_ask(&self, ground: &Ground, cancel: &Cancel) -> Option<Asked> {
        let bench = self.bench(ground);
        match &self.test {
            Test::Command(command) => {
                let command = self.learn(command, &bench, cancel).ok()?.with_others(self.others.clone());
                let (signature, script) = (Some(command.signature()), Some(self.script_of(&command)));
                let doubt = doubt_of(&command);
                let property = Unlimited::Command(command);
                let first = property.as_property().diagnose(&self.input.document, cancel).ok()?;
                Some(Asked { property, first, signature, doubt, script })
            }
            Test::Script(_) | Test::Server(_) => self.ask(&bench, cancel).ok(),
        }
    }
}
