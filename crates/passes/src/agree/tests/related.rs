//! Tests on files whose records are computed from or refer to records of another kind, with strict
//! readers.

use std::collections::{HashMap, HashSet};

use dwindle_reduce::Document;

use super::super::model::Model;
use super::{reduce, word};

/// Tasks that start when the last one before them ends, and the load of each person.
fn tasks() -> String {
    const NAMES: [&str; 5] = ["ada", "bela", "carl", "dora", "emil"];
    let before = |n: usize| if n < 5 { Vec::new() } else { vec![n * 5 % (n - 3), n - 2] };
    let days = |n: usize| if n == 31 { 0 } else { 2 + n * 7 % 11 };
    let (mut ends, mut loads) = (Vec::new(), [0; 5]);
    let mut text = String::new();
    for n in 0..40 {
        let start = before(n).into_iter().map(|n: usize| ends[n]).max().unwrap_or(0);
        ends.push(start + days(n));
        loads[n * 3 % 5] += days(n);
        let after: Vec<String> = before(n).iter().map(|n| format!("T{n:02}")).collect();
        let after = if after.is_empty() { "-".to_owned() } else { after.join(" ") };
        text += &format!("T{n:02} | {} | {start} | {} | {} | {after}\n", NAMES[n * 3 % 5], days(n), ends[n]);
    }
    let load = |(name, load): (&str, usize)| format!("{name}: {load}\n");
    text + "\n" + &NAMES.into_iter().zip(loads).map(load).collect::<String>()
}

#[test]
fn what_starts_at_the_latest_end_of_others_and_sums_by_name_are_kept_right() {
    let (left, n_trials) = reduce(&tasks(), |text| {
        let (tasks, loads) = text.split_once("\n\n")?;
        let (mut ends, mut sums, mut is_bad) = (HashMap::new(), HashMap::new(), false);
        for line in tasks.lines() {
            let fields: Vec<&str> = line.split(" | ").collect();
            let [name, who, start, days, end, after] = fields[..] else { return None };
            let number = |text: &str| text.parse::<u32>().ok();
            let (start, days, end) = (number(start)?, number(days)?, number(end)?);
            let before: Vec<u32> = match after {
                "-" => Vec::new(),
                _ => after.split(' ').map(|name| ends.get(name).copied()).collect::<Option<_>>()?,
            };
            if start != before.iter().copied().max().unwrap_or(0) || end != start + days {
                return None;
            }
            is_bad |= days == 0 && before.len() == 2;
            ends.insert(name, end);
            *sums.entry(who).or_insert(0) += days;
        }
        let loads = loads.lines().map(|line| line.split_once(": "));
        let loads: HashMap<&str, &str> = loads.collect::<Option<_>>()?;
        let is_right = |(who, sum): (&&str, &u32)| loads.get(who) == Some(&sum.to_string().as_str());
        (loads.len() == sums.len() && sums.iter().all(is_right)).then_some(is_bad)
    });
    assert!(left.lines().count() <= 7, "{left}");
    assert!(n_trials < 400, "{n_trials}");
}

#[test]
fn lines_refer_to_a_few_lines_that_give_their_type() {
    // Each line has a number, a type, and two earlier lines of the same type.
    let mut text = String::new();
    let mut by_type: HashMap<usize, Vec<usize>> = HashMap::new();
    let mut types = Vec::new();
    for n in 1..=180 {
        if n % 36 == 1 {
            text += &format!("{n} type {}\n", word(n as u32));
            types.push(n);
            continue;
        }
        let of = types[n * 7 % types.len()];
        let same = by_type.entry(of).or_default();
        if same.len() < 2 {
            text += &format!("{n} zero {of}\n");
        } else {
            let how = if n == 120 { "crash" } else { ["add", "sub", "mul"][n % 3] };
            text += &format!("{n} {how} {of} {} {}\n", same[n * 5 % same.len()], same[same.len() - 1]);
        }
        same.push(n);
    }
    let (left, n_trials) = reduce(&text, |text| {
        let (mut types, mut of, mut has_crash) = (HashSet::new(), HashMap::new(), false);
        for (line, n) in text.lines().zip(1usize..) {
            let words: Vec<&str> = line.split(' ').collect();
            let number = |at: usize| words.get(at)?.parse::<usize>().ok();
            if number(0) != Some(n) {
                return None;
            }
            match (*words.get(1)?, words.len()) {
                ("type", 3) => drop(types.insert(n)),
                ("zero", 3) if types.contains(&number(2)?) => drop(of.insert(n, number(2)?)),
                (how, 5) if types.contains(&number(2)?) => {
                    let own = number(2);
                    if of.get(&number(3)?).copied() != own || of.get(&number(4)?).copied() != own {
                        return None;
                    }
                    of.insert(n, own?);
                    has_crash |= how == "crash";
                }
                _ => return None,
            }
        }
        Some(has_crash)
    });
    assert!(left.lines().count() <= 5, "{left}");
    assert!(n_trials < 1_600, "{n_trials}");
}

#[test]
fn places_refer_to_lines_that_begin_alike_wherever_they_are() {
    // Faces refer to points and colours, which are numbered over all parts of the file.
    let (mut text, mut n_points, mut n_colours, mut n_corners) = (String::new(), 0, 0, 0);
    for part in 0..12 {
        let (points, colours) = (3 + part % 4, 2 + part % 3);
        (0..points).for_each(|at| text += &format!("p {}.5 {at}.25\n", part * 3));
        (0..colours).for_each(|at| text += &format!("c 0.{part}{at}\n"));
        for face in 0..points {
            let corner = |at: usize| {
                let point = n_points + 1 + (face + 1 + at) % points;
                format!(" {point}/{}", n_colours + 1 + (face + at) % colours)
            };
            text += &format!("f{}\n", (0..3).map(corner).collect::<String>());
            n_corners += 3;
        }
        (n_points, n_colours) = (n_points + points, n_colours + colours);
    }
    let model = Model::of(&Document::single("input", text));
    let found: Vec<usize> =
        model.relations.iter().filter(|one| one.name == "index").map(|one| one.targets.len()).collect();
    assert!(found.contains(&n_corners), "{found:?}");
}

#[test]
fn a_part_that_has_a_number_in_every_list_goes_from_all_of_them() {
    let bar = |voice: usize, bar: usize| {
        let tone = if (voice, bar) == (2, 9) { "boom" } else { ["do", "re", "mi"][(voice + bar) % 3] };
        format!("bar {bar}\n  play {tone}\n")
    };
    let voice =
        |n: usize| format!("voice {}\n{}", word(n as u32), (1..=14).map(|at| bar(n, at)).collect::<String>());
    let text: String = (0..4).map(voice).collect();
    let (left, n_trials) = reduce(&text, |text| {
        let voices: Vec<&str> = text.split("voice ").skip(1).collect();
        let mut lengths = HashSet::new();
        for voice in &voices {
            let lines: Vec<&str> = voice.lines().skip(1).collect();
            let is_right = |(bar, n): (&[&str], usize)| {
                bar.len() == 2 && bar[0] == format!("bar {n}") && bar[1].starts_with("  play")
            };
            if !lines.chunks(2).zip(1..).all(is_right) {
                return None;
            }
            lengths.insert(lines.len());
        }
        (lengths.len() == 1 && voices.len() == 4).then(|| text.contains("play boom"))
    });
    assert_eq!(left.lines().count(), 12, "{left}");
    assert!(n_trials < 260, "{n_trials}");
}

#[test]
fn names_of_several_words_go_with_the_blocks_that_need_them() {
    let name = |n: usize| format!("layer_{}/{}", n / 3, ["in", "mul", "out"][n % 3]);
    let node = |n: usize| {
        let op = if n == 22 { "Crash" } else { "Add" };
        let input = |from: usize| format!("  input: \"{}\"\n", name(from));
        let inputs = if n % 4 < 2 { String::new() } else { input(n - 2) + &input(n - n % 4) };
        format!("node {{\n  name: \"{}\"\n  op: \"{op}\"\n{inputs}}}\n", name(n))
    };
    let text: String = (0..36).map(node).collect();
    let (left, n_trials) = reduce(&text, |text| {
        let (mut known, mut has_crash) = (HashSet::new(), false);
        for node in text.split("node {\n").skip(1) {
            let lines: Vec<&str> = node.strip_suffix("}\n")?.lines().collect();
            let value = |at: usize, key: &str| {
                lines.get(at)?.strip_prefix(&format!("  {key}: \""))?.strip_suffix('"')
            };
            let inputs: Vec<&str> = (2..lines.len()).map(|at| value(at, "input")).collect::<Option<_>>()?;
            let is_known = inputs.iter().all(|input| known.contains(input));
            if !is_known || !matches!(inputs.len(), 0 | 2) || !known.insert(value(0, "name")?) {
                return None;
            }
            has_crash |= value(1, "op")? == "Crash" && inputs.len() == 2;
        }
        Some(has_crash)
    });
    assert!(left.matches("node").count() <= 3, "{left}");
    assert!(n_trials < 400, "{n_trials}");
}
