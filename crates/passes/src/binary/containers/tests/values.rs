//! Tests on nested values: CBOR, ASN.1, fields after lengths.

use std::cell::Cell;

use super::{has, reduce};

/// Returns the head of a CBOR value.
fn head(major: u8, n: usize) -> Vec<u8> {
    let major = major << 5;
    match n {
        0..24 => vec![major | n as u8],
        24..256 => vec![major | 24, n as u8],
        _ => [&[major | 25][..], &(n as u16).to_be_bytes()].concat(),
    }
}

fn text(text: &str) -> Vec<u8> {
    [head(3, text.len()), text.as_bytes().to_vec()].concat()
}

/// Parses a CBOR value whose heads are as short as possible. Returns whether it has the key `boom`,
/// and the rest of the input.
fn cbor(bytes: &[u8]) -> Option<(bool, &[u8])> {
    let (&code, rest) = bytes.split_first()?;
    let (major, minor) = (code >> 5, code & 0x1f);
    let width = match minor {
        0..24 | 31 => 0,
        24..28 => 1 << (minor - 24),
        _ => return None,
    };
    let (digits, mut rest) = rest.split_at_checked(width)?;
    let n = digits.iter().fold(0, |n, &digit| n << 8 | usize::from(digit));
    let n = if width == 0 { usize::from(minor) } else { n };
    if matches!(major, 2..=5) && minor != 31 && bytes[..1 + width] != head(major, n) {
        return None;
    }
    let found = Cell::new(false);
    let next = |rest: &mut &[u8]| -> Option<()> {
        let (inner, behind) = cbor(rest)?;
        found.set(found.get() || inner);
        *rest = behind;
        Some(())
    };
    match (major, minor) {
        (0 | 1, 31) => return None,
        (0 | 1 | 7, _) => {}
        (2 | 3, _) => rest = rest.get(n..)?,
        (4, 31) => {
            while *rest.first()? != 0xff {
                next(&mut rest)?;
            }
            rest = &rest[1..];
        }
        (4, _) => (0..n).try_for_each(|_| next(&mut rest))?,
        (5, 0..31) => {
            for _ in 0..n {
                found.set(found.get() || rest.starts_with(b"\x64boom"));
                (rest.first()? >> 5 == 3).then_some(())?;
                next(&mut rest)?;
                next(&mut rest)?;
            }
        }
        (6, _) => next(&mut rest)?,
        _ => return None,
    }
    Some((found.get(), rest))
}

#[test]
fn counts_of_cbor_follow_and_tags_go_with_their_values() {
    let record = |n: usize| {
        let last = match n {
            31 => [text("boom"), b"\xc1\x1a\x5f\x5e\x10\x00".to_vec()].concat(),
            // An array that ends with a break, and a half-precision number.
            _ => [text("tags"), b"\x9f".to_vec(), text("x"), b"\xf9\x3c\x00\xff".to_vec()].concat(),
        };
        [head(5, 3), text("id"), head(0, 10 * n), text("name"), text(&"abcdefgh".repeat(n % 5)), last]
            .concat()
    };
    let rows = [head(4, 40), (0..40).flat_map(record).collect()].concat();
    let bytes = [head(5, 2), text("v"), head(0, 3), text("rows"), rows].concat();
    let (left, _) = reduce(&bytes, |bytes| {
        let (found, rest) = cbor(bytes)?;
        rest.is_empty().then_some(found)
    });
    assert!(left.starts_with(b"\xa1\x64boom") && left.len() == 7, "{left:?}");
}

/// Returns an ASN.1 value.
fn tagged(tag: u8, content: &[u8]) -> Vec<u8> {
    let len = match content.len() {
        n @ 0..0x80 => vec![n as u8],
        n @ 0x80..0x100 => vec![0x81, n as u8],
        n => [&[0x82][..], &(n as u16).to_be_bytes()].concat(),
    };
    [vec![tag], len, content.to_vec()].concat()
}

/// Whether ASN.1 values fill a text and one of their strings contains `boom`; `None` if invalid.
fn asn1(mut bytes: &[u8]) -> Option<bool> {
    let mut found = false;
    while let Some((&tag, rest)) = bytes.split_first() {
        let (&first, rest) = rest.split_first()?;
        let (digits, rest) =
            rest.split_at_checked(if first < 0x80 { 0 } else { usize::from(first & 0x7f) })?;
        let len = digits.iter().fold(0, |len, &digit| len << 8 | usize::from(digit));
        let len = if digits.is_empty() { usize::from(first) } else { len };
        let (content, behind) = rest.split_at_checked(len)?;
        if tagged(tag, content).len() != bytes.len() - behind.len() {
            return None;
        }
        found |= match tag {
            0x30 | 0x31 | 0x04 => asn1(content)?,
            0x0c => has(content, b"boom"),
            0x02 | 0x05 => false,
            _ => return None,
        };
        bytes = behind;
    }
    Some(found)
}

#[test]
fn lengths_of_asn1_follow_in_strings_that_hold_values_too() {
    let record = |n: usize| {
        let words = if n == 17 { "that is boom, it is" } else { "nothing" };
        let inner = tagged(0x30, &[tagged(0x02, &[n as u8]), tagged(0x0c, words.as_bytes())].concat());
        tagged(0x30, &[tagged(0x02, &[1, n as u8]), tagged(0x04, &inner), tagged(0x05, b"")].concat())
    };
    let set = |n: usize| tagged(0x31, &(0..6).flat_map(|m| record(6 * n + m)).collect::<Vec<u8>>());
    let bytes = tagged(0x30, &(0..5).flat_map(set).collect::<Vec<u8>>());
    let (left, n_trials) = reduce(&bytes, |bytes| {
        let is_one = matches!(bytes.first(), Some(0x30 | 0x31));
        asn1(bytes).filter(|_| is_one)
    });
    assert!(left.ends_with(b"\x0c\x04boom") && left.len() == 8, "{left:?}");
    assert!(n_trials < 100, "{n_trials}");
}

fn varint(mut value: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    while 0x7f < value {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

fn behind_length(content: &[u8]) -> Vec<u8> {
    [varint(content.len()), content.to_vec()].concat()
}

fn read_varint(bytes: &mut &[u8]) -> Option<usize> {
    let mut value = 0;
    for place in 0..5 {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= usize::from(byte & 0x7f) << (7 * place);
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}

/// Whether field 9 of a field 4 is 300; `None` if fields do not fill the text.
fn fields(mut bytes: &[u8], within: usize) -> Option<bool> {
    let mut found = false;
    while !bytes.is_empty() {
        let key = read_varint(&mut bytes)?;
        match (key & 7, key >> 3) {
            (0, number) => found |= read_varint(&mut bytes)? == 300 && (within, number) == (4, 9),
            (2, number @ 1..10) => {
                let len = read_varint(&mut bytes)?;
                let (content, rest) = bytes.split_at_checked(len)?;
                if number == 4 {
                    found |= fields(content, 4)?;
                }
                bytes = rest;
            }
            _ => return None,
        }
    }
    Some(found)
}

#[test]
fn messages_behind_their_lengths_go_one_by_one() {
    let message = |n: usize| {
        let number = |key: u8, value: usize| [vec![key << 3], varint(value)].concat();
        let inner = if n == 25 { number(9, 300) } else { number(1, 7 * n) };
        let inner = [number(1, n), inner, number(2, 5)].concat();
        let name = behind_length(&vec![b'a' + n as u8 % 20; 3 + n]);
        behind_length(&[number(1, n), vec![0x12], name, vec![0x22], behind_length(&inner)].concat())
    };
    let bytes: Vec<u8> = (0..40).flat_map(message).collect();
    let (left, n_trials) = reduce(&bytes, |mut bytes| {
        let mut found = false;
        while !bytes.is_empty() {
            let len = read_varint(&mut bytes)?;
            let (message, rest) = bytes.split_at_checked(len)?;
            found |= fields(message, 0)?;
            bytes = rest;
        }
        Some(found)
    });
    assert_eq!(left, b"\x05\x22\x03\x48\xac\x02");
    assert!(n_trials < 100, "{n_trials}");
}
