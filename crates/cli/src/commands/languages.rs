//! `dwindle languages`: the languages whose syntax is known.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use dwindle_report::words;
use dwindle_run::grammar::GrammarLoader;
use dwindle_syntax::languages::UserSource;
use dwindle_syntax::{Grammar, LANGUAGES, Language, languages};

use super::table::{nearest, table};
use crate::failure::Failure;

/// Returns the list of languages.
pub fn list() -> String {
    let described: Vec<(&str, String)> =
        LANGUAGES.iter().map(|language| (language.name, files(language))).collect();
    let rows = described.iter().map(|(name, files)| (*name, files.as_str()));
    format!("Languages (--language NAME), and the names of their files:\n\n{}", table(rows))
}

fn files(language: &Language) -> String {
    let extensions = language.extensions.iter().map(|extension| format!(".{extension}"));
    let names = language.file_names.iter().map(|&name| name.to_owned());
    let all: Vec<String> = extensions.chain(names).collect();
    if all.is_empty() { "by content".to_owned() } else { all.join(" ") }
}

/// Returns the language with this name.
pub fn named(name: &str) -> Result<&'static Language, Failure> {
    languages::by_name(name).ok_or_else(|| {
        let failure = Failure::usage(format!("there is no language `{name}` in this build"));
        match nearest(name, LANGUAGES.iter().map(|language| language.name)) {
            Some(near) => failure.help(format!("did you mean `{near}`?")),
            None => {
                failure.help("`dwindle languages` lists them; `--language none` reduces without a grammar")
            }
        }
    })
}

/// Loads a grammar of the user's as a language. A compiled grammar is kept in the user's cache.
pub fn of_grammar(path: &Path) -> Result<&'static Language, Failure> {
    let refused =
        |error: &dyn Display| Failure::usage(format!("can't use the grammar {}: {error}", words::path(path)));
    let cache = cache().ok_or_else(|| {
        Failure::usage("there is no folder for compiled grammars: neither HOME nor XDG_CACHE_HOME is set")
            .help("set one of them to a directory that only you can write to")
    })?;
    let loaded = GrammarLoader::new(cache).load(path).map_err(|error| refused(&error))?;
    let grammar = Grammar::new(&loaded.name, loaded.language).map_err(|error| refused(&error))?;
    Ok(Language::of_user(UserSource { grammar, json: loaded.json }))
}

/// Returns the folder of this user for compiled grammars. It is never shared with other users,
/// because its libraries are loaded.
fn cache() -> Option<PathBuf> {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = || Some(variable("HOME")?.join(".cache"));
    Some(variable("XDG_CACHE_HOME").or_else(home)?.join("dwindle").join("grammars"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_is_listed_with_its_files() {
        let text = list();
        assert!(LANGUAGES.iter().all(|language| text.contains(language.name)));
        assert!(text.contains(".json") && text.contains(".py"), "{text}");
    }

    #[test]
    fn an_unknown_language_gets_a_suggestion() {
        let text = named("pyton").unwrap_err().to_string();
        assert!(text.contains("did you mean `python`?"), "{text}");
    }
}
