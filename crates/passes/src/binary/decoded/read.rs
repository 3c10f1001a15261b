//! Reads a tree from its text, which may have been changed anywhere.

use super::digest;
use super::entry::{Content, Entry, Scalar};
use super::write::is_word;

/// The deepest nesting that is read.
const DEEPEST: usize = 200;

/// Returns the tree that a text shows; `None` if it shows none. O(bytes).
pub(super) fn read(text: &[u8]) -> Option<Entry> {
    let text = std::str::from_utf8(text).ok()?;
    let mut lines = text.lines().filter(|line| !line.trim().is_empty()).peekable();
    let mut lines = Lines { next: lines.next(), rest: Box::new(lines) };
    let root = lines.entry(0)?;
    lines.next.is_none().then_some(root)
}

struct Lines<'a> {
    next: Option<&'a str>,
    rest: Box<dyn Iterator<Item = &'a str> + 'a>,
}

impl<'a> Lines<'a> {
    /// Reads a line and the deeper ones below it.
    fn entry(&mut self, depth: usize) -> Option<Entry> {
        let line = self.next.take()?;
        self.next = self.rest.next();
        let indent = indent(line);
        let mut rest = Rest(&line[indent..]);
        let mut names = vec![rest.name()?];
        while rest.take('>') {
            names.push(rest.name()?);
        }
        let depth = depth + names.len();
        if DEEPEST < depth {
            return None;
        }
        let content = if rest.take(':') {
            Content::List(rest.scalars()?)
        } else {
            match rest.value()? {
                Some(scalar) => Content::Scalar(scalar),
                None => {
                    let mut entries = rest.attributes()?;
                    while self.next.is_some_and(|line| indent < self::indent(line)) {
                        entries.push(self.entry(depth)?);
                    }
                    Content::Group(entries)
                }
            }
        };
        let mut names = names.into_iter().rev();
        let (key, tag) = names.next()?;
        let inner = Entry { key, tag, content };
        Some(names.fold(inner, |inner, (key, tag)| Entry { key, tag, content: Content::Group(vec![inner]) }))
    }
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// What is left of a line.
struct Rest<'a>(&'a str);

impl<'a> Rest<'a> {
    fn take(&mut self, mark: char) -> bool {
        let rest = self.0.strip_prefix(mark);
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    fn word(&mut self, is_part: impl Fn(u8) -> bool) -> &'a str {
        let n_bytes = self.0.bytes().take_while(|&byte| is_part(byte)).count();
        let (word, rest) = self.0.split_at(n_bytes);
        self.0 = rest;
        word
    }

    /// Reads a key and a tag.
    fn name(&mut self) -> Option<(String, String)> {
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let key = match self.0.starts_with('"') {
            true => self.quoted()?,
            false => Some(self.word(is_part)).filter(|key| !key.is_empty())?.to_owned(),
        };
        let tag = if self.take('-') { self.word(is_part) } else { "" };
        Some((key, tag.to_owned()))
    }

    fn quoted(&mut self) -> Option<String> {
        let bytes = self.0.as_bytes();
        let mut end = 1;
        while *bytes.get(end)? != b'"' {
            end += if bytes[end] == b'\\' { 2 } else { 1 };
        }
        let (quoted, rest) = self.0.split_at_checked(end + 1)?;
        self.0 = rest;
        serde_json::from_str(quoted).ok()
    }

    /// Reads the scalar that is all there is, if no attributes follow.
    fn value(&mut self) -> Option<Option<Scalar>> {
        let rest = self.0.trim_start();
        let has_attributes = {
            let mut ahead = Rest(rest);
            ahead.name().is_some() && ahead.take('=')
        };
        if rest.is_empty() || has_attributes {
            return Some(None);
        }
        self.0 = rest;
        let scalar = self.scalar()?;
        self.0.trim().is_empty().then_some(Some(scalar))
    }

    fn scalars(&mut self) -> Option<Vec<Scalar>> {
        let mut scalars = Vec::new();
        loop {
            self.0 = self.0.trim_start();
            if self.0.is_empty() {
                return Some(scalars);
            }
            scalars.push(self.scalar()?);
        }
    }

    fn attributes(&mut self) -> Option<Vec<Entry>> {
        let mut entries = Vec::new();
        loop {
            self.0 = self.0.trim_start();
            if self.0.is_empty() {
                return Some(entries);
            }
            let (key, tag) = self.name()?;
            if !self.take('=') {
                return None;
            }
            entries.push(Entry::scalar(key, tag, self.scalar()?));
        }
    }

    fn scalar(&mut self) -> Option<Scalar> {
        match self.0.bytes().next()? {
            b'"' => Some(Scalar::Text(self.quoted()?)),
            b'#' => {
                self.take('#');
                Some(Scalar::Bytes(self.hex()?))
            }
            b'@' => {
                self.take('@');
                let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
                let algorithm = digest::named(self.word(is_part))?;
                let of = self.take(':').then(|| self.word(is_part).to_owned()).filter(|of| is_word(of))?;
                let prefix = if self.take('#') { self.hex()? } else { Vec::new() };
                Some(Scalar::Digest { prefix, algorithm, of })
            }
            _ => {
                let word =
                    self.word(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.'));
                let number = || word.parse().ok().map(Scalar::Number);
                (!word.is_empty()).then(|| number().unwrap_or_else(|| Scalar::Word(word.to_owned())))
            }
        }
    }

    fn hex(&mut self) -> Option<Vec<u8>> {
        let digits = self.word(|byte| byte.is_ascii_hexdigit());
        let pairs = digits.as_bytes().chunks(2);
        pairs
            .map(|pair| {
                u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok().filter(|_| pair.len() == 2)
            })
            .collect()
    }
}
