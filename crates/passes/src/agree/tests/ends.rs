//! Tests on files with blocks whose ends say what is in them, with strict readers.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use dwindle_reduce::{Candidate, Document};

use super::super::closure::Cascade;
use super::super::model::{Choices, Model};
use super::super::unit::Removal;
use super::reduce;

#[test]
fn the_end_of_a_block_counts_its_lines_and_sums_its_amounts() {
    let mut text = String::new();
    for block in 1..=8usize {
        let amounts: Vec<usize> =
            (0..3 + block * 5 % 7).map(|row| 11 + (block * 17 + row * 29) % 60).collect();
        writeln!(text, "open*{block}").unwrap();
        for (row, amount) in amounts.iter().enumerate() {
            let what = if (block, row) == (5, 2) { "boom" } else { "calm" };
            writeln!(text, "row*{}*{amount}*{what}", row + 1).unwrap();
        }
        writeln!(text, "sum*{}*{}", amounts.len(), amounts.iter().sum::<usize>()).unwrap();
        writeln!(text, "close*{}*{block}", amounts.len() + 3).unwrap();
    }
    let (left, n_trials) = reduce(&text, |text| {
        let (mut n_blocks, mut has_boom) = (0, false);
        let mut lines = text.lines().map(|line| line.split('*').collect::<Vec<&str>>());
        while let Some(open) = lines.next() {
            n_blocks += 1;
            (open[0] == "open" && open.get(1)?.parse() == Ok(n_blocks)).then_some(())?;
            let (mut n_rows, mut sum) = (0, 0);
            let end = loop {
                match &lines.next()?[..] {
                    ["row", number, amount, what] if number.parse() == Ok(n_rows + 1) => {
                        n_rows += 1;
                        sum += amount.parse::<usize>().ok()?;
                        has_boom |= *what == "boom";
                    }
                    end => break end.to_vec(),
                }
            };
            (end == ["sum", &n_rows.to_string(), &sum.to_string()] && n_rows != 0).then_some(())?;
            let close = lines.next()?;
            (close == ["close", &(n_rows + 3).to_string(), &n_blocks.to_string()]).then_some(())?;
        }
        Some(has_boom)
    });
    assert_eq!(left.lines().count(), 4, "{left}");
    assert!(n_trials < 150, "{n_trials}");
}

#[test]
fn codes_tell_totals_of_a_block_apart() {
    let mut text = String::new();
    for block in 1..=6usize {
        writeln!(text, "UNH+{block}+IFTDGN:D'").unwrap();
        let weights: Vec<usize> =
            (0..2 + block * 5 % 4).map(|row| 110 + (block * 171 + row * 293) % 601).collect();
        for (row, weight) in weights.iter().enumerate() {
            let what = if (block, row) == (3, 1) { "BOOM" } else { "CALM" };
            writeln!(text, "MEA+WT+AAB+KGM:{weight}:{what}'").unwrap();
            if (block + row) % 2 == 0 {
                writeln!(text, "MEA+VOL+AAW+MTQ:{}'", 2 + row).unwrap();
            }
        }
        writeln!(text, "CNT+7:{}'\nCNT+16:{}'", weights.iter().sum::<usize>(), weights.len()).unwrap();
        writeln!(text, "UNT+{block}'").unwrap();
    }
    text += "UNZ+6'\n";
    let (left, n_trials) = reduce(&text, |text| {
        let (mut n_blocks, mut weights, mut has_boom) = (0, Vec::<usize>::new(), false);
        for line in text.lines() {
            let fields: Vec<&str> = line.strip_suffix('\'')?.split(['+', ':']).collect();
            let is_right = match &fields[..] {
                ["UNH", number, "IFTDGN", "D"] => number.parse() == Ok(n_blocks + 1) && weights.is_empty(),
                ["MEA", "WT", "AAB", "KGM", weight, what] => {
                    weights.push(weight.parse().ok()?);
                    has_boom |= *what == "BOOM";
                    true
                }
                ["MEA", "VOL", "AAW", "MTQ", _] => !weights.is_empty(),
                ["CNT", "7", sum] => sum.parse() == Ok(weights.iter().sum::<usize>()),
                ["CNT", "16", number] => number.parse() == Ok(weights.len()),
                ["UNT", number] => {
                    n_blocks += 1;
                    number.parse() == Ok(n_blocks) && !std::mem::take(&mut weights).is_empty()
                }
                ["UNZ", number] => number.parse() == Ok(n_blocks),
                _ => false,
            };
            is_right.then_some(())?;
        }
        text.ends_with(&format!("UNZ+{n_blocks}'\n")).then_some(has_boom)
    });
    assert!(left.lines().count() <= 6, "{left}");
    assert!(n_trials < 75, "{n_trials}");
}

/// Chains of atoms in fixed columns; the end of a chain has the next number and repeats the name
/// and the place of its last atom.
fn atoms() -> String {
    let (mut text, mut number) = (String::new(), 0);
    for (chain, length) in [('A', 60), ('B', 45), ('C', 52)] {
        let mut last = String::new();
        for place in 1..=length {
            number += 1;
            let name = match (chain, place) {
                ('B', 17) => "XX",
                _ => ["CA", "N", "O"][(place * 7 + chain as usize) % 3],
            };
            last = format!("{name:<3}{chain}{:>4}", place.div_ceil(2));
            writeln!(text, "ATOM {number:>4} {last}").unwrap();
        }
        number += 1;
        writeln!(text, "END  {number:>4} {last}").unwrap();
    }
    text
}

#[test]
fn numbers_go_on_over_lines_of_several_kinds_and_stay_in_their_columns() {
    let (left, n_trials) = reduce(&atoms(), |text| {
        let (mut before, mut place, mut has_bug) = ("", 0, false);
        for (line, number) in text.lines().zip(1u32..) {
            (line.len() == 18 && line[5..9].trim_start().parse() == Ok(number)).then_some(())?;
            let own: usize = line[14..18].trim_start().parse().ok()?;
            if line.starts_with("ATOM ") {
                (own == place || own == place + 1).then_some(())?;
                place = own;
                has_bug |= line.contains(" XX ");
                before = &line[10..];
            } else {
                (line.starts_with("END  ") && !before.is_empty() && &line[10..] == before).then_some(())?;
                (before, place) = ("", 0);
            }
        }
        before.is_empty().then_some(has_bug)
    });
    assert_eq!(left.lines().count(), 2, "{left}");
    assert!(n_trials < 120, "{n_trials}");
}

/// A network in markup: nodes with the names of their links, then links with the names of their
/// nodes.
fn network() -> String {
    let links: Vec<(usize, usize)> =
        (2..=30).flat_map(|to| [(to / 2, to), (to - 1, to)]).filter(|(from, to)| from != to).collect();
    let links: Vec<(usize, usize)> = links.into_iter().collect::<HashSet<_>>().into_iter().collect();
    let mut links = links;
    links.sort_unstable();
    let mut text = format!("<net nodes=\"30\" links=\"{}\">\n", links.len());
    for node in 1..=30 {
        let kind = if node == 19 { "boom" } else { ["a", "b"][node % 2] };
        writeln!(text, "<node id=\"N{node:02}\" kind=\"{kind}\">").unwrap();
        for (link, _) in (1..).zip(&links).filter(|(_, link)| link.0 == node) {
            writeln!(text, "<out>L{link:02}</out>").unwrap();
        }
        text += "</node>\n";
    }
    for (number, (from, to)) in (1..).zip(&links) {
        writeln!(text, "<link id=\"L{number:02}\" from=\"N{from:02}\" to=\"N{to:02}\"/>").unwrap();
    }
    text + "</net>\n"
}

#[test]
fn names_with_running_numbers_go_with_blocks_and_lines_that_stand_for_them() {
    let (left, n_trials) = reduce(&network(), |text| {
        let quoted =
            |line: &str| -> Vec<String> { line.split('"').skip(1).step_by(2).map(str::to_owned).collect() };
        let mut lines = text.strip_suffix("</net>\n")?.lines();
        let head = quoted(lines.next()?.strip_prefix("<net nodes=\"").map(|_| text.lines().next().unwrap())?);
        let (mut nodes, mut outs, mut links): (Vec<String>, HashMap<String, String>, Vec<Vec<String>>) =
            Default::default();
        let (mut is_open, mut has_boom) = (false, false);
        for line in lines {
            if line.starts_with("<node ") && !is_open && links.is_empty() {
                let values = quoted(line);
                (values.len() == 2 && values[0] == format!("N{:02}", nodes.len() + 1)).then_some(())?;
                has_boom |= values[1] == "boom";
                nodes.push(values[0].clone());
                is_open = true;
            } else if let Some(name) = line.strip_prefix("<out>").and_then(|rest| rest.strip_suffix("</out>"))
            {
                (is_open && outs.insert(name.to_owned(), nodes.last()?.clone()).is_none()).then_some(())?;
            } else if line == "</node>" && is_open {
                is_open = false;
            } else {
                let values = quoted(line);
                let is_right = line.starts_with("<link ") && values.len() == 3 && !is_open;
                (is_right && values[0] == format!("L{:02}", links.len() + 1)).then_some(())?;
                links.push(values);
            }
        }
        let counts = [nodes.len().to_string(), links.len().to_string()];
        let is_known = |link: &Vec<String>| outs.get(&link[0]) == Some(&link[1]) && nodes.contains(&link[2]);
        (head == counts && outs.len() == links.len() && links.iter().all(is_known)).then_some(has_boom)
    });
    assert!(left.lines().count() <= 4, "{left}");
    assert!(n_trials < 200, "{n_trials}");
}

#[test]
fn blocks_that_need_two_members_become_one_block() {
    let member = |n: usize| format!("  pin p{n}\n");
    let group = |n: usize| {
        let members: String = (0..3).map(|at| member((n + at * 20) * 7 % 60)).collect();
        format!("group {{\n{members}}}\n")
    };
    let pins: String =
        (0..60).map(|n| format!("part p{n} {}\n", if n == 33 { "boom" } else { "calm" })).collect();
    let text = pins + &(0..20).map(group).collect::<String>();
    let (left, n_trials) = reduce(&text, |text| {
        let (mut parts, mut seen, mut n_members) = (HashSet::new(), HashSet::new(), None);
        for line in text.lines() {
            match line.split_whitespace().collect::<Vec<&str>>()[..] {
                ["part", name, _] if n_members.is_none() && seen.is_empty() => {
                    parts.insert(name).then_some(())?;
                }
                ["group", "{"] if n_members.is_none() => n_members = Some(0),
                ["pin", name] => {
                    n_members = Some(n_members? + 1);
                    seen.insert(name).then_some(())?;
                }
                ["}"] if 2 <= n_members? => n_members = None,
                _ => return None,
            }
        }
        (n_members.is_none() && seen == parts).then(|| text.contains("boom"))
    });
    assert_eq!(left.lines().count(), 6, "{left}");
    assert!(n_trials < 250, "{n_trials}");
}

#[test]
fn sums_of_lines_and_numbers_in_words_follow_what_is_removed() {
    let sum = |text: &str| text.bytes().fold(0, |sum, byte| sum ^ byte);
    let line = |n: usize, what: &str| format!("$L{n},{what}*{:02X}\n", sum(&format!("L{n},{what}")));
    let what = |n: usize| if n == 41 { "boom".to_owned() } else { format!("go {}", n * 37 % 50) };
    let text: String = (0..60).map(|n| line(n, &what(n))).collect();
    let (left, n_trials) = reduce(&text, |text| {
        let is_right = |(n, own): (usize, &str)| {
            let what = own.strip_prefix(&format!("$L{n},"))?.split('*').next()?;
            (line(n, what).strip_suffix('\n') == Some(own)).then_some(())
        };
        (0..).zip(text.lines()).try_for_each(is_right)?;
        Some(text.contains("boom"))
    });
    assert_eq!(left, line(0, "boom"));
    assert!(n_trials < 80, "{n_trials}");
}

#[test]
fn the_lines_below_a_name_are_counted_elsewhere() {
    let rows = |name: &str, n: usize| -> String {
        let row = |at: usize| {
            format!("{} {}\n", at * 31 % 97, if (name, at) == ("books", 7) { "lost" } else { "in" })
        };
        format!("copy {name}:\n{}\\.\n", (0..n).map(row).collect::<String>())
    };
    let tables = [("books", 25), ("members", 31), ("loans", 18)];
    let mut text: String = tables.map(|(name, n)| rows(name, n)).concat();
    tables.iter().for_each(|(name, n)| writeln!(text, "-- {name}: {n}").unwrap());
    let (left, n_trials) = reduce(&text, |text| {
        let mut lines = text.lines();
        let mut found: Vec<(String, usize)> = Vec::new();
        while found.len() < 3 {
            let name = lines.next()?.strip_prefix("copy ")?.strip_suffix(':')?;
            let n_rows = lines.by_ref().take_while(|line| *line != "\\.").count();
            found.push((name.to_owned(), n_rows));
        }
        let is_right = |(name, n): &(String, usize)| lines.next() == Some(&format!("-- {name}: {n}"));
        found.iter().all(is_right).then(|| text.contains("lost") && text.matches("\\.").count() == 3)
    });
    assert_eq!(left.lines().count(), 10, "{left}");
    assert!(n_trials < 200, "{n_trials}");
}

#[test]
fn a_line_that_is_repeated_proves_no_sum() {
    let has_sum = |text: &str| {
        let model = Model::of(&Document::single("input", text));
        model.relations.iter().any(|relation| relation.name == "checksum of a line")
    };
    assert!(!has_sum(&"x=69\n".repeat(8)), "69 is the exclusive or of `x` and `=`");
    assert!(has_sum("x=69\ny=68\nz=71\nw=74\n"));
}

/// A count of rows and a sum of amounts that are equal at first: an interesting candidate shows
/// which of the two a number is.
#[test]
fn an_explanation_holds_for_all_blocks_or_for_none() {
    let block = |n: usize| format!("open\n{}close {}\n", "row 1\n".repeat(n), n);
    let text: String = [3, 5, 4, 6, 3].map(block).concat() + "open\nrow 1\nrow boom\nclose 2\n";
    let (left, n_trials) = reduce(&text, |text| {
        let mut n_rows = None;
        for line in text.lines() {
            match line.split(' ').collect::<Vec<&str>>()[..] {
                ["open"] if n_rows.is_none() => n_rows = Some(0),
                ["row", _] => n_rows = Some(n_rows? + 1),
                ["close", n] if n.parse() == Ok(n_rows?) && n_rows != Some(0) => n_rows = None,
                _ => return None,
            }
        }
        n_rows.is_none().then(|| text.contains("row boom"))
    });
    assert_eq!(left.lines().count(), 3, "{left}");
    assert!(n_trials < 80, "{n_trials}");
}

#[test]
fn a_file_does_not_end_in_the_blank_line_before_what_is_removed() {
    // Removes the last line that is not blank.
    let without_last = |text: &str| {
        let document = Document::single("a", text);
        let model = Model::of(&document);
        let lines = &model.facts.lines;
        let last = (0..lines.len()).rev().find(|&line| !lines.is_blank(line)).unwrap();
        let removal = Removal { spans: vec![lines.atoms(last)], ..Removal::default() };
        let choices = Choices::only(&model.relations, &[]);
        let state = model.without(&model.original(), &removal, Cascade::Off, &choices);
        let candidate = Candidate::new("agree", &document, model.edits(&state));
        let left = candidate.render();
        String::from_utf8(left.files()[0].bytes().to_vec()).unwrap()
    };
    assert_eq!(without_last("a\n\nb\n\n\nc\n"), "a\n\nb\n");
    assert_eq!(without_last("a\nb\nc\n"), "a\nb\n");
    // It ended in one before.
    assert_eq!(without_last("a\n\nb\n\n"), "a\n\n");
    assert_eq!(without_last("a\n\n\nb\n\n\nc\n\n"), "a\n\n\nb\n\n");
}

#[test]
fn parts_of_addresses_and_copies_of_numbers_are_no_ends_of_blocks() {
    let found = |text: String| {
        let model = Model::of(&Document::single("input", text));
        let ends = model.relations.iter().filter(|one| one.name == "end of a block");
        ends.map(|one| one.targets.len()).collect::<Vec<usize>>()
    };
    let call = |n: u32| format!("send {} 10.20.0.11\n  size 77\n  from 10.20.0.11\n", n * 7 % 5);
    assert!(found((0..9).map(call).collect()).is_empty());
    let copied = |n: u32| format!("send {}\n  size 77\n  again {}\n", 40 + n * 7 % 5, 40 + n * 7 % 5);
    assert!(found((0..9).map(copied).collect()).is_empty());
    let summed = |n: u32| format!("part {}\npart 5\nsum {}\n", 40 + n * 7 % 5, 45 + n * 7 % 5);
    assert_eq!(found((0..9).map(summed).collect()), vec![9_usize]);
}
