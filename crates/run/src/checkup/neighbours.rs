//! Which other files of the user's a test needs, if it works beside the input but not in a
//! directory with the candidate alone.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::files::SESSIONS;
use crate::property::PropertyError;

/// Most bytes that are copied to find out.
const MAX_BYTES: u64 = 64 << 20;
/// Most files that are copied to find out.
const MAX_FILES: usize = 4000;
/// Time after which the search ends; some of the files found so far may then not be needed.
const MAX_TIME: Duration = Duration::from_secs(20);

/// Finds the files and directories without which a test does not work.
///
/// `works` runs the test on the original, with copies of the given files beside it. It does not run
/// among the user's own files, where it could overwrite them. Paths for which `is_guess` returns
/// true are tried first, for example because the test names them. Returns `None` when even all
/// files of `directory` do not help, or when they are too large.
///
/// # Errors
/// Those of `works`.
pub fn needed_neighbours(
    directory: &Path,
    is_guess: impl Fn(&Path) -> bool,
    mut works: impl FnMut(&[PathBuf]) -> Result<bool, PropertyError>,
) -> Result<Option<Vec<PathBuf>>, PropertyError> {
    let neighbours = neighbours(directory);
    let guesses: Vec<PathBuf> = neighbours.iter().filter(|path| is_guess(path)).cloned().collect();
    for set in [guesses, neighbours] {
        if !set.is_empty() && is_small(&set) && works(&set)? {
            return minimized(set, works).map(Some);
        }
    }
    Ok(None)
}

/// Removes files that are not needed: halves first, then quarters, down to single files.
fn minimized(
    set: Vec<PathBuf>,
    mut works: impl FnMut(&[PathBuf]) -> Result<bool, PropertyError>,
) -> Result<Vec<PathBuf>, PropertyError> {
    let started = Instant::now();
    let mut set = set;
    let mut size = set.len().div_ceil(2);
    while 1 < set.len() {
        let mut start = 0;
        while start < set.len() && 1 < set.len() {
            if MAX_TIME < started.elapsed() {
                return Ok(set);
            }
            let end = (start + size).min(set.len());
            let rest = [&set[..start], &set[end..]].concat();
            if !rest.is_empty() && works(&rest)? {
                set = rest;
            } else {
                start = end;
            }
        }
        if size == 1 {
            break;
        }
        size = size.div_ceil(2);
    }
    Ok(set)
}

fn neighbours(directory: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(directory)
        .into_iter()
        .flatten()
        .flatten()
        .filter(|entry| entry.file_name() != SESSIONS && entry.file_name() != ".git")
        .map(|entry| entry.path())
        .collect();
    paths.sort();
    paths
}

fn is_small(paths: &[PathBuf]) -> bool {
    let (mut n_files, mut n_bytes) = (0, 0);
    let mut open: Vec<PathBuf> = paths.to_vec();
    while let Some(path) = open.pop() {
        let Ok(metadata) = path.symlink_metadata() else { continue };
        if metadata.is_dir() {
            open.extend(fs::read_dir(&path).into_iter().flatten().flatten().map(|entry| entry.path()));
        }
        n_files += 1;
        n_bytes += metadata.len();
        if MAX_FILES < n_files || MAX_BYTES < n_bytes {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(needed: &[&str], guess: &str) -> (Option<Vec<String>>, usize) {
        let home = tempfile::tempdir().unwrap();
        for name in ["a.h", "b.h", "c.h", "d.h", "e.h", "f.h", "g.h"] {
            fs::write(home.path().join(name), name).unwrap();
        }
        let mut n_runs = 0;
        let found = needed_neighbours(
            home.path(),
            |path| path.ends_with(guess),
            |set| {
                n_runs += 1;
                Ok(needed.iter().all(|name| set.contains(&home.path().join(name))))
            },
        );
        let name = |path: &PathBuf| path.file_name().unwrap().to_str().unwrap().to_owned();
        (found.unwrap().map(|paths| paths.iter().map(name).collect()), n_runs)
    }

    #[test]
    fn a_right_guess_takes_one_run() {
        assert_eq!(found(&["c.h"], "c.h"), (Some(vec!["c.h".to_owned()]), 1));
    }

    #[test]
    fn needed_files_are_found_without_a_guess() {
        let (paths, n_runs) = found(&["b.h", "f.h"], "none");
        assert_eq!(paths, Some(vec!["b.h".to_owned(), "f.h".to_owned()]));
        assert!(n_runs <= 12, "{n_runs}");
    }

    #[test]
    fn files_that_do_not_help_are_not_returned() {
        assert_eq!(found(&["elsewhere.h"], "c.h"), (None, 2));
    }
}
