//! Tests on files that hold lengths, sizes, line numbers and digests, with strict readers.

use data_encoding::{BASE32, BASE64, BASE64URL_NOPAD, HEXLOWER};
use md5::Digest;

use super::{reduce, word};

#[test]
fn digests_and_sizes_follow_what_they_are_of() {
    digests_follow(|block| HEXLOWER.encode(&md5::Md5::digest(block)));
}

#[test]
fn digests_in_base32_and_base64_follow_what_they_are_of() {
    digests_follow(|block| BASE32.encode(&sha1::Sha1::digest(block)));
    digests_follow(|block| BASE64.encode(&sha2::Sha256::digest(block)));
    digests_follow(|block| BASE64URL_NOPAD.encode(&sha2::Sha256::digest(block)));
}

fn digests_follow(digest: impl Fn(&str) -> String) {
    let block = |n: u32| (0..1 + n % 5).map(|line| format!("line {line} of block {n}\n")).collect::<String>();
    let blocks: Vec<String> = (0..20).map(|n| block(n) + if n == 7 { "boom\n" } else { "" }).collect();
    let rows: String = blocks
        .iter()
        .enumerate()
        .map(|(n, block)| format!("{n} {} {}\n", block.len(), digest(block)))
        .collect();
    let text = rows + "--\n" + &blocks.join("--\n");
    let (left, _) = reduce(&text, |text| {
        let (rows, blocks) = text.split_once("--\n")?;
        let blocks: Vec<&str> = blocks.split("--\n").collect();
        let is_right =
            |(row, block): (&str, &&str)| row.split(' ').skip(1).eq([block.len().to_string(), digest(block)]);
        let is_valid = rows.lines().count() == blocks.len() && rows.lines().zip(&blocks).all(is_right);
        is_valid.then(|| text.contains("boom"))
    });
    assert!(left.lines().count() < 6, "{left}");
}

#[test]
fn a_region_goes_with_the_line_that_ends_it() {
    fn part(depth: u32, n: u32) -> String {
        let body = match depth {
            0 if n == 11 => "boom\n".to_owned(),
            0 => format!("text {}\n", "word ".repeat(1 + n as usize % 7).trim_end()),
            _ => (0..3).map(|child| part(depth - 1, 3 * n + child)).collect(),
        };
        format!("part {}\n{body}end\n", body.len())
    }
    fn is_valid(mut text: &str) -> bool {
        while let Some((line, rest)) = text.split_once('\n') {
            let n_bytes = line.strip_prefix("part ").and_then(|n_bytes| n_bytes.parse::<usize>().ok());
            let body = n_bytes.and_then(|n_bytes| Some((rest.get(..n_bytes)?, rest.get(n_bytes..)?)));
            text = match body {
                Some((body, rest)) if is_valid(body) && rest.starts_with("end\n") => &rest[4..],
                None if line.starts_with("text ") || line == "boom" => rest,
                _ => return false,
            };
        }
        text.is_empty()
    }
    let text: String = (0..4).map(|n| part(2, n)).collect();
    let (left, _) = reduce(&text, |text| is_valid(text).then(|| text.contains("boom")));
    assert_eq!(left, "boom\n");
}

#[test]
fn texts_on_a_line_have_lengths() {
    let text_of = |n: usize| ["some words", "more", "of all these texts", "x y"][n % 4].repeat(1 + n / 20);
    let line = |n: usize| {
        let text = if n == 17 { "this is BOOM and more".to_owned() } else { text_of(n) };
        format!("t{}: {}'{text}'\n", word(n as u32), text.len())
    };
    let text = format!("texts 40\n{}", (0..40).map(line).collect::<String>());
    let (left, _) = reduce(&text, |text| {
        let (head, rest) = text.split_once('\n')?;
        let n_texts: usize = head.strip_prefix("texts ")?.parse().ok()?;
        for line in rest.lines() {
            let (length, text) = line.split_once(": ")?.1.split_once('\'')?;
            if text.strip_suffix('\'')?.len() != length.parse::<usize>().ok()? {
                return None;
            }
        }
        (rest.lines().count() == n_texts).then(|| text.contains("BOOM"))
    });
    assert!(left.starts_with("texts 1\n") && left.lines().count() == 2, "{left}");
}

#[test]
fn numbers_of_lines_follow_what_they_lead_to() {
    let body = |n: usize| (0..n * 5 % 4).map(|line| format!("text {line}\n")).collect::<String>();
    let part =
        |n: usize| format!("== {}\n{}", word(n as u32), if n == 9 { "PANIC\n".to_owned() } else { body(n) });
    let parts: Vec<String> = (0..16).map(part).collect();
    let mut line = 2 + parts.len();
    let mut text = format!("PARTS {}\n", parts.len());
    for (n, part) in (0..).zip(&parts) {
        text += &format!("{} @{line}\n", word(n));
        line += part.lines().count();
    }
    text += &parts.concat();
    let (left, n_trials) = reduce(&text, |text| {
        let lines: Vec<&str> = text.lines().collect();
        let n_parts: usize = lines.first()?.strip_prefix("PARTS ")?.parse().ok()?;
        let heads: Vec<String> = (1..)
            .zip(&lines)
            .filter_map(|(number, line)| Some(format!("{} @{number}", line.strip_prefix("== ")?)))
            .collect();
        let is_right = heads == *lines.get(1..=n_parts)? && lines.get(n_parts + 1)?.starts_with("==");
        is_right.then(|| text.contains("PANIC"))
    });
    assert!(left.lines().count() <= 4, "{left}");
    assert!(n_trials < 60, "{n_trials}");
}

#[test]
fn numbers_at_the_ends_of_words_are_lengths_and_the_whole_has_a_checksum() {
    let text_of = |n: usize| ["some words", "more", "of all these texts", "x y z"][n % 4].repeat(1 + n / 20);
    let line = |n: usize| {
        let text = if n == 17 { "this is BOOM".to_owned() } else { text_of(n) };
        format!("u{}:{}|t{}:{text}|\n", word(n as u32).len(), word(n as u32), text.len())
    };
    let sum = |text: &str| text.bytes().map(u64::from).sum::<u64>() % 65_536;
    let text: String = (0..40).map(line).collect();
    let text = format!("{text}sum {}\n", sum(&text));
    let (left, n_trials) = reduce(&text, |text| {
        let (body, end) = text.split_at(text.rfind("sum ")?);
        if end != format!("sum {}\n", sum(body)) {
            return None;
        }
        for line in body.lines() {
            let mut rest = line;
            while let Some((head, behind)) = rest.split_once(':') {
                let n_bytes: usize = head.get(1..)?.parse().ok()?;
                rest = behind.get(n_bytes..)?.strip_prefix('|')?;
            }
            if !rest.is_empty() {
                return None;
            }
        }
        Some(body.contains("BOOM"))
    });
    assert_eq!(left.lines().count(), 2, "{left}");
    assert!(n_trials < 120, "{n_trials}");
}
