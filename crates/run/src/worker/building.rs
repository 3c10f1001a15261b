//! The property of a task on the worker's machine.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::property::{
    CommandProperty, Portable, Property, PropertyError, ScriptProperty, ServerOptions, ServerProperty,
};
use crate::trial::TrialHost;

/// Creates the property. Its files are written to `home`.
pub(super) fn build(
    test: Portable,
    home: &Path,
    trial_host: Arc<TrialHost>,
    time_limit: Option<Duration>,
) -> Result<Arc<dyn Property>, PropertyError> {
    Ok(match test {
        Portable::Script { name, content, paths } => {
            // A name with a directory in it could lead anywhere.
            let name = Path::new(&name).file_name().unwrap_or("test".as_ref());
            let path = home.join(name);
            let written = fs::write(&path, content)
                .and_then(|()| fs::set_permissions(&path, Permissions::from_mode(0o755)));
            written.map_err(|source| PropertyError::Directory { path: path.clone(), source })?;
            Arc::new(ScriptProperty::new(&path, paths, trial_host)?.with_time_limit(time_limit))
        }
        Portable::Command(parts) => {
            Arc::new(CommandProperty::from_parts(*parts, trial_host).with_time_limit(time_limit))
        }
        Portable::Server { command, paths, on_crash } => {
            Arc::new(ServerProperty::new(ServerOptions { command, paths, time_limit, on_crash }, trial_host)?)
        }
    })
}
