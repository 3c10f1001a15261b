//! `dwindle languages`: the languages whose syntax is known.

use dwindle_syntax::{LANGUAGES, Language, languages};

use super::table::{nearest, table};
use crate::failure::Failure;

/// Gives the list of languages.
pub fn list() -> String {
    let described: Vec<(&str, String)> =
        LANGUAGES.iter().map(|language| (language.name, files(language))).collect();
    let rows = described.iter().map(|(name, files)| (*name, files.as_str()));
    format!("Languages (--language NAME), and what their files are called:\n\n{}", table(rows))
}

fn files(language: &Language) -> String {
    let extensions = language.extensions.iter().map(|extension| format!(".{extension}"));
    let names = language.file_names.iter().map(|&name| name.to_owned());
    let all: Vec<String> = extensions.chain(names).collect();
    if all.is_empty() { "by content".to_owned() } else { all.join(" ") }
}

/// Finds a language by what the user wrote.
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
