//! Creating a sandbox: in the keeper, before it runs trials, and in each trial.
//!
//! Namespaces cost milliseconds, so a keeper creates them once for all its trials. A user namespace
//! makes the others possible without privileges. A mount namespace gives trials another view of the
//! files. In the process namespace the keeper is the first process, so the kernel kills all others
//! when it ends. A trial then takes no longer than without a sandbox. On systems without
//! namespaces, each trial applies the rules of Landlock to itself.

mod mounts;
mod namespaces;
mod privileges;
mod readable;
mod ruleset;
mod view;

pub(super) use namespaces::enter;
pub(super) use privileges::Privileges;
pub(super) use ruleset::strongest_by_landlock;
pub(super) use view::OwnDirectories;
