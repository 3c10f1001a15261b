//! What a sandbox keeps trials from.

use std::ffi::OsString;
use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::user::is_root;

/// What a sandbox keeps away from trials.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confinement {
    /// Files outside of the trial's own directories can be read and not changed.
    pub files: bool,
    /// `/tmp`, `/var/tmp` and `/dev/shm` are the worker's own: what is written there is gone after
    /// the trial.
    pub temporary: bool,
    /// Processes outside of the trial can be neither seen nor killed.
    pub processes: bool,
    /// No network, no sockets of others, no terminals, nothing that only this user may read; for
    /// candidates that mean harm.
    pub strict: bool,
    /// What it is made of.
    pub by: Means,
}

/// What a sandbox is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Means {
    /// Namespaces, made once for each keeper.
    Namespaces,
    /// Landlock, where there are no namespaces: rules that each trial takes upon itself.
    /// Permissions and times of files can be changed, processes can be seen, and `/tmp` is the
    /// common one, which cannot be written to.
    Landlock,
}

impl Confinement {
    /// Against accidents.
    pub const USUAL: Confinement =
        Confinement { files: true, temporary: true, processes: true, strict: false, by: Means::Namespaces };
    /// Against malice.
    pub const STRICT: Confinement = Confinement { strict: true, ..Confinement::USUAL };

    /// Lists what remains when a test needs more and more, least first; the last one keeps away
    /// other processes only.
    pub fn weaker(self) -> Vec<Confinement> {
        let without_files = Confinement { files: false, ..self };
        let without_temporary = Confinement { temporary: false, ..self };
        let without_both = Confinement { temporary: false, ..without_files };
        match self.by {
            Means::Namespaces => vec![without_files, without_both],
            Means::Landlock if self.processes => vec![without_temporary, without_both],
            Means::Landlock => vec![without_temporary],
        }
    }
}

impl fmt::Display for Confinement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = match self.by {
            Means::Namespaces => [
                (self.files, "files read-only"),
                (self.temporary, "own /tmp"),
                (self.processes, "own processes"),
                (self.strict, "no network, no private files"),
            ],
            Means::Landlock => [
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

/// A sandbox for trials, which each keeper makes for itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sandbox {
    /// What it keeps away.
    pub confinement: Confinement,
    /// Paths that trials need where all else is hidden: the script, and what lies beside it.
    pub shown: Vec<PathBuf>,
    /// The first of 65536 user numbers, of nobody else, that stand for the users within; only root
    /// can ask for it.
    pub first_uid: Option<u32>,
}

impl Sandbox {
    /// Describes a sandbox in which these paths are seen in any case.
    pub fn new(confinement: Confinement, shown: Vec<PathBuf>) -> Sandbox {
        // Numbers that no list of users has, other ones for each session.
        let random = RandomState::new().hash_one(std::process::id()) as u32 % 0x2000;
        let first_uid = (confinement.strict && is_root()).then_some(0x4000_0000 + random * 0x1_0000);
        Sandbox { confinement, shown, first_uid }
    }
}

/// The walls around the trials of one keeper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Walls {
    pub(super) confinement: Confinement,
    /// The directory in which everything can be written; its parent is the one of the session.
    pub(super) lane: PathBuf,
    /// What must be seen, also where all else is hidden: the script, and what lies beside it.
    pub(super) shown: Vec<PathBuf>,
    /// The first of the 65536 user numbers that stand for those within; `None` for the same as
    /// outside.
    pub(super) first_uid: Option<u32>,
}

impl Walls {
    /// Writes the walls as arguments of a keeper.
    pub(super) fn to_arguments(&self) -> Vec<OsString> {
        let Confinement { files, temporary, processes, strict, by } = self.confinement;
        let by_landlock = by == Means::Landlock;
        let flags = [(files, 'f'), (temporary, 't'), (processes, 'p'), (strict, 's'), (by_landlock, 'l')];
        let word: String = flags.iter().filter(|(is_on, _)| *is_on).map(|(_, letter)| *letter).collect();
        let first_uid = self.first_uid.map_or(String::from("-"), |uid| uid.to_string());
        let head = [format!("walls:{word}").into(), first_uid.into(), self.lane.clone().into_os_string()];
        head.into_iter().chain(self.shown.iter().map(|path| path.clone().into_os_string())).collect()
    }

    /// Reads the arguments of a keeper; `None` where there are no walls.
    pub(super) fn from_arguments(mut arguments: impl Iterator<Item = OsString>) -> Option<Walls> {
        let word = arguments.next()?.into_string().ok()?;
        let has = |letter| word.strip_prefix("walls:").is_some_and(|word| word.contains(letter));
        let confinement = Confinement {
            files: has('f'),
            temporary: has('t'),
            processes: has('p'),
            strict: has('s'),
            by: if has('l') { Means::Landlock } else { Means::Namespaces },
        };
        let first_uid = arguments.next()?.into_string().ok()?.parse().ok();
        let lane = PathBuf::from(OsString::from_vec(arguments.next()?.into_vec()));
        Some(Walls { confinement, lane, shown: arguments.map(PathBuf::from).collect(), first_uid })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walls_arrive_as_they_were_sent() {
        let by_landlock = Confinement { by: Means::Landlock, ..Confinement::USUAL };
        for confinement in Confinement::USUAL.weaker().into_iter().chain([Confinement::STRICT, by_landlock]) {
            for first_uid in [None, Some(7)] {
                let shown = vec!["/b c".into(), "/d".into()];
                let walls = Walls { confinement, lane: "/tmp/a".into(), shown, first_uid };
                assert_eq!(Walls::from_arguments(walls.to_arguments().into_iter()), Some(walls));
            }
        }
        assert_eq!(Walls::from_arguments(std::iter::empty()), None);
    }
}
