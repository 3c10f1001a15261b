//! Properties that are shell scripts, run as users' scripts are.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use dwindle_reduce::Document;
use dwindle_run::property::{CandidatePaths, Property, ScriptProperty};
use dwindle_run::trial::{TrialHost, TrialHostOptions};

/// Writes a script with these lines to a directory.
pub fn write(home: &Path, lines: &str) -> anyhow::Result<PathBuf> {
    let script = home.join("test.sh");
    fs::write(&script, format!("#!/bin/sh\n{lines}\n"))?;
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755))?;
    Ok(script)
}

/// Creates the property of a script.
pub fn property(script: &Path, document: &Document) -> anyhow::Result<Arc<dyn Property>> {
    let bench = Arc::new(TrialHost::new(TrialHostOptions::default()));
    let property = ScriptProperty::new(script, CandidatePaths::of(document), bench)?;
    Ok(Arc::new(property.with_time_limit(Some(Duration::from_secs(60)))))
}
