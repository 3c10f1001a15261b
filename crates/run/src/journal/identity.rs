//! The identity of a run: which settings must be the same, and which may differ, to resume it.

use std::collections::BTreeMap;
use std::fmt;

use dwindle_reduce::ContentKey;
use serde::{Deserialize, Serialize};

/// Everything that a run depends on. Names and values are those that users know: the value of
/// `--algorithm` is `cdd`, the value of `the test ./test.sh` is a hash.
///
/// A verdict depends only on the property and the candidate's content. So a run may use the
/// verdicts of an earlier one with other options, but not after the test was edited.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    input: ContentKey,
    /// Settings on which every verdict depends.
    property: BTreeMap<String, String>,
    /// Settings on which only unresolved verdicts depend: time and resource limits.
    limits: BTreeMap<String, String>,
    /// Settings on which no verdict depends: plan, algorithm, seed.
    options: BTreeMap<String, String>,
}

impl Identity {
    /// Creates an identity with the key of the original.
    pub fn new(input: ContentKey) -> Identity {
        let none = BTreeMap::new;
        Identity { input, property: none(), limits: none(), options: none() }
    }

    /// Adds a setting on which every verdict depends, such as the hash of the test ([`hash_of`]) or
    /// its command.
    pub fn with_property(mut self, what: impl Into<String>, value: impl Into<String>) -> Identity {
        self.property.insert(what.into(), value.into());
        self
    }

    /// Adds a limit. If it differs, unresolved candidates are tested again and all other verdicts
    /// are used.
    pub fn with_limit(mut self, what: impl Into<String>, value: impl Into<String>) -> Identity {
        self.limits.insert(what.into(), value.into());
        self
    }

    /// Adds a setting that decides which candidates are tested, but not their verdicts.
    pub fn with_option(mut self, what: impl Into<String>, value: impl Into<String>) -> Identity {
        self.options.insert(what.into(), value.into());
        self
    }

    /// Returns the key of the original.
    pub fn input(&self) -> ContentKey {
        self.input
    }

    /// Returns the differences from an earlier run, most important first.
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

/// Whether a value is a hash, which is not shown to users.
fn is_hash(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Returns the hash of something on which verdicts depend, such as a script, for an [`Identity`].
pub fn hash_of(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex()[..32].to_owned()
}

/// A setting that differs between two runs of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The name of the setting.
    pub what: String,
    /// Its value in the earlier run.
    pub before: Option<String>,
    /// Its value now.
    pub now: Option<String>,
    /// The effect on the earlier verdicts.
    pub effect: Effect,
}

/// The effect of a difference on the verdicts of the earlier run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    /// All are used.
    AllVerdictsHold,
    /// All but unresolved ones are used.
    UnresolvedAreAskedAgain,
    /// None is used: they are answers of another property.
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
