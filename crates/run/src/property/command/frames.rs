//! The frames of a stack trace in the output of a program.

use dwindle_reduce::Document;

/// Number of innermost frames that identify a failure.
const TOP: usize = 2;

/// A frame of a stack trace.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Frame {
    pub(super) function: String,
    /// The text with the source position.
    position: String,
}

/// Functions that are in the stack trace of many failures.
const EVERYWHERE: &[&str] = &[
    "abort",
    "raise",
    "__assert",
    "__GI_",
    "__pthread",
    "__libc",
    "_start",
    "main",
    "gsignal",
    "kill",
    "__interceptor",
    "__asan",
    "__ubsan",
    "__msan",
    "__tsan",
    "__sanitizer",
    "operator new",
    "operator delete",
    "malloc",
    "free",
    "std::panicking",
    "core::panicking",
    "rust_begin_unwind",
    "std::sys",
    "std::rt",
    "core::ops::function",
    "core::result::unwrap_failed",
    "core::option",
    "llvm::sys",
    "SignalHandler",
    "runtime.",
    "panic",
    "java.lang.",
    "<module>",
    "???",
    "??",
    "_dl_",
];

/// Returns the functions of the innermost frames that belong to the program: not to the runtime,
/// and not to the input.
pub(super) fn top_frames(text: &str, input: &Document) -> Vec<String> {
    let names: Vec<&str> =
        input.files().iter().filter_map(|file| file.path().file_name()?.to_str()).collect();
    let is_own = |frame: &Frame| names.iter().any(|name| frame.position.contains(name));
    let frames = frames(text).into_iter().filter(|frame| !is_own(frame));
    frames.take(TOP).map(|frame| frame.function).collect()
}

/// Returns the frames of a stack trace, the innermost first.
pub(super) fn frames(text: &str) -> Vec<Frame> {
    let lines: Vec<&str> = text.lines().collect();
    let mut python: Vec<Frame> = lines.iter().filter_map(|line| of_python(line)).collect();
    python.reverse();
    let others = lines.iter().filter_map(|line| of_sanitizer(line).or_else(|| of_virtual_machine(line)));
    let all = python.into_iter().chain(others);
    all.filter(|frame| !EVERYWHERE.iter().any(|start| frame.function.starts_with(start))).collect()
}

/// `#1 0x55d0 in parse_expression /src/parse.c:12:3`
fn of_sanitizer(line: &str) -> Option<Frame> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start_matches(|digit: char| digit.is_ascii_digit());
    let (_, rest) = rest.trim_start().strip_prefix("0x")?.split_once(" in ")?;
    let end = rest.find([' ', '(']).unwrap_or(rest.len());
    Some(Frame { function: rest[..end].to_owned(), position: rest[end..].to_owned() })
}

/// `    at org.example.Parser.parse(Parser.java:12)`, `    at parse (/usr/lib/parser.js:1:2)`
fn of_virtual_machine(line: &str) -> Option<Frame> {
    let rest = line.strip_prefix([' ', '\t'])?.trim_start().strip_prefix("at ")?;
    let (function, position) = rest.split_once('(')?;
    let is_internal = position.starts_with("node:") || position.starts_with("<anonymous>");
    (!is_internal).then(|| Frame { function: function.trim().to_owned(), position: position.to_owned() })
}

/// `  File "/usr/lib/python3/parser.py", line 12, in parse`
fn of_python(line: &str) -> Option<Frame> {
    let rest = line.trim_start().strip_prefix("File \"")?;
    let (position, rest) = rest.split_once("\", line ")?;
    let (_, function) = rest.split_once(", in ")?;
    Some(Frame { function: function.trim().to_owned(), position: position.to_owned() })
}
