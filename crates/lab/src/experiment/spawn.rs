//! A measurement in a process of its own.

use std::ffi::{OsStr, OsString};
use std::process::{Command, Stdio};

use serde::de::DeserializeOwned;

use super::case::Roots;
use super::error::ExperimentError;

/// Runs a measurement in a process of its own: this program with `--cases` and other arguments.
/// Memory and processor time are then those of the measurement alone, and the tools of its case are
/// in its environment. Returns the record that it prints.
///
/// # Errors
/// When the process cannot be started, or ends without a result; its message is then on stderr.
pub fn spawn<R: DeserializeOwned>(
    roots: &Roots,
    case: &str,
    arguments: &[&OsStr],
) -> Result<R, ExperimentError> {
    let error = |what| move |source| ExperimentError::Process { what, source };
    let program = std::env::current_exe().map_err(error("cannot find this program"))?;
    let mut words: Vec<OsString> = Vec::new();
    if let Some((prefix, before)) = roots.prefix(case) {
        words.push(prefix.into_os_string());
        words.extend(before.map(OsString::from));
    }
    words.push(program.into_os_string());
    words.extend(arguments.iter().map(OsString::from));
    words.extend(["--cases".into(), roots.cases.clone().into()]);
    let output = Command::new(&words[0])
        .args(&words[1..])
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .map_err(error("cannot start a measurement"))?;
    if !output.status.success() {
        return Err(ExperimentError::NoResult);
    }
    serde_json::from_slice(&output.stdout)
        .map_err(|source| error("the output of a measurement cannot be parsed")(source.into()))
}
