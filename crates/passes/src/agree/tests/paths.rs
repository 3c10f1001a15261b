//! Tests on files whose names are paths, with strict readers.

use std::collections::{BTreeMap, HashSet};

use super::reduce;

/// Folders within folders, each listed with the parts that it needs by their last names.
fn tree() -> String {
    let part = |path: &str, needs: &[&str]| {
        let needs: Vec<String> = needs.iter().map(|name| format!("      \"{name}\": \"*\"")).collect();
        let needs = match needs.is_empty() {
            true => String::new(),
            false => format!(",\n    \"needs\": {{\n{}\n    }}", needs.join(",\n")),
        };
        format!("  \"parts/{path}\": {{\n    \"size\": {}{needs}\n  }}", 100 + path.len())
    };
    let names = ["axle", "belt", "cam", "disc", "fan", "gear", "hub", "jet", "key", "lamp", "nut", "pin"];
    let mut parts = Vec::new();
    for (n, name) in names.iter().enumerate() {
        let next: Vec<&str> = [1, 2].iter().filter_map(|step| names.get(n + step).copied()).collect();
        parts.push(part(name, &next));
        if n % 3 == 0 && n != 9 {
            parts.push(part(&format!("{name}/parts/{}", names[n + 2]), &[]));
        }
    }
    format!("{{\n{}\n}}\n", parts.join(",\n"))
}

/// Returns the path of a part that is needed in another one.
fn meant<'a>(paths: &BTreeMap<&'a str, Vec<&'a str>>, user: &str, name: &str) -> Option<&'a str> {
    let mut scope = user;
    loop {
        let path = if scope.is_empty() { name.to_owned() } else { format!("{scope}/parts/{name}") };
        if let Some((&found, _)) = paths.get_key_value(path.as_str()) {
            return Some(found);
        }
        if scope.is_empty() {
            return None;
        }
        scope = scope.rsplit_once("/parts/").map_or("", |(above, _)| above);
    }
}

/// Whether each folder is in one that is listed, each part is needed by the first one or by what it
/// needs, no list of needs is empty, and `disc` has a `gear` of its own.
fn has_inner_gear(text: &str) -> Option<bool> {
    let body = text.strip_prefix("{\n")?.strip_suffix("\n}\n")?;
    let mut paths: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut first = None;
    for part in body.split("  },\n") {
        let mut lines = part.lines();
        let path = lines.next()?.strip_prefix("  \"parts/")?.strip_suffix("\": {")?;
        first = first.or(Some(path));
        lines.next()?.strip_prefix("    \"size\": ")?;
        let mut needs = Vec::new();
        if lines.next() == Some("    \"needs\": {") {
            let lines: Vec<&str> = lines.take_while(|line| *line != "    }").collect();
            (!lines.is_empty()).then_some(())?;
            for (n, line) in lines.iter().enumerate() {
                let end = if n + 1 == lines.len() { "\": \"*\"" } else { "\": \"*\"," };
                needs.push(line.strip_prefix("      \"")?.strip_suffix(end)?);
            }
        }
        paths.insert(path, needs).is_none().then_some(())?;
    }
    let is_in = |path: &&str| path.rsplit_once("/parts/").is_none_or(|(above, _)| paths.contains_key(above));
    paths.keys().all(is_in).then_some(())?;
    let (mut reached, mut waiting) = (HashSet::from([first?]), vec![first?]);
    while let Some(user) = waiting.pop() {
        for name in &paths[user] {
            let path = meant(&paths, user, name)?;
            if reached.insert(path) {
                waiting.push(path);
            }
        }
    }
    (reached.len() == paths.len()).then_some(paths.contains_key("disc/parts/gear"))
}

#[test]
fn a_path_goes_with_what_is_below_it_and_with_what_only_it_needs() {
    let (left, n_trials) = reduce(&tree(), has_inner_gear);
    assert!(left.matches("size").count() <= 6, "{left}");
    assert!(n_trials < 400, "{n_trials}");
}
