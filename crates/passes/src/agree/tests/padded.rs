//! Tests on lines that are padded to the same width, and on lines between the rows of a table.

use std::collections::HashMap;

use dwindle_reduce::Plan;

use super::{agree, reduce, reduce_by};
use crate::agree::keyed::Keyed;

/// Returns lines of 40 bytes: a number of lines, and an amount for each name, with a note.
fn padded() -> String {
    let line = |fields: String| format!("{fields:40}\n");
    let amount = |at: u32| match at {
        17 => "BOOM NOTE".to_owned(),
        _ => format!("PAID LATER {:3}", at * 37 % 301),
    };
    let lines = (0..30).map(|at| line(format!("ITEM  N{at:02}      {}", amount(at))));
    line("ITEMS    30".to_owned()) + &lines.collect::<String>()
}

#[test]
fn what_goes_within_a_padded_line_becomes_blanks() {
    let (left, _) = reduce(&padded(), |text| {
        text.lines().all(|line| line.len() == 40).then_some(())?;
        let n_items: usize = text.lines().next()?.strip_prefix("ITEMS ")?.trim().parse().ok()?;
        let mut items = text.lines().skip(1);
        items.clone().all(|line| line.starts_with("ITEM  ")).then_some(())?;
        (items.clone().count() == n_items).then(|| items.any(|line| line.get(15..19) == Some("BOOM")))
    });
    assert_eq!(left, format!("{:40}\n{:40}\n", "ITEMS     1", "ITEM           BOOM"));
}

#[test]
fn lines_whose_width_is_not_checked_become_shorter() {
    let (left, _) = reduce(&padded(), |text| {
        let n_items: usize = text.lines().next()?.strip_prefix("ITEMS ")?.trim().parse().ok()?;
        let mut items = text.lines().skip(1);
        items.clone().all(|line| line.starts_with("ITEM  ")).then_some(())?;
        (items.clone().count() == n_items).then(|| items.any(|line| line.contains("BOOM")))
    });
    assert!(left.lines().count() == 2 && left.lines().last().is_some_and(|line| line.len() < 40), "{left:?}");
}

#[test]
fn no_two_blank_lines_are_left_where_there_were_none() {
    let paragraph = |at: usize| {
        let lines: String = (0..1 + at % 3).map(|line| format!("  line {line} of {at}\n")).collect();
        format!("part {}\n{lines}\n", if at == 13 { "boom" } else { "calm" })
    };
    let text = format!("parts 20\n\n{}end\n", (0..20).map(paragraph).collect::<String>());
    let (left, _) = reduce(&text, |text| {
        let is_single = !text.starts_with('\n') && !text.contains("\n\n\n");
        let n_parts: usize = text.lines().next()?.strip_prefix("parts ")?.parse().ok()?;
        let parts: Vec<&str> = text.lines().filter(|line| line.starts_with("part ")).collect();
        (is_single && text.ends_with("\nend\n") && parts.len() == n_parts).then_some(())?;
        Some(parts.contains(&"part boom"))
    });
    assert_eq!(left.lines().filter(|line| !line.is_empty()).count(), 3, "{left}");
}

/// Returns a graph of which each line names its neighbours and how far they are, with a comment
/// every ten lines.
fn graph(n: usize) -> String {
    let mixed = |at: usize| (at as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) as usize >> 20;
    let far = |at: usize| if at == 60 { 50 } else { 3 + mixed(at) / n % 41 };
    let edges: Vec<(usize, usize, usize)> = (1..n).map(|at| (mixed(at) % at, at, far(at))).collect();
    let mut text = format!("{n} {}\n", edges.len());
    for at in 0..n {
        if at % 10 == 0 {
            text += &format!("% points from {}\n", at + 1);
        }
        text += &format!("{}", mixed(at + n) % 37);
        for &(from, to, far) in edges.iter().filter(|(from, to, _)| [*from, *to].contains(&at)) {
            text += &format!(" {} {far}", from + to - at + 1);
        }
        text += "\n";
    }
    text
}

#[test]
fn a_table_is_found_once_the_comments_between_its_rows_are_gone() {
    let once = Plan::pass(agree(Keyed::Alone));
    let (left, _) = reduce_by(&once, &graph(200), |text| {
        let mut lines = text.lines().filter(|line| !line.starts_with('%')).map(|line| {
            let numbers: Option<Vec<usize>> = line.split(' ').map(|word| word.parse().ok()).collect();
            numbers
        });
        let head = lines.next()??;
        let rows: Vec<Vec<usize>> = lines.collect::<Option<_>>()?;
        let mut edges: HashMap<(usize, usize), usize> = HashMap::new();
        for (at, row) in (1..).zip(&rows) {
            for edge in row.get(1..)?.chunks(2) {
                (edge.len() == 2 && edges.insert((at, edge[0]), edge[1]).is_none()).then_some(())?;
            }
        }
        let is_twice = |(&(from, to), far): (&(usize, usize), &usize)| edges.get(&(to, from)) == Some(far);
        let is_whole = head == [rows.len(), edges.len() / 2] && edges.iter().all(is_twice);
        is_whole.then(|| rows.iter().any(|row| row[1..].contains(&50)))
    });
    assert!(left.lines().count() < 60, "{left}");
}
