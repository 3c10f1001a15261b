//! Texts that consist of lines of words: logs, tables, lists.

use super::language::{Comments, Fallback, Language, Nesting, Reader, Spacing};
use super::naming::Names;
use crate::own::read_words;

pub(super) static LINES: Language = Language {
    name: "lines",
    aliases: &["text", "plain"],
    extensions: &[
        "txt", "text", "log", "csv", "tsv", "lst", "list", "out", "err", "diff", "patch", "dict", "seed",
    ],
    file_names: &[".gitignore", ".dockerignore"],
    first_line: &[],
    marks: &[],
    comments: Comments::NONE,
    nesting: Nesting::Brackets,
    spacing: Spacing::Free { word_bytes: b"" },
    names: Names::Exact,
    bindings: None,
    filler: None,
    unused: None,
    bodies: &[],
    quiet: None,
    reader: Reader::Fallback(Fallback::Lines, read_words),
};
