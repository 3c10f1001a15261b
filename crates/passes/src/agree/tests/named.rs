//! Tests on what is a name, and on records with the same value.

use dwindle_reduce::Document;

use super::reduce;
use crate::agree::{Agreement, agreements};

/// Returns the names of each class, and how often they are used.
fn names(text: &str) -> Vec<Vec<(String, usize)>> {
    let found = agreements(&Document::single("a", text)).into_iter();
    let names = found.filter_map(|agreement| match agreement {
        Agreement::Names { names } => Some(names),
        Agreement::Values { .. } => None,
    });
    let of = |name: crate::agree::DefinedName| {
        (name.definitions.first().map_or_else(String::new, |spot| spot.text.clone()), name.uses.len())
    };
    names.map(|names| names.into_iter().map(of).collect()).collect()
}

/// Words that occur once.
fn filler(n: u32) -> String {
    let letter = |n: u32| char::from(b'a' + (n % 26) as u8);
    [n * 7, n * 11 + 3, n / 3, n * 5 + 1].map(letter).iter().collect::<String>() + "q"
}

#[test]
fn three_names_are_enough_if_nothing_else_stands_where_they_are_used() {
    let kinds = ["small", "wide", "tall"];
    let defined: String = kinds.map(|kind| format!("template {kind} {{\n  size\n}}\n")).concat();
    let cell = |n: u32| format!("cell {} uses {} here\n", filler(n), kinds[n as usize % 3]);
    let text = defined + &(0..90).map(cell).collect::<String>();
    let found = names(&text);
    assert!(found.contains(&kinds.map(|kind| (kind.to_owned(), 30)).to_vec()), "{found:?}");
}

#[test]
fn the_same_words_on_equal_lines_are_no_names() {
    let site = |n: u32| {
        let name = filler(n);
        format!("site {{\n  cert {name} crt\n  key {name} pem\n  log {name} txt\n  name {name} org\n}}\n")
    };
    let found = names(&(0..6).map(site).collect::<String>());
    assert!(!found.iter().flatten().any(|(name, _)| name == "pem"), "{found:?}");
}

#[test]
fn short_numbers_among_words_are_no_names() {
    let cell = |n: u32| format!("<c r=\"A{n}\"/>\n<c r=\"B{n}\"/>\n<c r=\"C{n}\"/>\n<row r=\"{n}\"/>\n");
    let found = names(&(1..20).map(cell).collect::<String>());
    assert!(!found.iter().flatten().any(|(name, _)| name == "7"), "{found:?}");
}

#[test]
fn names_of_two_kinds_in_one_place_are_numbered_apart() {
    let node = |n: u32| format!("<node id=\"N{n}\"/>\n<flow id=\"F{n}\" of=\"N{n}\"/>\n<end of=\"F{n}\"/>\n");
    let text = (1..20).map(node).collect::<String>();
    let found = agreements(&Document::single("a", text));
    let is_numbered =
        |agreement: &&Agreement| matches!(agreement, Agreement::Values { relation: "numbered names", .. });
    assert_eq!(found.iter().filter(is_numbered).count(), 2, "{found:?}");
}

/// Packages that each name themselves again, and need others.
fn packages() -> String {
    let package = |n: u32| {
        let name = filler(n);
        let needs = match n {
            0 => format!("{} {}", filler(1), filler(20)),
            n => (2 * n..2 * n + 2).filter(|&n| n < 40 && n != 20).map(filler).collect::<Vec<_>>().join(" "),
        };
        let kind = if n == 30 { "broken" } else { "whole" };
        format!("package {name}\n  from host/{name}.tgz\n  state {kind}\n  needs {needs}\n")
    };
    (0..40).map(package).collect()
}

/// Whether each package but the first is needed and all needed ones are there; one is broken.
fn is_broken(text: &str) -> Option<bool> {
    let heads: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("package ")).collect();
    let mut needed = Vec::new();
    for package in text.split("package ").skip(1) {
        let name = package.lines().next()?;
        package.contains(&format!("from host/{name}.tgz\n")).then_some(())?;
        let needs = package.lines().find_map(|line| line.strip_prefix("  needs"));
        needed.extend(needs.unwrap_or_default().split_whitespace());
    }
    let all_needed = heads.iter().skip(1).all(|name| needed.contains(name));
    let all_there = needed.iter().all(|name| heads.contains(name));
    (all_needed && all_there).then(|| text.contains("state broken"))
}

#[test]
fn what_only_its_own_record_uses_goes_along() {
    let (left, n_trials) = reduce(&packages(), is_broken);
    assert!(left.lines().count() <= 12, "{left}");
    assert!(n_trials < 400, "{n_trials}");
}

/// Numbered bars, in each of which two voices have the same length.
fn bars() -> String {
    let note = |voice: u32, n: u32| {
        format!("  <note>\n    <time>{n}</time>\n    <voice>{voice}</voice>\n  </note>\n")
    };
    let bar = |n: u32| {
        let (one, other) = (1 + n % 3, 5 - n % 3);
        let (first, second) = (note(1, one) + &note(1, other), note(2, other) + &note(2, one));
        format!("<bar n=\"{}\">\n{first}  <back>\n    <time>6</time>\n  </back>\n{second}</bar>\n", n + 1)
    };
    (0..12).map(bar).collect()
}

/// Whether the notes of each voice fill each bar, and a note of voice 2 has the length 3.
fn is_long(text: &str) -> Option<bool> {
    let mut is_found = false;
    let number = |part: &str, tag: &str| -> Option<i32> {
        part.split_once(&format!("<{tag}>"))?.1.split_once('<')?.0.parse().ok()
    };
    for (bar, n) in text.split("<bar n=\"").skip(1).zip(1..) {
        let mut parts = bar.strip_prefix(&format!("{n}\">\n"))?.strip_suffix("</bar>\n")?;
        let (mut at, mut ends) = (0, [0; 3]);
        while !parts.is_empty() {
            let is_note = parts.starts_with("  <note>\n");
            let (part, rest) = parts.split_once(if is_note { "  </note>\n" } else { "  </back>\n" })?;
            let time = number(part, "time")?;
            if is_note {
                let voice = number(part, "voice")? as usize;
                (at == ends[voice]).then_some(())?;
                at += time;
                ends[voice] = at;
                is_found |= voice == 2 && time == 3;
            } else {
                at -= time;
                (0 <= at).then_some(())?;
            }
            parts = rest;
        }
        (ends.contains(&6) && ends[1..].iter().all(|&end| end == 6 || end == 0)).then_some(())?;
    }
    Some(is_found)
}

#[test]
fn records_with_one_value_go_with_what_is_before_the_others() {
    let (left, n_trials) = reduce(&bars(), is_long);
    assert!(!left.contains("<voice>1<") && !left.contains("<back>"), "{left}");
    assert!(n_trials < 400, "{n_trials}");
}
