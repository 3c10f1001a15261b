//! The modules of one crate: their files, their contents, and the names that they re-export.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::source::tokens;

/// A path of names, as an import writes it.
pub(super) type Names = Vec<String>;

/// A module, which is one file.
pub(super) struct Module {
    pub(super) file: PathBuf,
    /// The paths that it uses: in imports and in code.
    pub(super) uses: Vec<Names>,
    /// Names that it imports or re-exports, with their paths.
    brings: BTreeMap<String, Names>,
}

/// The modules of a crate by path; the root's path is empty.
pub(super) struct Modules {
    pub(super) all: BTreeMap<Names, Module>,
}

impl Modules {
    /// Reads the files of a crate's source directory. Test modules are left out.
    pub(super) fn of(folder: &Path, files: &[(PathBuf, String)]) -> Modules {
        let mut of_tests = BTreeSet::new();
        let mut read = Vec::new();
        for (file, text) in files {
            let Ok(inner) = file.strip_prefix(folder) else { continue };
            let path = path_of(inner);
            let tokens = tokens(text);
            for window in tokens.windows(8) {
                if let ["cfg", "(", "test", ")", "]", "mod", name, ";"] = window {
                    of_tests.insert([path.clone(), vec![(*name).to_owned()]].concat());
                }
            }
            read.push((path, file, tokens));
        }
        let is_test = |path: &Names| (1..=path.len()).any(|end| of_tests.contains(&path[..end]));
        let modules = read.into_iter().filter(|(path, ..)| !is_test(path));
        let all = modules.map(|(path, file, tokens)| {
            let (uses, brings) = paths(&tokens);
            (path, Module { file: file.clone(), uses, brings })
        });
        Modules { all: all.collect() }
    }

    /// Returns the file that defines the item at a path used in module `from`, following
    /// re-exports; `None` for items of other crates.
    pub(super) fn file_of(&self, from: &Names, path: &[String]) -> Option<&Path> {
        self.find(from, path, 0)
    }

    fn find(&self, from: &Names, path: &[String], n_followed: usize) -> Option<&Path> {
        let mut at = from.clone();
        let mut rest = path;
        match rest.first()?.as_str() {
            "crate" => {
                at.clear();
                rest = &rest[1..];
            }
            "self" => rest = &rest[1..],
            "super" => {
                while rest.first().is_some_and(|name| name == "super") {
                    at.pop()?;
                    rest = &rest[1..];
                }
            }
            name => {
                at.push(name.to_owned());
                if !self.all.contains_key(&at) {
                    return None;
                }
                rest = &rest[1..];
            }
        }
        while let Some(name) = rest.first() {
            at.push(name.clone());
            if self.all.contains_key(&at) {
                rest = &rest[1..];
                continue;
            }
            at.pop();
            let brought = self.all.get(&at).and_then(|module| module.brings.get(name));
            return match brought {
                Some(path) if n_followed < 9 => {
                    let path = [path.as_slice(), &rest[1..]].concat();
                    self.find(&at, &path, n_followed + 1)
                }
                _ => self.all.get(&at).map(|module| module.file.as_path()),
            };
        }
        self.all.get(&at).map(|module| module.file.as_path())
    }
}

/// Returns the module path of a file, relative to the source directory.
fn path_of(file: &Path) -> Names {
    let mut names: Names =
        file.with_extension("").iter().map(|name| name.to_string_lossy().into_owned()).collect();
    if names.last().is_some_and(|name| ["mod", "lib", "main"].contains(&name.as_str())) {
        names.pop();
    }
    names
}

/// Returns the paths that a file uses, and the names that it imports.
fn paths(tokens: &[&str]) -> (Vec<Names>, BTreeMap<String, Names>) {
    let mut uses = Vec::new();
    let mut brings = BTreeMap::new();
    let mut at = 0;
    while at < tokens.len() {
        let is_use = tokens[at] == "use";
        let is_inner = 0 < at && tokens[at - 1] == "::";
        if is_use {
            let mut found = Vec::new();
            let end = tree(tokens, at + 1, &Names::new(), &mut found);
            let is_public = tokens[..at].last().is_some_and(|&before| before == "pub" || before == ")");
            for (name, path) in found {
                if !is_public {
                    uses.push(path.clone());
                }
                brings.insert(name, path);
            }
            at = end;
        } else if tokens[at..].starts_with(&["pub", "(", "in"]) {
            // The path in `pub(in path)` is not a use.
            at += tokens[at..].iter().position(|&token| token == ")").unwrap_or(1);
        } else if !is_inner && tokens.get(at + 1) == Some(&"::") {
            let mut path = vec![tokens[at].to_owned()];
            at += 1;
            while tokens.get(at) == Some(&"::") && tokens.get(at + 1).is_some_and(|name| is_name(name)) {
                path.push(tokens[at + 1].to_owned());
                at += 2;
            }
            uses.push(path);
            at += 1;
        } else {
            at += 1;
        }
    }
    (uses, brings)
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphanumeric() || c == '_')
}

/// Parses one import tree from `at` on. Returns its end.
fn tree(tokens: &[&str], mut at: usize, before: &Names, found: &mut Vec<(String, Names)>) -> usize {
    let mut path = before.clone();
    while let Some(&token) = tokens.get(at) {
        match token {
            "{" => {
                at += 1;
                while tokens.get(at).is_some_and(|&token| token != "}") {
                    at = tree(tokens, at, &path, found);
                    at += usize::from(tokens.get(at) == Some(&","));
                }
                return at + 1;
            }
            "::" => at += 1,
            "self" if !path.is_empty() => at += 1,
            "as" => {
                let name = tokens.get(at + 1).copied().unwrap_or_default();
                found.push((name.to_owned(), path));
                return at + 2;
            }
            name if is_name(name) => {
                path.push(name.to_owned());
                at += 1;
            }
            "*" => at += 1,
            _ => break,
        }
    }
    if let Some(name) = path.last() {
        found.push((name.clone(), path.clone()));
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    fn modules(files: &[(&str, &str)]) -> Modules {
        let files: Vec<_> = files.iter().map(|(file, text)| (file.into(), (*text).to_owned())).collect();
        Modules::of(Path::new("src"), &files)
    }

    #[test]
    fn a_name_leads_to_the_file_that_defines_it() {
        let modules = modules(&[
            ("src/lib.rs", "mod a; pub use a::one::{One, Two as Second};"),
            ("src/a/mod.rs", "pub mod one; mod two; pub use self::two::Three;"),
            ("src/a/one.rs", "use super::Three; fn f() { crate::a::two::g::<u8>() }"),
            ("src/a/two.rs", "pub(in crate::a) fn g<T>() {}"),
        ]);
        let names = |path: &str| path.split("::").map(str::to_owned).collect::<Names>();
        let file = |from: &str, path: &str| {
            let from = if from.is_empty() { Names::new() } else { names(from) };
            modules.file_of(&from, &names(path)).map(|file| file.display().to_string())
        };
        assert_eq!(file("a::two", "crate::Second::new").as_deref(), Some("src/a/one.rs"));
        assert_eq!(file("a::one", "super::Three").as_deref(), Some("src/a/two.rs"));
        assert_eq!(file("a::one", "super::super::a").as_deref(), Some("src/a/mod.rs"));
        assert_eq!(file("", "a::Own").as_deref(), Some("src/a/mod.rs"));
        assert_eq!(file("", "std::fmt"), None);
        assert_eq!(modules.all[&names("a::one")].uses, [names("super::Three"), names("crate::a::two::g")]);
        assert!(modules.all[&names("a::two")].uses.is_empty(), "who may see it is not used");
    }

    #[test]
    fn modules_of_tests_are_left_out() {
        let modules =
            modules(&[("src/lib.rs", "#[cfg(test)] mod tests;"), ("src/tests/one.rs", "use crate::x;")]);
        assert_eq!(modules.all.len(), 1);
    }
}
