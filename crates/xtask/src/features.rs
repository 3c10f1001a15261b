//! The features of the library `dwindle` that each enable one language.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use crate::packages::{Packages, workspace};

/// Writes a feature to the library's manifest for each language feature of `dwindle-syntax`.
pub fn write() -> Result<()> {
    let file = manifest();
    let made = make(&read()?, &languages()?)?;
    fs::write(&file, made).with_context(|| format!("cannot write {}", file.display()))
}

/// Fails if the library's manifest differs from what [`write()`] would write.
pub fn check() -> Result<()> {
    let there = read()?;
    if make(&there, &languages()?)? != there {
        bail!("the languages in {} are not current: run `cargo xtask languages`", manifest().display());
    }
    Ok(())
}

fn manifest() -> PathBuf {
    workspace().join("crates/cli/Cargo.toml")
}

fn read() -> Result<String> {
    fs::read_to_string(manifest()).with_context(|| format!("cannot read {}", manifest().display()))
}

/// Returns the features of `dwindle-syntax` that enable a language, sorted.
fn languages() -> Result<Vec<String>> {
    let mut features = Packages::of_workspace()?.find("dwindle-syntax")?.features.clone();
    features.retain(|feature| feature != "default");
    features.sort_unstable();
    Ok(features)
}

/// The line after which the language features are listed.
const HEAD: &str = "languages = ";

/// Returns the manifest with a line for each of these languages after its [`HEAD`], and for no
/// other.
fn make(manifest: &str, languages: &[String]) -> Result<String> {
    let mut made = String::new();
    let mut n_heads = 0;
    for line in manifest.lines().filter(|line| !brings_a_language(line)) {
        made += line;
        made += "\n";
        if line.starts_with(HEAD) {
            n_heads += 1;
            for name in languages {
                made += &format!("{name} = [\"documents\", \"dwindle-syntax?/{name}\"]\n");
            }
        }
    }
    match n_heads {
        1 => Ok(made),
        _ => bail!("a manifest has one line that begins with `{HEAD}`, and this one has {n_heads}"),
    }
}

fn brings_a_language(line: &str) -> bool {
    !line.starts_with(HEAD) && line.contains(" = [\"documents\", \"dwindle-syntax?/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_language_of_the_parser_is_a_feature_of_the_library() {
        check().unwrap();
    }

    #[test]
    fn languages_come_and_go_and_the_rest_stays() {
        let feature = |name: &str| format!("{name} = [\"documents\", \"dwindle-syntax?/{name}\"]\n");
        let head = "[features]\nlanguages = [\"documents\", \"dwindle-syntax?/default\"]\n";
        let tail = "\n[dependencies]\n";
        let before = [head, &feature("ada"), &feature("c"), tail].concat();
        let after = [head, &feature("c"), &feature("d"), tail].concat();
        assert_eq!(make(&before, &["c".to_owned(), "d".to_owned()]).unwrap(), after);
        assert!(make(tail, &[]).is_err(), "there is no place for them");
    }
}
