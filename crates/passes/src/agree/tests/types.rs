//! Tests on records of several types: begins and ends, and what needs a partner.

use std::collections::{HashMap, HashSet};

use super::{reduce, word};

/// Events on tracks: each begin has an end, and notes lie within, in order.
fn events() -> String {
    let mut events = Vec::new();
    let mut open: Vec<Vec<u32>> = vec![Vec::new(); 5];
    let mut n_notes = 0;
    let track = |n: u32| 210 + 37 * (n % 5);
    for n in 0..150u32 {
        let stack = &mut open[(n % 5) as usize];
        match n * 7 % 11 {
            0..5 if stack.len() < 4 => {
                stack.push(n % 4);
                events.push(format!("{{\"type\": \"begin\", \"on\": {}, \"of\": \"f{}\"}}", track(n), n % 4));
            }
            5..7 if !stack.is_empty() => {
                n_notes += 1;
                let level = if n_notes == 9 { "bad" } else { "ok" };
                let text = format!("\"on\": {}, \"level\": \"{level}\", \"id\": {n_notes}", track(n));
                events.push(format!("{{\"type\": \"note\", {text}}}"));
            }
            _ => {
                if let Some(of) = stack.pop() {
                    events.push(format!("{{\"type\": \"end\", \"on\": {}, \"of\": \"f{of}\"}}", track(n)));
                }
            }
        }
    }
    for (n, stack) in (0..).zip(&mut open) {
        while let Some(of) = stack.pop() {
            events.push(format!("{{\"type\": \"end\", \"on\": {}, \"of\": \"f{of}\"}}", track(n)));
        }
    }
    let tracks: Vec<String> = (0..5).map(|n| track(n).to_string()).collect();
    format!("tracks [{}]\nevents {}\n{}\n", tracks.join(", "), events.len(), events.join("\n"))
}

fn field<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = line.split_once(&format!("\"{name}\": "))?;
    Some(rest.split([',', '}']).next()?.trim_matches('"'))
}

#[test]
fn begins_go_with_their_ends() {
    let (left, n_trials) = reduce(&events(), |text| {
        let mut lines = text.lines();
        let tracks = lines.next()?.strip_prefix("tracks [")?.strip_suffix(']')?;
        let mut open: HashMap<&str, Vec<&str>> =
            tracks.split(", ").map(|one| (one.trim(), Vec::new())).collect();
        let n_events: usize = lines.next()?.strip_prefix("events ")?.parse().ok()?;
        let (mut n_notes, mut is_bad, mut used) = (0, false, HashSet::new());
        for line in lines.clone() {
            let on = field(line, "on")?;
            let stack = open.get_mut(on)?;
            used.insert(on);
            match field(line, "type")? {
                "begin" => stack.push(field(line, "of")?),
                "end" if stack.pop() == field(line, "of") => {}
                "note" if !stack.is_empty() => {
                    n_notes += 1;
                    is_bad |= field(line, "level")? == "bad";
                    (field(line, "id")? == n_notes.to_string()).then_some(())?;
                }
                _ => return None,
            }
        }
        let is_right =
            lines.count() == n_events && open.values().all(Vec::is_empty) && used.len() == open.len();
        is_right.then_some(is_bad)
    });
    assert_eq!(left.lines().count(), 5, "{left}");
    assert!(n_trials < 500, "{n_trials}");
}

#[test]
fn a_wire_with_one_end_goes_with_its_part() {
    // Each wire has two ends at least; no line defines it.
    let mut text = String::new();
    for n in 0..60u32 {
        let kind = if n % 20 == 7 { "diode" } else { "coil" };
        text += &format!("{kind} {} {}\n", word(n), word((n + 1) % 60));
    }
    text += &format!("diode {} {}\n", word(7), word(8));
    let (left, n_trials) = reduce(&text, |text| {
        let mut ends: HashMap<&str, u32> = HashMap::new();
        let mut diodes: HashMap<(&str, &str), u32> = HashMap::new();
        for line in text.lines() {
            let fields: Vec<&str> = line.split(' ').collect();
            let [kind, from, to] = fields[..] else { return None };
            for wire in [from, to] {
                *ends.entry(wire).or_default() += 1;
            }
            match kind {
                "diode" => *diodes.entry((from, to)).or_default() += 1,
                "coil" => {}
                _ => return None,
            }
        }
        ends.values().all(|&n| 1 < n).then(|| diodes.values().any(|&n| 1 < n))
    });
    assert_eq!(left.lines().count(), 2, "{left}");
    assert!(n_trials < 400, "{n_trials}");
}

#[test]
fn numbers_go_on_in_the_lists_of_several_lines() {
    // Variables are bound in blocks of different sizes, and used with either sign.
    let n_bound = 60u32;
    let mut text = format!("bound {n_bound}\n");
    let mut next = 1;
    for block in 0u32.. {
        let end = (next + 3 + block * 5 % 7).min(n_bound + 1);
        let all: Vec<String> = (next..end).map(|n| n.to_string()).collect();
        text += &format!("{} {} 0\n", if block % 2 == 0 { "any" } else { "all" }, all.join(" "));
        next = end;
        if n_bound < next {
            break;
        }
    }
    for n in 0..150u32 {
        let one = |k: u32| (n * 17 + k * (29 + n * n % 11)) % n_bound + 1;
        let sign = |k: u32| if (n * 5 + k * 3) % 7 < 3 { "-" } else { "" };
        let mut numbers = vec![one(0)];
        numbers.extend((1..=n % 4).map(one).filter(|other| *other != one(0)));
        if n == 40 {
            numbers = vec![one(0), one(1), one(0)];
        }
        let all: Vec<String> = (0..).zip(numbers).map(|(k, number)| format!("{}{number}", sign(k))).collect();
        text += &format!("{} 0\n", all.join(" "));
    }
    let (left, n_trials) = reduce(&text, |text| {
        let mut lines = text.lines();
        let n_bound: i64 = lines.next()?.strip_prefix("bound ")?.parse().ok()?;
        let (mut next, mut used, mut is_bad) = (1, HashSet::new(), false);
        for line in lines {
            let (head, rest) = line.split_once(' ')?;
            let is_block = head == "any" || head == "all";
            let rest = if is_block { rest } else { line };
            let mut numbers: Vec<i64> = rest.split(' ').map(|one| one.parse().ok()).collect::<Option<_>>()?;
            (numbers.pop() == Some(0) && !numbers.is_empty()).then_some(())?;
            if is_block {
                let bound = numbers.into_iter().zip(next..).filter(|(number, next)| number == next).count();
                (bound + 1 == rest.split(' ').count()).then_some(())?;
                next += bound as i64;
            } else {
                is_bad |= numbers.len() == 3 && numbers[0].abs() == numbers[2].abs();
                used.extend(numbers.iter().map(|number| number.abs()));
            }
        }
        let are_bound = used.iter().all(|number| (1..=n_bound).contains(number));
        (next == n_bound + 1 && are_bound && used.len() as i64 == n_bound).then_some(is_bad)
    });
    assert!(left.lines().count() < 10, "{left}");
    assert!(n_trials < 1_200, "{n_trials}");
}
