//! `dwindle passes`: the passes and plans there are, and their manual pages.

use dwindle_passes::{CATALOGUE, Entry};

use super::table::{nearest, table};
use crate::failure::Failure;

/// Gives the list of passes and plans, or the manual page of one.
pub fn passes(name: Option<&str>) -> Result<String, Failure> {
    let Some(name) = name else {
        let rows = CATALOGUE.iter().map(|entry| (entry.name, entry.summary));
        return Ok(format!("Passes (--plan NAME,NAME,...):\n\n{}", table(rows)));
    };
    let entry = Entry::named(name).ok_or_else(|| unknown(name))?;
    Ok(format!("{}: {}\n\n{}\n", entry.name, entry.summary, wrap(entry.manual, 90)))
}

fn unknown(name: &str) -> Failure {
    let failure = Failure::usage(format!("there is no pass or plan `{name}`"));
    match nearest(name, CATALOGUE.iter().map(|entry| entry.name)) {
        Some(near) => failure.help(format!("did you mean `{near}`?")),
        None => failure.help("`dwindle passes` lists them"),
    }
}

/// Breaks the paragraphs of a text into lines of at most `columns` characters, where its words allow it.
fn wrap(text: &str, columns: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    for paragraph in text.split('\n') {
        let mut line = String::new();
        for word in paragraph.split(' ') {
            if !line.is_empty() && columns < line.chars().count() + 1 + word.chars().count() {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pass_is_listed_and_has_a_page() {
        let list = passes(None).unwrap();
        for entry in CATALOGUE {
            assert!(list.contains(entry.summary), "{}", entry.name);
            assert!(passes(Some(entry.name)).unwrap().starts_with(entry.name));
        }
    }

    #[test]
    fn an_unknown_pass_gets_a_suggestion() {
        let text = passes(Some("line")).unwrap_err().to_string();
        assert!(text.contains("did you mean `lines`?"), "{text}");
    }

    #[test]
    fn paragraphs_are_wrapped_between_words() {
        assert_eq!(wrap("one two three\n\nfour", 8), "one two\nthree\n\nfour");
        assert_eq!(wrap("unbreakable", 3), "unbreakable");
    }
}
