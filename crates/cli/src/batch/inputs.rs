//! The inputs of a batch, their tests and the paths of their results.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use dwindle_report::words;

use crate::args::BatchArgs;
use crate::failure::Failure;
use crate::piped::is_dash;

/// One input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The script that tests it; `None` for a command or a tester, which is the same for all.
    pub test: Option<PathBuf>,
    /// The path of the input.
    pub input: PathBuf,
    /// The path of its result; `None` for the default.
    pub output: Option<PathBuf>,
    /// Its size.
    pub n_bytes: u64,
}

/// Returns the inputs, the largest first. Creates the directories for their results.
pub fn items(args: &BatchArgs) -> Result<Vec<Item>, Failure> {
    let mut items = match &args.table {
        Some(table) => of_table(table)?,
        None => of_paths(args)?,
    };
    if items.is_empty() {
        return Err(Failure::usage("there is nothing to reduce").help("dwindle batch TEST DIRECTORY"));
    }
    if let Some(directory) = &args.output {
        for item in &mut items {
            item.output = item.input.file_name().map(|name| directory.join(name));
        }
    }
    refuse_the_same_twice(&items)?;
    for item in &items {
        if let Some(directory) = item.output.as_deref().and_then(Path::parent) {
            fs::create_dir_all(directory).map_err(|error| {
                let shown = words::path(directory);
                Failure::environment(format!("the directory `{shown}` for results can't be created: {error}"))
                    .help("name another one:  -o DIR")
            })?;
        }
    }
    items.sort_by(|a, b| b.n_bytes.cmp(&a.n_bytes).then_with(|| a.input.cmp(&b.input)));
    Ok(items)
}

fn of_paths(args: &BatchArgs) -> Result<Vec<Item>, Failure> {
    let has_script = args.command.is_empty() && args.property.server.is_none();
    let (test, inputs) = match args.paths.split_first() {
        Some((test, inputs)) if has_script => (Some(test), inputs),
        _ => (None, &args.paths[..]),
    };
    let mut items = Vec::new();
    for path in inputs {
        if is_dash(path) {
            return Err(Failure::usage("a batch can't read its input from standard input")
                .help("name files or a directory"));
        }
        let metadata = path.metadata().map_err(|error| unreadable(path, &error))?;
        if metadata.is_dir() {
            let results = results_of(path)?;
            for (input, n_bytes) in files_in(path).map_err(|error| unreadable(path, &error))? {
                let output = input.file_name().map(|name| results.join(name));
                items.push(Item { test: test.cloned(), input, output, n_bytes });
            }
        } else {
            let input = path.clone();
            items.push(Item { test: test.cloned(), input, output: None, n_bytes: metadata.len() });
        }
    }
    Ok(items)
}

/// Returns the files in a directory that are not hidden, by name.
fn files_in(directory: &Path) -> io::Result<Vec<(PathBuf, u64)>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        let is_hidden = path.file_name().is_some_and(|name| name.as_bytes().starts_with(b"."));
        // Follows links.
        let metadata = path.metadata().ok().filter(fs::Metadata::is_file);
        if let Some(metadata) = metadata.filter(|_| !is_hidden) {
            files.push((path, metadata.len()));
        }
    }
    files.sort();
    Ok(files)
}

/// Returns the directory for the results of the files in a directory.
fn results_of(directory: &Path) -> Result<PathBuf, Failure> {
    let absolute = std::path::absolute(directory).map_err(|error| unreadable(directory, &error))?;
    let named = absolute.file_name().is_some_and(|name| name != OsStr::new(".."));
    let absolute = match named {
        true => absolute,
        false => directory.canonicalize().map_err(|error| unreadable(directory, &error))?,
    };
    let mut path = OsString::from(absolute);
    path.push(".reduced");
    Ok(path.into())
}

fn of_table(table: &Path) -> Result<Vec<Item>, Failure> {
    let text = fs::read(table).map_err(|error| unreadable(table, &error))?;
    let base = table.parent().unwrap_or(Path::new(""));
    let mut items = Vec::new();
    for (line, number) in text.split(|byte| *byte == b'\n').zip(1u64..) {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.trim_ascii().is_empty() || line.starts_with(b"#") {
            continue;
        }
        let wrong = |why: &str| {
            Failure::usage(format!("line {number} of `{}` {why}", words::path(table)))
                .help("write the path of a test, a tab and the path of an input")
        };
        let fields: Vec<&[u8]> = line.split(|byte| *byte == b'\t').collect();
        let [test, input] = fields[..] else { return Err(wrong("does not have two fields")) };
        let [test, input] = [test, input].map(|path| base.join(OsString::from_vec(path.to_vec())));
        let size = input.metadata().map(|metadata| metadata.len());
        let n_bytes = size.map_err(|error| wrong(&format!("names an input that can't be read: {error}")))?;
        items.push(Item { test: Some(test), input, output: None, n_bytes });
    }
    Ok(items)
}

fn refuse_the_same_twice(items: &[Item]) -> Result<(), Failure> {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let (mut inputs, mut outputs) = (BTreeMap::new(), BTreeMap::new());
    for item in items {
        let shown = words::path(&item.input);
        if inputs.insert(real(&item.input), ()).is_some() {
            return Err(Failure::usage(format!("`{shown}` is named twice")).help("name it once"));
        }
        if let Some(output) = &item.output
            && let Some(other) = outputs.insert(output.clone(), &item.input)
        {
            let other = words::path(other);
            return Err(Failure::usage(format!(
                "the results of `{other}` and `{shown}` would have the same path"
            ))
            .help("leave out -o, so that they are written beside the inputs"));
        }
    }
    Ok(())
}

fn unreadable(path: &Path, error: &io::Error) -> Failure {
    Failure::usage(format!("`{}` can't be read: {error}", words::path(path)))
        .help("name the test first, then files or directories:  dwindle batch TEST DIR")
}
