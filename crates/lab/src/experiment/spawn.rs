//! One measurement, in a process of its own.

use std::ffi::OsString;
use std::process::{Command, Stdio};

use super::case::Roots;
use super::error::ExperimentError;
use super::record::Record;
use super::setting::Setting;

/// Makes a measurement in a process of its own, which is this program with the command `measure`: memory and processor time are
/// those of the measurement alone, and its case's tools are in its environment.
///
/// # Errors
/// When the process cannot be started, or ends without a result; why stands on stderr then.
pub fn spawn(roots: &Roots, setting: &Setting) -> Result<Record, ExperimentError> {
    let error = |what| move |source| ExperimentError::Process { what, source };
    let program = std::env::current_exe().map_err(error("cannot find this program"))?;
    let mut words: Vec<OsString> = match roots.prefix(&setting.case) {
        Some((prefix, arguments)) => {
            let mut words = vec![prefix.into_os_string()];
            words.extend(arguments.map(OsString::from));
            words
        }
        None => Vec::new(),
    };
    words.extend([program.into_os_string(), "measure".into(), "--cases".into(), roots.cases.clone().into()]);
    words.extend(["--setting".into(), setting.key().into()]);
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
        .map_err(|source| error("a measurement is not understood")(source.into()))
}
