//! Values of ASN.1.

use super::digest;
use super::entry::{Content, Entry, Scalar, as_text, last_part, letters, number_of};
use crate::binary::code::Code;
use crate::binary::containers::formats::asn1::read;
use crate::binary::containers::formats::values::{self, Holds, Node};

const ROOT: &str = "M";
const BOOLEAN: u8 = 1;
const INTEGER: u8 = 2;
const BIT_STRING: u8 = 3;
const OCTET_STRING: u8 = 4;
const NULL: u8 = 5;
const OBJECT: u8 = 6;
const ENUMERATED: u8 = 10;
const SEQUENCE: u8 = 0x30;
/// Types of text, times included.
const TEXTS: [u8; 8] = [12, 18, 19, 20, 22, 23, 24, 26];

/// Returns the tree of a file of one value or several.
pub(super) fn decode(bytes: &[u8]) -> Option<Entry> {
    let nodes = values::all(bytes, 0..bytes.len(), |bytes, at| read(bytes, at, 0))?;
    values::are_sure(&nodes).then(|| Entry::new(ROOT, "", Content::Group(entries(bytes, &nodes))))
}

fn entries(bytes: &[u8], nodes: &[Node]) -> Vec<Entry> {
    let tag = |node: &Node| bytes[node.range.start];
    let is_list = 1 < nodes.len() && nodes.iter().all(|node| tag(node) == tag(&nodes[0]));
    let key = |position: usize| letters(if is_list { 1 } else { position as u64 + 1 });
    let mut entries: Vec<Entry> =
        nodes.iter().enumerate().map(|(position, node)| entry(bytes, key(position), node)).collect();
    let whole = |(position, node): (usize, &Node)| (key(position), &bytes[node.range.clone()]);
    let parts: Vec<(String, &[u8])> = nodes.iter().enumerate().map(whole).collect();
    if !is_list {
        digest::resolve(&mut entries, &parts);
    }
    entries
}

fn entry(bytes: &[u8], key: String, node: &Node) -> Entry {
    let head = node.head.as_ref().map_or(node.range.start..node.range.start, |(head, _)| head.clone());
    let tag_bytes = &bytes[node.range.start..head.start];
    let content = &bytes[head.end..node.range.end];
    let raw = Scalar::Bytes(content.to_vec());
    let (is_usual, content) = match (tag_bytes, &node.holds) {
        (_, Holds::Content(_, nodes)) => (tag_bytes == [SEQUENCE], Content::Group(entries(bytes, nodes))),
        ([INTEGER], _) => match integer(content) {
            Some(number) => (true, Content::Scalar(Scalar::Number(number))),
            None => (false, Content::Scalar(raw)),
        },
        ([ENUMERATED], _) => (false, Content::Scalar(integer(content).map_or(raw, Scalar::Number))),
        ([NULL], _) if content.is_empty() => (true, Content::Scalar(Scalar::Word("null".to_owned()))),
        ([BOOLEAN], _) if matches!(content, [0 | 0xff]) => {
            let word = if content[0] == 0 { "false" } else { "true" };
            (true, Content::Scalar(Scalar::Word(word.to_owned())))
        }
        ([OBJECT], _) => (false, Content::Scalar(object(content).map_or(raw, Scalar::Word))),
        ([tag], _) if TEXTS.contains(tag) => {
            (false, Content::Scalar(as_text(content).map_or(raw, Scalar::Text)))
        }
        _ => (false, Content::Scalar(raw)),
    };
    let name =
        |bytes: &[u8]| bytes.iter().map(|&byte| letters(u64::from(byte) + 1)).collect::<Vec<_>>().join("_");
    Entry::new(key, if is_usual { String::new() } else { name(tag_bytes) }, content)
}

/// Returns an integer in its shortest form.
fn integer(content: &[u8]) -> Option<i128> {
    let (&first, _) = content.split_first().filter(|_| content.len() <= 16)?;
    let start = if first < 0x80 { 0 } else { -1 };
    let number = content.iter().fold(start, |number: i128, &byte| number << 8 | i128::from(byte));
    (of_integer(number) == content).then_some(number)
}

fn of_integer(number: i128) -> Vec<u8> {
    let bytes = number.to_be_bytes();
    let is_spare = |pair: &[u8]| matches!((pair[0], pair[1]), (0, 0..0x80) | (0xff, 0x80..));
    bytes[bytes.windows(2).take_while(|pair| is_spare(pair)).count()..].to_vec()
}

/// Returns an object identifier with points.
fn object(content: &[u8]) -> Option<String> {
    let mut numbers: Vec<u64> = Vec::new();
    let mut number: u64 = 0;
    for &byte in content {
        number = number.checked_mul(128)? + u64::from(byte & 0x7f);
        if byte < 0x80 {
            let first = number.min(80) / 40;
            match numbers.is_empty() {
                true => numbers.extend([first, number - 40 * first]),
                false => numbers.push(number),
            }
            number = 0;
        }
    }
    let shown = numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(".");
    (of_object(&shown)? == content).then_some(shown)
}

fn of_object(shown: &str) -> Option<Vec<u8>> {
    let mut numbers: Vec<u64> = shown.split('.').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let first = numbers.first()?.checked_mul(40)?.checked_add(*numbers.get(1)?)?;
    numbers.splice(..2, [first]);
    let mut bytes = Vec::new();
    for number in numbers {
        let n_more = (number.max(1).ilog2() / 7) as usize;
        bytes.extend((0..=n_more).rev().map(|place| {
            let part = (number >> (7 * place)) as u8 & 0x7f;
            if place == 0 { part } else { part | 0x80 }
        }));
    }
    Some(bytes)
}

/// Returns the file that a tree shows; `None` if it shows none.
pub(super) fn encode(root: &Entry) -> Option<Vec<u8>> {
    let Content::Group(entries) = &root.content else { return None };
    Some(values(entries)?.concat())
}

fn values(entries: &[Entry]) -> Option<Vec<Vec<u8>>> {
    let digest_of = |entry: &Entry| match &entry.content {
        Content::Scalar(Scalar::Digest { of, .. }) => Some(of.clone()),
        _ => None,
    };
    let mut written: Vec<Vec<u8>> = Vec::new();
    for entry in entries {
        written.push(match digest_of(entry) {
            Some(_) => Vec::new(),
            None => value(entry, None)?,
        });
    }
    for (at, entry) in entries.iter().enumerate() {
        let Some(of) = digest_of(entry) else { continue };
        let other =
            entries.iter().position(|other| last_part(&other.key) == of).filter(|&other| other != at)?;
        written[at] = value(entry, Some(&written[other]))?;
    }
    Some(written)
}

/// Writes a value; `digested` is what its digest is of.
fn value(entry: &Entry, digested: Option<&[u8]>) -> Option<Vec<u8>> {
    let usual = match &entry.content {
        Content::Group(_) => SEQUENCE,
        Content::Scalar(Scalar::Number(_)) => INTEGER,
        Content::Scalar(Scalar::Word(word)) if word == "null" => NULL,
        Content::Scalar(Scalar::Word(_)) => BOOLEAN,
        _ => OCTET_STRING,
    };
    let tag: Vec<u8> = match entry.tag.as_str() {
        "" => vec![usual],
        name => name.split('_').map(|part| u8::try_from(number_of(part)? - 1).ok()).collect::<Option<_>>()?,
    };
    let content = match &entry.content {
        Content::Group(entries) => {
            let values = values(entries)?.concat();
            if tag == [BIT_STRING] { [vec![0], values].concat() } else { values }
        }
        Content::List(_) => return None,
        Content::Scalar(scalar) => match scalar {
            Scalar::Number(number) => of_integer(*number),
            Scalar::Text(text) => text.clone().into_bytes(),
            Scalar::Bytes(bytes) => bytes.clone(),
            Scalar::Digest { prefix, algorithm, .. } => digest::bytes(prefix, *algorithm, digested?)?,
            Scalar::Word(word) if tag == [OBJECT] => of_object(word)?,
            Scalar::Word(word) => match word.as_str() {
                "null" => Vec::new(),
                "true" => vec![0xff],
                "false" => vec![0],
                _ => return None,
            },
        },
    };
    let length = Code::Asn1.write(content.len() as u64, &[])?;
    Some([tag, length, content].concat())
}
