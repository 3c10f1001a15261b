//! Tests on counts of what is in a block, and on rows beside lists of the same names.

use std::collections::HashSet;

use super::{reduce, word};

/// Batches of payments between tags, each with their number, below the number of all.
fn batches() -> String {
    let mut text = String::from("<file>\n  <head>\n    <day>11</day>\n    <n>23</n>\n  </head>\n");
    let mut number = 4_000;
    for size in [4, 6, 5, 4, 4] {
        text += &format!("  <batch>\n    <id>{}</id>\n    <n>{size}</n>\n", number * 7);
        for _ in 0..size {
            number += 3;
            text +=
                &format!("    <pay>\n      <id>{number}</id>\n      <to>{}</to>\n    </pay>\n", number % 7);
        }
        text += "  </batch>\n";
    }
    text + "</file>\n"
}

/// Whether all numbers of payments are right, and a certain one is paid.
fn is_paid(text: &str) -> Option<bool> {
    let mut lines = text.lines().map(str::trim);
    let value = |line: &str, tag: &str| -> Option<usize> {
        let open = format!("<{tag}>");
        line.strip_prefix(&open)?.strip_suffix(&open.replace('<', "</"))?.parse().ok()
    };
    let is = |line: Option<&str>, tag: &str| (line? == tag).then_some(());
    ["<file>", "<head>"].iter().try_for_each(|tag| is(lines.next(), tag))?;
    value(lines.next()?, "day")?;
    let n_all = value(lines.next()?, "n")?;
    is(lines.next(), "</head>")?;
    let (mut found, mut n_found) = (false, 0);
    loop {
        match lines.next()? {
            "</file>" => return (lines.next().is_none() && n_found == n_all).then_some(found),
            "<batch>" => {
                value(lines.next()?, "id")?;
                let n_payments = value(lines.next()?, "n")?;
                for _ in 0..n_payments {
                    is(lines.next(), "<pay>")?;
                    found |= value(lines.next()?, "id")? == 4_039;
                    value(lines.next()?, "to")?;
                    is(lines.next(), "</pay>")?;
                }
                n_found += n_payments;
                is(lines.next(), "</batch>")?;
            }
            _ => return None,
        }
    }
}

#[test]
fn the_count_of_a_whole_and_those_of_its_parts_are_written_alike() {
    let (left, n_trials) = reduce(&batches(), is_paid);
    assert_eq!(left.lines().count(), 14, "{left}");
    assert!(n_trials < 100, "{n_trials}");
}

/// Nodes, elements between four of them, and lists of nodes.
fn plate() -> String {
    let node = |n: usize| format!("{n}, {}.5, {}.25\n", n * 37 % 90, n * 53 % 80);
    let element = |n: usize| {
        let first = n + (n - 1) / 10;
        format!("{}, {}, {}, {}, {}\n", 100 + n * 3, first, first + 1, first + 12, first + 11)
    };
    let list = |of: Vec<usize>| {
        let line = |part: &[usize]| part.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
        of.chunks(8).map(|part| format!("{}\n", line(part))).collect::<String>()
    };
    let (nodes, elements): (String, String) = ((1..=66).map(node).collect(), (1..=50).map(element).collect());
    let (left, top) = (list((0..6).map(|n| 1 + 11 * n).collect()), list((56..=66).collect()));
    format!("*node\n{nodes}*element\n{elements}*left\n{left}*top\n{top}*end\n")
}

/// Whether elements and lists refer to nodes, all nodes are used, and a certain one is in a certain
/// element.
fn has_corner(text: &str) -> Option<bool> {
    let body = text.strip_prefix("*node\n")?.strip_suffix("*end\n")?;
    let (nodes, rest) = body.split_once("*element\n")?;
    let (elements, rest) = rest.split_once("*left\n")?;
    let (left, top) = rest.split_once("*top\n")?;
    let fields = |line: &str| line.split(", ").map(str::to_owned).collect::<Vec<String>>();
    let nodes: Vec<Vec<String>> = nodes.lines().map(fields).collect();
    let known: HashSet<&String> = nodes.iter().map(|node| &node[0]).collect();
    let is_node = |node: &Vec<String>| node.len() == 3;
    let elements: Vec<Vec<String>> = elements.lines().map(fields).collect();
    let is_element = |row: &Vec<String>| row.len() == 5 && row[1..].iter().all(|node| known.contains(node));
    let listed: Vec<String> = left.lines().chain(top.lines()).flat_map(fields).collect();
    let used: HashSet<&String> = elements.iter().flat_map(|row| &row[1..]).collect();
    let is_right = nodes.iter().all(is_node)
        && elements.iter().all(is_element)
        && listed.iter().all(|node| known.contains(node))
        && used.len() == known.len();
    is_right.then(|| elements.iter().any(|row| row[0] == "172"))
}

#[test]
fn rows_go_with_the_nodes_that_they_name_and_lists_lose_them() {
    let (left, n_trials) = reduce(&plate(), has_corner);
    assert!(left.lines().count() <= 12, "{left}");
    assert!(n_trials < 700, "{n_trials}");
}

/// Tables, each with the number of its rows, which does not count the names of the columns.
fn tables() -> String {
    let rows = |n: u32, at: u32| (0..n).map(move |row| 31 * at + 7 * row + row * row % 5);
    let table = |(at, n): (u32, u32)| {
        let rows: String =
            rows(n, at).map(|row| format!("{},{},{}\n", word(row), row * 13 % 97, word(row + 5))).collect();
        format!("[{} {n}]\nname,size,kind\n{rows}", word(900 + at))
    };
    (0u32..).zip([3, 14, 6, 9, 21, 5, 12, 4]).map(table).collect()
}

/// Whether all numbers of rows are right, and a row of the third table is as it was.
fn has_row(text: &str, row: &str) -> Option<bool> {
    let mut lines = text.lines().peekable();
    let mut found = false;
    while let Some(head) = lines.next() {
        let (_, n) = head.strip_prefix('[')?.strip_suffix(']')?.split_once(' ')?;
        (lines.next()? == "name,size,kind").then_some(())?;
        for _ in 0..n.parse::<usize>().ok()? {
            let line = lines.next()?;
            (line.split(',').count() == 3 && !line.starts_with('[')).then_some(())?;
            found |= line == row;
        }
    }
    Some(found)
}

#[test]
fn a_number_of_rows_need_not_count_the_names_of_the_columns() {
    let text = tables();
    let row = text.lines().nth(24).unwrap().to_owned();
    let (left, n_trials) = reduce(&text, |text| has_row(text, &row));
    assert_eq!(left.lines().count(), 3, "{left}");
    assert!(left.contains(" 1]"), "{left}");
    assert!(n_trials < 160, "{n_trials}");
}
