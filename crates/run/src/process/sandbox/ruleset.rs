//! Landlock: access rights that a process gives up for itself and its descendants.

use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, AccessFs, BitFlags, CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetCreated,
    RulesetCreatedAttr, Scope, path_beneath_rules,
};

use super::view::TEMPORARY;
use crate::process::confinement::{Confinement, LaneSandbox, Mechanism};

/// The version whose rights are restricted, as far as the kernel knows them.
const WANTED: ABI = ABI::V6;
/// The least version that is used. With earlier ones, a program can't rename files between its own
/// directories, or files outside can be truncated.
const NEEDED: ABI = ABI::V3;
/// Directories in which files may be written but not created: those of devices and processes.
const SPECIAL: [&str; 2] = ["/dev", "/proc"];

/// Returns the strongest confinement by Landlock on this system; `None` if it cannot protect files.
pub(in crate::process) fn strongest_by_landlock() -> Option<Confinement> {
    let hard = || Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
    let can_be = |ruleset: Result<Ruleset, landlock::RulesetError>| {
        ruleset.and_then(Ruleset::create).is_ok_and(|made| Option::<OwnedFd>::from(made).is_some())
    };
    let files = can_be(hard().handle_access(AccessFs::from_write(NEEDED)));
    let processes = can_be(hard().scope(Scope::Signal));
    files.then_some(Confinement { processes, by: Mechanism::Landlock, ..Confinement::USUAL })
}

/// Returns the rules of a sandbox; `None` if it needs none. `readable` are the paths that may be
/// read, if not all may.
///
/// # Errors
/// When Landlock is needed and does not exist.
pub(super) fn of_sandbox(
    lane_sandbox: &LaneSandbox,
    readable: Option<&[PathBuf]>,
) -> io::Result<Option<OwnedFd>> {
    let Confinement { files, temporary, processes, by, .. } = lane_sandbox.confinement;
    let writing = AccessFs::from_write(WANTED);
    let reading = BitFlags::from(AccessFs::ReadFile);
    let mut handled = BitFlags::<AccessFs>::EMPTY;
    if files {
        handled |= writing;
    }
    if readable.is_some() {
        handled |= reading;
    }
    let scope = processes && by == Mechanism::Landlock;
    if handled.is_empty() && !scope {
        return Ok(None);
    }
    let level = if readable.is_some() { CompatLevel::HardRequirement } else { CompatLevel::BestEffort };
    let make = || -> Result<RulesetCreated, landlock::RulesetError> {
        let mut ruleset = Ruleset::default();
        if !handled.is_empty() {
            // First the rights that are needed at `level`, then all others if the kernel knows
            // them.
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
            made = made.add_rules(path_beneath_rules([&lane_sandbox.lane], writing))?;
            made = made.add_rules(path_beneath_rules(SPECIAL, special))?;
            // With namespaces they are private.
            if !temporary || by == Mechanism::Namespaces {
                made = made.add_rules(path_beneath_rules(TEMPORARY, writing))?;
            }
        }
        if let Some(readable) = readable {
            // A rule holds for everything below a path. So a directory for temporary files that
            // contains something shown must not be readable as a whole.
            let is_own = |path: &&Path| !lane_sandbox.shown.iter().any(|shown| shown.starts_with(path));
            let own = TEMPORARY.iter().map(Path::new).filter(is_own).chain([lane_sandbox.lane.as_path()]);
            made = made.add_rules(path_beneath_rules(own, reading))?;
            made = made.add_rules(path_beneath_rules(readable, reading))?;
        }
        Ok(made)
    };
    Ok(make().map_err(|error| io::Error::other(format!("Landlock: {error}")))?.into())
}
