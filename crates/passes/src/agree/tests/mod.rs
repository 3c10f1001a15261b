//! Tests on files whose parts must agree, with strict readers.

use std::collections::HashSet;

use dwindle_reduce::{Ask, Document, Event, File, FindingState, Plan, Reducer, ReducerOptions, Verdict};

use super::keyed::Keyed;
use super::pass::agree;

mod amounts;
mod bodies;
mod census;
mod circles;
mod columns;
mod contracted;
mod counted;
mod directories;
mod drawn;
mod ends;
mod looks;
mod measures;
mod members;
mod messages;
mod named;
mod numbered_blocks;
mod numbering;
mod packages;
mod padded;
mod paths;
mod places;
mod related;
mod rows;
mod sentences;
mod shells;
mod statements;
mod streams;
mod threads;
mod types;
mod wrapped;

/// Runs the pass until it finds nothing more. Returns the result and the number of trials.
fn reduce(text: &str, is_interesting: impl Fn(&str) -> Option<bool>) -> (String, u32) {
    reduce_by(&Plan::fixpoint(Plan::pass(agree(Keyed::Alone))), text, is_interesting)
}

/// Returns the words of a line with tags.
fn words_of(line: &str) -> Vec<&str> {
    line.split(['<', '>', '"', ' ', '=']).filter(|word| !word.is_empty()).collect()
}

/// Runs a plan. Returns the result and the number of trials.
fn reduce_by(plan: &Plan, text: &str, is_interesting: impl Fn(&str) -> Option<bool>) -> (String, u32) {
    assert_eq!(is_interesting(text), Some(true), "the input is interesting");
    let document = Document::single("input", text);
    let mut reducer = Reducer::new(&document, plan, ReducerOptions::default());
    let text_of = |document: &Document| String::from_utf8_lossy(document.files()[0].bytes()).into_owned();
    let mut n_trials = 0;
    while let Ask::Run(trial) = reducer.ask() {
        n_trials += 1;
        let interesting = is_interesting(&text_of(trial.candidate.render())) == Some(true);
        reducer.tell(trial.id, if interesting { Verdict::Interesting } else { Verdict::Boring });
    }
    (text_of(reducer.best()), n_trials)
}

#[test]
fn a_step_between_two_others_is_spliced_out() {
    let step = |n: u32| match n {
        0 => "s0 = input\n".to_owned(),
        33 => "s33 = crash s32\n".to_owned(),
        n => format!("s{n} = {} s{}\n", ["clip", "blur", "scale"][n as usize % 3], n - 1),
    };
    let text = format!("steps 60\n{}output s59\n", (0..60).map(step).collect::<String>());
    let (left, n_trials) = reduce(&text, |text| {
        let (mut known, mut crashed) = (HashSet::new(), HashSet::new());
        let n_steps: usize = text.lines().next()?.strip_prefix("steps ")?.parse().ok()?;
        for line in text.lines().skip(1) {
            let words: Vec<&str> = line.split(' ').collect();
            match words[..] {
                [name, "=", "input"] => known.insert(name),
                [name, "=", how, from] if known.contains(from) => {
                    if how == "crash" || crashed.contains(from) {
                        crashed.insert(name);
                    }
                    known.insert(name)
                }
                ["output", name] => return (known.len() == n_steps).then(|| crashed.contains(name)),
                _ => return None,
            };
        }
        None
    });
    assert_eq!(left.lines().count(), 4, "{left}");
    assert!(n_trials < 250, "{n_trials}");
}

#[test]
fn a_name_goes_from_the_lists_that_hold_it() {
    let name =
        |n: u32| format!("svc-{}{}", ["ab", "cd", "ef"][n as usize % 3], char::from(b'a' + (n / 3) as u8));
    let all = (0..24).map(name).collect::<Vec<_>>().join(" ");
    let needs = |n: u32| (0..n % 4).map(|back| format!(" {}", name(n / 2 + back))).collect::<String>();
    let mode = |n: u32| if n == 17 { "panic" } else { "calm" };
    let section = |n: u32| format!("[{}]\nneeds ={}\nmode = {}\n\n", name(n), needs(n), mode(n));
    let text = format!("services = {all}\n\n") + &(0..24).map(section).collect::<String>();
    let (left, _) = reduce(&text, |text| {
        let mut lines = text.lines();
        let listed: Vec<&str> = lines.next()?.strip_prefix("services =")?.split_whitespace().collect();
        let names: Vec<&str> =
            text.lines().filter_map(|line| line.strip_prefix('[')?.strip_suffix(']')).collect();
        let mut needs =
            text.lines().filter_map(|line| line.strip_prefix("needs =")).flat_map(str::split_whitespace);
        let n_modes = text.lines().filter(|line| line.starts_with("mode")).count();
        (listed == names && n_modes <= names.len() && needs.all(|name| names.contains(&name)))
            .then(|| text.contains("mode = panic"))
    });
    assert!(left.starts_with("services = ") && left.len() < 60, "{left}");
}

#[test]
fn numbers_that_uses_of_a_name_share_out_are_dense_again() {
    let chips: Vec<(String, u32)> =
        (0..20).map(|n| (format!("K{}{n}", char::from(b'A' + (n % 7) as u8)), 2 + n * 5 % 4)).collect();
    let mut legs: Vec<(&str, u32)> =
        chips.iter().flat_map(|(chip, n_legs)| (1..=*n_legs).map(move |leg| (&chip[..], leg))).collect();
    legs.sort_by_key(|(chip, leg)| (chip.bytes().map(u32::from).sum::<u32>() * 7 + leg * 13) % 31);
    let wire = |(n, legs): (usize, &[(&str, u32)])| {
        let name = if n == 13 { "LOOP".to_owned() } else { format!("w{n}") };
        let legs: Vec<String> = legs.iter().map(|(chip, leg)| format!("{chip}#{leg}")).collect();
        format!("wire {name} {} = {}\n", legs.len(), legs.join("; "))
    };
    let mut rest = &legs[..];
    let mut wires = Vec::new();
    while !rest.is_empty() {
        let (front, back) = rest.split_at((1 + wires.len() % 4).min(rest.len()));
        wires.push(front);
        rest = back;
    }
    let heads: String = chips.iter().map(|(chip, n_legs)| format!("chip {chip} has {n_legs}\n")).collect();
    let text = heads + &wires.into_iter().enumerate().map(wire).collect::<String>();
    let (left, n_trials) = reduce(&text, |text| {
        let (mut n_legs, mut seen, mut has_loop) = (Vec::new(), HashSet::new(), false);
        for line in text.lines() {
            let words: Vec<&str> = line.splitn(5, ' ').collect();
            match words[..] {
                ["chip", chip, "has", n] => n_legs.push((chip, n.parse::<u32>().ok()?)),
                ["wire", name, n, "=", legs] => {
                    let legs: Vec<&str> = legs.split("; ").collect();
                    let is_new = legs.iter().all(|leg| seen.insert(leg.to_string()));
                    if legs.len().to_string() != n || !is_new {
                        return None;
                    }
                    has_loop |= name == "LOOP";
                }
                _ => return None,
            }
        }
        let all: HashSet<String> = n_legs
            .iter()
            .flat_map(|(chip, n_legs)| (1..=*n_legs).map(move |leg| format!("{chip}#{leg}")))
            .collect();
        (all == seen).then_some(has_loop)
    });
    assert!(left.lines().count() <= 3, "{left}");
    assert!(n_trials < 200, "{n_trials}");
}

#[test]
fn references_of_every_kind_follow_the_numbers_that_are_given() {
    let item = |n: u32| match n {
        1 => "item 1: kids [2@ 4@ 6@ 8@ 10@ 12@ 14@ 16@ 18@]".to_owned(),
        n if n % 2 == 0 => format!("item {n}: parent 1@ body {}@", n + 1),
        n => format!("item {n}: word{}", if n == 13 { " boom" } else { "" }),
    };
    let text = (1..=19).map(|n| item(n) + "\n").collect::<String>() + "root 1@ of 19\n";
    let (left, _) = reduce(&text, |text| {
        let (items, root) = text.strip_suffix('\n')?.rsplit_once('\n')?;
        let numbered = items.lines().zip(1..).map(|(line, n)| line.strip_prefix(&format!("item {n}: ")));
        let items: Vec<&str> = numbered.collect::<Option<_>>()?;
        let at = |reference: &str| -> Option<&str> {
            let number: usize = reference.strip_suffix('@')?.parse().ok()?;
            items.get(number.checked_sub(1)?).copied()
        };
        let (top, n_items) = root.strip_prefix("root ")?.split_once(" of ")?;
        let kids = at(top)?.strip_prefix("kids [")?.strip_suffix(']')?;
        let mut has_boom = false;
        for kid in kids.split_whitespace() {
            let (parent, body) = at(kid)?.strip_prefix("parent ")?.split_once(" body ")?;
            has_boom |= at(body)?.contains("boom");
            (parent == top).then_some(())?;
        }
        (n_items == items.len().to_string()).then_some(has_boom)
    });
    assert!(left.lines().count() <= 5, "{left}");
}

/// The property checks the number of nodes, and not the number of edges.
#[test]
fn what_is_kept_right_and_what_is_dropped_is_shown() {
    let nodes: String = (0..40).map(|n| format!("node n{n}\n")).collect();
    let text = format!("nodes 40\n{nodes}edges 30\n{}", "edge a b\n".repeat(30));
    let is_interesting = |text: &str| {
        let n_nodes = text.lines().filter(|line| line.starts_with("node ")).count();
        text.starts_with(&format!("nodes {n_nodes}\n"))
            && text.contains("node n7\n")
            && text.contains("edges")
    };
    let plan = Plan::pass(agree(Keyed::Alone));
    let mut reducer = Reducer::new(&Document::single("input", text), &plan, ReducerOptions::default());
    while let Ask::Run(trial) = reducer.ask() {
        let text = String::from_utf8_lossy(trial.candidate.render().files()[0].bytes()).into_owned();
        let verdict = if is_interesting(&text) { Verdict::Interesting } else { Verdict::Boring };
        reducer.tell(trial.id, verdict);
    }
    let mut states: Vec<(String, FindingState)> = Vec::new();
    while let Some(event) = reducer.poll_event() {
        if let Event::Finding { finding, .. } = event {
            states.push((finding.place, finding.state));
        }
    }
    for (place, state) in [
        ("line 1: nodes 40", FindingState::Found),
        ("line 1: nodes 40", FindingState::Kept),
        ("line 42: edges 30", FindingState::Found),
        ("line 42: edges 30", FindingState::Dropped),
    ] {
        assert!(states.contains(&(place.to_owned(), state)), "{place} {state:?}: {states:?}");
    }
}

/// Each source is used by a rule, each rule by a list of all rules.
#[test]
fn what_nothing_uses_any_more_goes_along() {
    let sources: String = (0..16).map(|n| format!(" {}.c", word(n))).collect();
    let rule = |n: u32| {
        let how = if n == 9 { "fail" } else { "cc" };
        format!("{}.o: {}.c\n\t{how}\n", word(n + 30), word(n % 16))
    };
    let all: String = (0..24).map(|n| format!(" {}.o", word(n + 30))).collect();
    let rules: String = (0..24).map(rule).collect();
    let text = format!("SOURCES ={sources}\nRULES = 24\n{rules}all:{all}\n");
    let (left, n_trials) = reduce(&text, |text| {
        let mut lines = text.lines();
        let sources: Vec<&str> = lines.next()?.strip_prefix("SOURCES =")?.split_whitespace().collect();
        let n_rules: usize = lines.next()?.strip_prefix("RULES = ")?.parse().ok()?;
        let rules: Vec<(&str, &str)> = lines.filter_map(|line| line.split_once(": ")).collect();
        let (all, rules) = rules.split_last()?;
        let used: HashSet<&str> = rules.iter().map(|(_, source)| *source).collect();
        let are_named = rules.iter().map(|(name, _)| *name).eq(all.1.split_whitespace());
        (all.0 == "all" && are_named && rules.len() == n_rules && sources.len() == used.len())
            .then(|| sources.iter().all(|source| used.contains(source)) && text.contains("\tfail\n"))
    });
    assert!(left.lines().count() < 9, "{left}");
    assert!(n_trials < 400, "{n_trials}");
}

fn word(n: u32) -> String {
    let letter = |place: u32| char::from(b'a' + ((n * (7 + 4 * place) + n / 26 + place) % 26) as u8);
    (0..4).map(letter).chain([char::from(b'a' + (n / 26) as u8)]).collect()
}

/// Clubs list their members and members their clubs; each club has a count of members.
#[test]
fn what_refers_to_each_other_goes_with_its_sections() {
    let clubs = ["oak_club", "elm_club", "ash_club", "fir_club", "yew_club"];
    let joins = |n: u32, club: u32| (n * 7 + club * 3).is_multiple_of(4) || n % 5 == club;
    let people: Vec<u32> = (0..24).collect();
    let mut text = format!("all: {}\n", people.iter().map(|&n| word(n)).collect::<Vec<_>>().join(" "));
    for (club, name) in (0..).zip(clubs) {
        let members: Vec<String> = people.iter().filter(|&&n| joins(n, club)).map(|&n| word(n)).collect();
        text += &format!("\n[{name}]\nsize = {}\nmembers = {}\n", members.len(), members.join(", "));
    }
    for &n in &people {
        let own: Vec<&str> =
            (0..).zip(clubs).filter(|(club, _)| joins(n, *club)).map(|(_, name)| name).collect();
        let role = if n == 13 { "spy" } else { ["cook", "guest"][n as usize % 2] };
        text += &format!("\n<{}>\nclubs = {}\nrole = {role}\n", word(n), own.join(", "));
    }
    let (left, n_trials) = reduce(&text, |text| {
        let mut blocks = text.trim_end().split("\n\n");
        let all: Vec<&str> = blocks.next()?.strip_prefix("all: ")?.split(' ').collect();
        let (mut members, mut own, mut names, mut has_spy) = (Vec::new(), Vec::new(), Vec::new(), false);
        for block in blocks {
            let (head, rest) = block.split_once('\n')?;
            let fields: Vec<(&str, &str)> = rest.lines().filter_map(|line| line.split_once(" = ")).collect();
            let list = |name: &str| {
                let found = fields.iter().find(|(field, _)| *field == name)?;
                Some(found.1.split(", ").collect::<Vec<&str>>())
            };
            if let Some(club) = head.strip_prefix('[').and_then(|head| head.strip_suffix(']')) {
                let listed = list("members")?;
                if list("size")?[0].parse() != Ok(listed.len()) {
                    return None;
                }
                members.extend(listed.iter().map(|name| (club, *name)));
            } else {
                let name = head.strip_prefix('<')?.strip_suffix('>')?;
                names.push(name);
                own.extend(list("clubs")?.iter().map(|club| (*club, name)));
                has_spy |= list("role")? == ["spy"];
            }
        }
        members.sort_unstable();
        own.sort_unstable();
        (names == all && members == own && !members.is_empty()).then_some(has_spy)
    });
    assert!(left.trim_end().lines().count() == 9, "{left}");
    assert!(n_trials < 250, "{n_trials}");
}

#[test]
fn files_go_with_the_lines_that_name_them() {
    let lines = |n: usize| (0..1 + n % 4).map(|line| format!("say {line} of {n}\n")).collect::<String>();
    let content = |n: usize| if n == 8 { lines(n) + "explode\n" } else { lines(n) };
    let mut files: Vec<File> =
        (0..14).map(|n| File::new(format!("src/{}.u", word(n as u32)), content(n).into_bytes())).collect();
    let row = |n: usize| format!("file src/{}.u {} lines\n", word(n as u32), content(n).lines().count());
    let index = format!("files 14\n{}", (0..14).map(row).collect::<String>());
    files.push(File::new("index", index.into_bytes()));
    let document = Document::new(files);
    let is_interesting = |document: &Document| -> Option<bool> {
        let text = |path: &str| {
            let file = document.files().iter().find(|file| file.path().to_str() == Some(path))?;
            Some(String::from_utf8_lossy(file.bytes()).into_owned())
        };
        let index = text("index")?;
        let (head, rows) = index.split_once('\n')?;
        let mut explodes = false;
        for row in rows.lines() {
            let words: Vec<&str> = row.split(' ').collect();
            let content = text(words.get(1)?)?;
            if words.get(2)?.parse() != Ok(content.lines().count()) {
                return None;
            }
            explodes |= content.contains("explode");
        }
        (head == format!("files {}", rows.lines().count())).then_some(explodes)
    };
    assert_eq!(is_interesting(&document), Some(true), "the input is interesting");
    let plan = Plan::fixpoint(Plan::pass(agree(Keyed::Alone)));
    let mut reducer = Reducer::new(&document, &plan, ReducerOptions::default());
    let mut n_trials = 0;
    while let Ask::Run(trial) = reducer.ask() {
        n_trials += 1;
        let interesting = is_interesting(trial.candidate.render()) == Some(true);
        reducer.tell(trial.id, if interesting { Verdict::Interesting } else { Verdict::Boring });
    }
    assert_eq!(reducer.best().files().len(), 2);
    assert!(n_trials < 90, "{n_trials}");
}

/// Names are defined and used, but the property does not check that.
#[test]
fn names_that_nobody_asks_for_are_left_to_other_passes() {
    let line = |n: u32| {
        let uses: String = (1..4).map(|back| format!(" {}", word((n * 3 + back) % 40))).collect();
        format!("part {}: needs{uses} {}\n", word(n), ["", "one", "two", "three"][n as usize % 4])
    };
    let text: String = (0..40).map(line).collect();
    let plan = Plan::pass(agree(Keyed::Alone));
    let mut reducer = Reducer::new(&Document::single("input", text), &plan, ReducerOptions::default());
    let mut n_trials = 0;
    while let Ask::Run(trial) = reducer.ask() {
        let text = String::from_utf8_lossy(trial.candidate.render().files()[0].bytes()).into_owned();
        let n_needed = text.matches("needs").count() + text.matches("two").count();
        reducer.tell(trial.id, if 30 < n_needed { Verdict::Interesting } else { Verdict::Boring });
        n_trials += 1;
    }
    assert!(0 < n_trials && n_trials < 40, "{n_trials}");
}
