//! Tests on files whose members have names that other members refer to, with strict readers.

use std::collections::HashSet;

use super::reduce;

/// Models that refer to earlier ones by a path, and pages that refer to models.
fn models() -> String {
    const NAMES: [&str; 24] = [
        "user", "group", "role", "order", "item", "price", "stock", "place", "street", "city", "land",
        "bill", "pay", "card", "bank", "ship", "box", "label", "note", "file", "image", "sound", "film",
        "page",
    ];
    let model = |n: usize| {
        let parent = if n == 0 { String::new() } else { format!("    ref: /models/{}\n", NAMES[n / 2]) };
        let size = if n == 13 { "-1" } else { "3" };
        format!("  {}:\n    kind:\n      thing: 1\n    size:\n      least: {size}\n{parent}", NAMES[n])
    };
    let view = |n: usize| format!("  view{n}:\n    kind: page\n    ref: /models/{}\n", NAMES[n]);
    let models: String = (0..24).map(model).collect();
    format!("models:\n{models}views:\n{}", (0..24).map(view).collect::<String>())
}

/// Whether each model is referred to, each reference leads to a model, and a size is wrong.
fn is_bad(text: &str) -> Option<bool> {
    let (models, views) = text.strip_prefix("models:\n")?.split_once("views:\n")?;
    let heads = |text: &str| -> HashSet<String> {
        let heads = text.lines().filter(|line| !line.starts_with("   "));
        heads.map(|line| line.trim().trim_end_matches(':').to_owned()).collect()
    };
    let refs = |text: &str| -> HashSet<String> {
        text.lines().filter_map(|line| line.trim().strip_prefix("ref: /models/").map(str::to_owned)).collect()
    };
    let all = heads(models);
    let (inner, outer) = (refs(models), refs(views));
    let is_referred = all.iter().all(|name| inner.contains(name) || outer.contains(name));
    (is_referred && inner.is_subset(&all) && outer.is_subset(&all)).then(|| models.contains("least: -1"))
}

#[test]
fn a_member_goes_with_what_refers_to_its_name() {
    let (left, n_trials) = reduce(&models(), is_bad);
    assert!(left.lines().count() <= 8, "{left}");
    assert!(n_trials < 120, "{n_trials}");
}
