//! Values that PHP serialized: `a:1:{s:3:"key";i:5;}`.

use super::entry::{Entry, as_text};
use super::plain::{self, Plain};
use crate::binary::containers::formats::values::DEEPEST;

/// Fewer values may be chance.
const FEWEST: usize = 8;
/// The key by which the class of an object is shown, as its first property.
const CLASS: &str = "__class";

/// Whether a file may be an array or an object.
pub(super) fn is_begun(bytes: &[u8]) -> bool {
    matches!(bytes, [b'a' | b'O', b':', b'0'..=b'9', ..]) && bytes.trim_ascii_end().ends_with(b"}")
}

/// Returns the tree of a file of one value.
pub(super) fn decode(bytes: &[u8]) -> Option<Entry> {
    if !is_begun(bytes) {
        return None;
    }
    let bytes = bytes.trim_ascii_end();
    let mut reader = Reader { bytes, at: 0, n_values: 0 };
    let value = reader.value(0)?;
    let is_sure = reader.at == bytes.len() && FEWEST <= reader.n_values;
    is_sure.then(|| plain::to_tree(vec![value]))
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    n_values: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, text: &[u8]) -> Option<()> {
        let is_next = self.bytes[self.at..].starts_with(text);
        self.at += text.len();
        is_next.then_some(())
    }

    /// Reads up to a mark, and the mark.
    fn until(&mut self, mark: u8) -> Option<&'a str> {
        let rest = &self.bytes[self.at..];
        let text = &rest[..rest.iter().position(|&byte| byte == mark)?];
        self.at += text.len() + 1;
        std::str::from_utf8(text).ok()
    }

    /// Reads a text in quotes behind its length.
    fn text(&mut self) -> Option<&'a [u8]> {
        let len: usize = self.until(b':')?.parse().ok()?;
        self.take(b"\"")?;
        let text = self.bytes.get(self.at..self.at.checked_add(len)?)?;
        self.at += len;
        self.take(b"\"")?;
        Some(text)
    }

    fn value(&mut self, depth: usize) -> Option<Plain> {
        self.n_values += 1;
        let kind = *self.bytes.get(self.at)?;
        if kind == b'N' {
            self.take(b"N;")?;
            return Some(Plain::Word("null".to_owned()));
        }
        self.take(&[kind, b':'])?;
        Some(match kind {
            _ if DEEPEST < depth => return None,
            b'i' => Plain::Int(self.until(b';')?.parse().ok()?),
            b'b' => Plain::Word(if self.until(b';')? == "1" { "true" } else { "false" }.to_owned()),
            b'd' => Plain::Float(self.until(b';')?.parse().ok()?),
            b's' => {
                let text = self.text()?;
                self.take(b";")?;
                of_text(text)
            }
            b'a' => {
                let pairs = self.pairs(depth)?;
                let is_key = |(number, key): (usize, &(Plain, Plain))| key.0 == Plain::Int(number as i128);
                let is_class = pairs.first().is_some_and(|(key, _)| *key == of_text(CLASS.as_bytes()));
                match () {
                    () if is_class => return None,
                    () if pairs.iter().enumerate().all(is_key) => {
                        Plain::Array(pairs.into_iter().map(|(_, value)| value).collect())
                    }
                    () => Plain::Map(pairs),
                }
            }
            b'O' => {
                let class = (of_text(CLASS.as_bytes()), of_text(self.text()?));
                self.take(b":")?;
                Plain::Map(std::iter::once(class).chain(self.pairs(depth)?).collect())
            }
            _ => return None,
        })
    }

    /// Reads pairs of keys and values in braces behind their number.
    fn pairs(&mut self, depth: usize) -> Option<Vec<(Plain, Plain)>> {
        let n_pairs: usize = self.until(b':')?.parse().ok()?;
        self.take(b"{")?;
        let mut pairs = Vec::new();
        for _ in 0..n_pairs {
            pairs.push((self.value(depth + 1)?, self.value(depth + 1)?));
        }
        self.take(b"}")?;
        Some(pairs)
    }
}

fn of_text(text: &[u8]) -> Plain {
    as_text(text).map_or_else(|| Plain::Bytes(text.to_vec()), Plain::Text)
}

/// Returns the file that a tree shows; `None` if it shows none.
pub(super) fn encode(root: &Entry) -> Option<Vec<u8>> {
    plain::encode(root, write)
}

fn write(bytes: &mut Vec<u8>, value: &Plain) -> Option<()> {
    match value {
        Plain::Text(text) => write_text(bytes, b"s:", text.as_bytes(), b";"),
        Plain::Bytes(content) => write_text(bytes, b"s:", content, b";"),
        Plain::Int(number) => bytes.extend(format!("i:{number};").bytes()),
        Plain::Float(fraction) => bytes.extend(format!("d:{};", of_fraction(*fraction)).bytes()),
        Plain::Word(word) => bytes.extend_from_slice(match word.as_str() {
            "true" => b"b:1;",
            "false" => b"b:0;",
            "null" => b"N;",
            _ => return None,
        }),
        Plain::Array(values) => {
            bytes.extend(format!("a:{}:{{", values.len()).bytes());
            for (number, value) in values.iter().enumerate() {
                bytes.extend(format!("i:{number};").bytes());
                write(bytes, value)?;
            }
            bytes.push(b'}');
        }
        Plain::Map(pairs) => {
            let pairs = match &pairs[..] {
                [(Plain::Text(key), Plain::Text(class)), rest @ ..] if key == CLASS => {
                    write_text(bytes, b"O:", class.as_bytes(), b":");
                    rest
                }
                pairs => {
                    bytes.extend_from_slice(b"a:");
                    pairs
                }
            };
            bytes.extend(format!("{}:{{", pairs.len()).bytes());
            for (key, value) in pairs {
                write(bytes, key)?;
                write(bytes, value)?;
            }
            bytes.push(b'}');
        }
        Plain::Short(_) | Plain::Half(_) | Plain::Tagged(..) => return None,
    }
    Some(())
}

fn write_text(bytes: &mut Vec<u8>, kind: &[u8], text: &[u8], end: &[u8]) {
    bytes.extend_from_slice(kind);
    bytes.extend(format!("{}:\"", text.len()).bytes());
    bytes.extend_from_slice(text);
    bytes.push(b'"');
    bytes.extend_from_slice(end);
}

/// Larger numbers are written with an exponent.
const MOST_PLAIN: f64 = 1e15;

/// Returns a fraction as PHP reads it.
fn of_fraction(fraction: f64) -> String {
    match fraction {
        _ if fraction.is_nan() => "NAN".to_owned(),
        f64::INFINITY => "INF".to_owned(),
        f64::NEG_INFINITY => "-INF".to_owned(),
        _ if fraction.fract() == 0.0 && fraction.abs() < MOST_PLAIN => fraction.to_string(),
        _ => format!("{fraction:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::binary::decoded::write::{Names, write};

    #[test]
    fn values_are_shown_and_written_as_they_were() {
        let text = "a:5:{s:4:\"list\";a:3:{i:0;i:5;i:1;s:5:\"na\u{ef}f\";i:2;N;}s:3:\"map\";a:1:{i:7;b:1;}s:1:\"f\";d:0.5;s:1:\"o\";O:4:\"User\":1:{s:2:\"id\";i:3;}s:1:\"e\";a:0:{}}";
        let root = decode(text.as_bytes()).unwrap();
        assert_eq!(String::from_utf8(encode(&root).unwrap()).unwrap(), text);
        assert!(write(&root, Names::Keys).contains("User"));
    }

    #[test]
    fn other_texts_are_none() {
        for text in ["a:1:{i:0;i:5;}", "a:x", "array", "a:9:{}", "a:1:{s:9:\"x\";i:5;}"] {
            assert!(decode(text.as_bytes()).is_none(), "{text}");
        }
    }
}
