//! Tests on messages with numbered fields, and on counts per name, with strict readers.

use std::collections::{HashMap, HashSet};

use dwindle_reduce::Document;

use super::super::model::Model;
use super::{reduce, word};

/// Returns a message with its length and its sum; a bar stands for the byte 1.
fn message(fields: &str) -> String {
    let head = format!("8=T|9={}|{fields}", fields.len());
    let sum = head.bytes().map(|byte| if byte == b'|' { 1 } else { usize::from(byte) }).sum::<usize>();
    format!("{head}10={:03}|", sum % 256)
}

/// Orders, each with a report; some are called off under another name.
fn messages() -> String {
    let mut all = Vec::new();
    for n in 0..16 {
        let size = if n == 11 { 13 } else { 100 + n * 20 };
        all.push(format!("35=D|34={}|11=C{n}|38={size}|", all.len() + 1));
        all.push(format!("35=8|34={}|37=B{}|11=C{n}|39=0|38={size}|", all.len() + 1, 70 + n));
        if n % 3 == 2 {
            all.push(format!("35=F|34={}|11=C{n}x|41=C{n}|", all.len() + 1));
            all.push(format!("35=8|34={}|37=B{}|11=C{n}x|39=4|38={size}|", all.len() + 1, 70 + n));
        }
    }
    all.iter().map(|fields| message(fields) + "\n").collect()
}

#[test]
fn messages_go_with_those_that_name_them_and_keep_their_lengths_and_sums() {
    let (left, n_trials) = reduce(&messages(), |text| {
        let (mut open, mut names) = (HashSet::new(), HashSet::new());
        let mut found = false;
        for (n, line) in text.lines().enumerate() {
            let fields = line.strip_prefix("8=T|9=")?.split_once('|')?.1;
            let fields = &fields[..fields.rfind("10=")?];
            let of: HashMap<&str, &str> =
                fields.split_terminator('|').filter_map(|f| f.split_once('=')).collect();
            if message(fields) != line || *of.get("34")? != (n + 1).to_string() {
                return None;
            }
            let own = *of.get("11")?;
            match *of.get("35")? {
                "D" if names.insert(own) => open.insert(own),
                "F" if names.insert(own) && names.contains(of.get("41")?) => open.insert(own),
                "8" if of.contains_key("37") && names.contains(own) => open.remove(own),
                _ => return None,
            };
            found |= of.get("38") == Some(&"13") && of["35"] == "8";
        }
        open.is_empty().then_some(found)
    });
    assert_eq!(left.lines().count(), 2, "{left}");
    assert!(n_trials < 300, "{n_trials}");
}

/// Labels of images, and kinds of labels: each says how many labels it has, on how many images.
fn labels() -> String {
    let of = |n: u32| (n * 7 % 12, 1 + (n * n + n / 5) % 9);
    let mut text = String::new();
    for image in 0..12 {
        text += &format!("image {} {}\n", word(image), if image == 7 { "blur" } else { "sharp" });
    }
    for n in 0..60 {
        let (image, kind) = of(n);
        text += &format!("label on={} kind={kind}\n", word(image));
    }
    let mut kinds: Vec<u32> = (0..60).map(|n| of(n).1).collect();
    kinds.sort_unstable();
    kinds.dedup();
    for kind in kinds {
        let on: Vec<u32> = (0..60).map(of).filter(|of| of.1 == kind).map(|of| of.0).collect();
        let images: HashSet<u32> = on.iter().copied().collect();
        text += &format!("kind k{kind} images={} labels={}\n", images.len(), on.len());
    }
    text.replace("kind=", "kind=k")
}

#[test]
fn counts_of_uses_and_of_what_is_beside_them_are_kept_right() {
    let (left, n_trials) = reduce(&labels(), |text| {
        let (mut images, mut labels, mut kinds, mut found) =
            (HashMap::new(), Vec::new(), HashSet::new(), false);
        for line in text.lines() {
            match line.split([' ', '=']).collect::<Vec<&str>>()[..] {
                ["image", name, how] if labels.is_empty() => {
                    if images.insert(name, how).is_some() {
                        return None;
                    }
                }
                ["label", "on", image, "kind", kind] if kinds.is_empty() => {
                    found |= *images.get(image)? == "blur";
                    labels.push((image, kind));
                }
                ["kind", name, "images", n_images, "labels", n_labels] => {
                    let on: Vec<&str> = labels.iter().filter(|of| of.1 == name).map(|of| of.0).collect();
                    let different: HashSet<&str> = on.iter().copied().collect();
                    let is_right =
                        on.len().to_string() == n_labels && different.len().to_string() == n_images;
                    if !is_right || on.is_empty() || !kinds.insert(name) {
                        return None;
                    }
                }
                _ => return None,
            }
        }
        let used: HashSet<&str> = labels.iter().map(|of| of.0).collect();
        let are_known = labels.iter().all(|of| kinds.contains(of.1));
        (are_known && used.len() == images.len()).then_some(found)
    });
    // The last few uses are too few to find the counts again.
    assert!(left.lines().count() <= 10, "{left}");
    assert!(n_trials < 400, "{n_trials}");
}

/// Returns the names of the relations found in a text, each with the number of its values.
fn relations(text: &str) -> Vec<(&'static str, usize)> {
    let model = Model::of(&Document::single("input", text));
    model.relations.iter().map(|relation| (relation.name, relation.targets.len())).collect()
}

#[test]
fn numbers_behind_one_word_count_all_or_nothing() {
    let block = |n: u32, lines: u32| {
        let lines: String = (0..lines).map(|line| format!("  {} {}\n", word(n), word(line))).collect();
        format!("{} size={n}\n{lines}", word(n + 50))
    };
    let of = |blocks: &[(u32, u32)]| {
        let text: String = blocks.iter().map(|&(n, lines)| block(n, lines)).collect();
        relations(&text)
    };
    let all = of(&[(13, 13), (5, 5), (7, 7), (14, 14), (9, 9)]);
    assert!(all.contains(&("number of lines", 5)), "{all:?}");
    let few = of(&[(3, 3), (5, 2), (7, 4), (4, 5), (9, 6), (8, 2), (6, 3), (11, 2), (12, 3)]);
    assert!(few.is_empty(), "{few:?}");
}

#[test]
fn the_members_of_an_object_are_no_list() {
    let item = |n: usize| format!(" {{\"id\": {}, \"image_count\": {}}}", 40 + n, n * 5 % 7);
    let items: Vec<String> = (0..9).map(item).collect();
    let object = "{\"a\": 41, \"b\": 7, \"c\": 7, \"d\": 8, \"e\": 8, \"f\": 9, \"g\": 9}";
    let text = format!("{{\"images\": {object},\n\"kinds\": [\n{}\n]}}\n", items.join(",\n"));
    let found = relations(&text);
    assert!(!found.iter().any(|(name, _)| *name == "index"), "{found:?}");
}

#[test]
fn lines_of_which_none_is_used_define_no_names() {
    let name = |n: u32| word(n * 31 + 7);
    let package = |n: u32| {
        let needs =
            if n < 4 { String::new() } else { format!(" \"{}\",\n \"{}\",\n", name(n * 3 % n), name(n - 3)) };
        let sum = format!("{:08x}", (u64::from(n) + 3) * 0x9e37_79b1 % 0xffff_ffff);
        format!("[[package]]\nname = \"{}\"\nsum = \"{sum}\"\nneeds = [\n{needs}]\n\n", name(n))
    };
    let text: String = (0..20).map(package).collect();
    let model = Model::of(&Document::single("a.lock", &*text));
    let [keys] = &model.keys[..] else { panic!("{}", model.keys.len()) };
    assert_eq!(keys.names.len(), 20);
    let record = model.facts.record(keys.names[2].definitions[0]);
    assert_eq!(model.facts.text(record), package(2));
}
