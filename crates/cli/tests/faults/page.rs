//! The page of all faults, `docs/faults.md`, made from the tables.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use crate::FAMILIES;
use crate::fault::{End, Fault, Then};

fn page() -> String {
    let n_faults: usize = FAMILIES.iter().map(|family| family.faults.len()).sum();
    let mut text = format!(
        "# What may go wrong\n\nMade from the fault suite (`crates/cli/tests/faults`), which causes each of these {n_faults} faults and checks how the run \
         ends; a test keeps this page true. After a change: `UPDATE_DOCS=1 cargo test -p dwindle --test faults page`.\n\n\
         After every fault the input is as it was, a result is interesting, and no process and no trial directory is left. *Same \
         result* is what an undisturbed run gives. What a machine cannot do (no root, no `faketime`) is skipped, named and counted.\n"
    );
    for family in &FAMILIES {
        let _ = write!(
            text,
            "\n## {}\n\n| fault | what is done | how it ends |\n|---|---|---|\n",
            capital(family.title)
        );
        for fault in family.faults {
            let _ = writeln!(text, "| `{}` | {} | {} |", fault.name, cell(fault.what), ends(fault));
        }
    }
    text
}

fn ends(fault: &Fault) -> String {
    fault.ends.iter().map(end).collect::<Vec<_>>().join("; or ")
}

fn end(end: &End) -> String {
    let then = match (end.then, end.status) {
        (Then::Same, _) => "same result".to_owned(),
        (Then::Interesting, 0) => "a result".to_owned(),
        (Then::Interesting, status) => format!("status {status}, the best so far stays"),
        (Then::Nothing, status) => format!("status {status}"),
    };
    let says: Vec<String> = end.says.iter().map(|text| format!("*{}*", cell(text))).collect();
    if says.is_empty() { then } else { format!("{then}: {}", says.join(", ")) }
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

#[test]
fn the_page_of_faults_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/faults.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, page()).unwrap();
    }
    let current = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        current == page(),
        "docs/faults.md is not current: UPDATE_DOCS=1 cargo test -p dwindle --test faults page"
    );
}
