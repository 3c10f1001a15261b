//! Tests on values that go on over the ends of lines, and on numbers alone on their lines.

use std::fmt::Write as _;

use super::reduce;

/// Returns the numbers on the next `n` values of an iterator.
fn numbers<'a>(words: &mut impl Iterator<Item = &'a str>, n: usize) -> Option<Vec<f64>> {
    (0..n).map(|_| words.next()?.parse().ok()).collect()
}

#[test]
fn items_of_values_over_several_lines_go_with_what_refers_to_them() {
    let (n_points, n_cells) = (40, 25);
    let coordinate = |at: usize| format!("{}.{}", at * 7 % 10, at * 3 % 10);
    let points: Vec<String> = (0..3 * n_points).map(coordinate).collect();
    let mut text = format!("mesh\nPOINTS {n_points} float\n");
    points.chunks(9).for_each(|line| writeln!(text, "{}", line.join(" ")).unwrap());
    let cell = |at: usize| -> Vec<usize> {
        (0..3 + at % 2).map(|corner| (at * 11 + corner * 13 + corner * corner) % n_points).collect()
    };
    let n_numbers: usize = (0..n_cells).map(|at| cell(at).len() + 1).sum();
    writeln!(text, "CELLS {n_cells} {n_numbers}").unwrap();
    for at in 0..n_cells {
        let corners: Vec<String> = cell(at).iter().map(ToString::to_string).collect();
        writeln!(text, "{} {}", corners.len(), corners.join(" ")).unwrap();
    }
    writeln!(text, "TYPES {n_cells}").unwrap();
    (0..n_cells).for_each(|at| writeln!(text, "{}", if at == 16 { 77 } else { 5 }).unwrap());
    let (left, n_trials) = reduce(&text, |text| {
        let mut words = text.strip_prefix("mesh\n")?.split_whitespace();
        let head = |name: &str, words: &mut std::str::SplitWhitespace<'_>| -> Option<usize> {
            (words.next()? == name).then(|| words.next()?.parse().ok())?
        };
        let n_points = head("POINTS", &mut words)?;
        (words.next()? == "float").then_some(())?;
        numbers(&mut words, 3 * n_points)?;
        let n_cells = head("CELLS", &mut words)?;
        let mut n_numbers: usize = words.next()?.parse().ok()?;
        for _ in 0..n_cells {
            let n_corners = numbers(&mut words, 1)?[0];
            (3.0..=4.0).contains(&n_corners).then_some(())?;
            let corners = numbers(&mut words, n_corners as usize)?;
            corners.iter().all(|&corner| corner < n_points as f64).then_some(())?;
            n_numbers = n_numbers.checked_sub(corners.len() + 1)?;
        }
        (n_numbers == 0 && head("TYPES", &mut words)? == n_cells).then_some(())?;
        let types = numbers(&mut words, n_cells)?;
        words.next().is_none().then(|| types.contains(&77.0))
    });
    assert!(left.contains("CELLS 1 ") && left.ends_with("TYPES 1\n77\n"), "{left}");
    assert!(left.split_whitespace().count() <= 25, "{left}");
    assert!(n_trials < 200, "{n_trials}");
}

#[test]
fn numbers_alone_on_their_lines_refer_to_the_rows_of_a_table() {
    let n_nodes = 40;
    let node = |at: u32| format!("{at} {} {}\n", at * 37 % 91, at * 53 % 97);
    let stop = |at: u32| format!("{}\n", at * 17 % 41);
    let nodes: String = (1..=n_nodes).map(node).collect();
    let stops: String = (1..=n_nodes).map(stop).collect();
    let text = format!("DIMENSION : {n_nodes}\nNODES\n{nodes}TOUR\n{stops}-1\n");
    let (left, n_trials) = reduce(&text, |text| {
        let (head, rest) = text.strip_prefix("DIMENSION : ")?.split_once("\nNODES\n")?;
        let (nodes, stops) = rest.strip_suffix("-1\n")?.split_once("TOUR\n")?;
        let n_nodes: usize = head.parse().ok()?;
        let mut is_boom = false;
        for (number, line) in (1usize..).zip(nodes.lines()) {
            let fields: Vec<usize> =
                line.split(' ').map(|field| field.parse().ok()).collect::<Option<_>>()?;
            (fields.len() == 3 && fields[0] == number).then_some(())?;
            is_boom |= fields[1..] == [23 * 37 % 91, 23 * 53 % 97];
        }
        let mut stops: Vec<usize> = stops.lines().map(|line| line.parse().ok()).collect::<Option<_>>()?;
        stops.sort_unstable();
        (nodes.lines().count() == n_nodes && stops == (1..=n_nodes).collect::<Vec<usize>>())
            .then_some(is_boom)
    });
    assert_eq!(left.lines().count(), 6, "{left}");
    assert!(n_trials < 120, "{n_trials}");
}
