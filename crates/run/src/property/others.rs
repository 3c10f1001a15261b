//! Candidates that fail in another way than the original. They may be other bugs, so they are kept.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use dwindle_reduce::{Cost, Document};

/// The file that marks such a directory.
const MARK: &str = "dwindle-others";
/// The file beside an example that describes its failure.
const DESCRIPTION: &str = "failure.txt";
/// Most failures that are kept.
const MAX_FAILURES: usize = 1000;

/// A directory with the smallest example of each other failure.
///
/// Which failures are found depends on which trials are run, so it may differ between two runs. The
/// result does not depend on it. An example that cannot be written is skipped.
#[derive(Debug)]
pub struct Others {
    directory: PathBuf,
    smallest: Mutex<HashMap<String, Example>>,
}

#[derive(Debug)]
struct Example {
    number: usize,
    cost: Cost,
}

impl Others {
    /// Opens a directory that is new, empty, or was used for this before. Its examples are kept.
    ///
    /// # Errors
    /// When it has other files, or can't be written to.
    pub fn new(directory: &Path) -> io::Result<Others> {
        fs::create_dir_all(directory)?;
        let mark = directory.join(MARK);
        let is_empty = directory.read_dir()?.next().is_none();
        if !is_empty && mark.symlink_metadata().is_err() {
            let why = "it has files and was not made for this; name a directory that is new or empty";
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, why));
        }
        fs::write(mark, "The smallest example of each other failure that dwindle met.\n")?;
        let mut smallest = HashMap::new();
        for entry in directory.read_dir()?.flatten() {
            let number = entry.file_name().to_str().and_then(|name| name.parse().ok());
            let description = fs::read_to_string(entry.path().join(DESCRIPTION)).ok();
            let example = number.zip(description.as_deref().and_then(of_text));
            if let Some((number, (failure, cost))) = example {
                smallest.insert(failure, Example { number, cost });
            }
        }
        Ok(Others { directory: std::path::absolute(directory)?, smallest: Mutex::new(smallest) })
    }

    /// Returns the directory.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// Returns the number of failures that were kept.
    pub fn n_failures(&self) -> usize {
        self.smallest.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Keeps an example of a failure if it is the first or the smallest.
    pub fn offer(&self, failure: &str, input: &Document) {
        let mut smallest = self.smallest.lock().unwrap_or_else(PoisonError::into_inner);
        let failure: String = failure.replace(char::is_control, " ");
        let cost = input.cost();
        let number = match smallest.get(&failure) {
            Some(example) if example.cost <= cost => return,
            Some(example) => example.number,
            None if MAX_FAILURES <= smallest.len() => return,
            None => smallest.values().map(|example| example.number).max().unwrap_or(0) + 1,
        };
        if self.write(number, &failure, input).is_ok() {
            smallest.insert(failure, Example { number, cost });
        }
    }

    /// Writes an example under another name, and then renames it.
    fn write(&self, number: usize, failure: &str, input: &Document) -> io::Result<()> {
        let path_of_example = self.directory.join(number.to_string());
        let new = self.directory.join(format!("{number}.new"));
        if new.symlink_metadata().is_ok() {
            fs::remove_dir_all(&new)?;
        }
        for file in input.files() {
            let path = new.join("input").join(file.path());
            fs::create_dir_all(path.parent().unwrap_or(&new))?;
            fs::write(path, file.bytes())?;
        }
        fs::create_dir_all(&new)?;
        fs::write(new.join(DESCRIPTION), text_of(failure, input.cost()))?;
        if path_of_example.symlink_metadata().is_ok() {
            fs::remove_dir_all(&path_of_example)?;
        }
        fs::rename(&new, &path_of_example)
    }
}

fn text_of(failure: &str, cost: Cost) -> String {
    format!("{failure}\n{} tokens, {} bytes, {} files\n", cost.tokens, cost.bytes, cost.files)
}

fn of_text(text: &str) -> Option<(String, Cost)> {
    let (failure, rest) = text.trim_end().rsplit_once('\n')?;
    let mut numbers =
        rest.split(|character: char| !character.is_ascii_digit()).filter(|part| !part.is_empty());
    let mut number = || numbers.next()?.parse().ok();
    let cost = Cost { tokens: number()?, bytes: number()?, files: number()? };
    Some((failure.to_owned(), cost))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_example_of_each_failure_is_kept_across_runs() {
        let home = tempfile::tempdir().unwrap();
        let directory = home.path().join("others");
        let offer = |failure: &str, text: &str| {
            Others::new(&directory).unwrap().offer(failure, &Document::single("a.c", text));
        };
        offer("killed by SIGSEGV", "int x;");
        offer("exit status 3", "a b c");
        offer("killed by SIGSEGV", "x");
        offer("killed by SIGSEGV", "int x, y;");
        let text = |path: &str| fs::read_to_string(directory.join(path)).unwrap();
        assert_eq!((text("1/input/a.c"), text("2/input/a.c")), ("x".to_owned(), "a b c".to_owned()));
        assert!(text("1/failure.txt").starts_with("killed by SIGSEGV\n"));
        assert_eq!(Others::new(&directory).unwrap().n_failures(), 2);
    }

    #[test]
    fn a_directory_with_other_files_is_not_changed() {
        let home = tempfile::tempdir().unwrap();
        fs::write(home.path().join("notes"), "mine").unwrap();
        assert!(Others::new(home.path()).is_err());
        assert_eq!(home.path().read_dir().unwrap().count(), 1);
    }
}
