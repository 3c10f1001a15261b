//! Tests on files with lengths in digits.

use std::cell::Cell;

use super::{has, noise, reduce};

/// Returns a member of an archive, with the sum of its bytes and its number; name and content are
/// padded to multiples of four.
fn member(number: usize, name: &str, content: &[u8]) -> Vec<u8> {
    let sum: usize = content.iter().map(|&byte| usize::from(byte)).sum();
    let head = [number, content.len(), name.len() + 1, sum].map(|number| format!("{number:08X}")).concat();
    let mut bytes = format!("MAGIC7{head}{name}\0").into_bytes();
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    bytes.extend_from_slice(content);
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    bytes
}

/// Parses an archive whose last member is `END` and that is padded to a multiple of 512 bytes.
/// Returns its members.
fn members(bytes: &[u8]) -> Option<Vec<(String, Vec<u8>)>> {
    let mut found = Vec::new();
    let mut at = 0;
    loop {
        let head = std::str::from_utf8(bytes.get(at..at + 38)?).ok()?;
        let field = |place: usize| usize::from_str_radix(&head[6 + 8 * place..14 + 8 * place], 16).ok();
        let start = at + 38;
        let name = String::from_utf8(bytes.get(start..start + field(2)?.checked_sub(1)?)?.to_vec()).ok()?;
        let data = (start + name.len() + 1).next_multiple_of(4);
        let content = bytes.get(data..data + field(1)?)?.to_vec();
        let number = if name == "END" { 0 } else { found.len() + 1 };
        let own = member(number, &name, &content);
        (bytes.get(at..at + own.len())? == own).then_some(())?;
        at += own.len();
        if name == "END" {
            let rest = &bytes[at..];
            return (rest.len() < 512
                && bytes.len().is_multiple_of(512)
                && rest.iter().all(|&byte| byte == 0))
            .then_some(found);
        }
        found.push((name, content));
    }
}

#[test]
fn members_behind_headers_of_digits_go_with_their_sums_and_numbers() {
    let content = |number: usize| match number {
        17 => b"quiet\nBOOM\nlate\n".to_vec(),
        number if number % 4 == 0 => noise(number as u32, 30 + number as u32 * 3),
        number => format!("value={}\n", number * number).repeat(1 + number % 5).into_bytes(),
    };
    let mut bytes: Vec<u8> = (1..=28)
        .flat_map(|number| member(number, &format!("d{}/f{number}", number % 3), &content(number)))
        .collect();
    bytes.extend(member(0, "END", b""));
    bytes.resize(bytes.len().next_multiple_of(512), 0);
    let (left, n_trials) =
        reduce(&bytes, |bytes| Some(members(bytes)?.iter().any(|(_, content)| has(content, b"BOOM"))));
    // Members that padding would replace remain.
    assert!(members(&left).unwrap().len() < 8 && left.len() <= 1024, "{left:?}");
    assert!(n_trials < 200, "{n_trials}");
}

/// Parses a value of bencode. Returns whether a dictionary in it has `boom` with `l`, and the rest
/// of the input.
fn bencode(bytes: &[u8]) -> Option<(bool, &[u8])> {
    let (&first, mut rest) = bytes.split_first()?;
    let found = Cell::new(false);
    let next = |rest: &mut &[u8]| -> Option<()> {
        let (inner, behind) = bencode(rest)?;
        found.set(found.get() || inner);
        *rest = behind;
        Some(())
    };
    match first {
        b'i' => {
            let end = rest.iter().position(|&byte| byte == b'e')?;
            std::str::from_utf8(&rest[..end]).ok()?.parse::<i64>().ok()?;
            return Some((false, &rest[end + 1..]));
        }
        b'l' => {
            while *rest.first()? != b'e' {
                next(&mut rest)?;
            }
        }
        b'd' => {
            while *rest.first()? != b'e' {
                rest.first()?.is_ascii_digit().then_some(())?;
                let is_boom = rest.starts_with(b"4:boom");
                next(&mut rest)?;
                found.set(found.get() || is_boom && rest.starts_with(b"l"));
                next(&mut rest)?;
            }
        }
        _ => {
            let colon = bytes.iter().position(|&byte| byte == b':')?;
            let digits = std::str::from_utf8(&bytes[..colon]).ok()?;
            let n: usize = digits.parse().ok().filter(|n: &usize| n.to_string() == digits)?;
            return Some((false, bytes.get(colon + 1 + n..)?));
        }
    }
    Some((found.get(), &rest[1..]))
}

#[test]
fn lengths_of_bencode_follow() {
    let text = |text: &[u8]| [format!("{}:", text.len()).as_bytes(), text].concat();
    let entry = |number: u32| {
        let hash = text(&noise(number, 20 + number % 7));
        let list = if number == 11 { b"4:boomli1e2:xye".to_vec() } else { b"4:sizei7e".to_vec() };
        [b"d4:hash".to_vec(), hash, b"4:name".to_vec(), text(b"part"), list, b"e".to_vec()].concat()
    };
    let entries: Vec<u8> = (0..20).flat_map(entry).collect();
    let bytes = [b"d7:entriesl".to_vec(), entries, b"e6:pieces".to_vec(), text(&noise(9, 80)), b"e".to_vec()]
        .concat();
    let (left, n_trials) =
        reduce(&bytes, |bytes| bencode(bytes).filter(|(_, rest)| rest.is_empty()).map(|(boom, _)| boom));
    assert_eq!(String::from_utf8_lossy(&left), "d4:boomlee");
    assert!(n_trials < 60, "{n_trials}");
}
