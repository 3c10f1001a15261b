//! What a test is made of, so that another process can ask the same.

use std::ffi::OsString;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use dwindle_reduce::Verdict;
use serde::{Deserialize, Serialize};

use super::command::CommandParts;
use super::{
    CandidatePaths, CommandProperty, Property, PropertyError, ScriptProperty, ServerOptions, ServerProperty,
};
use crate::trial::Bench;

/// A property without what belongs to one machine.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Portable {
    /// A script, with its text.
    Script {
        /// Its name, without a directory.
        name: OsString,
        /// What is in it.
        content: Vec<u8>,
        /// What it is told.
        paths: CandidatePaths,
    },
    /// A command with its signature.
    Command(Box<CommandParts>),
    /// A persistent tester.
    Server {
        /// Its command line.
        command: OsString,
        /// What it is asked about.
        paths: CandidatePaths,
        /// What it means if it ends instead of answering.
        on_crash: Verdict,
    },
}

impl Portable {
    /// Makes the property again. What it needs as a file is written to `home`.
    ///
    /// # Errors
    /// When the environment does not let us.
    pub fn build(
        self,
        home: &Path,
        bench: Arc<Bench>,
        time_limit: Option<Duration>,
    ) -> Result<Arc<dyn Property>, PropertyError> {
        Ok(match self {
            Portable::Script { name, content, paths } => {
                // A name with a directory in it could be anywhere.
                let name = Path::new(&name).file_name().unwrap_or("test".as_ref());
                let path = home.join(name);
                let written = fs::write(&path, content)
                    .and_then(|()| fs::set_permissions(&path, Permissions::from_mode(0o755)));
                written.map_err(|source| PropertyError::Directory { path: path.clone(), source })?;
                Arc::new(ScriptProperty::new(&path, paths, bench)?.with_time_limit(time_limit))
            }
            Portable::Command(parts) => {
                Arc::new(CommandProperty::from_parts(*parts, bench).with_time_limit(time_limit))
            }
            Portable::Server { command, paths, on_crash } => {
                Arc::new(ServerProperty::new(ServerOptions { command, paths, time_limit, on_crash }, bench)?)
            }
        })
    }
}
