//! Tests on a file that locks versions of packages, with a strict reader.

use std::collections::{HashMap, HashSet};

use super::reduce;

const NAMES: [&str; 26] = [
    "anise", "basil", "borage", "caraway", "chervil", "chive", "clove", "cress", "cumin", "dill", "fennel",
    "ginger", "hyssop", "lovage", "mace", "marjoram", "mint", "mustard", "oregano", "parsley", "rosemary",
    "saffron", "sage", "savory", "sorrel", "thyme",
];

/// Packages that need some of the later ones; there are two versions of `sage`.
fn lock() -> String {
    let package = |name: &str, version: usize, needs: Vec<String>| {
        let needs: String = needs.iter().map(|need| format!(" \"{need}\",\n")).collect();
        let needs = if needs.is_empty() { needs } else { format!("needs = [\n{needs}]\n") };
        format!("[[package]]\nname = \"{name}\"\nversion = \"1.{version}\"\n{needs}\n")
    };
    let mut text = String::from("# made by a tool\n");
    for (n, name) in NAMES.iter().enumerate() {
        let need = |step: usize| match NAMES.get(n + step)? {
            &"sage" => Some(format!("sage 1.{}", 30 + (n + step) % 2)),
            other => Some((*other).to_owned()),
        };
        let mut needs: Vec<String> = [1, 3 + n % 4].into_iter().filter_map(need).collect();
        if n == 9 {
            needs.extend(["sage 1.30".to_owned(), "sage 1.31".to_owned()]);
        }
        match *name {
            "sage" => text += &(package(name, 30, needs) + &package(name, 31, Vec::new())),
            _ => text += &package(name, n + 50, needs),
        }
    }
    text
}

/// Whether each package is reached from the first one, no list is empty, and one package needs two
/// versions of another.
fn needs_both(text: &str) -> Option<bool> {
    let mut packages: Vec<(String, String)> = Vec::new();
    let mut needs: Vec<Vec<String>> = Vec::new();
    for block in text.split("[[package]]\n").skip(1) {
        let mut lines = block.lines();
        let value = |line: &str, key: &str| {
            Some(line.strip_prefix(key)?.strip_prefix(" = \"")?.strip_suffix('"')?.to_owned())
        };
        packages.push((value(lines.next()?, "name")?, value(lines.next()?, "version")?));
        let mut own = Vec::new();
        if lines.next()? == "needs = [" {
            for line in lines.by_ref().take_while(|line| *line != "]") {
                own.push(line.strip_prefix(" \"")?.strip_suffix("\",")?.to_owned());
            }
            if own.is_empty() || lines.next() != Some("") {
                return None;
            }
        }
        needs.push(own);
    }
    let mut by_label: HashMap<String, usize> = HashMap::new();
    for (at, (name, version)) in packages.iter().enumerate() {
        let label = if name == "sage" { format!("{name} {version}") } else { name.clone() };
        by_label.insert(label, at).is_none().then_some(())?;
    }
    packages.first()?;
    let (mut reached, mut waiting) = (HashSet::from([0]), vec![0]);
    let mut is_found = false;
    while let Some(at) = waiting.pop() {
        is_found |= needs[at].iter().filter(|need| need.starts_with("sage ")).count() == 2;
        for need in &needs[at] {
            let other = *by_label.get(need)?;
            if reached.insert(other) {
                waiting.push(other);
            }
        }
    }
    (reached.len() == packages.len()).then_some(is_found)
}

#[test]
fn packages_go_with_what_only_they_need_and_with_lists_that_become_empty() {
    let (left, n_trials) = reduce(&lock(), needs_both);
    assert!(left.matches("[[package]]").count() <= 4, "{left}");
    assert!(n_trials < 700, "{n_trials}");
}
