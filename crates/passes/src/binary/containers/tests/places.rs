//! Tests on tables of offsets, and on lines with addresses.

use super::{has, noise, reduce};

/// Parses a table before the parts. Returns the parts.
fn parts(bytes: &[u8]) -> Option<Vec<&[u8]>> {
    let word = |at: usize| Some(u32::from_be_bytes(*bytes.get(at..)?.first_chunk()?) as usize);
    let n_parts = word(4)?;
    let mut next = 8 + 8 * n_parts;
    let mut found = Vec::new();
    for part in 0..n_parts {
        let (at, len) = (word(8 + 8 * part)?, word(12 + 8 * part)?);
        if at != next {
            return None;
        }
        next += len;
        found.push(bytes.get(at..next)?);
    }
    (bytes.starts_with(b"TAB1") && next == bytes.len()).then_some(found)
}

#[test]
fn rows_of_a_table_in_front_go_with_their_parts() {
    let part = |n: u32| [noise(n, 5 + n), if n == 12 { b"boom".to_vec() } else { Vec::new() }].concat();
    let all: Vec<Vec<u8>> = (0..25).map(part).collect();
    let word = |n: usize| (n as u32).to_be_bytes();
    let mut table = Vec::new();
    let mut at = 8 + 8 * all.len();
    for part in &all {
        table.extend([word(at), word(part.len())].concat());
        at += part.len();
    }
    let bytes = [b"TAB1".to_vec(), word(all.len()).to_vec(), table, all.concat()].concat();
    let (left, n_trials) = reduce(&bytes, |bytes| Some(parts(bytes)?.iter().any(|part| has(part, b"boom"))));
    // One more byte may mean one token less.
    let [part] = parts(&left).unwrap()[..] else { panic!("{left:?}") };
    assert!(part.len() <= 5, "{left:?}");
    assert!(n_trials < 120, "{n_trials}");
}

/// Parses a header with number, offset and length of the rows, and the widths of their columns.
/// Returns the cells.
fn cells(bytes: &[u8]) -> Option<Vec<&[u8]>> {
    let word = |at: usize| Some(usize::from(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?)));
    let (n_rows, start, width) = (word(4)?, word(6)?, word(8)?);
    let n_columns = start.checked_sub(11)? / 8;
    let widths: Vec<usize> = (0..n_columns).map(|n| usize::from(bytes[10 + 8 * n + 5])).collect();
    let is_right = bytes.starts_with(b"GRID")
        && start == 11 + 8 * n_columns
        && bytes[start - 1] == 13
        && widths.iter().sum::<usize>() + 1 == width
        && bytes.len() == start + n_rows * width + 1
        && bytes.ends_with(&[26]);
    let mut found = Vec::new();
    for row in bytes.get(start..bytes.len() - 1).filter(|_| is_right)?.chunks(width.max(1)) {
        let mut rest = row.strip_prefix(b" ")?;
        for &width in &widths {
            let (cell, behind) = rest.split_at_checked(width)?;
            found.push(cell);
            rest = behind;
        }
    }
    Some(found)
}

#[test]
fn rows_and_columns_go_with_their_counts_and_widths() {
    let widths = [7, 12, 17, 5];
    let head = |n: usize| (n as u16).to_le_bytes();
    let width = 1 + widths.iter().sum::<usize>();
    let mut bytes = [&b"GRID"[..], &head(30), &head(11 + 8 * widths.len()), &head(width)].concat();
    for (n, width) in (0..).zip(widths) {
        bytes.extend([b'A' + n, b'C', 0, 0, 0, width as u8, 0, 0]);
    }
    bytes.push(13);
    for row in 0..30 {
        bytes.push(b' ');
        for (column, width) in (0..).zip(widths) {
            let text =
                if (row, column) == (17, 2) { "boom".to_owned() } else { format!("{}", row * 7 + column) };
            bytes.extend(format!("{text:<width$}").bytes());
        }
    }
    bytes.push(26);
    let (left, n_trials) =
        reduce(&bytes, |bytes| Some(cells(bytes)?.iter().any(|cell| cell.trim_ascii() == b"boom")));
    // A width that is white space is not a token, so the blanks may remain.
    let [cell] = cells(&left).unwrap()[..] else { panic!("{left:?}") };
    assert_eq!(cell.trim_ascii(), b"boom");
    assert!(n_trials < 90, "{n_trials}");
}

/// Returns a line in Motorola's format.
fn s_record(kind: char, address: &[u8], data: &[u8]) -> String {
    let body = [&[(address.len() + data.len() + 1) as u8], address, data].concat();
    let sum = !body.iter().fold(0u8, |sum, byte| sum.wrapping_add(*byte));
    let digits: String = body.iter().chain([&sum]).map(|byte| format!("{byte:02X}")).collect();
    format!("S{kind}{digits}\r\n")
}

/// Returns a line in Intel's format.
fn intel(kind: u8, address: u16, data: &[u8]) -> String {
    let body = [&[data.len() as u8], &address.to_be_bytes()[..], &[kind], data].concat();
    let sum = body.iter().fold(0u8, |sum, byte| sum.wrapping_sub(*byte));
    let digits: String = body.iter().chain([&sum]).map(|byte| format!("{byte:02X}")).collect();
    format!(":{digits}\n")
}

/// Returns the bytes of a line, if its sum and length are correct.
fn digits(line: &str, n_uncounted: usize, sum: u8) -> Option<Vec<u8>> {
    let pairs = line.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).ok());
    let bytes: Vec<u8> = pairs.map(|pair| u8::from_str_radix(pair?, 16).ok()).collect::<Option<_>>()?;
    let total = bytes.iter().fold(0u8, |sum, byte| sum.wrapping_add(*byte));
    (total == sum && usize::from(*bytes.first()?) + n_uncounted == bytes.len()).then_some(bytes)
}

/// Returns 64 lines of data, one of which contains `boom`; all but the last one have the same
/// length.
fn rows() -> impl Iterator<Item = (u32, Vec<u8>)> {
    (0..64).map(|n| {
        let row = noise(n, if n == 63 { 7 } else { 16 });
        (16 * n, if n == 40 { [&row[..5], b"boom", &row[9..]].concat() } else { row })
    })
}

#[test]
fn addresses_of_s_records_follow_whatever_their_width() {
    for (kind, end, width) in [('1', '9', 2), ('2', '8', 3), ('3', '7', 4)] {
        let address = |at: u32| at.to_be_bytes()[4 - width..].to_vec();
        let data = rows().map(|(at, row)| s_record(kind, &address(at), &row));
        let lines: Vec<String> = std::iter::once(s_record('0', &[0, 0], b"HDR"))
            .chain(data)
            .chain([s_record(end, &address(0), b"")])
            .collect();
        let (left, n_trials) = reduce(lines.concat().as_bytes(), |bytes| {
            let text = std::str::from_utf8(bytes).ok()?;
            let mut lines = text.lines().rev();
            let last = digits(lines.next()?.strip_prefix(&format!("S{end}"))?, 1, 0xff)?;
            let mut found = false;
            let mut next = None;
            for line in lines.rev() {
                if let Some(header) = line.strip_prefix("S0") {
                    digits(header, 1, 0xff)?;
                    continue;
                }
                let row = digits(line.strip_prefix('S')?.strip_prefix(kind)?, 1, 0xff)?;
                let at = row.get(1..1 + width)?.iter().fold(0, |at, byte| at << 8 | u32::from(*byte));
                let data = row.get(1 + width..row.len() - 1)?;
                if *next.get_or_insert(at) != at {
                    return None;
                }
                next = Some(at + data.len() as u32);
                found |= has(data, b"boom");
            }
            (last.len() == width + 2).then_some(found)
        });
        let left = String::from_utf8(left).unwrap();
        let lines: Vec<&str> = left.lines().collect();
        assert!(lines.len() == 2 && lines[0].len() <= 2 * (width + 7) + 2, "{left}");
        assert!(n_trials < 150, "{n_trials} for {kind}");
    }
}

#[test]
fn counted_s_records_leave_gaps_where_addresses_matter() {
    let data: Vec<String> = rows().map(|(at, row)| s_record('2', &at.to_be_bytes()[1..], &row)).collect();
    let count = |n: usize| s_record('5', &(n as u16).to_be_bytes(), b"");
    let text = data.concat() + &count(data.len()) + &s_record('8', &[0; 3], b"");
    let (left, n_trials) = reduce(text.as_bytes(), |bytes| {
        let text = std::str::from_utf8(bytes).ok()?;
        let (data, end): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with("S2"));
        (format!("{}\r\n", end.first()?) == count(data.len()) && end.len() == 2).then_some(())?;
        let mut found = false;
        for line in data {
            let row = digits(&line[2..], 1, 0xff)?;
            let at = u32::from_be_bytes([0, row[1], row[2], row[3]]);
            let here = row.get(4 + 645u32.saturating_sub(at) as usize..).unwrap_or_default();
            found |= at <= 645 && here.starts_with(b"boom");
        }
        Some(found)
    });
    let left = String::from_utf8(left).unwrap();
    assert_eq!(left.lines().count(), 3, "{left}");
    assert!(left.starts_with("S208000285626F6F6D"), "{left}");
    assert!(n_trials < 150, "{n_trials}");
}

#[test]
fn lines_of_intel_hex_that_are_equally_long_have_addresses_too() {
    let data = rows().map(|(at, row)| intel(0, at as u16, &row));
    let lines: Vec<String> = data.chain([intel(1, 0, b"")]).collect();
    let (left, _) = reduce(lines.concat().as_bytes(), |bytes| {
        let text = std::str::from_utf8(bytes).ok()?;
        let text = text.strip_suffix(":00000001FF\n")?;
        let (mut found, mut next) = (false, 0);
        for line in text.lines() {
            let row = digits(line.strip_prefix(':')?, 5, 0)?;
            if u16::from_be_bytes([row[1], row[2]]) != next || row[3] != 0 {
                return None;
            }
            next += u16::from(row[0]);
            found |= has(&row[4..row.len() - 1], b"boom");
        }
        Some(found)
    });
    let left = String::from_utf8(left).unwrap();
    assert_eq!(left, intel(0, 0, b"boom") + ":00000001FF\n");
}

#[test]
fn a_part_with_names_is_known_by_its_number() {
    // The header has the offset of the table, the number of parts, and the index of the part with
    // the names.
    let write = |parts: &[(String, Vec<u8>)]| {
        let names: Vec<u8> = std::iter::once(0)
            .chain(parts.iter().flat_map(|(name, _)| format!("{name}\0").into_bytes()))
            .collect();
        let mut rows = vec![(0, names.clone())];
        let mut at = 1;
        for (name, part) in parts {
            rows.push((at, part.clone()));
            at += name.len() + 1;
        }
        rows.rotate_left(1);
        let all: Vec<u8> = rows.iter().flat_map(|(_, part)| part.clone()).collect();
        let word = |n: usize| (n as u32).to_le_bytes();
        let half = |n: usize| (n as u16).to_le_bytes();
        let head = [b"\x7fPRT".to_vec(), word(12 + all.len()).to_vec(), half(rows.len()).to_vec()].concat();
        let mut bytes = [head, half(rows.len() - 1).to_vec(), all].concat();
        let mut at = 12;
        for (name, part) in rows {
            bytes.extend([word(name), word(at), word(part.len())].concat());
            at += part.len();
        }
        bytes
    };
    let part = |n: u32| (if n == 17 { "boom".to_owned() } else { format!("part{n}") }, noise(n, 4 + n));
    let bytes = write(&(0..30).map(part).collect::<Vec<_>>());
    let (left, n_trials) = reduce(&bytes, |bytes| {
        let word = |at: usize| Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?) as usize);
        let half = |at: usize| Some(usize::from(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?)));
        let (table, n_rows, names) = (word(4)?, half(8)?, half(10)?);
        let part = |row: usize| bytes.get(word(table + 12 * row + 4)?..)?.get(..word(table + 12 * row + 8)?);
        let names = part(names)?;
        let mut parts = Vec::new();
        for row in 0..n_rows.checked_sub(1)? {
            let name = names.get(word(table + 12 * row)?..)?.split(|&byte| byte == 0).next()?;
            parts.push((String::from_utf8(name.to_vec()).ok()?, part(row)?.to_vec()));
        }
        (write(&parts) == bytes).then(|| parts.iter().any(|(name, _)| name == "boom"))
    });
    assert!(left.len() <= 12 + 24 + 12, "{left:?}");
    assert!(n_trials < 120, "{n_trials}");
}
