//! The built-in grammar facts.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use dwindle_syntax::LANGUAGES;
use dwindle_syntax::facts::{Origin, Rules};
use dwindle_syntax::languages::{Language, Reader, Source};

use crate::packages::{Packages, workspace};

/// Writes one file per grammar.
pub fn write() -> Result<()> {
    fs::create_dir_all(folder())?;
    for (file, bytes) in make_all()? {
        println!("{:8} {}", bytes.len(), file.display());
        fs::write(&file, bytes).with_context(|| format!("cannot write {}", file.display()))?;
    }
    Ok(())
}

/// Fails if a file differs from what [`write()`] would write, or belongs to no grammar.
pub fn check() -> Result<()> {
    let made = make_all()?;
    for (file, bytes) in &made {
        let there = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
        if there != *bytes {
            bail!("{} is not what its grammar says: run `cargo xtask languages`", file.display());
        }
    }
    for entry in fs::read_dir(folder())? {
        let path = entry?.path();
        if !made.iter().any(|(file, _)| *file == path) {
            bail!("no grammar is listed for {}", path.display());
        }
    }
    Ok(())
}

fn folder() -> PathBuf {
    workspace().join("crates/syntax/src/facts/data")
}

fn make_all() -> Result<Vec<(PathBuf, Vec<u8>)>> {
    let packages = Packages::of_workspace()?;
    let make = |(language, source): (&Language, &Source)| {
        let package = packages.find(source.package.name)?;
        let path = package.folder.join(source.package.folder).join("grammar.json");
        let json = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let origin = Origin {
            package: package.name.clone(),
            version: package.version.clone(),
            folder: source.package.folder.to_owned(),
        };
        let rules = Rules::from_json(&json, origin).with_context(|| format!("in {}", path.display()))?;
        Ok((folder().join(language.name).with_extension("rules"), rules.encode()?))
    };
    let built_in = LANGUAGES.iter().filter_map(|language| match &language.reader {
        Reader::Grammar(source) => Some((*language, source)),
        Reader::User(_) | Reader::Own(_) | Reader::Fallback(..) => None,
    });
    built_in.map(make).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_belong_to_the_crates_in_the_lock_file() {
        check().unwrap();
    }
}
