//! The standard streams of a job.

use std::io;
use std::os::fd::OwnedFd;
use std::process::Stdio;

use super::Output;
use super::capture::Drain;

/// What a job has for its standard input, output and error; `None` is `/dev/null`.
#[derive(Debug, Default)]
pub(crate) struct Streams {
    pub(crate) stdin: Option<OwnedFd>,
    pub(crate) stdout: Option<OwnedFd>,
    pub(crate) stderr: Option<OwnedFd>,
}

/// The ends of a job's output that stay with us.
pub(super) struct Drains {
    pub(super) stdout: Drain,
    pub(super) stderr: Drain,
}

impl Streams {
    /// Opens the streams of a job that reads nothing and whose output goes where it says.
    pub(super) fn open(output: Output) -> io::Result<(Streams, Drains)> {
        let (stdout, from_stdout) = sink(output)?;
        let (stderr, from_stderr) = sink(output)?;
        Ok((Streams { stdin: None, stdout, stderr }, Drains { stdout: from_stdout, stderr: from_stderr }))
    }
}

/// Turns a stream into what the standard library passes to a child.
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
