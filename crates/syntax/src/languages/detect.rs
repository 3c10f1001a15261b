//! Which language a file is in.

use std::path::Path;

use super::LANGUAGES;
use super::language::{FirstLine, Language};

/// Finds the language of a file by its name, then by how its text begins.
pub fn detect(path: &Path, text: &[u8]) -> Option<&'static Language> {
    by_path(path).or_else(|| by_content(text))
}

/// Finds a language by the name or alias that a user typed, in any case.
pub fn by_name(name: &str) -> Option<&'static Language> {
    let is_it = |language: &&&Language| {
        std::iter::once(&language.name).chain(language.aliases).any(|known| known.eq_ignore_ascii_case(name))
    };
    LANGUAGES.iter().find(is_it).copied()
}

/// Finds the language by a file's name: the whole name first, then the longest extension.
pub fn by_path(path: &Path) -> Option<&'static Language> {
    let name = path.file_name()?.to_string_lossy();
    let whole = LANGUAGES.iter().find(|language| language.file_names.contains(&&*name));
    if whole.is_some() {
        return whole.copied();
    }
    // A name may have several extensions, `a.tar.gz`: the longest that is known counts.
    let lower = name.to_ascii_lowercase();
    let mut rest = lower.as_str();
    while let Some((_, extension)) = rest.split_once('.') {
        let found = LANGUAGES.iter().find(|language| language.extensions.contains(&extension));
        if found.is_some() {
            return found.copied();
        }
        rest = extension;
    }
    None
}

/// Finds the language by how the text begins.
pub fn by_content(text: &[u8]) -> Option<&'static Language> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text).trim_ascii_start();
    let first_line = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let interpreter = interpreter_of(first_line);
    LANGUAGES
        .iter()
        .find(|language| {
            language.first_line.iter().any(|hint| match hint {
                FirstLine::Starts(start) => text.starts_with(start.as_bytes()),
                FirstLine::Interpreter(name) => interpreter == Some(name.as_bytes()),
            })
        })
        .copied()
}

/// Gives the name of the interpreter in a `#!` line, without its folder and version.
fn interpreter_of(first_line: &[u8]) -> Option<&[u8]> {
    let mut words =
        first_line.strip_prefix(b"#!")?.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let name_of = |word: &'_ [u8]| word.rsplit(|&byte| byte == b'/').next().map(<[u8]>::len);
    let mut word = words.next()?;
    let mut name = &word[word.len() - name_of(word)?..];
    if name == b"env" {
        // `env -S python3 -u`, `env X=1 python3`: the first word that is neither option nor assignment.
        word = words.find(|word| !word.starts_with(b"-") && !word.contains(&b'='))?;
        name = &word[word.len() - name_of(word)?..];
    }
    let end = name.iter().rposition(|byte| !byte.is_ascii_digit() && *byte != b'.')?;
    Some(&name[..=end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interpreters_lose_folder_and_version() {
        let check = |line: &str, name: Option<&str>| {
            assert_eq!(interpreter_of(line.as_bytes()), name.map(str::as_bytes), "{line}");
        };
        check("#!/bin/sh", Some("sh"));
        check("#! /usr/bin/python3.12 -u", Some("python"));
        check("#!/usr/bin/env python3", Some("python"));
        check("#!/usr/bin/env -S A=1 node --flag", Some("node"));
        check("#!", None);
        check("#!/", None);
        check("#!/usr/bin/env", None);
        check("# comment", None);
    }
}
