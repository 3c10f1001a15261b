//! Tests on files that number their parts, with strict readers.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use dwindle_reduce::Document;

use super::reduce;
use crate::agree::model::Model;

/// Chapters with sections, a table of contents, and references to both; figures are numbered within
/// chapters.
fn book() -> String {
    let numbers: Vec<String> = (1..=6)
        .flat_map(|chapter| {
            let sections = (1..=2 + chapter % 3).map(move |section| format!("{chapter}.{section}"));
            std::iter::once(format!("{chapter}")).chain(sections)
        })
        .collect();
    let title = |number: &str| ["alpha", "beta", "gamma", "delta"][number.len() % 3 + number.len() / 3];
    let mut text = String::from("# Contents\n");
    numbers.iter().for_each(|number| writeln!(text, "{number} {}", title(number)).unwrap());
    text.push('\n');
    for (place, number) in numbers.iter().enumerate() {
        let marks = "#".repeat(2 + number.matches('.').count());
        writeln!(text, "{marks} {number} {}", title(number)).unwrap();
        writeln!(text, "as was said (see {})", numbers[(place * 7 + 3) % numbers.len()]).unwrap();
        if let Some((chapter, section)) = number.split_once('.') {
            writeln!(text, "Figure {chapter}-{section}: a thing").unwrap();
        }
        if number == "4.2" {
            writeln!(text, "the proof is in Figure 2-3").unwrap();
        } else {
            writeln!(text, "compare Figure {}-1", place % 6 + 1).unwrap();
        }
    }
    text
}

/// Whether a correctly numbered book refers in a section to a figure of another chapter.
fn is_proven(text: &str) -> Option<bool> {
    let (contents, body) = text.strip_prefix("# Contents\n")?.split_once("\n\n")?;
    let listed: Vec<&str> = contents.lines().collect();
    let mut last: Vec<u32> = Vec::new();
    for line in &listed {
        let number: Vec<u32> =
            line.split(' ').next()?.split('.').map(str::parse).collect::<Result<_, _>>().ok()?;
        let is_next = match number[..] {
            [chapter] => chapter == last.first().map_or(1, |last| last + 1),
            [chapter, section] => {
                last.first() == Some(&chapter) && section == last.get(1).map_or(1, |last| last + 1)
            }
            _ => false,
        };
        if !is_next {
            return None;
        }
        last = number;
    }
    let numbers: HashSet<&str> = listed.iter().filter_map(|line| line.split(' ').next()).collect();
    let heads: Vec<&str> = body.lines().filter(|line| line.starts_with('#')).collect();
    if heads.iter().map(|head| head.trim_start_matches('#').trim_start()).ne(listed.iter().copied()) {
        return None;
    }
    let mut n_figures: HashMap<&str, u32> = HashMap::new();
    let mut chapter = "";
    for line in body.lines() {
        if line.starts_with('#') {
            chapter = line.split(' ').nth(1)?.split('.').next()?;
        } else if let Some(figure) = line.strip_prefix("Figure ") {
            let (own, number) = figure.split(':').next()?.split_once('-')?;
            let n_figures = n_figures.entry(chapter).or_default();
            *n_figures += 1;
            if own != chapter || number.parse() != Ok(*n_figures) {
                return None;
            }
        } else if let Some((_, number)) = line.split_once("(see ") {
            numbers.get(number.strip_suffix(')')?)?;
        }
    }
    let mut is_proven = false;
    let mut section = "";
    for line in body.lines() {
        section = if line.starts_with('#') { line.split(' ').nth(1)? } else { section };
        if let Some((_, figure)) = line.split_once(" Figure ") {
            let (chapter, number) = figure.split_once('-')?;
            if n_figures.get(chapter).copied().unwrap_or(0) < number.parse().ok()? {
                return None;
            }
            is_proven |= line.contains("proof") && !section.starts_with(chapter) && section.contains('.');
        }
    }
    Some(is_proven)
}

#[test]
fn chapters_and_sections_are_numbered_again_with_all_that_refers_to_them() {
    let (left, n_trials) = reduce(&book(), is_proven);
    assert!(left.lines().count() <= 14, "{left}");
    assert!(n_trials < 440, "{n_trials}");
}

/// Gates over inputs, numbered by even numbers from the first input on; an odd number negates the
/// even number below it.
fn circuit() -> String {
    let (n_inputs, n_gates) = (12, 50);
    let mut text = format!("net {} {n_inputs} {n_gates}\n", n_inputs + n_gates);
    (1..=n_inputs).for_each(|input| writeln!(text, "{}", 2 * input).unwrap());
    for gate in 0..n_gates {
        let own = 2 * (n_inputs + gate + 1);
        let (a, b) = ((gate * 37 + 11) % (own - 2) + 2, (gate * 53 + 5) % (own - 2) + 2);
        let (a, b) = if gate == 31 { (own - 21, 7) } else { (a & !1, b) };
        writeln!(text, "{own} {} {}", a.max(b), a.min(b)).unwrap();
    }
    text
}

#[test]
fn numbers_in_steps_go_on_from_list_to_list() {
    let (left, n_trials) = reduce(&circuit(), |text| {
        let mut lines = text.lines();
        let head: Vec<u32> = lines.next()?.strip_prefix("net ")?.split(' ').flat_map(str::parse).collect();
        let [n_all, n_inputs, n_gates] = head[..] else { return None };
        for input in 1..=n_inputs {
            (lines.next()?.parse() == Ok(2 * input)).then_some(())?;
        }
        let mut is_odd = false;
        for gate in 0..n_gates {
            let numbers: Vec<u32> = lines.next()?.split(' ').flat_map(str::parse).collect();
            let [own, a, b] = numbers[..] else { return None };
            (own == 2 * (n_inputs + gate + 1) && a < own && b <= a && 1 < b).then_some(())?;
            is_odd |= a % 2 == 1 && b % 2 == 1 && b < 2 * n_inputs + 2 && 2 * n_inputs + 1 < a;
        }
        (lines.next().is_none() && n_all == n_inputs + n_gates).then_some(is_odd)
    });
    assert!(left.lines().count() <= 5, "{left}");
    assert!(n_trials < 250, "{n_trials}");
}

#[test]
fn ids_behind_a_mark_are_names_where_gaps_are_fine() {
    let line = |n: u32| match n % 5 {
        0 => format!("#{n}=point(0.5,{})\n", n % 7),
        1 => format!("#{n}=edge('',#{},#{})\n", n - 1, (n + 24) % 150 / 5 * 5),
        2 => format!("#{n}=loop((#{}))\n", n - 1),
        3 => format!("#{n}=face('{}',(#{}),.T.)\n", if n == 88 { "bad" } else { "" }, n - 1),
        _ => format!("#{n}=part(#{},'p-{n}')\n", n - 1),
    };
    let text: String = (0..150).map(line).collect();
    let (left, n_trials) = reduce(&format!("FORMAT-2017-30\n{text}END\n"), |text| {
        let inner = text.strip_prefix("FORMAT-2017-30\n")?.strip_suffix("END\n")?;
        let (mut known, mut used, mut is_bad) = (HashSet::new(), HashSet::new(), false);
        for line in inner.lines() {
            let (id, what) = line.strip_prefix('#')?.split_once('=')?;
            let n_uses = match what.split_once('(')?.0 {
                "point" => 0,
                "edge" => 2,
                "loop" | "face" | "part" => 1,
                _ => return None,
            };
            let uses = what.split('#').skip(1);
            let uses: Vec<&str> = uses.filter_map(|rest| rest.split([',', ')']).next()).collect();
            is_bad |= what.contains("'bad'");
            used.extend(uses.iter().copied());
            let are_ids = uses.iter().chain([&id]).all(|id| id.parse::<u32>().is_ok());
            if uses.len() != n_uses || !are_ids || !what.ends_with(')') || !known.insert(id) {
                return None;
            }
        }
        used.is_subset(&known).then_some(is_bad)
    });
    assert!(left.lines().count() <= 6, "{left}");
    assert!(n_trials < 300, "{n_trials}");
}

#[test]
fn assigned_numbers_restart_with_zero_or_one() {
    let block = |n: u32| {
        let (head, first) = if n.is_multiple_of(3) { ("choice", 0) } else { ("record", 1) };
        let field = |at: u32| {
            format!("  {} f{n}x{at} = {}\n", ["int", "text", "flag"][(n + at) as usize % 3], first + at)
        };
        format!("{head} b{n}\n") + &(0..2 + n % 5).map(field).collect::<String>() + "end\n"
    };
    let text: String = (0..14).map(block).collect();
    let (left, n_trials) = reduce(&text, |text| {
        let (mut next, mut is_boom) = (None, false);
        for line in text.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            match (&words[..], next) {
                (["choice", _], None) => next = Some(0u32),
                (["record", _], None) => next = Some(1),
                ([_, name, "=", number], Some(expected)) => {
                    (number.parse() == Ok(expected)).then_some(())?;
                    is_boom |= *name == "f8x3";
                    next = Some(expected + 1);
                }
                (["end"], Some(2..)) => next = None,
                _ => return None,
            }
        }
        next.is_none().then_some(is_boom)
    });
    assert!(left.lines().count() <= 4, "{left}");
    assert!(n_trials < 150, "{n_trials}");
}

#[test]
fn values_below_numbered_parts_are_no_references_to_them() {
    let note = |at: u32| format!("  <note>\n   <octave>{}</octave>\n  </note>\n", 2 + at * at % 7 % 4);
    let bar = |part: u32, bar: u32| {
        let n_notes = if part == 0 { 0 } else { 3 };
        let notes: String = (0..n_notes).map(|at| note(at + 5 * bar + part)).collect();
        format!(" <bar number=\"{bar}\">\n{notes} </bar>\n")
    };
    let part = |part: u32| {
        let bars: String = (1..=[1, 14, 14, 14][part as usize]).map(|number| bar(part, number)).collect();
        format!("<part id=\"p{part}\">\n{bars}</part>\n")
    };
    let text = format!("<score version=\"3.1\">\n{}</score>\n", (0..4).map(part).collect::<String>());
    let model = Model::of(&Document::single("a", &*text));
    let of = |name: &str| model.relations.iter().filter(|one| one.name == name).collect::<Vec<_>>();
    assert_eq!(of("references").len(), 0);
    let [numbers] = of("running number in blocks")[..] else { panic!("the bars are numbered") };
    assert_eq!(numbers.targets.len(), 43);
}

#[test]
fn parts_of_coordinates_are_no_references() {
    let coordinate = |n: u32, factor: u32| {
        let sign = if n.is_multiple_of(3) { "-" } else { "" };
        let text = format!("{sign}{}.{:02}", 1 + n * 17 * factor % 59, n * factor % 100);
        text.trim_end_matches('0').to_owned()
    };
    let point = |n: u32| {
        let [x, y, z] = [37, 11, 53].map(|factor| coordinate(n, factor));
        format!("at {x} {y} {z} no {n}\n")
    };
    let text: String = (1..=60).map(point).collect();
    let model = Model::of(&Document::single("a", &*text));
    let names: Vec<&str> = model.relations.iter().map(|one| one.name).collect();
    assert_eq!(names, ["running number"]);
}
