//! Totals of blocks, and counts of the lines of a body.

use std::collections::HashMap;
use std::fmt::Write;

use dwindle_reduce::Document;

use super::reduce;
use crate::agree::model::Model;

/// Nets with capacitors of one or two nodes and a total; resistors have other decimals.
fn nets() -> String {
    let mut text = String::new();
    for net in 1..=12u32 {
        let values: Vec<u32> = (1..=2 + net * 7 % 5).map(|n| 100 + (net * 37 + n * 61) % 300).collect();
        let total: u32 = values.iter().sum();
        writeln!(text, "net n{net} 0.{total:05}\ncaps").unwrap();
        for (n, value) in values.iter().enumerate() {
            let other = if n % 2 == 1 { " gnd" } else { "" };
            let node = if (net, n) == (7, 1) { "boom" } else { "pin" };
            writeln!(text, "c {node}{other} 0.{value:05}").unwrap();
        }
        writeln!(text, "wires\nr 0.{:02}\nend", 10 + net).unwrap();
    }
    text
}

fn names(text: &str) -> Vec<&'static str> {
    Model::of(&Document::single("a", text)).relations.iter().map(|relation| relation.name).collect()
}

#[test]
fn a_total_above_lines_of_different_lengths_is_kept_up() {
    assert!(names(&nets()).contains(&"total of a block"), "{:?}", names(&nets()));
    let (left, n_trials) = reduce(&nets(), |text| {
        let (mut rest, mut is_bad) = (text, false);
        while let Some((head, behind)) = rest.split_once('\n') {
            let total: u64 = head.strip_prefix("net n")?.split_once(" 0.")?.1.parse().ok()?;
            let (caps, behind) = behind.strip_prefix("caps\n")?.split_once("wires\n")?;
            let values = caps.lines().map(|line| line.rsplit_once(" 0.")?.1.parse::<u64>().ok());
            (values.sum::<Option<u64>>()? == total).then_some(())?;
            is_bad |= caps.contains("boom gnd");
            (_, rest) = behind.split_once("end\n")?;
        }
        Some(is_bad)
    });
    assert!(left.lines().count() <= 5, "{left}");
    assert!(n_trials < 150, "{n_trials}");
}

#[test]
fn a_total_that_is_wrong_once_is_none() {
    let wrong = nets().replacen("net n3 0.", "net n3 0.1", 1);
    assert!(!names(&wrong).contains(&"total of a block"));
}

/// Orders of items with quantities and prices, each with the total below, and a note on some items.
fn orders() -> String {
    let mut text = String::new();
    for order in 1..=14u32 {
        writeln!(text, "order o{order}").unwrap();
        let mut total = 0;
        for item in 0..1 + order * 5 % 4 {
            let (quantity, price) = (2 + (order + item) % 7, 11 + (order * 37 + item * 61) % 300);
            total += quantity * price;
            writeln!(text, " item {quantity} of {price}").unwrap();
            if (order + item) % 3 == 0 {
                writeln!(text, "  note {}", if order == 9 { "boom" } else { "none" }).unwrap();
            }
        }
        writeln!(text, " total {total}").unwrap();
    }
    text
}

#[test]
fn a_total_of_products_is_kept_up() {
    assert!(names(&orders()).contains(&"total of a block"), "{:?}", names(&orders()));
    let (left, n_trials) = reduce(&orders(), |text| {
        let (mut total, mut is_bad) = (None, false);
        for line in text.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            match (&words[..], total) {
                (["order", _], None) => total = Some(0),
                (["item", quantity, "of", price], Some(sum)) => {
                    total = Some(sum + quantity.parse::<u64>().ok()? * price.parse::<u64>().ok()?);
                }
                (["note", note], Some(_)) => is_bad |= *note == "boom",
                (["total", number], Some(sum)) if number.parse() == Ok(sum) => total = None,
                _ => return None,
            }
        }
        (total.is_none() && is_bad).then_some(true)
    });
    assert!(left.lines().count() <= 4, "{left}");
    assert!(n_trials < 150, "{n_trials}");
}

/// Letters with the number of lines of their text, which begins below the next empty line.
fn letters() -> String {
    let mut text = String::new();
    for n in 1..=16u32 {
        let n_lines = 1 + n * 5 % 7;
        writeln!(text, "Letter: {n}\nRows: {n_lines}\nFor: you\n").unwrap();
        for row in 0..n_lines {
            let first = ["dear", "my", "old"][(n * 2 + row) as usize % 3];
            let last = if (n, row) == (9, 1) { "boom" } else { "mine" };
            writeln!(text, "{first} friend of {last}").unwrap();
        }
        text += "--end\n";
    }
    text
}

#[test]
fn lines_below_an_empty_line_are_counted() {
    assert!(names(&letters()).contains(&"number of lines of a body"), "{:?}", names(&letters()));
    let (left, n_trials) = reduce(&letters(), |text| {
        let mut is_bad = false;
        for letter in text.split_inclusive("--end\n") {
            let (head, body) = letter.strip_suffix("--end\n")?.split_once("\n\n")?;
            let rows = head.lines().find_map(|line| line.strip_prefix("Rows: "))?;
            (rows.parse() == Ok(body.lines().count())).then_some(())?;
            is_bad |= body.contains("boom");
        }
        Some(is_bad)
    });
    assert!(left.lines().count() <= 6, "{left}");
    assert!(n_trials < 150, "{n_trials}");
}

#[test]
fn a_numbered_list_has_no_lengths() {
    let list: String = (11..45).map(|n| format!("*{n} n{}\n", n - 11)).collect();
    assert!(!names(&format!("*10 err\n{list}*45 u_fifo\n")).contains(&"length"));
}

/// Messages of four senders in turn, each with the number of the message of its sender.
fn messages() -> String {
    let mut next = [0; 4];
    let mut text = String::new();
    for n in 0..60usize {
        let sender = ((n * 40_503) >> 5) % 4;
        let what = if n == 41 { "boom" } else { ["ping", "pong", "data"][n * 5 % 3] };
        writeln!(text, "seq={} {what} by {}", next[sender], ["ann", "bob", "cid", "dan"][sender]).unwrap();
        next[sender] += 1;
    }
    text
}

#[test]
fn numbers_of_each_sender_are_kept_up() {
    assert!(names(&messages()).contains(&"running number in blocks"), "{:?}", names(&messages()));
    let (left, n_trials) = reduce(&messages(), |text| {
        let mut next: HashMap<&str, u64> = HashMap::new();
        let mut is_bad = false;
        for line in text.lines() {
            let (rest, from) = line.strip_prefix("seq=")?.split_once(" by ")?;
            let (number, what) = rest.split_once(' ')?;
            let next = next.entry(from).or_default();
            (number.parse() == Ok(*next)).then_some(())?;
            *next += 1;
            is_bad |= what == "boom";
        }
        Some(is_bad)
    });
    assert_eq!(left.lines().count(), 1, "{left}");
    assert!(n_trials < 60, "{n_trials}");
}
