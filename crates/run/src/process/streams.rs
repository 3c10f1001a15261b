//! The standard streams of a job.

use std::io;
use std::os::fd::OwnedFd;
use std::process::Stdio;

use super::Output;
use super::capture::Drain;

/// The standard input, output and error of a job; `None` is `/dev/null`.
#[derive(Debug, Default)]
pub(crate) struct Streams {
    pub(crate) stdin: Option<OwnedFd>,
    pub(crate) stdout: Option<OwnedFd>,
    pub(crate) stderr: Option<OwnedFd>,
}

/// Our ends of a job's outputs.
pub(super) struct Drains {
    pub(super) stdout: Drain,
    pub(super) stderr: Drain,
}

impl Streams {
    /// Opens the streams of a job without input.
    pub(super) fn open(output: Output) -> io::Result<(Streams, Drains)> {
        let (stdout, from_stdout) = sink(output)?;
        let (stderr, from_stderr) = sink(output)?;
        Ok((Streams { stdin: None, stdout, stderr }, Drains { stdout: from_stdout, stderr: from_stderr }))
    }
}

/// Converts a stream into one for [`std::process::Command`].
pub(super) fn stdio(stream: Option<OwnedFd>) -> Stdio {
    stream.map_or_else(Stdio::null, Stdio::from)
}

fn sink(output: Output) -> io::Result<(Option<OwnedFd>, Drain)> {
    match output {
        Output::Discard => Ok((None, Drain::closed())),
        Output::Capture { keep } => {
            let (reader, writer) = io::pipe()?;
            Ok((Some(writer.into()), Drain::new(reader.into(), keep)?))
        }
    }
}
