//! Landlock: rights to files that a process takes from itself and from whatever it starts.

use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, AccessFs, BitFlags, CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetCreated,
    RulesetCreatedAttr, Scope, path_beneath_rules,
};

use super::view::TEMPORARY;
use crate::process::confinement::{Confinement, Means, Walls};

/// The version whose rights are handled as far as the kernel knows them.
const WANTED: ABI = ABI::V6;
/// The least version that is used: with those before it a program can't rename files between its
/// own directories, or files outside can be truncated.
const NEEDED: ABI = ABI::V3;
/// Devices, and what the kernel tells about processes. Nothing can be created there anyway.
const SPECIAL: [&str; 2] = ["/dev", "/proc"];

/// Returns the most that Landlock can keep away here, if that is worth something.
pub(in crate::process) fn most_by_landlock() -> Option<Confinement> {
    let hard = || Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
    let can_be = |ruleset: Result<Ruleset, landlock::RulesetError>| {
        ruleset.and_then(Ruleset::create).is_ok_and(|made| Option::<OwnedFd>::from(made).is_some())
    };
    let files = can_be(hard().handle_access(AccessFs::from_write(NEEDED)));
    let processes = can_be(hard().scope(Scope::Signal));
    files.then_some(Confinement { processes, by: Means::Landlock, ..Confinement::USUAL })
}

/// Returns the rules that hold within walls; `None` where there are none to take. `readable` lists
/// what can be read, if that is not everything.
///
/// # Errors
/// When Landlock is needed and not there.
pub(super) fn of_walls(walls: &Walls, readable: Option<&[PathBuf]>) -> io::Result<Option<OwnedFd>> {
    let Confinement { files, temporary, processes, by, .. } = walls.confinement;
    let writing = AccessFs::from_write(WANTED);
    let reading = BitFlags::from(AccessFs::ReadFile);
    let mut handled = BitFlags::<AccessFs>::EMPTY;
    if files {
        handled |= writing;
    }
    if readable.is_some() {
        handled |= reading;
    }
    let scope = processes && by == Means::Landlock;
    if handled.is_empty() && !scope {
        return Ok(None);
    }
    let level = if readable.is_some() { CompatLevel::HardRequirement } else { CompatLevel::BestEffort };
    let make = || -> Result<RulesetCreated, landlock::RulesetError> {
        let mut ruleset = Ruleset::default();
        if !handled.is_empty() {
            // What is needed is there; all the rest as far as it goes.
            let needed = handled & (AccessFs::from_write(NEEDED) | reading);
            ruleset = ruleset.set_compatibility(level).handle_access(needed)?;
            ruleset = ruleset.set_compatibility(CompatLevel::BestEffort).handle_access(handled)?;
        }
        if scope {
            ruleset = ruleset.scope(Scope::Signal)?;
        }
        let mut made = ruleset.create()?;
        if files {
            let special = AccessFs::WriteFile | AccessFs::Truncate | AccessFs::IoctlDev;
            made = made.add_rules(path_beneath_rules([&walls.lane], writing))?;
            made = made.add_rules(path_beneath_rules(SPECIAL, special))?;
            // Within namespaces they are the worker's own.
            if !temporary || by == Means::Namespaces {
                made = made.add_rules(path_beneath_rules(TEMPORARY, writing))?;
            }
        }
        if let Some(readable) = readable {
            // A rule holds for all that is below, and what the test needs may be there.
            let is_own = |path: &&Path| !walls.shown.iter().any(|shown| shown.starts_with(path));
            let own = TEMPORARY.iter().map(Path::new).filter(is_own).chain([walls.lane.as_path()]);
            made = made.add_rules(path_beneath_rules(own, reading))?;
            made = made.add_rules(path_beneath_rules(readable, reading))?;
        }
        Ok(made)
    };
    Ok(make().map_err(|error| io::Error::other(format!("Landlock: {error}")))?.into())
}
