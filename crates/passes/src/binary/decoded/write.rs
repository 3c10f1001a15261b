//! Writes a tree as lines: a line for each group, with its leading values, and deeper lines for
//! what it contains.

use std::fmt::Write;

use rustc_hash::FxHashSet;

use super::digest;
use super::entry::{Content, Entry, Scalar};

/// Whether the name of a line consists of the keys on the way to it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Names {
    /// Keys are numbers or positions and mean different things in different groups.
    Paths,
    /// Keys mean the same everywhere.
    Keys,
}

/// Returns the text of a tree.
pub(super) fn write(root: &Entry, names: Names) -> String {
    let mut writer = Writer { names, repeated: FxHashSet::default(), text: String::new() };
    writer.find_repeated(root, "");
    writer.line(root, "", 0);
    writer.text
}

struct Writer {
    names: Names,
    /// The names that occur twice in a group: each has a line of its own everywhere.
    repeated: FxHashSet<String>,
    text: String,
}

impl Writer {
    fn name(&self, entry: &Entry, path: &str) -> String {
        match self.names {
            Names::Paths if !path.is_empty() => format!("{path}_{}", entry.key),
            _ => entry.key.clone(),
        }
    }

    fn find_repeated(&mut self, entry: &Entry, path: &str) {
        let Content::Group(entries) = &entry.content else { return };
        let path = self.name(entry, path);
        let mut seen = FxHashSet::default();
        for entry in entries {
            if !seen.insert((&entry.key, &entry.tag)) {
                self.repeated.insert(self.name(entry, &path));
            }
            self.find_repeated(entry, &path);
        }
    }

    fn line(&mut self, entry: &Entry, path: &str, depth: usize) {
        self.text.extend(std::iter::repeat_n(' ', depth));
        self.rest(entry, path, depth);
    }

    /// Writes an entry from its name on.
    fn rest(&mut self, entry: &Entry, path: &str, depth: usize) {
        let path = self.name(entry, path);
        self.key(&path, &entry.tag);
        match &entry.content {
            Content::Scalar(scalar) => {
                self.text.push(' ');
                self.scalar(scalar);
                self.text.push('\n');
            }
            Content::List(scalars) => {
                self.text.push(':');
                for scalar in scalars {
                    self.text.push(' ');
                    self.scalar(scalar);
                }
                self.text.push('\n');
            }
            Content::Group(entries) => self.group(entries, &path, depth),
        }
    }

    fn group(&mut self, entries: &[Entry], path: &str, depth: usize) {
        let is_repeated =
            |writer: &Writer, entry: &Entry| writer.repeated.contains(&writer.name(entry, path));
        if let [only] = entries
            && matches!(only.content, Content::Group(_))
            && !is_repeated(self, only)
        {
            self.text.push('>');
            return self.rest(only, path, depth);
        }
        let mut rest = entries;
        while let [first, others @ ..] = rest
            && let Content::Scalar(scalar) = &first.content
            && !is_repeated(self, first)
        {
            self.text.push(' ');
            let name = self.name(first, path);
            self.key(&name, &first.tag);
            self.text.push('=');
            self.scalar(scalar);
            rest = others;
        }
        self.text.push('\n');
        for entry in rest {
            self.line(entry, path, depth + 1);
        }
    }

    fn key(&mut self, key: &str, tag: &str) {
        match is_word(key) {
            true => self.text.push_str(key),
            false => self.quoted(key),
        }
        if !tag.is_empty() {
            self.text.push('-');
            self.text.push_str(tag);
        }
    }

    fn quoted(&mut self, text: &str) {
        let quoted = serde_json::to_string(text).expect("every text can be quoted");
        self.text.push_str(&quoted);
    }

    fn scalar(&mut self, scalar: &Scalar) {
        // Writing to a text does not fail.
        let written = match scalar {
            Scalar::Number(number) => write!(self.text, "{number}"),
            Scalar::Word(word) => write!(self.text, "{word}"),
            Scalar::Text(text) => {
                self.quoted(text);
                Ok(())
            }
            Scalar::Bytes(bytes) => write!(self.text, "#{}", hex(bytes)),
            Scalar::Digest { prefix, algorithm, of } => {
                let name = digest::name(*algorithm);
                write!(self.text, "@{name}:{of}{}{}", if prefix.is_empty() { "" } else { "#" }, hex(prefix))
            }
        };
        written.expect("a text takes everything");
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Whether a key needs no quotes.
pub(super) fn is_word(key: &str) -> bool {
    let is_first = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_';
    key.bytes().next().is_some_and(is_first)
        && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
