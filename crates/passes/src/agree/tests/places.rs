//! Tests on files with indices into lists, and with values that continue each other.

use std::fmt::Write as _;

use dwindle_reduce::Document;

use super::super::model::Model;
use super::super::relation::Relation;
use super::reduce;

fn numbers_of(line: &str) -> Vec<usize> {
    line.split(|mark: char| !mark.is_ascii_digit()).flat_map(str::parse).collect()
}

/// Shapes that refer to parts; each part is referred to once, and placed after the previous one.
fn scene() -> String {
    let n_shapes = 14;
    let mut shapes = String::new();
    let mut parts = String::new();
    let (mut n_parts, mut offset) = (0, 0);
    for shape in 0..n_shapes {
        let n_own = if shape % 3 == 1 { 2 } else { 1 };
        let second = if n_own == 2 { format!(", \"index\": {}", n_parts + 1) } else { String::new() };
        let end = if shape + 1 < n_shapes { "," } else { "" };
        writeln!(
            shapes,
            "  {{\"spot\": {n_parts}{second}, \"ink\": \"{}\"}}{end}",
            ["red", "blue"][shape % 2]
        )
        .unwrap();
        for part in 0..n_own {
            let size = 3 + (shape * 5 + part * 7) % 11;
            let end = if shape + 1 == n_shapes && part + 1 == n_own { "" } else { "," };
            writeln!(parts, "  {{\"at\": {offset}, \"size\": {size}}}{end}").unwrap();
            offset += size;
        }
        n_parts += n_own;
    }
    format!("{{\n \"shapes\": [\n{shapes} ],\n \"parts\": [\n{parts} ],\n \"total\": {offset}\n}}\n")
}

#[test]
fn places_in_a_list_that_is_covered_once_follow_it_and_offsets_follow_sizes() {
    let (left, n_trials) = reduce(&scene(), |text| {
        let (shapes, rest) = text.strip_prefix("{\n \"shapes\": [\n")?.split_once(" ],\n \"parts\": [\n")?;
        let (parts, total) = rest.split_once(" ],\n \"total\": ")?;
        let are_rows = |rows: &str| {
            let n_rows = rows.lines().count();
            let ends =
                |(at, row): (usize, &str)| row.starts_with("  {") && row.ends_with("},") == (at + 1 < n_rows);
            rows.lines().enumerate().all(ends)
        };
        let mut offset = 0;
        for part in parts.lines() {
            let [at, size] = numbers_of(part)[..] else { return None };
            (at == offset).then_some(())?;
            offset += size;
        }
        let mut called: Vec<usize> = shapes.lines().flat_map(numbers_of).collect();
        called.sort_unstable();
        let all_called = called == (0..parts.lines().count()).collect::<Vec<_>>();
        (are_rows(shapes) && are_rows(parts) && all_called && total == format!("{offset}\n}}\n"))
            .then(|| shapes.lines().any(|shape| shape.contains("index") && shape.contains("blue")))
    });
    assert!(left.lines().count() <= 9, "{left}");
    assert!(n_trials < 180, "{n_trials}");
}

/// Changed parts of a file, with the number of lines that each adds and removes.
#[test]
fn positions_shift_anew_in_every_file_and_totals_stand_above_what_they_count() {
    let mut text = String::new();
    for file in 0..8_usize {
        let (mut hunks, mut position, mut shift) = (String::new(), 4 + file, 0_usize);
        let (mut n_more, mut n_less) = (0, 0);
        for hunk in 0..2 + file % 3 {
            let (more, less) = (2 + (file * 2 + hunk) % 4, (file + hunk) % 3);
            writeln!(hunks, "@@ {position},{} {},{} @@", 1 + less, position + shift, 1 + more).unwrap();
            hunks.push_str(" same\n");
            (0..less).for_each(|line| writeln!(hunks, "-old {line}").unwrap());
            let word = if file == 5 && hunk == 1 { "crash" } else { "new" };
            (0..more).for_each(|line| writeln!(hunks, "+{word} {line}").unwrap());
            position += 9 + less + hunk;
            shift += more - less;
            n_more += more;
            n_less += less;
        }
        write!(text, "file f{file}.c\nlines {n_more} more, {n_less} less\n{hunks}").unwrap();
    }
    let model = Model::of(&Document::single("input", text));
    let found = |name: &str, n_values: usize| {
        let is_it = |relation: &&Relation| relation.name == name && relation.targets.len() == n_values;
        model.relations.iter().filter(is_it).count()
    };
    let all: Vec<_> =
        model.relations.iter().map(|relation| (relation.name, relation.targets.len())).collect();
    assert_eq!(found("running shift", 23), 1, "{all:?}");
    assert_eq!(found("number of lines", 8), 1, "{all:?}");
}

#[test]
fn a_list_whose_last_item_is_blank_defines_names_without_a_definition() {
    let uses: String = [0, 1, 2, 3, 4, 5, 6, 5].map(|mesh| format!("{{\"mesh\": {mesh}}},\n")).concat();
    let items = "{\"a\": 1},\n".repeat(7);
    let text = format!("{{\"nodes\": [\n{uses}],\n\"meshes\": [\n{items}],\n\"n\": 8}}\n");
    let model = Model::of(&Document::single("a.json", text));
    let named = model.keys.iter().find(|keys| keys.names.len() == 8).expect("meshes are called for");
    assert_eq!(named.definitions(), None);
}

#[test]
fn a_number_that_stands_on_many_lines_is_a_code() {
    let record = |at: u32| {
        let unit = if at.is_multiple_of(5) { "unit*46*x\n" } else { "" };
        format!("rec r{}\n{unit}", at * at * 31 % 997)
    };
    let text: String = (0..46).map(record).collect();
    let model = Model::of(&Document::single("a", &*text));
    let is_unit = |relation: &&Relation| relation.targets.len() == 10;
    assert_eq!(model.relations.iter().filter(is_unit).count(), 0);
    let counted = format!("total*46*x\n{text}");
    let model = Model::of(&Document::single("a", counted));
    assert!(model.relations.iter().any(|one| model.facts.atoms.amount(one.targets[0]) == Some(46)));
}
