//! `dwindle agreements`: what seems to agree in an input.

use std::fmt::Write;
use std::path::PathBuf;

use dwindle_passes::agree::{Agreement, DefinedName, Spot, agreements};
use dwindle_passes::binary::decoded::pass::decoded_form;
use dwindle_reduce::{Document, File};
use dwindle_report::words;
use dwindle_run::files::Input;

use crate::failure::Failure;

/// Most values, names and uses that are listed of each, unless all are asked for.
const MOST_SHOWN: usize = 12;
/// Most characters of a word that are shown.
const MOST_CHARACTERS: usize = 40;

/// Returns the list. With `all`, every value, name and use is in it. Of files in binary formats, it
/// is that of their text.
pub fn list(inputs: &[PathBuf], all: bool) -> Result<String, Failure> {
    let input = Input::load(inputs).map_err(|error| Failure::usage_of(&error))?;
    let document = decoded_form(&input.document).unwrap_or(input.document);
    let most = if all { usize::MAX } else { MOST_SHOWN };
    Ok(described(&document, &agreements(&document), most))
}

/// Returns the text that files are decoded to, each below its path if there are several.
pub fn text(inputs: &[PathBuf]) -> Result<String, Failure> {
    let input = Input::load(inputs).map_err(|error| Failure::usage_of(&error))?;
    let Some(document) = decoded_form(&input.document) else {
        return Ok("No file is in a format that is decoded: see `dwindle passes decoded`.\n".to_owned());
    };
    let text = |file: &File| String::from_utf8_lossy(file.bytes()).into_owned();
    Ok(match document.files() {
        [file] => text(file),
        files => {
            files.iter().map(|file| format!("=== {}\n{}\n", words::path(file.path()), text(file))).collect()
        }
    })
}

fn described(document: &Document, found: &[Agreement], most: usize) -> String {
    if found.is_empty() {
        return "Nothing was found that has to agree.\n".to_owned();
    }
    let mut text = String::new();
    for agreement in found {
        // An error is ignored: writing to a string has none.
        let _ = match agreement {
            Agreement::Values { relation, values } => {
                let shown = shown(values, most, |spot| spot_text(document, spot));
                writeln!(text, "{relation} ({}): {shown}", words::counted(values.len() as u64, "value"))
            }
            Agreement::Names { names } => {
                let n_uses: usize = names.iter().map(|name| name.uses.len()).sum();
                let lines = names.iter().take(most).map(|name| name_text(document, name, most));
                let more = match names.len().checked_sub(most).filter(|&n| n != 0) {
                    Some(n) => format!("  ... and {n} more\n"),
                    None => String::new(),
                };
                let names = words::counted(names.len() as u64, "name");
                let uses = words::counted(n_uses as u64, "use");
                write!(text, "names ({names}, {uses}):\n{}{more}", lines.collect::<String>())
            }
        };
    }
    text
}

fn name_text(document: &Document, name: &DefinedName, most: usize) -> String {
    let defined = shown(&name.definitions, most, |spot| spot_text(document, spot));
    let defined = if defined.is_empty() { "an empty item".to_owned() } else { defined };
    match &name.uses[..] {
        [] => format!("  {defined}, not used\n"),
        uses => format!("  {defined}, used by {}\n", shown(uses, most, |spot| place(document, spot))),
    }
}

fn shown(spots: &[Spot], most: usize, text: impl Fn(&Spot) -> String) -> String {
    let mut texts: Vec<String> = spots.iter().map(text).collect();
    texts.dedup();
    let n_more = texts.len().saturating_sub(most);
    texts.truncate(most);
    let more = if n_more == 0 { String::new() } else { format!(", and {n_more} more") };
    format!("{}{more}", texts.join(", "))
}

fn spot_text(document: &Document, spot: &Spot) -> String {
    let short: String = spot.text.chars().take(MOST_CHARACTERS).collect();
    format!("{} ({})", short.escape_debug(), place(document, spot))
}

fn place(document: &Document, spot: &Spot) -> String {
    match document.files() {
        [_] => format!("line {}", spot.line),
        files => format!("{}:{}", words::path(files[spot.file].path()), spot.line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(text: &str) -> String {
        let document = Document::single("a", text);
        described(&document, &agreements(&document), 2)
    }

    #[test]
    fn names_and_values_are_listed_with_their_lines() {
        let names = ["anise", "basil", "borage", "caraway", "chervil", "chive", "clove", "cress"];
        let defined = names.map(|name| format!("def {name} {{\n"));
        let used = names.map(|name| format!("use {name} twice\n"));
        let text = listed(&format!("{}{}{}", defined.concat(), used.concat(), used.concat()));
        let expected = "names (8 names, 16 uses):\n  anise (line 1), used by line 9, line 17\n  \
                        basil (line 2), used by line 10, line 18\n  ... and 6 more\n";
        assert!(text.contains(expected), "{text}");
    }

    #[test]
    fn files_in_binary_formats_are_listed_as_text() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a");
        std::fs::write(&path, b"d3:key5:value4:listli1ei2ei3ei4ei5ei6ei7ei8eee").unwrap();
        let shown = text(std::slice::from_ref(&path)).unwrap();
        assert_eq!(shown, "M key=\"value\"\n list: 1 2 3 4 5 6 7 8\n");
        std::fs::write(&path, b"plain").unwrap();
        assert!(text(&[path]).unwrap().starts_with("No file is in a format"));
    }

    #[test]
    fn a_text_without_agreements_says_so() {
        assert_eq!(listed("hello\n"), "Nothing was found that has to agree.\n");
    }
}
