//! Which language a file is in.

use std::path::Path;

use super::LANGUAGES;
use super::language::{FirstLine, Language};

/// How many bytes of a text are searched for marks.
const MARKED_BYTES: usize = 64 << 10;

/// Returns the language of a file, by its name or else by how its text begins.
///
/// If several languages share the extension (`.h`), the one with the most [`Language::marks`] in
/// the text is chosen, the earlier one if there is a tie.
pub fn detect(path: &Path, text: &[u8]) -> Option<&'static Language> {
    let mut named = candidates_by_path(path);
    if named.len() <= 1 {
        return named.pop().or_else(|| by_content(text));
    }
    let text = &text[..text.len().min(MARKED_BYTES)];
    let holds = |mark: &&&str| text.windows(mark.len()).any(|window| window == mark.as_bytes());
    let count = |language: &Language| language.marks.iter().filter(holds).count();
    // `max_by_key` returns the last maximum, hence `rev`.
    named.into_iter().rev().max_by_key(|language| count(language))
}

/// Returns the language with this name or alias, ignoring case.
pub fn by_name(name: &str) -> Option<&'static Language> {
    let is_it = |language: &&&Language| {
        std::iter::once(&language.name).chain(language.aliases).any(|known| known.eq_ignore_ascii_case(name))
    };
    LANGUAGES.iter().find(is_it).copied()
}

/// Returns the language of a file by its name: the whole name first, then the longest extension. If
/// several languages share it, the first one.
pub fn by_path(path: &Path) -> Option<&'static Language> {
    candidates_by_path(path).first().copied()
}

fn candidates_by_path(path: &Path) -> Vec<&'static Language> {
    let Some(name) = path.file_name() else { return Vec::new() };
    let name = name.to_string_lossy();
    let all = |knows: &dyn Fn(&Language) -> bool| -> Vec<&'static Language> {
        LANGUAGES.iter().copied().filter(|language| knows(language)).collect()
    };
    let mut found = all(&|language| language.file_names.contains(&&*name));
    let lower = name.to_ascii_lowercase();
    let mut rest = lower.as_str();
    // A name may have several extensions, like `CMakeLists.cmake.in`: the longest known one counts.
    while found.is_empty()
        && let Some((_, extension)) = rest.split_once('.')
    {
        found = all(&|language| language.extensions.contains(&extension));
        rest = extension;
    }
    found
}

/// Returns the language of a text by how it begins.
pub fn by_content(text: &[u8]) -> Option<&'static Language> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text).trim_ascii_start();
    let first_line = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let interpreter = interpreter_of(first_line);
    LANGUAGES
        .iter()
        .find(|language| {
            language.first_line.iter().any(|hint| match hint {
                FirstLine::Starts(start) => text.starts_with(start.as_bytes()),
                FirstLine::Interpreter(name) => {
                    interpreter.is_some_and(|found| is_version_of(found, name.as_bytes()))
                }
            })
        })
        .copied()
}

/// Returns the name of the interpreter in a `#!` line, without its directory.
fn interpreter_of(first_line: &[u8]) -> Option<&[u8]> {
    let line = first_line.strip_prefix(b"#!")?;
    let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let name = last_part(words.next()?);
    if name != b"env" {
        return Some(name);
    }
    // `env -S python3 -u`, `env X=1 python3`: the first word that is neither an option nor an
    // assignment.
    words.find(|word| !word.starts_with(b"-") && !word.contains(&b'=')).map(last_part)
}

fn last_part(path: &[u8]) -> &[u8] {
    let start = path.iter().rposition(|&byte| byte == b'/').map_or(0, |slash| slash + 1);
    &path[start..]
}

/// Whether `found` is `name`, possibly followed by a version.
fn is_version_of(found: &[u8], name: &[u8]) -> bool {
    found.strip_prefix(name).is_some_and(|version| {
        version.iter().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'-'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interpreters_may_have_a_folder_and_a_version() {
        let check = |line: &str, name: Option<&str>| {
            let found = interpreter_of(line.as_bytes()).filter(|found| !found.is_empty());
            assert_eq!(found.is_some(), name.is_some(), "{line}");
            assert!(name.is_none_or(|name| is_version_of(found.unwrap(), name.as_bytes())), "{line}");
        };
        check("#!/bin/sh", Some("sh"));
        check("#! /usr/bin/python3.12 -u", Some("python"));
        check("#!/usr/bin/env python3", Some("python"));
        check("#!/usr/bin/env -S A=1 node --flag", Some("node"));
        check("#!/usr/local/bin/d8", Some("d8"));
        assert!(!is_version_of(b"shell", b"sh"));
        check("#!", None);
        check("#!/", None);
        check("#!/usr/bin/env", None);
        check("# comment", None);
    }
}
