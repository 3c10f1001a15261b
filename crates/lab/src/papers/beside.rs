//! The papers' tables, with our figures next to theirs.

use super::means::means;
use super::published::published;
use crate::tables::{Cells, Markdown};

/// Our name of a search, and the paper's.
type Named = (&'static str, &'static str);

const PROBDD: [Named; 3] = [("ddmin", "ddmin"), ("probdd", "ProbDD"), ("active-coarsen", "ActiveCoarsen")];
const CDD: [Named; 3] = [("ddmin", "ddmin"), ("probdd", "ProbDD"), ("cdd", "CDD")];
const WDD: [Named; 4] =
    [("ddmin", "ddmin"), ("wddmin", "W_ddmin"), ("probdd", "ProbDD"), ("wprobdd", "W_ProbDD")];

/// One input of a paper's table.
struct Row {
    name: String,
    tokens: Vec<u32>,
    effort: Vec<u32>,
}

/// Returns a table for each table of the papers: their figures, and ours on crime scenes in the
/// same inputs. Inputs that were not measured here are left out.
pub fn beside_tables(cells: &Cells) -> String {
    let published = published();
    let mut text = String::new();
    let rows = published.probdd.into_iter().map(|row| Row {
        name: row.name,
        tokens: row.tokens.into(),
        effort: row.seconds.into(),
    });
    text.push_str(&format!(
        "#### ProbDD, tables 2 and 4 (HDD)\n\n{}\n",
        table(cells, "hdd*", &PROBDD, "s", rows)
    ));
    let rows = published.chisel.into_iter().map(|row| Row {
        name: row.name,
        tokens: row.tokens.into(),
        effort: row.seconds.into(),
    });
    text.push_str(&format!(
        "#### ProbDD, tables 2 and 4 (CHISEL)\n\n{}\n",
        table(cells, "chisel", &PROBDD, "s", rows)
    ));
    let rows = published.cdd.into_iter().map(|row| Row {
        name: row.name,
        tokens: row.tokens.into(),
        effort: row.queries.into(),
    });
    text.push_str(&format!("#### CDD, table IV (HDD)\n\n{}\n", table(cells, "hdd*", &CDD, "queries", rows)));
    let hdd = published.wdd.iter().map(|row| Row {
        name: row.name.clone(),
        tokens: row.hdd_tokens.into(),
        effort: row.hdd_seconds.into(),
    });
    text.push_str(&format!("#### WDD, table I (HDD)\n\n{}\n", table(cells, "hdd*", &WDD, "s", hdd)));
    let perses = published.wdd.iter().map(|row| Row {
        name: row.name.clone(),
        tokens: row.perses_tokens.into(),
        effort: row.perses_seconds.into(),
    });
    text.push_str(&format!("#### WDD, table I (Perses)\n\n{}\n", table(cells, "perses", &WDD, "s", perses)));
    text.push_str(&format!("#### Means\n\n{}\n", means(cells, &published.mean)));
    text
}

fn table(
    cells: &Cells,
    framework: &str,
    searches: &[Named],
    effort: &str,
    rows: impl Iterator<Item = Row>,
) -> Markdown {
    let mut head = vec!["input".to_owned()];
    for what in ["tokens, theirs", "tokens, ours"] {
        head.extend(searches.iter().map(|(_, name)| format!("{what}: {name}")));
    }
    head.extend(searches.iter().map(|(_, name)| format!("{effort}, theirs: {name}")));
    head.extend(searches.iter().map(|(_, name)| format!("trials, ours: {name}")));
    let mut table = Markdown::new(1, head);
    for row in rows {
        let ours = |of: fn(&crate::tables::Cell) -> f64| -> Vec<String> {
            let cell = |&(search, _): &Named| cells.find(&format!("crime/{}/1", row.name), framework, search);
            let shown = |found: Option<&crate::tables::Cell>| match found {
                None => "–".to_owned(),
                Some(cell) => format!("{:.0}{}", of(cell), if cell.stopped { " †" } else { "" }),
            };
            searches.iter().map(|named| shown(cell(named))).collect()
        };
        let theirs = |values: &[u32]| -> Vec<String> {
            values.iter().map(|value| if *value == 0 { "–".to_owned() } else { value.to_string() }).collect()
        };
        let tokens = ours(|cell| cell.tokens);
        if tokens.iter().all(|shown| shown == "–") {
            continue;
        }
        let mut shown = vec![row.name.clone()];
        shown.extend(theirs(&row.tokens));
        shown.extend(tokens);
        shown.extend(theirs(&row.effort));
        shown.extend(ours(|cell| cell.executed));
        table.row(shown);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::tests::{record, setting};

    #[test]
    fn ours_stand_beside_theirs() {
        let mut setting = setting("hdd*", "cdd");
        setting.case = "crime/gcc-71626/1".to_owned();
        let text = beside_tables(&Cells::of(&[record(setting, 34, 781)]));
        let line = text.lines().find(|line| line.starts_with("| gcc-71626")).unwrap();
        let cells: Vec<&str> = line.split('|').map(str::trim).filter(|cell| !cell.is_empty()).collect();
        let expected =
            ["gcc-71626", "184", "184", "184", "–", "–", "34", "1608", "1156", "1220", "–", "–", "781"];
        assert_eq!(cells, expected);
        assert_eq!(text.matches("#### ").count(), 6);
    }
}
