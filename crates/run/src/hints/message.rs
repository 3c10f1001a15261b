//! The messages between dwindle and a program that proposes hints: one JSON object in a line.

use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use dwindle_reduce::{Document, Edit, Edits};
use serde::{Deserialize, Serialize};
use similar::{Algorithm, DiffOp, capture_diff_slices};

/// A line of a program.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Message {
    /// A hint. If it was a whole text in base64, also that text.
    Hint(Edits, Option<String>),
    /// The program has no more hints.
    Idle,
}

/// Why a line of a program is not a message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MessageError {
    /// It is not one of the known objects.
    #[error(
        "`{line}` is not one of {{\"content\": BASE64}}, {{\"text\": …}}, {{\"edits\": […]}} and {{\"idle\": true}}"
    )]
    NoMessage {
        /// The line, shortened.
        line: String,
    },
    /// It names a file that is not in the input, or none although there are several.
    #[error("there is no file `{}` in the input", .path.display())]
    NoFile {
        /// The path.
        path: PathBuf,
    },
    /// An edit is outside its file, or overlaps another edit.
    #[error("the edit of bytes {start} to {end} is outside its file, or overlaps another edit")]
    BadRange {
        /// The first byte that is replaced.
        start: usize,
        /// The byte after the last one that is replaced.
        end: usize,
    },
}

#[derive(Deserialize)]
struct Line {
    content: Option<String>,
    text: Option<String>,
    file: Option<PathBuf>,
    edits: Option<Vec<Patch>>,
    idle: Option<bool>,
}

#[derive(Deserialize)]
struct Patch {
    file: Option<PathBuf>,
    start: usize,
    end: usize,
    text: Option<String>,
    content: Option<String>,
}

#[derive(Serialize)]
struct Feedback<'a> {
    content: &'a str,
    interesting: bool,
}

/// Returns the line that gives a program the document.
pub(super) fn task(document: &Document) -> Vec<u8> {
    let content = match document.files() {
        [file] => BASE64.encode(file.bytes()),
        _ => String::new(),
    };
    feedback(&content, true)
}

/// Returns the line with the verdict *boring* for a whole text. A program that waits for verdicts
/// then proposes its next step.
pub(super) fn not_yet(content: &str) -> Vec<u8> {
    feedback(content, false)
}

fn feedback(content: &str, interesting: bool) -> Vec<u8> {
    let mut line = serde_json::to_vec(&Feedback { content, interesting }).expect("text and a truth value");
    line.push(b'\n');
    line
}

/// Reads a line about a document.
pub(super) fn read(line: &[u8], document: &Document) -> Result<Message, MessageError> {
    let no_message = || {
        let line: String = String::from_utf8_lossy(line).chars().take(80).collect();
        MessageError::NoMessage { line }
    };
    let message: Line = serde_json::from_slice(line).map_err(|_| no_message())?;
    if message.idle == Some(true) {
        return Ok(Message::Idle);
    }
    let hint = |edits: Vec<Edit>| checked(edits, document);
    match message {
        Line { edits: Some(patches), .. } => {
            let edits = patches.into_iter().map(|patch| {
                let file = find(document, patch.file.as_deref())?;
                let text = bytes(patch.content.as_deref(), patch.text).ok_or_else(no_message)?;
                if patch.end < patch.start {
                    return Err(MessageError::BadRange { start: patch.start, end: patch.end });
                }
                Ok(Edit::replace(file, patch.start..patch.end, &text))
            });
            Ok(Message::Hint(hint(edits.collect::<Result<_, _>>()?)?, None))
        }
        Line { content, text, file, .. } if content.is_some() || text.is_some() => {
            let file = find(document, file.as_deref())?;
            let new = bytes(content.as_deref(), text).ok_or_else(no_message)?;
            let old = document.files()[file as usize].bytes();
            Ok(Message::Hint(hint(changed_lines(file, old, &new))?, content))
        }
        _ => Err(no_message()),
    }
}

fn bytes(content: Option<&str>, text: Option<String>) -> Option<Vec<u8>> {
    match content {
        Some(content) => BASE64.decode(content).ok(),
        None => Some(text.unwrap_or_default().into_bytes()),
    }
}

fn find(document: &Document, path: Option<&Path>) -> Result<u32, MessageError> {
    let found = match (path, document.files()) {
        (None, [_]) => Some(0),
        (None, _) => None,
        (Some(path), files) => files.iter().position(|file| file.path() == path),
    };
    let found = found.and_then(|found| u32::try_from(found).ok());
    found.ok_or_else(|| MessageError::NoFile { path: path.unwrap_or(Path::new("")).to_owned() })
}

/// Checks that edits lie within their files and do not overlap.
fn checked(mut edits: Vec<Edit>, document: &Document) -> Result<Edits, MessageError> {
    edits.sort_by_key(|edit| (edit.file, edit.range.start, edit.range.end));
    for (idx, edit) in edits.iter().enumerate() {
        let (start, end) = (edit.range.start, edit.range.end);
        let n_bytes = document.files()[edit.file as usize].bytes().len();
        let next = edits.get(idx + 1).filter(|next| next.file == edit.file);
        if n_bytes < end || next.is_some_and(|next| next.range.start < end) {
            return Err(MessageError::BadRange { start, end });
        }
    }
    Ok(Edits::new(edits))
}

/// Returns the edits that turn the text `old` into `new`, by whole lines: so hints that change
/// different lines can be combined.
fn changed_lines(file: u32, old: &[u8], new: &[u8]) -> Vec<Edit> {
    let lines = |text: &'_ [u8]| -> Vec<usize> {
        let ends = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
        let mut starts: Vec<usize> = std::iter::once(0).chain(ends).collect();
        if starts.last() != Some(&text.len()) {
            starts.push(text.len());
        }
        starts
    };
    let (old_starts, new_starts) = (lines(old), lines(new));
    let slices = |text: &'_ [u8], starts: &[usize]| -> Vec<Vec<u8>> {
        starts.windows(2).map(|pair| text[pair[0]..pair[1]].to_vec()).collect()
    };
    let (old_lines, new_lines) = (slices(old, &old_starts), slices(new, &new_starts));
    let mut edits = Vec::new();
    let (mut old_at, mut new_at) = (0, 0);
    let end = DiffOp::Equal { old_index: old_lines.len(), new_index: new_lines.len(), len: 0 };
    for change in capture_diff_slices(Algorithm::Myers, &old_lines, &new_lines).into_iter().chain([end]) {
        // Everything between two equal runs of lines becomes one edit.
        let DiffOp::Equal { old_index, new_index, len } = change else { continue };
        if (old_at, new_at) != (old_index, new_index) {
            let text = &new[new_starts[new_at]..new_starts[new_index]];
            edits.push(Edit::replace(file, old_starts[old_at]..old_starts[old_index], text));
        }
        (old_at, new_at) = (old_index + len, new_index + len);
    }
    edits
}

#[cfg(test)]
mod tests {
    use dwindle_reduce::{Candidate, File};
    use proptest::prelude::*;

    use super::*;

    fn made(line: &str) -> String {
        let document = Document::single("a.txt", "one\ntwo\nthree\n");
        match read(line.as_bytes(), &document) {
            Ok(Message::Hint(edits, _)) => {
                let candidate = Candidate::new("hints", &document, edits);
                String::from_utf8(candidate.render().files()[0].bytes().to_vec()).unwrap()
            }
            Ok(Message::Idle) => "idle".to_owned(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn a_hint_is_a_whole_text_or_edits() {
        assert_eq!(made(r#"{"text": "one\nthree\n"}"#), "one\nthree\n");
        assert_eq!(made(r#"{"content": "b25lCg=="}"#), "one\n");
        assert_eq!(made(r#"{"edits": [{"start": 4, "end": 8}]}"#), "one\nthree\n");
        let two =
            r#"{"edits": [{"start": 8, "end": 13, "text": "3"}, {"file": "a.txt", "start": 0, "end": 4}]}"#;
        assert_eq!(made(two), "two\n3\n");
        assert_eq!(made(r#"{"text": ""}"#), "");
        assert_eq!(made(r#"{"idle": true}"#), "idle");
    }

    #[test]
    fn a_line_that_is_no_hint_has_a_reason() {
        assert!(made("three").starts_with("`three` is not one of"));
        assert!(made("{}").starts_with("`{}` is not one of"));
        assert!(made(r#"{"content": "?"}"#).contains("is not one of"));
        assert!(made(r#"{"file": "b.txt", "text": ""}"#).contains("no file `b.txt`"));
        for edits in [r#"{"start": 9, "end": 99}"#, r#"{"start": 3, "end": 2}"#] {
            assert!(made(&format!(r#"{{"edits": [{edits}]}}"#)).contains("is outside its file"), "{edits}");
        }
        let overlap = r#"{"edits": [{"start": 0, "end": 5}, {"start": 4, "end": 6}]}"#;
        assert!(made(overlap).contains("overlaps another edit"));
    }

    #[test]
    fn with_several_files_a_hint_must_name_one() {
        let files = ["a", "b"].map(|path| File::new(path, b"x\n".to_vec()));
        let document = Document::new(files);
        assert!(matches!(read(br#"{"text": ""}"#, &document), Err(MessageError::NoFile { .. })));
        let both =
            br#"{"edits": [{"file": "a", "start": 0, "end": 1}, {"file": "b", "start": 0, "end": 1}]}"#;
        let Ok(Message::Hint(edits, _)) = read(both, &document) else { panic!("both are there") };
        assert_eq!(edits.as_slice().len(), 2);
    }

    #[test]
    fn changes_between_equal_lines_make_one_edit() {
        let (old, new) = (b"\nb\n", b"b\nb\n\n\na");
        let candidate =
            Candidate::new("hints", &Document::single("a", *old), Edits::new(changed_lines(0, old, new)));
        assert_eq!(candidate.render().files()[0].bytes(), new);
    }

    proptest! {
        #[test]
        fn changed_lines_make_the_new_text(old in "[ab\n]{0,20}", new in "[ab\n]{0,20}") {
            let document = Document::single("a", old.as_bytes());
            let edits = Edits::new(changed_lines(0, old.as_bytes(), new.as_bytes()));
            let candidate = Candidate::new("hints", &document, edits);
            prop_assert_eq!(candidate.render().files()[0].bytes(), new.as_bytes());
        }

        #[test]
        fn no_line_causes_a_panic(line in proptest::collection::vec(any::<u8>(), 0..60)) {
            let _ = read(&line, &Document::single("a", "one\n"));
        }
    }
}
