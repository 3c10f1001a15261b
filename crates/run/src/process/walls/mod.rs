//! The inside of a sandbox: what a keeper does to itself before it runs trials, and to each trial.
//!
//! Namespaces cost milliseconds, so a keeper makes them once, for all its trials: users, so that no
//! privilege is needed; mounts, so that there is another view of the files; processes, whose first
//! is the keeper, so that the kernel ends everything with it. A trial then costs what it costs
//! without. Where there are no namespaces, each trial takes upon itself the rules of Landlock.

mod mounts;
mod namespaces;
mod privileges;
mod readable;
mod ruleset;
mod view;

pub(super) use namespaces::enter;
pub(super) use privileges::Privileges;
pub(super) use ruleset::most_by_landlock;
pub(super) use view::OwnDirectories;
