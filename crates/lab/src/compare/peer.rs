//! How other reducers are called.

use std::env;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::experiment::ExperimentError;

/// The reducers of a file of command templates.
///
/// ```
/// use dwindle_lab::compare::Peers;
///
/// let peers: Peers = toml::from_str(r#"
///     [[peer]]
///     name = "cvise"
///     command = ["cvise", "--n", "{jobs}", "{test}", "{file}"]
///     languages = ["C", "C++"]
/// "#)?;
/// assert_eq!(peers.peers[0].words("./test", "small.c", 2), ["cvise", "--n", "2", "./test", "small.c"]);
/// # Ok::<(), toml::de::Error>(())
/// ```
#[derive(Clone, Debug, Deserialize)]
pub struct Peers {
    /// The reducers, in the order of the tables. Several may share a name, for different languages.
    #[serde(rename = "peer")]
    pub peers: Vec<Peer>,
}

/// A reducer.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Peer {
    /// The name used in tables.
    pub name: String,
    /// The program and its arguments: `{test}` is the script, `{file}` the name of the input,
    /// `{jobs}` the number of trials at once, `{result}` the path of [`Peer::result`]. It starts in
    /// a directory that contains only the input.
    pub command: Vec<String>,
    /// The program that must be installed; by default the first word of the command.
    #[serde(default)]
    pub needs: Option<String>,
    /// The path of the result; by default the input itself.
    #[serde(default)]
    pub result: Option<String>,
    /// The languages that it supports; all if empty.
    #[serde(default)]
    pub languages: Vec<String>,
    /// The languages that it does not support.
    #[serde(default)]
    pub except: Vec<String>,
}

impl Peers {
    /// Reads a file of templates.
    ///
    /// # Errors
    /// When the file cannot be read or is malformed.
    pub fn read(path: &Path) -> Result<Peers, ExperimentError> {
        let text = fs::read_to_string(path).map_err(ExperimentError::file(path))?;
        toml::from_str(&text).map_err(|source| ExperimentError::Description { path: path.to_owned(), source })
    }

    /// Returns the reducer with a name that supports a language.
    pub fn find(&self, name: &str, language: &str) -> Option<&Peer> {
        self.peers.iter().find(|peer| peer.name == name && peer.takes(language))
    }

    /// Returns the distinct names.
    pub fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for peer in &self.peers {
            if !names.contains(&&*peer.name) {
                names.push(&peer.name);
            }
        }
        names
    }
}

impl Peer {
    fn takes(&self, language: &str) -> bool {
        let is_it = |other: &String| other == language;
        (self.languages.is_empty() || self.languages.iter().any(is_it)) && !self.except.iter().any(is_it)
    }

    /// Returns the program that must be installed.
    pub fn program(&self) -> &str {
        self.needs.as_deref().or(self.command.first().map(String::as_str)).unwrap_or_default()
    }

    /// Returns the path of the required program, searched in `PATH`.
    pub fn installed(&self) -> Option<PathBuf> {
        let program = Path::new(self.program());
        if program.is_absolute() {
            return is_executable(program).then(|| program.to_owned());
        }
        let path = env::var_os("PATH")?;
        env::split_paths(&path).map(|folder| folder.join(program)).find(|path| is_executable(path))
    }

    /// Returns the name of the file with the result.
    pub fn result<'a>(&'a self, file: &'a str) -> &'a str {
        self.result.as_deref().unwrap_or(file)
    }

    /// Returns the command, with the placeholders filled in.
    pub fn words(&self, test: &str, file: &str, jobs: usize) -> Vec<String> {
        let fill = |word: &String| {
            word.replace("{test}", test)
                .replace("{file}", file)
                .replace("{jobs}", &jobs.to_string())
                .replace("{result}", self.result(file))
        };
        self.command.iter().map(fill).collect()
    }
}

fn is_executable(path: &Path) -> bool {
    path.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn peers() -> Peers {
        toml::from_str(
            r#"
            [[peer]]
            name = "sh"
            command = ["sh", "-c", "{test} {file} {jobs} >{result}"]
            languages = ["C"]
            result = "out"
            [[peer]]
            name = "sh"
            command = ["sh", "--other", "{file}"]
            except = ["C"]
            [[peer]]
            name = "gone"
            command = ["sh"]
            needs = "no-such-program-anywhere"
            "#,
        )
        .unwrap()
    }

    #[test]
    fn a_name_may_stand_for_several_languages() {
        let peers = peers();
        assert_eq!(peers.names(), ["sh", "gone"]);
        let c = peers.find("sh", "C").unwrap();
        assert_eq!(c.words("/t", "a.c", 2), ["sh", "-c", "/t a.c 2 >out"]);
        assert_eq!(peers.find("sh", "SQL").unwrap().words("/t", "a", 2)[1], "--other");
        assert!(peers.find("other", "C").is_none());
    }

    #[test]
    fn what_is_not_installed_is_not_found() {
        let peers = peers();
        assert!(peers.peers[0].installed().is_some_and(|path| path.ends_with("sh")));
        assert_eq!(peers.peers[2].installed(), None);
    }

    #[test]
    fn mistakes_in_a_template_are_errors() {
        assert!(toml::from_str::<Peers>("[[peer]]\nname = 'a'\ncommand = []\nlanguage = ['C']").is_err());
    }
}
