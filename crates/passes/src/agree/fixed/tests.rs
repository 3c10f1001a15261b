//! Tests on what the numbers in records of fixed width are computed from.

use super::FixedRecords;
use super::source::{Source, Totals};

/// Returns batches of entries, some with notes behind them. An entry has a code, an amount, a
/// number of 15 digits, and a flag whether notes follow, which repeat the number. What ends a batch
/// has its number, the sum of the amounts with the codes 6 and 7, and that of the others; the
/// former are multiples of `unit`.
fn batches_of(unit: u64) -> String {
    let mut text = String::new();
    let mut line = |fields: String| text += &format!("{fields:60}\n");
    for batch in 0..9u64 {
        line(format!("5{:07}BATCH", 30 + batch));
        let (mut debit, mut credit) = (0, 0);
        for entry in 0..7 + batch * 3 % 5 {
            let number = 64_012_500_000_001 + 10_000_019 * (batch * 40 + entry * entry);
            let mixed = (batch * 31 + entry + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let (code, n_notes, amount) = (mixed % 4 + 4, (mixed >> 9) % 3, (mixed >> 20) % 900_000 + 1_017);
            let amount = if 6 <= code { amount / unit * unit } else { amount };
            *(if 6 <= code { &mut debit } else { &mut credit }) += amount;
            let name = format!("{}{:08x}", char::from(b'A' + (mixed >> 12) as u8 % 26), mixed >> 33);
            line(format!("62{code}{amount:010}{name:9} {}{number:015}", u64::from(n_notes != 0)));
            (0..n_notes).for_each(|at| line(format!("7{}NOTE{:3}{number:015}", 1 + at, at * 7)));
        }
        line(format!("8{:07}{debit:012}{credit:012}", 30 + batch));
    }
    text
}

fn batches() -> String {
    batches_of(1)
}

#[test]
fn sums_of_several_codes_are_found() {
    let text = batches();
    let behind_number = text.find("80000030").unwrap() + "80000030".len();
    for (place, is_debit) in [(behind_number, true), (behind_number + 12, false)] {
        let totals = FixedRecords::of(text.as_bytes()).totals;
        let of = totals.iter().find(|totals| totals.at[0] == place);
        let Some(Source::Sum(starts)) = of.map(|of| &of.sources[0][0]) else { panic!("{place}: {totals:?}") };
        let is_of_code = |&start: &usize| (6..=7).contains(&(text.as_bytes()[start - 1] - b'0'));
        assert!(!starts.is_empty() && starts.iter().all(|start| is_of_code(start) == is_debit), "{text}");
    }
}

#[test]
fn sums_end_where_others_of_the_same_numbers_do() {
    let text = batches_of(100);
    let place = text.find("80000030").unwrap() + "80000030".len();
    let found = FixedRecords::of(text.as_bytes());
    for place in [place, place + 12] {
        let of = found.totals.iter().find(|totals| totals.at[0] == place);
        assert!(of.is_some_and(|of| matches!(of.sources[0][0], Source::Sum(_))), "{place}");
        let inner = place + 1..place + 12;
        assert!(!found.cuts.iter().any(|cut| inner.contains(cut)), "{:?}", found.cuts);
    }
}

#[test]
fn a_flag_says_whether_records_follow() {
    let text = batches();
    let place = text.find("62").unwrap() + 23;
    let totals = FixedRecords::of(text.as_bytes()).totals;
    let of = totals.iter().find(|totals| totals.at[0] == place);
    let Some(Totals { at, sources }) = of else { panic!("{totals:?}") };
    for (&at, source) in at.iter().zip(&sources[0]) {
        let Source::Any(records) = source else { panic!("{source:?}") };
        assert_eq!(records.is_empty(), text.as_bytes()[at] == b'0');
    }
}

#[test]
fn the_end_of_a_long_number_is_repeated_as_a_whole() {
    let text = batches();
    let copies = FixedRecords::of(text.as_bytes()).totals.into_iter();
    let copies = copies.filter(|totals| matches!(totals.sources[0][0], Source::Copy(_)));
    let is_in_note = |at: usize| text[..at].lines().last().is_some_and(|line| line.starts_with('7'));
    let copies: Vec<Totals> = copies.filter(|totals| is_in_note(totals.at[0])).collect();
    let ends = |at: usize| text[at..].find([' ', '\n']).map(|len| at + len);
    for Totals { at, sources } in &copies {
        for (&at, source) in at.iter().zip(&sources[0]) {
            let Source::Copy(from) = *source else { panic!("{source:?}") };
            assert_eq!(text[at..ends(at).unwrap()], text[from..ends(from).unwrap()]);
        }
    }
    assert!(!copies.is_empty());
}
