//! The test and the inputs among the paths of the command line.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use dwindle_report::words;

use crate::args::{PropertyArgs, SubjectArgs};
use crate::failure::Failure;
use crate::piped::is_dash;

/// The test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Test {
    /// A script that exits with 0 if a candidate is interesting.
    Script(PathBuf),
    /// A command whose present behaviour is kept.
    Command(Vec<OsString>),
    /// The command line of a persistent tester.
    Server(String),
}

/// The test and the inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The test.
    pub test: Test,
    /// Files and directories, as the user wrote them; at least one. A single `-` is standard input.
    pub inputs: Vec<PathBuf>,
}

impl Subject {
    /// Distinguishes the two forms of the command line. Checks the files, for better advice.
    pub fn new(args: &SubjectArgs, property: &PropertyArgs) -> Result<Subject, Failure> {
        if let [first, ..] = property.signature_options()[..]
            && args.command.is_empty()
        {
            return Err(Failure::usage(format!("`{first}` needs a command"))
                .help("write the command that goes wrong after `--`:  dwindle INPUT -- COMMAND {}"));
        }
        let (test, inputs) = if let Some(server) = &property.server {
            (Test::Server(server.clone()), &args.paths[..])
        } else if !args.command.is_empty() {
            (Test::Command(args.command.clone()), &args.paths[..])
        } else {
            let (first, rest) = args.paths.split_first().ok_or_else(no_input)?;
            (Test::Script(first.clone()), rest)
        };
        if inputs.is_empty() {
            return Err(only_one_path(&args.paths));
        }
        if 1 < inputs.len() && inputs.iter().any(|input| is_dash(input)) {
            return Err(Failure::usage("standard input can't be one of several inputs")
                .help("a file that is called `-` is written `./-`"));
        }
        for input in inputs.iter().filter(|input| !is_dash(input)) {
            check_input(input)?;
        }
        if let Test::Script(script) = &test {
            check_script(script, inputs)?;
        }
        Ok(Subject { test, inputs: inputs.to_vec() })
    }
}

fn no_input() -> Failure {
    Failure::usage("there is nothing to reduce").help("dwindle TEST INPUT")
}

fn only_one_path(paths: &[PathBuf]) -> Failure {
    let Some(path) = paths.first() else { return no_input() };
    let shown = words::path(path);
    let failure =
        Failure::usage(format!("there is only one path, `{shown}`; a test and an input are needed"));
    if is_executable(path) {
        failure.help(format!("name the file to reduce, too:  dwindle {shown} INPUT"))
    } else {
        failure.help(format!("name the script that tests it first:  dwindle TEST {shown}")).help(format!(
            "or write the command that goes wrong after `--`:  dwindle {shown} -- COMMAND {{}}"
        ))
    }
}

fn check_input(input: &Path) -> Result<(), Failure> {
    let shown = words::path(input);
    match input.metadata() {
        Ok(_) => Ok(()),
        Err(error) => Err(Failure::usage(format!("the input `{shown}` can't be read: {error}"))
            .help("the inputs come after the test:  dwindle TEST INPUT...")),
    }
}

fn check_script(script: &Path, inputs: &[PathBuf]) -> Result<(), Failure> {
    let shown = words::path(script);
    if let Err(error) = script.metadata() {
        return Err(Failure::usage(format!("the test `{shown}` can't be read: {error}")).help(
            "the test is the path of a script; a command with arguments is written after `--`:  \
             dwindle INPUT -- COMMAND {}",
        ));
    }
    if is_executable(script) {
        return check_interpreter(script);
    }
    let failure = Failure::usage(format!("the test `{shown}` is not an executable file"));
    match inputs {
        [input] if is_executable(input) => Err(failure
            .help(format!("the test comes first; did you mean:  dwindle {} {shown}", words::path(input)))),
        _ => Err(failure.help(format!("chmod +x {shown}"))),
    }
}

/// Fails if a script without a `#!` line is in another language: a shell would run `import` as a
/// command.
fn check_interpreter(script: &Path) -> Result<(), Failure> {
    let Ok(content) = std::fs::read(script) else { return Ok(()) };
    let start = &content[..content.len().min(4096)];
    if start.starts_with(b"#!") || start.contains(&0) {
        return Ok(());
    }
    let text = String::from_utf8_lossy(start);
    let is_python = |line: &str| {
        let mut words = line.split_whitespace();
        match (words.next(), words.nth(1)) {
            (Some("import"), None) | (Some("from"), Some("import")) => true,
            (Some("def" | "class"), _) => line.trim_end().ends_with(':'),
            _ => false,
        }
    };
    let interpreter = match script.extension().and_then(|extension| extension.to_str()) {
        Some("py") => "python3",
        Some("pl") => "perl",
        Some("rb") => "ruby",
        Some("js" | "mjs" | "cjs") => "node",
        Some("php") => "php",
        Some("lua") => "lua",
        _ if text.lines().any(is_python) => "python3",
        _ => return Ok(()),
    };
    let shown = words::path(script);
    Err(Failure::usage(format!("the test `{shown}` is not a shell script and has no #! line"))
        .help(format!("write this as its first line:  #!/usr/bin/env {interpreter}")))
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.is_file()
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::args::Cli;

    fn subject(line: &[&str]) -> Result<Subject, String> {
        let args = Cli::parse_from([&["dwindle"], line].concat()).reduce;
        Subject::new(&args.subject, &args.property).map_err(|failure| failure.to_string())
    }

    fn directory() -> tempfile::TempDir {
        use std::os::unix::fs::PermissionsExt;
        let directory = tempfile::tempdir().unwrap();
        for (name, mode) in [("t.sh", 0o755), ("a.c", 0o644), ("b.c", 0o644)] {
            let path = directory.path().join(name);
            std::fs::write(&path, "#!/bin/sh\n").unwrap();
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
        }
        directory
    }

    #[test]
    fn the_first_path_is_the_test() {
        let directory = directory();
        let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
        let subject = subject(&[&path("t.sh"), &path("a.c"), &path("b.c")]).unwrap();
        assert_eq!(subject.test, Test::Script(path("t.sh").into()));
        assert_eq!(subject.inputs, [PathBuf::from(path("a.c")), path("b.c").into()]);
    }

    #[test]
    fn all_paths_before_a_command_are_inputs() {
        let directory = directory();
        let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
        let subject = subject(&[&path("a.c"), "-j", "2", "--", "cc", "-c", "{}"]).unwrap();
        assert_eq!(subject.test, Test::Command(vec!["cc".into(), "-c".into(), "{}".into()]));
        assert_eq!(subject.inputs, [PathBuf::from(path("a.c"))]);
    }

    #[test]
    fn mistakes_get_a_way_out() {
        let directory = directory();
        let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
        let lines: [&[&str]; 7] = [
            &[&path("t.sh")],
            &[&path("a.c")],
            &[&path("a.c"), &path("t.sh")],
            &[&path("a.c"), &path("b.c")],
            &[&path("t.sh"), &path("missing.c")],
            &[&path("missing.sh"), &path("a.c")],
            &[&path("t.sh"), &path("a.c"), "--matches", "boom"],
        ];
        let answers: Vec<String> = lines.iter().map(|line| subject(line).unwrap_err()).collect();
        let answers = answers.join("\n").replace(directory.path().to_str().unwrap(), "DIR");
        insta::assert_snapshot!(answers);
    }
}
