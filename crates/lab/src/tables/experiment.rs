//! The tables of an experiment.

use super::cells::{Cell, Cells};
use super::markdown::Markdown;
use super::numbers::{p_value, ratio, seconds};
use super::paired::paired;
use crate::experiment::Record;
use crate::statistics::geometric_mean;

/// A figure of a cell, with its name.
struct Figure {
    name: &'static str,
    of: fn(&Cell) -> f64,
    show: fn(f64) -> String,
}

const TOKENS: Figure = Figure { name: "tokens left", of: |cell| cell.tokens, show: whole };
const EXECUTED: Figure = Figure { name: "trials run", of: |cell| cell.executed, show: whole };
const GATED: Figure = Figure { name: "refused by gates", of: |cell| cell.gated, show: whole };
const SECONDS: Figure = Figure { name: "seconds", of: |cell| cell.seconds, show: seconds };

fn whole(value: f64) -> String {
    format!("{value:.0}")
}

/// Returns all tables of an experiment: sizes, trials and seconds of every case for each framework,
/// and summaries.
pub fn experiment_tables(records: &[Record]) -> String {
    let cells = Cells::of(records);
    let mut text = String::new();
    for framework in cells.frameworks() {
        let columns = cells.of_framework(framework);
        let some_gated = (0..cells.cases.len()).any(|case_idx| {
            let gated = |&column_idx: &usize| cells.get(case_idx, column_idx).map_or(0.0, |cell| cell.gated);
            columns.iter().any(|column_idx| 0.0 < gated(column_idx))
        });
        for figure in [TOKENS, EXECUTED, GATED, SECONDS] {
            if figure.name == GATED.name && !some_gated {
                continue;
            }
            text.push_str(&format!("### {framework}: {}\n\n", figure.name));
            text.push_str(&by_case(&cells, &columns, &figure).to_string());
            text.push('\n');
        }
    }
    text + &compared_tables(&cells)
}

/// Returns the tables that compare the searches in each framework, and across frameworks.
pub fn compared_tables(cells: &Cells) -> String {
    let mut text = String::new();
    for framework in cells.frameworks() {
        let columns = cells.of_framework(framework);
        if 1 < columns.len() {
            text.push_str(&format!("### {framework}: compared\n\n{}\n", compared(cells, &columns)));
        }
    }
    if 1 < cells.frameworks().len() {
        let all: Vec<usize> = (0..cells.columns.len()).collect();
        text.push_str(&format!("### All frameworks: compared\n\n{}\n", compared(cells, &all)));
    }
    text
}

fn by_case(cells: &Cells, columns: &[usize], figure: &Figure) -> Markdown {
    let searches = columns.iter().map(|&column_idx| cells.columns[column_idx].search());
    let head = ["case".to_owned(), "tokens".to_owned()].into_iter().chain(searches);
    let mut table = Markdown::new(1, head);
    for (case_idx, case) in cells.cases.iter().enumerate() {
        let shown = columns.iter().map(|&column_idx| match cells.get(case_idx, column_idx) {
            None => "–".to_owned(),
            Some(cell) if cell.stopped => format!("{} †", (figure.show)((figure.of)(cell))),
            Some(cell) => (figure.show)((figure.of)(cell)),
        });
        let name = [case.clone(), whole(cells.tokens_before(case_idx))];
        table.row(name.into_iter().chain(shown));
    }
    // Only cases that every column has are averaged.
    let whole_cases: Vec<usize> = (0..cells.cases.len())
        .filter(|&case_idx| columns.iter().all(|&column_idx| cells.get(case_idx, column_idx).is_some()))
        .collect();
    let means = columns.iter().map(|&column_idx| {
        let of_case = |&case_idx: &usize| cells.get(case_idx, column_idx).map(figure.of);
        let values: Vec<f64> = whole_cases.iter().filter_map(of_case).collect();
        geometric_mean(&values).map_or("–".to_owned(), figure.show)
    });
    let name = [format!("geometric mean of {}", whole_cases.len()), String::new()];
    table.row(name.into_iter().chain(means));
    table
}

/// Compares columns with the best one with the papers' settings, or with the first one if there is
/// none.
fn compared(cells: &Cells, columns: &[usize]) -> String {
    let reference_idx = best_of_papers(cells, columns).unwrap_or(columns[0]);
    let mut table = Markdown::new(
        1,
        ["search", "cases", "tokens: ratio", "p", "trials: ratio", "p", "seconds: ratio", "p", "stopped"],
    );
    for &column_idx in columns {
        let mut row = vec![cells.columns[column_idx].to_string()];
        let mut n_cases = 0;
        for figure in [TOKENS, EXECUTED, SECONDS] {
            let found = paired(cells, column_idx, reference_idx, figure.of);
            n_cases = found.n;
            row.extend([ratio(found.ratio), p_value(found.p)]);
        }
        row.insert(1, n_cases.to_string());
        let stopped = (0..cells.cases.len())
            .filter(|&case_idx| cells.get(case_idx, column_idx).is_some_and(|cell| cell.stopped));
        row.push(stopped.count().to_string());
        table.row(row);
    }
    format!(
        "Ratios (geometric means) to `{}`, the best of the papers' searches here by trials; Wilcoxon signed-rank, two-sided; † and \
         *stopped*: ended by the time or the trials that were allowed.\n\n{table}",
        cells.columns[reference_idx]
    )
}

/// Returns the column with the papers' settings that runs the fewest trials, on the cases that all
/// of these have. Columns with less than half as many cases as another one are left out; so is
/// CHISEL unless it is the only framework, since its results are much larger.
pub fn best_of_papers(cells: &Cells, columns: &[usize]) -> Option<usize> {
    let n_cases = |column_idx: usize| {
        (0..cells.cases.len()).filter(|&case_idx| cells.get(case_idx, column_idx).is_some()).count()
    };
    let mut of_papers: Vec<usize> =
        columns.iter().copied().filter(|&column_idx| cells.columns[column_idx].is_of_papers()).collect();
    let is_chisel = |column_idx: usize| cells.columns[column_idx].framework == "chisel";
    if !of_papers.iter().all(|&column_idx| is_chisel(column_idx)) {
        of_papers.retain(|&column_idx| !is_chisel(column_idx));
    }
    let most = of_papers.iter().map(|&column_idx| n_cases(column_idx)).max()?;
    of_papers.retain(|&column_idx| most <= 2 * n_cases(column_idx));
    let shared: Vec<usize> = (0..cells.cases.len())
        .filter(|&case_idx| of_papers.iter().all(|&column_idx| cells.get(case_idx, column_idx).is_some()))
        .collect();
    let trials = |column_idx: usize| {
        let values: Vec<f64> = shared
            .iter()
            .filter_map(|&case_idx| cells.get(case_idx, column_idx).map(|cell| cell.executed.max(1.0)))
            .collect();
        geometric_mean(&values).unwrap_or(f64::INFINITY)
    };
    of_papers.into_iter().min_by(|&a, &b| trials(a).total_cmp(&trials(b)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{OrderName, Point, Setting, Status};

    fn record(case: &str, algorithm: &str, tokens: u64, executed: u64) -> Record {
        Record {
            setting: Setting {
                case: case.to_owned(),
                framework: "hdd*".to_owned(),
                algorithm: algorithm.to_owned(),
                order: OrderName::Forward,
                p0: 0.1,
                seed: None,
                jobs: 1,
                repeat: 1,
                budget: None,
                max_trials: None,
                watch: None,
            },
            status: if 900 < executed { Status::Budget } else { Status::Complete },
            tokens: [1000, tokens],
            bytes: [9000, tokens],
            proposed: executed,
            known: 0,
            gated: 0,
            put_off: 0,
            executed,
            accepted: 1,
            accepted_hash: String::new(),
            seconds: 2.0,
            cpu_seconds: None,
            seconds_in_trials: 1.0,
            path: vec![Point { seconds: 1.0, executed, tokens, bytes: tokens }],
            lists: None,
        }
    }

    #[test]
    fn columns_are_compared_with_the_best_of_the_papers() {
        let mut records = Vec::new();
        for case in ["a", "b", "c", "d", "e", "f"] {
            records.push(record(case, "ddmin", 20, 1000));
            records.push(record(case, "cdd", 20, 100));
            records.push(record(case, "split", 10, 50));
        }
        let text = experiment_tables(&records);
        assert!(text.contains("to `hdd*, cdd`, the best"), "{text}");
        assert!(
            text.contains(
                "| hdd*, split |     6 |          0.50 | 0.031 |          0.50 | 0.031 |           1.00 |"
            ),
            "{text}"
        );
        assert!(text.contains("| a                   |   1000 | 1000 † | 100 |    50 |"), "{text}");
        assert!(text.contains("| geometric mean of 6 |        |    20 |  20 |    10 |"), "{text}");
    }

    #[test]
    fn repetitions_are_one_cell_with_their_median() {
        let records = [10, 30, 20].map(|executed| record("a", "cdd", 5, executed));
        let cells = Cells::of(&records);
        let cell = cells.get(0, 0).unwrap();
        assert_eq!((cell.executed, cell.n_repeats), (20.0, 3));
    }

    #[test]
    fn the_best_is_found_beside_columns_of_other_cases_and_beside_chisel() {
        let mut records = Vec::new();
        for case in ["a", "b", "c", "d", "e", "f"] {
            records.push(record(case, "ddmin", 20, 1000));
            records.push(record(case, "cdd", 20, 100));
            records.push(record(case, "probdd", 90, 10));
            records.last_mut().unwrap().setting.framework = "chisel".to_owned();
        }
        records.push(record("g", "wddmin", 20, 1));
        let cells = Cells::of(&records);
        let all: Vec<usize> = (0..cells.columns.len()).collect();
        let best = best_of_papers(&cells, &all).map(|column_idx| cells.columns[column_idx].to_string());
        assert_eq!(best.as_deref(), Some("hdd*, cdd"));
    }

    #[test]
    fn a_case_that_not_all_have_does_not_count_in_the_means() {
        let records = [record("a", "cdd", 5, 10), record("a", "ddmin", 5, 40), record("b", "cdd", 50, 10)];
        let text = experiment_tables(&records);
        assert!(text.contains("geometric mean of 1"), "{text}");
        assert!(text.contains("| b                   |   1000 |  50 |     – |"), "{text}");
    }
}
