//! The sandbox of trials: what it forbids, and by which mechanism.

use std::ffi::OsString;
use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::user::is_root;

/// What a sandbox forbids trials.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confinement {
    /// Files outside the trial's own directories are read-only.
    pub files: bool,
    /// `/tmp`, `/var/tmp` and `/dev/shm` are private, and emptied after each trial.
    pub temporary: bool,
    /// Processes outside the trial can be neither seen nor killed.
    pub processes: bool,
    /// No network, no sockets of other programs, no terminals, and no files that only this user may
    /// read: for candidates that may be malicious.
    pub strict: bool,
    /// The mechanism.
    pub by: Mechanism,
}

/// The mechanism of a sandbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mechanism {
    /// Namespaces, created once for each keeper.
    Namespaces,
    /// Landlock, for systems without namespaces: rules that each trial applies to itself.
    /// Permissions and times of files can be changed, other processes can be seen, and `/tmp` is
    /// the shared one, read-only.
    Landlock,
}

impl Confinement {
    /// Against accidents.
    pub const USUAL: Confinement = Confinement {
        files: true,
        temporary: true,
        processes: true,
        strict: false,
        by: Mechanism::Namespaces,
    };
    /// Against malice.
    pub const STRICT: Confinement = Confinement { strict: true, ..Confinement::USUAL };

    /// Returns weaker confinements to try with a test that does not work in this one, strongest
    /// first.
    pub fn weaker(self) -> Vec<Confinement> {
        let without_files = Confinement { files: false, ..self };
        let without_temporary = Confinement { temporary: false, ..self };
        let without_both = Confinement { temporary: false, ..without_files };
        match self.by {
            Mechanism::Namespaces => vec![without_files, without_both],
            Mechanism::Landlock if self.processes => vec![without_temporary, without_both],
            Mechanism::Landlock => vec![without_temporary],
        }
    }
}

impl fmt::Display for Confinement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = match self.by {
            Mechanism::Namespaces => [
                (self.files, "files read-only"),
                (self.temporary, "own /tmp"),
                (self.processes, "own processes"),
                (self.strict, "no network, no private files"),
            ],
            Mechanism::Landlock => [
                (self.files && self.temporary, "files outside can't be written"),
                (self.files && !self.temporary, "files outside of /tmp can't be written"),
                (self.processes, "other processes can't be killed"),
                (true, "by Landlock"),
            ],
        };
        let parts: Vec<&str> = parts.iter().filter(|(is_on, _)| *is_on).map(|(_, name)| *name).collect();
        f.write_str(&parts.join(", "))
    }
}

/// The description of a sandbox, which each keeper creates for its lane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sandbox {
    /// What it forbids.
    pub confinement: Confinement,
    /// Paths that are visible even in a strict sandbox: the script, and the files beside it.
    pub shown: Vec<PathBuf>,
    /// The first of 65536 user ids outside, which nobody else has, that the user ids within are
    /// mapped to. Only root can do that.
    pub first_uid: Option<u32>,
}

impl Sandbox {
    /// Describes a sandbox in which `shown` are visible in any case.
    pub fn new(confinement: Confinement, shown: Vec<PathBuf>) -> Sandbox {
        // User ids that are not in use, different ones for each session.
        let random = RandomState::new().hash_one(std::process::id()) as u32 % 0x2000;
        let first_uid = (confinement.strict && is_root()).then_some(0x4000_0000 + random * 0x1_0000);
        Sandbox { confinement, shown, first_uid }
    }
}

/// The sandbox of one keeper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LaneSandbox {
    pub(super) confinement: Confinement,
    /// The directory that trials can write to. Its parent belongs to the session.
    pub(super) lane: PathBuf,
    /// Paths that are visible even in a strict sandbox: the script, and the files beside it.
    pub(super) shown: Vec<PathBuf>,
    /// The first of the 65536 user ids outside that the user ids within are mapped to; `None` if
    /// they are the same.
    pub(super) first_uid: Option<u32>,
}

impl LaneSandbox {
    /// Returns the sandbox as arguments of a keeper.
    pub(super) fn to_arguments(&self) -> Vec<OsString> {
        let Confinement { files, temporary, processes, strict, by } = self.confinement;
        let by_landlock = by == Mechanism::Landlock;
        let flags = [(files, 'f'), (temporary, 't'), (processes, 'p'), (strict, 's'), (by_landlock, 'l')];
        let word: String = flags.iter().filter(|(is_on, _)| *is_on).map(|(_, letter)| *letter).collect();
        let first_uid = self.first_uid.map_or(String::from("-"), |uid| uid.to_string());
        let head = [format!("sandbox:{word}").into(), first_uid.into(), self.lane.clone().into_os_string()];
        head.into_iter().chain(self.shown.iter().map(|path| path.clone().into_os_string())).collect()
    }

    /// Reads the arguments of a keeper; `None` if it has no sandbox.
    pub(super) fn from_arguments(mut arguments: impl Iterator<Item = OsString>) -> Option<LaneSandbox> {
        let word = arguments.next()?.into_string().ok()?;
        let has = |letter| word.strip_prefix("sandbox:").is_some_and(|word| word.contains(letter));
        let confinement = Confinement {
            files: has('f'),
            temporary: has('t'),
            processes: has('p'),
            strict: has('s'),
            by: if has('l') { Mechanism::Landlock } else { Mechanism::Namespaces },
        };
        let first_uid = arguments.next()?.into_string().ok()?.parse().ok();
        let lane = PathBuf::from(OsString::from_vec(arguments.next()?.into_vec()));
        Some(LaneSandbox { confinement, lane, shown: arguments.map(PathBuf::from).collect(), first_uid })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sandbox_is_read_from_arguments_as_it_was_written() {
        let by_landlock = Confinement { by: Mechanism::Landlock, ..Confinement::USUAL };
        for confinement in Confinement::USUAL.weaker().into_iter().chain([Confinement::STRICT, by_landlock]) {
            for first_uid in [None, Some(7)] {
                let shown = vec!["/b c".into(), "/d".into()];
                let lane_sandbox = LaneSandbox { confinement, lane: "/tmp/a".into(), shown, first_uid };
                assert_eq!(
                    LaneSandbox::from_arguments(lane_sandbox.to_arguments().into_iter()),
                    Some(lane_sandbox)
                );
            }
        }
        assert_eq!(LaneSandbox::from_arguments(std::iter::empty()), None);
    }
}
