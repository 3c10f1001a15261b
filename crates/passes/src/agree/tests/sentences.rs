//! A log of sentences with checksums, rounds of sentences, and a last line that counts both.

use std::fmt::Write;

use dwindle_reduce::Document;

use super::reduce;
use crate::agree::atoms::Atoms;
use crate::agree::closure::Cascade;
use crate::agree::model::{Choices, Model};
use crate::agree::unit::Removal;

fn checksum(text: &str) -> u8 {
    text.bytes().fold(0, |sum, byte| sum ^ byte)
}

fn sentence(text: &mut String, body: &str) {
    writeln!(text, "${body}*{:02X}", checksum(body)).unwrap();
}

/// Rounds of sentences; each number of a satellite is in several of them.
fn log() -> String {
    let (mut text, mut n_lines) = (String::new(), 2);
    sentence(&mut text, "LOGH,A1,5");
    for round in 0..24u32 {
        let n_sentences = 2 + round % 2;
        let n_seen = n_sentences * 3 + 1 + round * 5 % 3;
        sentence(
            &mut text,
            &format!("FIX,{:06},{}.{:02},A", 120_000 + round, 5_400 + round * 3, round * 7 % 90),
        );
        for part in 1..=n_sentences {
            let of = |k: u32| format!("{:02},{}", 2 + 3 * (4 * part + k), 11 + (round * 13 + k * 29) % 77);
            let level = if (round, part) == (14, 2) { "0" } else { "9" };
            let body = format!("SEE,{n_sentences},{part},{n_seen},{},{},{level}", of(0), of(1));
            sentence(&mut text, &body);
        }
        n_lines += 1 + n_sentences;
    }
    sentence(&mut text, &format!("LOGT,{n_lines},24"));
    text
}

#[test]
fn rounds_go_with_the_counts_in_the_last_line() {
    let (left, n_trials) = reduce(&log(), |text| {
        let mut all = Vec::new();
        for line in text.lines() {
            let (body, sum) = line.strip_prefix('$')?.rsplit_once('*')?;
            (sum == format!("{:02X}", checksum(body))).then_some(())?;
            all.push(body.split(',').collect::<Vec<_>>());
        }
        let [first, inner @ .., last] = &all[..] else { return None };
        (first.len() == 3 && first[0] == "LOGH" && last.len() == 3 && last[0] == "LOGT").then_some(())?;
        (last[1].parse() == Ok(all.len())).then_some(())?;
        let (mut n_rounds, mut left, mut is_bad) = (0, 0, false);
        for fields in inner {
            if fields[0] == "FIX" {
                (left == 0 && fields.len() == 4).then_some(())?;
                (n_rounds, left) = (n_rounds + 1, u32::MAX);
                continue;
            }
            (fields[0] == "SEE" && fields.len() == 9).then_some(())?;
            let n: u32 = fields[1].parse().ok()?;
            let part: u32 = fields[2].parse().ok()?;
            left = if left == u32::MAX { n } else { left };
            let seen: u32 = fields[3].parse().ok()?;
            (0 < left && part == n + 1 - left && (n * 3..n * 3 + 4).contains(&seen)).then_some(())?;
            left -= 1;
            is_bad |= fields[8] == "0";
        }
        (left == 0 && last[2].parse() == Ok(n_rounds)).then_some(is_bad)
    });
    assert!(left.lines().count() <= 5, "{left}");
    assert!(n_trials < 700, "{n_trials}");
}

/// Returns what is summed up of a line of a log, behind its time, with its checksum: marks stand
/// for the byte 1.
fn summed(line: &str) -> Option<(&str, u8)> {
    let message = line.splitn(3, ' ').nth(2)?;
    let (body, _) = message.strip_suffix('|')?.rsplit_once("10=")?;
    let byte = |byte: u8| if byte == b'|' { 1 } else { byte };
    Some((body, body.bytes().fold(0, |sum: u8, next| sum.wrapping_add(byte(next)))))
}

#[test]
fn a_time_before_a_message_is_not_summed_up() {
    let mut text = String::new();
    for number in 1..=12u32 {
        let kind = ["D", "8", "0"][number as usize % 3];
        let note = if number == 7 { "58=BOOM|".to_owned() } else { format!("58=note {}|", number * 7 % 5) };
        let message = format!("35={kind}|34={number}|11=KB-{}|{note}", 77_100 + number * 13);
        let line = format!("13:30:{:02}.{:03} > {message}", number * 4, number * 37);
        let (_, sum) = summed(&format!("{line}10=000|")).unwrap();
        writeln!(text, "{line}10={sum:03}|").unwrap();
    }
    assert!(text.contains("|10=0") && text.contains("|10=1"), "{text}");
    let (left, _) = reduce(&text, |text| {
        let mut is_boom = false;
        for (number, line) in (1..).zip(text.lines()) {
            let (body, sum) = summed(line)?;
            let is_next = body.split('|').any(|field| field == format!("34={number}"));
            (is_next && line.ends_with(&format!("10={sum:03}|"))).then_some(())?;
            is_boom |= body.contains("58=BOOM");
        }
        Some(is_boom)
    });
    assert_eq!(left.lines().count(), 1, "{left}");
}

#[test]
fn what_is_known_of_a_number_is_found_where_it_has_moved_to() {
    let rows: String = (0..12).map(|n| format!("row {}\n", n * 7 % 5)).collect();
    let model = Model::of(&Document::single("a", format!("drop this\ncount 12\n{rows}")));
    let at = (0..model.facts.atoms.len()).find(|&at| model.facts.atoms.text(at) == b"12").unwrap();
    let number = model.relations.iter().position(|relation| relation.targets == [at]).unwrap();
    let choices = Choices::only(&model.relations, &[number]);
    let gone = Removal { spans: vec![model.facts.lines.atoms(0)], ..Removal::default() };
    let state = model.without(&model.original(), &gone, Cascade::Off, &choices);
    let known = model.known(&state, &choices, &vec![true; model.relations.len()]);
    let atoms = Atoms::of(&Document::single("a", format!("count 12\n{rows}")));
    let found: Vec<u32> = (0..atoms.len()).filter(|&at| known.is_confirmed(&atoms, at)).collect();
    assert_eq!(found, [2]);
}
