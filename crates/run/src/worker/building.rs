//! A test that was sent, as a property of this machine.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::property::{
    CommandProperty, Portable, Property, PropertyError, ScriptProperty, ServerOptions, ServerProperty,
};
use crate::trial::Bench;

/// Makes the property again. What it needs as a file is written to `home`.
pub(super) fn build(
    test: Portable,
    home: &Path,
    bench: Arc<Bench>,
    time_limit: Option<Duration>,
) -> Result<Arc<dyn Property>, PropertyError> {
    Ok(match test {
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
