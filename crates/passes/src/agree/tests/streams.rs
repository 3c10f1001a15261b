//! Tests on records that count their own lines, tables with as many rows as columns, and lists side
//! by side.

use dwindle_reduce::{Document, File};

use super::super::model::Model;
use super::{reduce, word};

#[test]
fn a_record_counts_its_lines_and_a_number_above_counts_the_records() {
    let record = |n: u32| {
        let (n_weights, n_edges) = (2 + n % 6, n * 7 % 9);
        let weights: Vec<String> = (0..n_weights).map(|at| (at * 31 + n).to_string()).collect();
        let edge = |at: u32| {
            let weight = if (n, at) == (11, 3) { 7777 } else { at * 13 % 50 };
            format!("{} {} {weight}\n", 1 + at % n_weights, 1 + (at + n) % n_weights)
        };
        format!("{n_weights} {n_edges}\n{}\n", weights.join(" "))
            + &(0..n_edges).map(edge).collect::<String>()
    };
    let text = "30\n".to_owned() + &(0..30).map(record).collect::<String>();
    let (left, n_trials) = reduce(&text, |text| {
        let mut lines = text.lines();
        let mut numbers = |n: usize| -> Option<Vec<usize>> {
            let found: Vec<usize> =
                lines.next()?.split(' ').map(|number| number.parse().ok()).collect::<Option<_>>()?;
            (found.len() == n).then_some(found)
        };
        let mut is_boom = false;
        for _ in 0..numbers(1)?[0] {
            let head = numbers(2)?;
            numbers(head[0])?;
            for _ in 0..head[1] {
                let edge = numbers(3)?;
                let is_vertex = |vertex: usize| (1..=head[0]).contains(&vertex);
                if !is_vertex(edge[0]) || !is_vertex(edge[1]) {
                    return None;
                }
                is_boom |= edge[2] == 7777;
            }
        }
        lines.next().is_none().then_some(is_boom)
    });
    assert_eq!(left.lines().count(), 4, "{left}");
    assert!(n_trials < 150, "{n_trials}");
}

#[test]
fn lines_of_two_lists_behind_a_count_go_in_pairs() {
    let record = |n: u32| {
        let n_nodes = 1 + n * 5 % 7;
        let ids: String = (0..n_nodes).map(|at| format!("{}\n", word(7 * n + at))).collect();
        let place =
            |at: u32| format!("{} {}\n", at * 3 % 10, if (n, at) == (9, 2) { 999 } else { at * n % 8 });
        format!("{n} {n_nodes}\n{ids}") + &(0..n_nodes).map(place).collect::<String>()
    };
    let n_nodes: u32 = (0..20).map(|n| 1 + n * 5 % 7).sum();
    let text = format!("20 {n_nodes}\n{}", (0..20).map(record).collect::<String>());
    let (left, n_trials) = reduce(&text, |text| {
        let mut lines = text.lines();
        let (n_records, n_all) = lines.next()?.split_once(' ')?;
        let (mut is_boom, mut n_left) = (false, n_all.parse::<usize>().ok()?);
        for _ in 0..n_records.parse().ok()? {
            let line = lines.next()?;
            let (_, n_nodes) = line.split_once(' ')?;
            let n_nodes: usize = n_nodes.parse().ok()?;
            let ids: Vec<&str> = (0..n_nodes).map(|_| lines.next()).collect::<Option<_>>()?;
            let places: Vec<&str> = (0..n_nodes).map(|_| lines.next()).collect::<Option<_>>()?;
            if ids.iter().any(|id| id.contains(' ')) || places.iter().any(|place| !place.contains(' ')) {
                return None;
            }
            n_left = n_left.checked_sub(n_nodes)?;
            is_boom |= ids.iter().zip(places).any(|(id, place)| *id == word(65) && place.ends_with(" 999"));
        }
        (lines.next().is_none() && n_left == 0).then_some(is_boom)
    });
    assert_eq!(left.lines().count(), 4, "{left}");
    assert!(n_trials < 150, "{n_trials}");
}

#[test]
fn a_row_goes_with_its_column() {
    const N: u32 = 20;
    let value = |a: u32, b: u32| match (a.min(b), a.max(b)) {
        (a, b) if a == b => 0,
        (4, 13) => 999,
        (a, b) => 1 + (a * 7 + b * 3) % 90,
    };
    let row = |a: u32| {
        let values: Vec<String> = (0..N).map(|b| value(a, b).to_string()).collect();
        format!("{:<8} {}\n", word(a), values.join(" "))
    };
    let text = format!("{N}\n{}", (0..N).map(row).collect::<String>());
    let (left, n_trials) = reduce(&text, |text| {
        let (n, rows) = text.split_once('\n')?;
        let rows: Vec<Vec<&str>> = rows.lines().map(|row| row.split_whitespace().skip(1).collect()).collect();
        let n: usize = n.parse().ok()?;
        let is_square = rows.len() == n && rows.iter().all(|row| row.len() == n);
        let is_symmetrical = is_square && (0..n).all(|a| (0..n).all(|b| rows[a][b] == rows[b][a]));
        is_symmetrical.then(|| rows.iter().flatten().any(|value| *value == "999"))
    });
    assert_eq!(left.lines().count(), 3, "{left}");
    assert!(n_trials < 150, "{n_trials}");
}

#[test]
fn items_of_lists_side_by_side_go_together_with_the_positions_in_them() {
    let n_items = |row: usize| row * 5 % 4;
    let starts: Vec<String> = (0..=24).map(|row| (0..row).map(n_items).sum::<usize>().to_string()).collect();
    let n: usize = (0..24).map(n_items).sum();
    let columns: Vec<String> = (0..n).map(|at| (at * 7 % 10).to_string()).collect();
    let values: Vec<String> = (0..n).map(|at| (if at == 21 { 777 } else { at }).to_string()).collect();
    let names: Vec<String> = (0..24).map(|row| format!("\"{}\"", word(row))).collect();
    let text = format!(
        "{{\"nnz\": {n}, \"starts\": [{}], \"columns\": [{}], \"values\": [{}], \"names\": [{}]}}",
        starts.join(", "),
        columns.join(", "),
        values.join(", "),
        names.join(", ")
    );
    let (left, n_trials) = reduce(&text, |text| {
        let mut rest = text.strip_prefix("{\"nnz\": ")?;
        let n: usize = rest.split_once(',')?.0.parse().ok()?;
        rest = rest.split_once(',')?.1;
        let mut list = |name: &str, end: &str| -> Option<Vec<&str>> {
            let (items, behind) =
                rest.trim_start().strip_prefix(&format!("\"{name}\": ["))?.split_once(']')?;
            rest = behind.strip_prefix(end)?;
            let items: Vec<&str> = items.split(',').map(str::trim).collect();
            Some(if items == [""] { Vec::new() } else { items })
        };
        let (starts, columns) = (list("starts", ",")?, list("columns", ",")?);
        let (values, names) = (list("values", ",")?, list("names", "}")?);
        let is_name = |name: &&str| name.len() == 7 && name.starts_with('"') && name.ends_with('"');
        if !names.iter().all(is_name) {
            return None;
        }
        let numbers =
            |items: &[&str]| -> Option<Vec<usize>> { items.iter().map(|item| item.parse().ok()).collect() };
        let (starts, columns, values) = (numbers(&starts)?, numbers(&columns)?, numbers(&values)?);
        let is_right = starts.len() == names.len() + 1
            && starts[0] == 0
            && starts.last() == Some(&n)
            && starts.is_sorted()
            && columns.len() == n
            && values.len() == n;
        is_right.then(|| values.contains(&777))
    });
    assert!(left.len() < 120, "{left}");
    assert!(n_trials < 250, "{n_trials}");
}

/// Values of a fixed size in many records are no lists side by side.
#[test]
fn many_lists_of_one_length_are_not_tied() {
    let names = |n_lists: usize| {
        let list = format!("[{}]", (0..12).map(|at| at.to_string()).collect::<Vec<_>>().join(", "));
        let objects: Vec<String> =
            (0..n_lists).map(|n| format!("{{\"id\": {n}, \"sizes\": {list}}}")).collect();
        let model = Model::of(&Document::single("a.json", format!("[{}]", objects.join(",\n"))));
        model.relations.iter().filter(|one| one.name == "items of lists").count()
    };
    assert_eq!(names(8), 1);
    assert_eq!(names(100), 0);
}

#[test]
fn a_number_of_too_many_digits_counts_nothing() {
    let n_counted = |odd: &str| {
        let record = |n: usize| {
            let (n_lines, n_words) = (1 + n % 4, 2 + n % 3);
            let n_words_shown = if n == 17 { odd.to_owned() } else { n_words.to_string() };
            format!("{n_lines} {n_words_shown}\n{}\n", ["w"; 8][..n_words].join(" "))
                + &"abc;\n".repeat(n_lines)
        };
        let model = Model::of(&Document::single("a", (0..40).map(record).collect::<String>()));
        let counted = model.relations.iter().filter(|one| one.name == "number of fields in a line");
        counted.map(|one| one.targets.len()).sum::<usize>()
    };
    assert_eq!(n_counted("4"), 40);
    assert!(n_counted("99999999999999999999") < 40);
}

#[test]
fn a_number_in_another_file_counts_no_records() {
    let record = |n: usize| format!("{} x\n", n * 7 % 5) + &"abc;\n".repeat(n * 7 % 5);
    let stream = (0..30).map(record).collect::<String>();
    let n_counts = |files: &[&str]| {
        let files =
            files.iter().zip(["a", "b"]).map(|(text, name)| File::new(name, text.as_bytes().to_vec()));
        let model = Model::of(&Document::new(files));
        model.relations.iter().filter(|one| one.name == "number of records").count()
    };
    assert_eq!(n_counts(&[&format!("30\n{stream}")]), 1);
    assert_eq!(n_counts(&["30\n", &stream]), 0);
}
