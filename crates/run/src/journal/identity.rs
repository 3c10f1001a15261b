//! The identity of a session: what must be the same, or may differ, when it is resumed.

use std::collections::BTreeMap;
use std::fmt;

use dwindle_reduce::ContentKey;
use serde::{Deserialize, Serialize};

/// What a run depends on, in the words of its user: `--algorithm` is `cdd`, `the test ./test.sh` is
/// a hash.
///
/// A verdict depends on the property and the candidate's content, and on nothing else. So a run may
/// use the verdicts of an earlier one with other options, and may not after the test was edited.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    input: ContentKey,
    /// What every verdict depends on.
    property: BTreeMap<String, String>,
    /// What only unresolved trials depend on: time and resource limits.
    limits: BTreeMap<String, String>,
    /// What no verdict depends on: plan, algorithm, seed.
    options: BTreeMap<String, String>,
}

impl Identity {
    /// Begins with the key of the original.
    pub fn new(input: ContentKey) -> Identity {
        let none = BTreeMap::new;
        Identity { input, property: none(), limits: none(), options: none() }
    }

    /// Adds something that every verdict depends on, such as the test's content ([`hash_of`]) or
    /// its command.
    pub fn with_property(mut self, what: impl Into<String>, value: impl Into<String>) -> Identity {
        self.property.insert(what.into(), value.into());
        self
    }

    /// Adds a limit: when it differs, unresolved trials are run again and all other verdicts hold.
    pub fn with_limit(mut self, what: impl Into<String>, value: impl Into<String>) -> Identity {
        self.limits.insert(what.into(), value.into());
        self
    }

    /// Adds something that decides which questions are asked, and not what their answers are.
    pub fn with_option(mut self, what: impl Into<String>, value: impl Into<String>) -> Identity {
        self.options.insert(what.into(), value.into());
        self
    }

    /// Returns the key of the original.
    pub fn input(&self) -> ContentKey {
        self.input
    }

    /// Lists what differs from an earlier run, what matters most first.
    pub fn differences_from(&self, earlier: &Identity) -> Vec<Difference> {
        let mut differences = Vec::new();
        let parts = [
            (&earlier.property, &self.property, Effect::NoVerdictHolds),
            (&earlier.limits, &self.limits, Effect::UnresolvedAreAskedAgain),
            (&earlier.options, &self.options, Effect::AllVerdictsHold),
        ];
        for (before, now, effect) in parts {
            let mut names: Vec<&String> = before.keys().chain(now.keys()).collect();
            names.sort();
            names.dedup();
            differences.extend(names.into_iter().filter(|name| before.get(*name) != now.get(*name)).map(
                |name| Difference {
                    what: name.clone(),
                    before: before.get(name).cloned(),
                    now: now.get(name).cloned(),
                    effect,
                },
            ));
        }
        if self.input != earlier.input {
            differences.push(Difference {
                what: "the input".to_owned(),
                before: Some(earlier.input.to_string()),
                now: Some(self.input.to_string()),
                effect: Effect::AllVerdictsHold,
            });
        }
        differences
    }
}

/// Whether a text is a hash, which tells people nothing.
fn is_hash(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Hashes what a verdict depends on, such as a script, for an [`Identity`].
pub fn hash_of(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex()[..32].to_owned()
}

/// Something that differs between two runs of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What.
    pub what: String,
    /// What it was in the earlier run.
    pub before: Option<String>,
    /// What it is now.
    pub now: Option<String>,
    /// What that means for the earlier verdicts.
    pub effect: Effect,
}

/// What a difference means for the verdicts of the earlier run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    /// They are used.
    AllVerdictsHold,
    /// They are used, apart from trials that ran into a limit.
    UnresolvedAreAskedAgain,
    /// They are answers to another question.
    NoVerdictHolds,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.before, &self.now) {
            (Some(before), Some(now)) if is_hash(before) && is_hash(now) => {
                write!(f, "{} has changed", self.what)
            }
            (Some(before), Some(now)) => write!(f, "{} was {before} and is {now} now", self.what),
            (Some(before), None) => write!(f, "{} was {before} and is not given now", self.what),
            (None, now) => {
                write!(f, "{} is {} now and was not given", self.what, now.as_deref().unwrap_or(""))
            }
        }
    }
}
