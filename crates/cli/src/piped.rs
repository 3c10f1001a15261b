//! An input from standard input, and a result for standard output.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use dwindle_run::files::Shape;
use tempfile::TempDir;

use crate::args::SessionArgs;
use crate::args::values::Format;
use crate::failure::Failure;

/// The name of an input from standard input.
const NAME: &str = "stdin";

/// Whether a path stands for standard input or standard output.
pub fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// A temporary directory with the path of one file in it. Dropping it removes both.
pub struct Piped {
    path: PathBuf,
    _directory: TempDir,
}

impl Piped {
    /// Reads standard input into a file.
    pub fn input() -> Result<Piped, Failure> {
        let failed = |error| Failure::usage(format!("standard input can't be read: {error}"));
        let piped = Piped::new(OsStr::new(NAME))?;
        let mut content = Vec::new();
        io::stdin().lock().read_to_end(&mut content).map_err(failed)?;
        fs::write(&piped.path, content).map_err(|error| no_place(&error))?;
        Ok(piped)
    }

    /// Creates a directory for a result with this name.
    pub fn new(name: &OsStr) -> Result<Piped, Failure> {
        let directory = tempfile::Builder::new().prefix("dwindle-pipe-").tempdir();
        let directory = directory.map_err(|error| no_place(&error))?;
        Ok(Piped { path: directory.path().join(name), _directory: directory })
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the file to standard output.
    pub fn write_out(&self) -> Result<(), Failure> {
        let written = fs::read(&self.path).and_then(|content| {
            let mut stdout = io::stdout().lock();
            stdout.write_all(&content).and_then(|()| stdout.flush())
        });
        written
            .map_err(|error| Failure::environment(format!("the result can't be written to stdout: {error}")))
    }
}

fn no_place(error: &io::Error) -> Failure {
    Failure::environment(format!("standard input can't be kept in a temporary file: {error}"))
        .help("set TMPDIR to a directory that can be written")
}

/// Returns the arguments with other defaults for an input from standard input: the result is
/// written to standard output, and there is no journal. Fails for options that are impossible with
/// it.
pub fn adapted(args: &SessionArgs, shape: Shape, is_input_piped: bool) -> Result<SessionArgs, Failure> {
    let mut args = args.clone();
    if is_input_piped {
        if args.in_place {
            return Err(
                Failure::usage("--in-place can't replace standard input").help("leave out --in-place")
            );
        }
        args.output.get_or_insert_with(|| PathBuf::from("-"));
        if args.session.is_none() && args.resume {
            return Err(Failure::usage(
                "--resume needs a journal, and an input from standard input has none beside it",
            )
            .help("name the directory of the journal:  --session DIR"));
        }
        args.no_session |= args.session.is_none();
    }
    if args.output.as_deref().is_some_and(is_dash) {
        if shape != Shape::File {
            return Err(Failure::usage("only a single file can be written to standard output")
                .help("name a directory for the result:  -o DIR"));
        }
        if args.format == Format::Json {
            return Err(Failure::usage("events and the result can't both be written to standard output")
                .help("name a file for the result:  -o FILE"));
        }
    }
    Ok(args)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::args::Cli;

    fn adapted_line(line: &[&str], is_input_piped: bool) -> Result<SessionArgs, String> {
        let args = Cli::parse_from([&["dwindle", "t.sh", "-"], line].concat()).reduce.session;
        adapted(&args, Shape::File, is_input_piped).map_err(|failure| failure.to_string())
    }

    #[test]
    fn the_result_of_a_piped_input_is_written_to_stdout() {
        let args = adapted_line(&[], true).unwrap();
        assert_eq!((args.output, args.no_session), (Some("-".into()), true));
        let args = adapted_line(&["-o", "small.c", "--session", "s"], true).unwrap();
        assert_eq!((args.output, args.no_session), (Some("small.c".into()), false));
        assert_eq!(adapted_line(&[], false).unwrap().output, None);
    }

    #[test]
    fn options_that_are_impossible_with_a_pipe_have_a_way_out() {
        for line in [&["--in-place"][..], &["--resume"], &["-o", "-", "--format", "json"]] {
            let text = adapted_line(line, true).unwrap_err();
            assert!(text.contains("help:"), "{text}");
        }
    }
}
