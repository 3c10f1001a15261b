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

#[test]
fn offsets_of_indented_lines_and_a_digest_of_all_before_are_kept_right() {
    let id = |n: u32| format!("{}{n}", word(7 * n + 1));
    let item = |n: u32| {
        let inner = if n == 17 { "boom".to_owned() } else { word(n).repeat(1 + n as usize % 4) };
        format!("  <item id=\"{}\">\n   <text>{inner}</text>\n  </item>\n", id(n))
    };
    let items: String = (0..30).map(item).collect();
    let head = format!("<file>\n <list>\n{items} </list>\n <index>\n");
    let at = |n: u32| head.find(&format!("<item id=\"{}\">", id(n))).unwrap();
    let index: String = (0..30).map(|n| format!("  <at of=\"{}\">{}</at>\n", id(n), at(n))).collect();
    let body = format!("{head}{index} </index>\n <sum>");
    let digest = |text: &str| HEXLOWER.encode(&sha1::Sha1::digest(text));
    let text = format!("{body}{}</sum>\n</file>\n", digest(&body));
    let (left, n_trials) = reduce(&text, |text| {
        let (body, rest) = text.split_at_checked(text.find("<sum>")? + 5)?;
        let sum = rest.trim_end().strip_suffix("</file>")?.trim_end().strip_suffix("</sum>")?;
        (sum == digest(body)).then_some(())?;
        let (list, index) = body.split_once("<index>")?;
        let ids: Vec<&str> = list
            .split("<item id=\"")
            .skip(1)
            .map(|item| item.split_once('"').map(|(id, _)| id))
            .collect::<Option<_>>()?;
        let rows: Vec<&str> = index.split("<at of=\"").skip(1).collect();
        (rows.len() == ids.len()).then_some(())?;
        for (row, id) in rows.into_iter().zip(ids) {
            let offset: usize = row.strip_prefix(id)?.strip_prefix("\">")?.split_once('<')?.0.parse().ok()?;
            list.get(offset..)?.starts_with(&format!("<item id=\"{id}\">")).then_some(())?;
        }
        Some(list.split_once("<item")?.1.contains("boom"))
    });
    assert!(left.matches("<item").count() == 1 && left.len() < 180, "{left}");
    assert!(n_trials < 160, "{n_trials}");
}

#[test]
fn totals_are_of_the_lines_below_their_heading_and_decimals_may_have_lost_zeros() {
    let amount = |thousandths: u32| {
        let text = format!("{}.{:03}", thousandths / 1000, thousandths % 1000);
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    };
    let net = |n: u32| {
        let values: Vec<u32> = (0..2 + n % 4).map(|at| 101 + (n * 31 + at * 57) % 190).collect();
        let caps: String =
            values.iter().map(|&value| format!("{} {}\n", word(value + n), amount(value))).collect();
        let ways: String = (0..3)
            .map(|at| format!("{} {}\n", word(at * 11 + n), amount(1000 + n * 37 + at * 211)))
            .collect();
        let mark = if n == 13 { "boom\n" } else { "" };
        format!("net {} {}\n{mark}CAP\n{caps}WAY\n{ways}END\n", word(900 + n), amount(values.iter().sum()))
    };
    let text: String = (0..24).map(net).collect();
    let (left, n_trials) = reduce(&text, |text| {
        let thousandths = |text: &str| text.parse::<f64>().ok().map(|value| (value * 1000.0).round() as u32);
        for net in text.split_terminator("END\n") {
            let (head, rest) = net.split_once('\n')?;
            let (caps, ways) = rest.split_once("CAP\n")?.1.split_once("WAY\n")?;
            let total = thousandths(head.strip_prefix("net ")?.split_once(' ')?.1)?;
            let values = caps.lines().map(|line| thousandths(line.split_once(' ')?.1));
            (values.sum::<Option<u32>>()? == total && 0 < total && !ways.is_empty()).then_some(())?;
        }
        Some(text.contains("boom"))
    });
    assert!(left.lines().count() <= 6, "{left}");
    assert!(n_trials < 100, "{n_trials}");
}
