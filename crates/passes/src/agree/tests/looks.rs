//! Tests on files most of whose units are needed.

use std::fmt::Write as _;

use super::reduce;

/// The digest of a part from that of the part before it, in letters: no relation finds it.
fn digest(before: &str, part: &str) -> String {
    let bytes = before.bytes().chain(part.bytes());
    let mut rest = bytes.fold(7u64, |sum, byte| (sum * 1_000_003 + u64::from(byte)) % 8_796_093_022_151);
    (0..8)
        .map(|_| {
            rest /= 26;
            char::from(b'a' + (rest % 26) as u8)
        })
        .collect()
}

/// Parts of many kinds in a chain of digests, and a count of memos that stand in every second part.
fn chain() -> String {
    let (mut text, mut before) = (String::from("memos 84\n"), String::new());
    for n in 0..168u32 {
        let kind =
            ["body", "crew", "deck", "edge", "fuel", "gear", "hull", "iron", "jack", "keel", "loft", "mast"]
                [n as usize % 12];
        let part =
            format!("{kind} {}{}", char::from(b'p' + (n % 7) as u8), char::from(b'a' + (n % 26) as u8));
        before = digest(&before, &part);
        writeln!(text, "{part}\n  seal {before}").unwrap();
        if n % 2 == 0 {
            writeln!(text, "  memo {}", ["dry", "wet", "cold"][n as usize % 3]).unwrap();
        }
    }
    text
}

#[test]
fn needed_parts_do_not_use_up_all_misses_before_lines_of_one_kind_are_tried() {
    let (left, _) = reduce(&chain(), |text| {
        let mut lines = text.lines();
        let n_memos: usize = lines.next()?.strip_prefix("memos ")?.parse().ok()?;
        let (mut n_found, mut n_parts, mut before) = (0, 0, String::new());
        let mut lines = lines.peekable();
        while let Some(part) = lines.next() {
            n_parts += 1;
            before = digest(&before, part);
            if lines.next()?.strip_prefix("  seal ")? != before {
                return None;
            }
            while lines.next_if(|line| line.starts_with("  memo ")).is_some() {
                n_found += 1;
            }
        }
        (n_found == n_memos).then_some(n_parts == 168)
    });
    assert!(!left.contains("memo "), "{left}");
}
