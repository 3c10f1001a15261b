//! Parts of the input that must stay as they are.

use std::path::PathBuf;

use dwindle_reduce::{Candidate, Document, File, Gate};
use memchr::memmem::Finder;
use regex::bytes::{Regex, RegexBuilder};

/// A line that contains this begins a protected region.
pub const KEEP_BEGIN: &str = "dwindle-keep-begin";
/// A line that contains this ends a protected region.
pub const KEEP_END: &str = "dwindle-keep-end";

/// A gate that refuses candidates without the protected parts of the original.
///
/// Protected parts are the matches of the user's regular expressions, and the regions from a line
/// that contains `dwindle-keep-begin` to the next one that contains `dwindle-keep-end`, both lines
/// included. Every candidate must contain all of them, unchanged, in the same file and order;
/// everything between them may be removed.
#[derive(Debug, Default)]
pub struct KeepGate {
    files: Vec<KeptFile>,
}

#[derive(Debug)]
struct KeptFile {
    path: PathBuf,
    parts: Vec<Finder<'static>>,
}

/// Why the protected parts cannot be determined.
#[derive(Debug, thiserror::Error)]
pub enum KeepError {
    /// Invalid regular expression.
    #[error("`{pattern}` is not a regular expression")]
    Regex {
        /// The expression.
        pattern: String,
        /// The error.
        source: Box<regex::Error>,
    },
    /// A regular expression matches nothing in the original: it is probably a mistake.
    #[error("nothing in the input matches `{pattern}`, so there is nothing to keep")]
    NoMatch {
        /// The expression.
        pattern: String,
    },
    /// A protected region lacks its begin or its end.
    #[error("{}:{line}: `{marker}` without `{missing}`", path.display())]
    Unpaired {
        /// The file.
        path: PathBuf,
        /// The number of the line with the marker, from 1.
        line: usize,
        /// The marker on that line.
        marker: &'static str,
        /// The missing marker.
        missing: &'static str,
    },
}

impl KeepGate {
    /// Determines the protected parts of the original. In the expressions `^` and `$` match at
    /// lines, and bytes that are not UTF-8 can be matched with `(?-u)`.
    ///
    /// # Errors
    /// When a pattern is not a regular expression or matches nothing, or a region has only one end.
    pub fn new<P: AsRef<str>>(original: &Document, patterns: &[P]) -> Result<KeepGate, KeepError> {
        let mut regexes = Vec::with_capacity(patterns.len());
        for pattern in patterns {
            regexes.push(compile(pattern.as_ref())?);
        }
        let mut has_matched = vec![false; regexes.len()];
        let mut files = Vec::new();
        for file in original.files() {
            let mut ranges = regions(file)?;
            for (regex, has_matched) in regexes.iter().zip(&mut has_matched) {
                let found = regex.find_iter(file.bytes()).map(|found| found.range());
                let n_before = ranges.len();
                ranges.extend(found.filter(|range| !range.is_empty()));
                *has_matched |= n_before < ranges.len();
            }
            ranges.sort_unstable_by_key(|range| (range.start, range.end));
            ranges.dedup_by(|next, last| {
                let overlap = next.start < last.end;
                if overlap {
                    last.end = last.end.max(next.end);
                }
                overlap
            });
            if !ranges.is_empty() {
                let parts = ranges.into_iter().map(|range| Finder::new(&file.bytes()[range]).into_owned());
                files.push(KeptFile { path: file.path().to_owned(), parts: parts.collect() });
            }
        }
        match has_matched.iter().position(|has_matched| !has_matched) {
            Some(unmatched) => Err(KeepError::NoMatch { pattern: patterns[unmatched].as_ref().to_owned() }),
            None => Ok(KeepGate { files }),
        }
    }

    /// Whether nothing is protected, so that the gate admits everything.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    fn admits_document(&self, document: &Document) -> bool {
        self.files.iter().all(|kept| document.files().iter().any(|file| kept.is_in(file)))
    }
}

impl KeptFile {
    /// Searches the parts from left to right. Taking the first occurrence of each finds all parts
    /// if any choice does.
    fn is_in(&self, file: &File) -> bool {
        let mut rest = file.bytes();
        file.path() == self.path
            && self.parts.iter().all(|part| {
                let found = part.find(rest);
                if let Some(at) = found {
                    rest = &rest[at + part.needle().len()..];
                }
                found.is_some()
            })
    }
}

impl Gate for KeepGate {
    /// Renders the candidate. O(its bytes).
    fn admits(&self, candidate: &Candidate) -> bool {
        self.is_empty() || self.admits_document(candidate.render())
    }
}

fn compile(pattern: &str) -> Result<Regex, KeepError> {
    RegexBuilder::new(pattern)
        .multi_line(true)
        .build()
        .map_err(|error| KeepError::Regex { pattern: pattern.to_owned(), source: Box::new(error) })
}

type ByteRange = std::ops::Range<usize>;

/// Returns the regions between marker lines.
fn regions(file: &File) -> Result<Vec<ByteRange>, KeepError> {
    let text = file.bytes();
    let unpaired = |line, marker, missing| {
        Err(KeepError::Unpaired { path: file.path().to_owned(), line, marker, missing })
    };
    let mut regions = Vec::new();
    let mut begun: Option<(usize, usize)> = None;
    let mut start = 0;
    for (line_idx, line) in text.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let end = start + line.len();
        if begun.is_none() && contains(line, KEEP_BEGIN) {
            begun = Some((start, line_idx + 1));
        }
        if contains(line, KEEP_END) {
            match begun.take() {
                Some((from, _)) => regions.push(from..end),
                None => return unpaired(line_idx + 1, KEEP_END, KEEP_BEGIN),
            }
        }
        start = end;
    }
    match begun {
        Some((_, line)) => unpaired(line, KEEP_BEGIN, KEEP_END),
        None => Ok(regions),
    }
}

fn contains(line: &[u8], marker: &str) -> bool {
    memchr::memmem::find(line, marker.as_bytes()).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn admits(original: &str, patterns: &[&str], candidate: &str) -> bool {
        let keep = KeepGate::new(&Document::single("a", original), patterns).unwrap();
        keep.admits_document(&Document::single("a", candidate))
    }

    fn error(original: &str, patterns: &[&str]) -> String {
        KeepGate::new(&Document::single("d/a.c", original), patterns).unwrap_err().to_string()
    }

    #[test]
    fn every_match_must_be_there_in_order() {
        let text = "int a;\nint b;\nlong c;\n";
        assert!(admits(text, &["^int .*$"], "int a;int b;"));
        assert!(!admits(text, &["^int .*$"], "int a;\n"));
        assert!(!admits(text, &["^int .*$"], "int b;\nint a;\n"));
        assert!(!admits("xx", &["x"], "x"), "two matches are two parts");
    }

    #[test]
    fn overlapping_matches_are_one_part() {
        assert!(admits("abcd!", &["abc", "bcd"], "abcd"));
        assert!(!admits("abcd!", &["abc", "bcd"], "abcbcd"));
    }

    #[test]
    fn regions_stay_with_their_marker_lines() {
        let text = "a\n// dwindle-keep-begin\nb\nc\n// dwindle-keep-end\nd\n";
        assert!(admits(text, &[], "// dwindle-keep-begin\nb\nc\n// dwindle-keep-end\n"));
        assert!(!admits(text, &[], "// dwindle-keep-begin\nb\n// dwindle-keep-end\n"));
        assert!(!admits(text, &[], "b\nc\n"));
    }

    #[test]
    fn parts_stay_in_their_file() {
        let files = |a: &str, b: &str| Document::new([File::new("a", a.into()), File::new("b", b.into())]);
        let keep = KeepGate::new(&files("x", "y"), &["x"]).unwrap();
        assert!(keep.admits_document(&files("x", "")));
        assert!(!keep.admits_document(&files("y", "x")));
        assert!(!keep.admits_document(&Document::single("b", "x")));
    }

    #[test]
    fn bytes_that_are_not_utf8_can_be_kept() {
        let document = |bytes: &[u8]| Document::single("a", bytes.to_vec());
        let keep = KeepGate::new(&document(b"a\xff\0b"), &[r"(?-u)\xff\x00"]).unwrap();
        assert!(keep.admits_document(&document(b"\xff\0")));
        assert!(!keep.admits_document(&document(b"\xff")));
    }

    #[test]
    fn mistakes_are_named() {
        assert_eq!(error("a", &["("]), "`(` is not a regular expression");
        assert_eq!(error("a", &["b"]), "nothing in the input matches `b`, so there is nothing to keep");
        assert_eq!(
            error("x\n# dwindle-keep-begin\n", &[]),
            "d/a.c:2: `dwindle-keep-begin` without `dwindle-keep-end`"
        );
        assert_eq!(
            error("dwindle-keep-end", &[]),
            "d/a.c:1: `dwindle-keep-end` without `dwindle-keep-begin`"
        );
    }

    #[test]
    fn without_patterns_and_markers_nothing_is_kept() {
        assert!(KeepGate::new::<&str>(&Document::single("a", "text"), &[]).unwrap().is_empty());
        assert!(admits("text", &[], ""));
    }
}
