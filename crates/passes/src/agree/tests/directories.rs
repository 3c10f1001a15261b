//! Tests on files of several sections with a table that names these, with strict readers.

use super::reduce;

/// Returns sections between lines like `[name]`, and a table of their names and measures.
fn sectioned(measures: fn(&str) -> Vec<usize>) -> String {
    let names = ["users", "carts", "items", "stocks", "prices", "taxes", "routes", "notes", "zones", "units"];
    let row = |section: usize, row: usize| match (section, row) {
        (6, 2) => "boom here\n".to_owned(),
        _ => format!("{} of {}\n", "word ".repeat(1 + (row + section) % 4), names[section]),
    };
    let body = |section: usize| (0..3 + 5 * section % 11).map(|at| row(section, at)).collect::<String>();
    let section = |(number, name): (usize, &&str)| format!("[{name}]\n{}", body(number));
    let entry = |(number, name): (usize, &&str)| {
        let sizes: Vec<String> = measures(&body(number)).iter().map(usize::to_string).collect();
        format!("{name} {}\n", sizes.join(" "))
    };
    let sections: String = names.iter().enumerate().map(section).collect();
    let table: String = names.iter().enumerate().map(entry).collect();
    format!("{sections}[contents]\n{table}")
}

/// Returns whether something is in the sections; `None` if the table is wrong or a section is
/// empty.
fn has_boom(text: &str, measures: fn(&str) -> Vec<usize>) -> Option<bool> {
    let (sections, table) = text.split_once("[contents]\n")?;
    let parts: Vec<&str> = sections.strip_prefix('[')?.split("\n[").collect();
    let last = parts.len() - 1;
    let is_right = |(number, (part, row)): (usize, (&&str, &str))| {
        let (name, body) = part.split_once("]\n")?;
        let body = if number == last { body.to_owned() } else { format!("{body}\n") };
        let sizes: Vec<String> = measures(&body).iter().map(usize::to_string).collect();
        (!body.trim().is_empty() && row == format!("{name} {}", sizes.join(" "))).then_some(())
    };
    let rows = table.lines();
    if rows.clone().count() != parts.len() {
        return None;
    }
    parts.iter().zip(rows).enumerate().map(is_right).collect::<Option<Vec<()>>>()?;
    Some(sections.contains("boom"))
}

#[test]
fn a_table_of_sections_follows_their_lines_and_bytes() {
    let measures = |body: &str| vec![body.lines().count(), body.len()];
    let (left, n_trials) = reduce(&sectioned(measures), |text| has_boom(text, measures));
    assert!(left.len() < 40, "{left}");
    assert!(n_trials < 150, "{n_trials}");
}

#[test]
fn a_first_line_that_is_not_counted_is_a_header() {
    let measures = |body: &str| vec![body.lines().count().saturating_sub(1)];
    let (left, n_trials) = reduce(&sectioned(measures), |text| has_boom(text, measures));
    assert!(left.len() < 60, "{left}");
    assert!(n_trials < 200, "{n_trials}");
}
