//! Tests on statements over several lines, and on numbers that count all lines.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use super::reduce;

/// Tasks that need each other: statements with marks between blanks, the last one a period.
fn tasks() -> String {
    let name = |n: u32| format!("k{}", 100 + n * 37 % 97);
    let mut text = String::from("all\n");
    for n in 0..8 {
        writeln!(text, "    has {} {}", name(n), if n < 7 { ";" } else { "." }).unwrap();
    }
    for n in 0..40u32 {
        write!(text, "\n{} a task ;\n    is {} ;", name(n), if n == 23 { "bad" } else { "good" }).unwrap();
        let needs: Vec<String> = (1..=n % 4).map(|step| name((n + 7 * step) % 40)).collect();
        match needs.is_empty() {
            true => text.push_str("\n    in all .\n"),
            false => writeln!(text, "\n    in all ;\n    needs {} .", needs.join(" , ")).unwrap(),
        }
    }
    text
}

/// A subject, and its objects by verb.
type Statement<'a> = (&'a str, HashMap<&'a str, Vec<&'a str>>);

/// The statements; `None` if a mark is missing or too much.
fn parse(text: &str) -> Option<Vec<Statement<'_>>> {
    let mut words = text.split_whitespace();
    let mut found = Vec::new();
    while let Some(subject) = words.next() {
        let mut verbs: HashMap<&str, Vec<&str>> = HashMap::new();
        loop {
            let verb = words.next()?;
            let mark = loop {
                let object = words.next().filter(|word| word.starts_with(char::is_alphabetic))?;
                verbs.entry(verb).or_default().push(object);
                match words.next()? {
                    "," => {}
                    mark => break mark,
                }
            };
            match mark {
                ";" => {}
                "." => break,
                _ => return None,
            }
        }
        found.push((subject, verbs));
    }
    Some(found)
}

#[test]
fn the_last_line_of_a_statement_leaves_its_mark() {
    let (left, n_trials) = reduce(&tasks(), |text| {
        let statements = parse(text)?;
        let (all, tasks) = statements.split_first()?;
        let names: HashSet<&str> = tasks.iter().map(|(name, _)| *name).collect();
        let uses = statements.iter().flat_map(|(_, verbs)| ["has", "needs"].map(|verb| verbs.get(verb)));
        let are_known = uses.flatten().flatten().all(|name| names.contains(name));
        let are_tasks = tasks.iter().all(|(_, verbs)| {
            verbs.get("a") == Some(&vec!["task"]) && verbs.get("is").is_some_and(|is| is.len() == 1)
        });
        let in_all = tasks.iter().all(|(_, verbs)| verbs.get("in") == Some(&vec!["all"]));
        let is_right = all.0 == "all" && all.1.contains_key("has") && names.len() == tasks.len();
        (is_right && are_known && are_tasks && in_all)
            .then(|| tasks.iter().any(|(_, verbs)| verbs["is"] == ["bad"]))
    });
    assert!(left.split_whitespace().count() <= 26, "{left}");
    assert!(n_trials < 500, "{n_trials}");
}

#[test]
fn a_number_at_the_top_counts_all_lines_below_but_the_last() {
    let point = |n: u32| format!("point {} {}\n", 5 * n + 2, n % 7);
    let line = |n: u32| format!("line {} {} {}\n", 900 + n, 5 * (n * 13 % 50) + 2, 5 * (n * 29 % 50) + 2);
    let lines: String = (0..50).map(point).chain((0..33).map(line)).collect();
    let (left, n_trials) = reduce(&format!("$ 83\n{lines}end\n"), |text| {
        let lines: Vec<&str> = text.lines().collect();
        let (first, [inner @ .., last]) = lines.split_first()? else { return None };
        let n: usize = first.strip_prefix("$ ")?.parse().ok()?;
        let (mut points, mut is_bad) = (HashSet::new(), false);
        for line in inner {
            match line.split(' ').collect::<Vec<_>>()[..] {
                ["point", name, _] => points.insert(name),
                ["line", name, from, to] if points.contains(from) && points.contains(to) => {
                    is_bad |= name == "921";
                    true
                }
                _ => return None,
            };
        }
        (*last == "end" && n == inner.len()).then_some(is_bad)
    });
    assert_eq!(left.lines().count(), 5, "{left}");
    assert!(n_trials < 250, "{n_trials}");
}
