//! Tests on lines whose numbers count lines.

use std::fmt::Write as _;

use dwindle_reduce::Document;

use super::super::model::Model;
use super::reduce;

/// Lines of several kinds, and a last line that counts each kind, the atoms and ions together.
fn molecule() -> String {
    let mut text = String::from("title a molecule\n");
    let part = |kind: &str, n: usize, text: &mut String| {
        for at in 0..n {
            let what = if (kind, at) == ("bond", 4) { "boom" } else { ["one", "two", "few"][at % 3] };
            writeln!(text, "{kind} {what} x{}", char::from(b'a' + (at * 7 % 26) as u8)).unwrap();
        }
    };
    for (kind, n) in [("note", 6), ("helix", 3), ("sheet", 3), ("atom", 31), ("end", 2), ("ion", 14)] {
        part(kind, n, &mut text);
    }
    part("bond", 9, &mut text);
    text + "total 6 0 3 3 45 2 9\n"
}

#[test]
fn a_line_counts_lines_of_all_kinds() {
    let (left, n_trials) = reduce(&molecule(), |text| {
        let total = text.lines().last()?.strip_prefix("total ")?;
        let n = |kind: &str| text.lines().filter(|line| line.split(' ').next() == Some(kind)).count();
        let counts = [n("note"), 0, n("helix"), n("sheet"), n("atom") + n("ion"), n("end"), n("bond")]
            .map(|n| n.to_string());
        (text.starts_with("title") && total == counts.join(" ")).then(|| text.contains("bond boom"))
    });
    assert_eq!(left.lines().count(), 3, "{left}");
    assert!(n_trials < 150, "{n_trials}");
}

#[test]
fn one_number_that_counts_nothing_disproves_a_census() {
    let n_counts = |text: &str| {
        let model = Model::of(&Document::single("input", text));
        model.relations.iter().filter(|one| one.name == "count of lines").count()
    };
    assert_eq!(n_counts(&molecule()), 6);
    assert_eq!(n_counts(&molecule().replace("total 6 0", "total 8 0")), 0);
    assert_eq!(n_counts(&molecule().replace("total 6 0 3 3", "total 6")), 0, "too few");
    assert_eq!(n_counts("total 1 2 3 10 5 6\n"), 0, "nothing but the line");
}
