//! The script between a reducer and a test: it counts trials and keeps the smallest interesting
//! input.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// A script that does for any reducer what `test.sh` does for dwindle.
///
/// Reducers pass a candidate in two ways, and the script accepts both: under its original name in
/// the current directory, or by any path as the first argument.
#[derive(Debug)]
pub struct Wrapper {
    script: PathBuf,
    count: PathBuf,
    smallest: PathBuf,
}

/// Each trial appends one byte to a file, so that concurrent trials are counted correctly. The
/// smallest candidate is put in place by renaming. If two trials end at the same moment the larger
/// one may remain until the next smaller one.
const SCRIPT: &str = r#"#!/bin/sh
printf x >>'@COUNT@'
if [ -n "$1" ] && [ -f "$1" ]; then
  private=$(mktemp -d) || exit 1
  trap 'rm -rf "$private"' EXIT
  trap 'exit 1' HUP INT TERM
  cp "$1" "$private/@FILE@" && cd "$private" || exit 1
fi
'@TEST@' "$PWD/"'@FILE@' >/dev/null 2>&1
status=$?
if [ $status -eq 0 ] && [ -f '@FILE@' ]; then
  size=$(wc -c <'@FILE@')
  least=$(wc -c <'@SMALLEST@' 2>/dev/null || echo)
  if [ -z "$least" ] || [ "$size" -lt "$least" ]; then
    cp '@FILE@' '@SMALLEST@'.$$ && mv '@SMALLEST@'.$$ '@SMALLEST@'
  fi
fi
exit $status
"#;

impl Wrapper {
    /// Writes the script for a test to a directory. `file` is the name of the input.
    ///
    /// # Errors
    /// When the script cannot be written.
    pub fn new(directory: &Path, test: &Path, file: &str) -> io::Result<Wrapper> {
        let wrapper = Wrapper {
            script: directory.join("test.sh"),
            count: directory.join("count"),
            smallest: directory.join("smallest"),
        };
        let quoted = |path: &Path| path.to_string_lossy().replace('\'', r"'\''");
        let text = SCRIPT
            .replace("@COUNT@", &quoted(&wrapper.count))
            .replace("@SMALLEST@", &quoted(&wrapper.smallest))
            .replace("@TEST@", &quoted(test))
            .replace("@FILE@", &file.replace('\'', r"'\''"));
        fs::write(&wrapper.script, text)?;
        fs::set_permissions(&wrapper.script, fs::Permissions::from_mode(0o755))?;
        Ok(wrapper)
    }

    /// Returns the path of the script.
    pub fn script(&self) -> &Path {
        &self.script
    }

    /// Returns the number of trials so far.
    pub fn n_trials(&self) -> u64 {
        fs::metadata(&self.count).map_or(0, |metadata| metadata.len())
    }

    /// Returns the smallest interesting input, if there was one.
    pub fn smallest(&self) -> Option<Vec<u8>> {
        fs::read(&self.smallest).ok()
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    fn wrapped(directory: &Path) -> Wrapper {
        let test = directory.join("it's a test.sh");
        fs::write(&test, "#!/bin/sh\ngrep -q needle a.txt\n").unwrap();
        fs::set_permissions(&test, fs::Permissions::from_mode(0o755)).unwrap();
        let own = directory.join("own");
        fs::create_dir(&own).unwrap();
        Wrapper::new(&own, &test, "a.txt").unwrap()
    }

    #[test]
    fn trials_are_counted_and_the_smallest_is_kept() {
        let directory = tempfile::tempdir().unwrap();
        let wrapper = wrapped(directory.path());
        let mut answers = Vec::new();
        for text in ["hay needle hay", "hay", "needle", "needle hay"] {
            fs::write(directory.path().join("a.txt"), text).unwrap();
            let status = Command::new(wrapper.script()).current_dir(directory.path()).status().unwrap();
            answers.push(status.success());
        }
        assert_eq!(answers, [true, false, true, true]);
        assert_eq!(wrapper.n_trials(), 4);
        assert_eq!(wrapper.smallest().unwrap(), b"needle");
    }

    #[test]
    fn a_candidate_of_another_name_is_taken_as_an_argument() {
        let directory = tempfile::tempdir().unwrap();
        let wrapper = wrapped(directory.path());
        let candidate = directory.path().join("candidate-17");
        fs::write(&candidate, "a needle").unwrap();
        let run =
            || Command::new(wrapper.script()).arg(&candidate).current_dir("/").status().unwrap().success();
        assert!(run());
        fs::write(&candidate, "hay").unwrap();
        assert!(!run());
        assert_eq!((wrapper.n_trials(), wrapper.smallest().unwrap()), (2, b"a needle".to_vec()));
    }
}
