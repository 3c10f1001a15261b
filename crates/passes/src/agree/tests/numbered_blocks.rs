//! Tests on numbers that each block assigns anew, on neighbours by line number, and on blocks
//! between tags.

use std::collections::{HashMap, HashSet};

use super::reduce;

/// Functions whose values and labels are numbered together; the number of a label that is left out
/// is not used again.
fn functions(has_labels: bool) -> String {
    let mut text = String::new();
    for function in 0..6u32 {
        text += &format!("fn f{function}(%0, %1) {{\n");
        let mut last = vec![0, 1];
        for n in 2..40 {
            if n * 5 % 9 == function {
                text += &format!("  jump %{n}\n");
                text += &if has_labels { format!("{n}:\n") } else { String::new() };
                continue;
            }
            let operand = |back: u32| last[last.len() - 1 - (n * back) as usize % last.len().min(4)];
            let what = if (function, n) == (3, 21) { "boom" } else { "add" };
            text += &format!("  %{n} = {what} %{}, %{}\n", operand(3), operand(2));
            last.push(n);
        }
        text += &format!("  stop %{}\n}}\n", last[last.len() - 1]);
    }
    text
}

#[test]
fn numbers_of_blocks_are_assigned_again() {
    for has_labels in [true, false] {
        let (left, n_trials) = reduce(&functions(has_labels), is_bad_program);
        assert!(left.lines().count() <= 5, "{left}");
        assert!(n_trials < 700, "{n_trials}");
    }
}

/// Whether a program contains the call; `None` if its numbers are wrong.
fn is_bad_program(text: &str) -> Option<bool> {
    let (mut lines, mut is_bad) = (text.lines(), false);
    while let Some(head) = lines.next() {
        let params = head.strip_prefix("fn f")?.split_once('(')?.1.strip_suffix(") {")?;
        let params: Vec<&str> = params.split(", ").filter(|one| !one.is_empty()).collect();
        let mut next = 0;
        for param in params {
            (param == format!("%{next}")).then_some(())?;
            next += 1;
        }
        let (mut values, mut jumps, mut labels): (HashSet<u32>, Vec<u32>, HashSet<u32>) =
            ((0..next).collect(), Vec::new(), HashSet::new());
        let mut has_jumped = false;
        loop {
            let line = lines.next()?;
            if std::mem::take(&mut has_jumped) && !line.ends_with(':') {
                labels.insert(next);
                next += 1;
            }
            let known =
                |value: &str| value.strip_prefix('%')?.parse().ok().filter(|value| values.contains(value));
            if let Some(label) = line.strip_suffix(':') {
                (label == next.to_string()).then_some(())?;
                labels.insert(next);
                next += 1;
                continue;
            }
            let line = line.strip_prefix("  ")?;
            if let Some(to) = line.strip_prefix("jump %") {
                jumps.push(to.parse().ok()?);
                has_jumped = true;
            } else if let Some(value) = line.strip_prefix("stop ") {
                known(value)?;
                break;
            } else {
                let (name, rest) = line.split_once(" = ")?;
                (name == format!("%{next}")).then_some(())?;
                let (what, operands) = rest.split_once(' ')?;
                operands.split(", ").map(known).collect::<Option<Vec<u32>>>()?;
                is_bad |= what == "boom";
                values.insert(next);
                next += 1;
            }
        }
        (lines.next()? == "}" && jumps.iter().all(|to| labels.contains(to))).then_some(())?;
    }
    Some(is_bad)
}

#[test]
fn numbers_that_go_on_over_all_blocks_stay_consecutive() {
    let block = |n: u32| {
        let first = 3 * n + 1;
        let last = if n == 13 { "boom" } else { "mul" };
        format!(
            "part {{\n#{first} = new\n#{} = add #{first}\n#{} = {last} #{}\n}}\n",
            first + 1,
            first + 2,
            first
        )
    };
    let (left, n_trials) = reduce(&(0..20).map(block).collect::<String>(), |text| {
        let numbered = text.lines().filter(|line| line.starts_with('#'));
        for (known, line) in numbered.enumerate() {
            let (own, rest) = line.strip_prefix('#')?.split_once(" = ")?;
            (own == (known + 1).to_string()).then_some(())?;
            if let Some((_, from)) = rest.split_once('#') {
                (from.parse::<usize>().ok()? <= known).then_some(())?;
            }
        }
        Some(text.contains("boom #"))
    });
    assert!(left.lines().count() <= 4, "{left}");
    assert!(n_trials < 150, "{n_trials}");
}

/// A graph: each line is a point with its weight and its neighbours, each with the weight of the
/// edge.
fn graph(base: usize) -> String {
    let n_points = 60;
    let mut near: Vec<Vec<(usize, usize)>> = vec![Vec::new(); n_points];
    let mut edges = HashSet::new();
    for n in 0..n_points {
        for other in [(n + 1) % n_points, (n * 7 + 3) % n_points] {
            if n != other && edges.insert((n.min(other), n.max(other))) {
                near[n].push((other, 1 + (n + other) % 5));
                near[other].push((n, 1 + (n + other) % 5));
            }
        }
    }
    let weight = |n: usize| if n == 31 || n == 32 { 40 + n } else { n % 9 };
    let row = |(n, near): (usize, &Vec<(usize, usize)>)| {
        let near: String = near.iter().map(|(other, weight)| format!(" {} {weight}", other + base)).collect();
        format!("{}{near}\n", weight(n))
    };
    format!("{n_points} {}\n{}", edges.len(), near.iter().enumerate().map(row).collect::<String>())
}

#[test]
fn neighbours_name_each_other() {
    for base in [0, 1] {
        let (left, n_trials) = reduce(&graph(base), |text| {
            let mut lines = text.lines();
            let head = lines.next()?.split_once(' ')?;
            let rows: Vec<Vec<usize>> = lines
                .map(|line| line.split(' ').map(|field| field.parse().ok()).collect())
                .collect::<Option<_>>()?;
            let mut edges = HashMap::new();
            for (n, row) in (base..).zip(&rows) {
                (row.len() % 2 == 1).then_some(())?;
                for edge in row[1..].chunks(2) {
                    (edge[0] < rows.len() + base && edge[0] != n).then_some(())?;
                    edges.insert((n, edge[0]), edge[1]).is_none().then_some(())?;
                }
            }
            let is_right = edges.iter().all(|((a, b), weight)| edges.get(&(*b, *a)) == Some(weight));
            let counts = (rows.len().to_string(), (edges.len() / 2).to_string());
            let heavy = |n: usize| rows[n - base][0] > 70;
            (is_right && counts == (head.0.to_owned(), head.1.to_owned()))
                .then(|| edges.keys().any(|&(a, b)| heavy(a) && heavy(b)))
        });
        assert_eq!(left.lines().count(), 3, "{left}");
        assert!(n_trials < 250, "{n_trials}");
    }
}

#[test]
fn the_same_block_goes_from_every_block_around_it() {
    let bar = |part: u32, n: u32| {
        let note =
            |m: u32| format!("      <note>\n        <tone>{}</tone>\n      </note>\n", (part + n * m) % 7);
        let loud = if (part, n) == (2, 9) { "      <loud/>\n" } else { "" };
        format!("    <bar n=\"{n}\">\n{}{loud}    </bar>\n", (0..2 + n % 3).map(note).collect::<String>())
    };
    let part = |one: u32| {
        format!("  <part id=\"p{one}\">\n{}  </part>\n", (1..=14).map(|n| bar(one, n)).collect::<String>())
    };
    let text = format!("<score>\n{}</score>\n", (1..=4).map(part).collect::<String>());
    let (left, n_trials) = reduce(&text, |text| {
        let (mut open, mut bars, mut lens) = (Vec::new(), 0, Vec::new());
        for line in text.lines().map(str::trim) {
            let tag = line.strip_prefix('<')?.split(['>', ' ', '/']).next()?;
            if let Some(tag) = line.strip_prefix("</") {
                (open.pop()? == tag.strip_suffix('>')?).then_some(())?;
                if tag == "part>" {
                    lens.push(bars);
                }
                continue;
            }
            let around = ["tone", "note", "loud", "bar", "part", "score"];
            let level = around.iter().position(|name| *name == tag)?;
            let inside = [Some("note"), Some("bar"), Some("bar"), Some("part"), Some("score"), None][level];
            (open.last().copied() == inside).then_some(())?;
            match tag {
                "part" => bars = 0,
                "bar" => {
                    bars += 1;
                    (line == format!("<bar n=\"{bars}\">")).then_some(())?;
                }
                _ => {}
            }
            if tag != "loud" && tag != "tone" {
                open.push(tag);
            }
        }
        let are_equal = lens.windows(2).all(|pair| pair[0] == pair[1]);
        (open.is_empty() && are_equal && !lens.is_empty()).then(|| text.contains("<loud/>"))
    });
    assert!(left.lines().count() <= 7, "{left}");
    assert!(n_trials < 400, "{n_trials}");
}
