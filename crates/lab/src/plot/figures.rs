//! The figures of an experiment.

use super::axis::{Axis, Scale};
use super::boxes::boxes;
use super::lines::{Join, Series, lines};
use crate::experiment::{Point, Record};
use crate::tables::{Cells, Column, best_of_papers};

/// A figure and its file name.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The file name, without a directory.
    pub file: String,
    /// What it shows.
    pub title: String,
    /// The drawing.
    pub svg: String,
}

/// Draws the results of an experiment: for each case and framework the size over trials and over
/// time, and for each framework the ratios of trials and of sizes to the best of the papers'
/// searches.
pub fn experiment_figures(records: &[Record]) -> Vec<Figure> {
    let cells = Cells::of(records);
    let mut figures = Vec::new();
    for framework in cells.frameworks() {
        for case in &cells.cases {
            let is_it = |record: &&Record| {
                record.setting.case == *case
                    && record.setting.framework == framework
                    && record.setting.repeat == 1
            };
            let of_case: Vec<&Record> = records.iter().filter(is_it).collect();
            figures.extend(falling(case, framework, &of_case, &OVER_TRIALS));
            figures.extend(falling(case, framework, &of_case, &OVER_TIME));
        }
        let columns = cells.of_framework(framework);
        if let Some(reference_idx) = best_of_papers(&cells, &columns) {
            figures.push(ratios(&cells, framework, &columns, reference_idx, "trials", |cell| cell.executed));
            figures.push(ratios(&cells, framework, &columns, reference_idx, "tokens", |cell| cell.tokens));
        }
    }
    figures
}

/// The horizontal axis of a size curve.
struct Over {
    file: &'static str,
    words: &'static str,
    unit: &'static str,
    of: fn(&Point) -> f64,
    /// Where a logarithmic axis begins.
    first: f64,
}

const OVER_TRIALS: Over =
    Over { file: "size", words: "trials", unit: "trials run", of: |point| point.executed as f64, first: 1.0 };
const OVER_TIME: Over =
    Over { file: "time", words: "time", unit: "time (s)", of: |point| point.seconds, first: 0.01 };

fn falling(case: &str, framework: &str, records: &[&Record], over: &Over) -> Option<Figure> {
    let series: Vec<Series> = records
        .iter()
        .map(|record| {
            let start = (over.first, record.tokens[0] as f64);
            let points = record.path.iter().map(|point| ((over.of)(point), point.tokens as f64));
            Series {
                name: Column::of(&record.setting).search(),
                points: [start].into_iter().chain(points).collect(),
            }
        })
        .collect();
    if series.len() < 2 {
        return None;
    }
    let points = || series.iter().flat_map(|one| one.points.iter().copied());
    let across = Axis::over(over.unit, Scale::Log, points().map(|(x, _)| x), over.first);
    let upwards = Axis::over("size (tokens)", Scale::Log, points().map(|(_, y)| y), 1.0);
    let title = format!("{case}, {framework}: size over {}", over.words);
    let svg = lines(&title, &across, &upwards, Join::Steps, &series);
    let file = format!("{}-{}-{}.svg", over.file, slug(framework), slug(case));
    Some(Figure { file, title, svg })
}

fn ratios(
    cells: &Cells,
    framework: &str,
    columns: &[usize],
    reference_idx: usize,
    what: &str,
    of: fn(&crate::tables::Cell) -> f64,
) -> Figure {
    let others = columns.iter().filter(|&&column_idx| column_idx != reference_idx);
    let groups: Vec<(String, Vec<f64>)> = others
        .map(|&column_idx| {
            let ratio = |case_idx| {
                let own = of(cells.get(case_idx, column_idx)?);
                Some(own.max(1.0) / of(cells.get(case_idx, reference_idx)?).max(1.0))
            };
            (cells.columns[column_idx].search(), (0..cells.cases.len()).filter_map(ratio).collect())
        })
        .collect();
    let reference = cells.columns[reference_idx].search();
    let label = format!("{what}, ratio to {reference} (less is better)");
    let values = groups.iter().flat_map(|(_, values)| values.iter().copied()).chain([1.0]);
    let axis = Axis::over(&label, Scale::Log, values, 1e-3);
    let title = format!("{framework}: {what} compared with {reference}, a dot for each case");
    let svg = boxes(&title, &axis, 1.0, &groups);
    Figure { file: format!("ratio-{what}-{}.svg", slug(framework)), title, svg }
}

/// Returns a name that is valid in any file system.
fn slug(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    name.replace('*', "").chars().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_plain_names() {
        assert_eq!(slug("crime/gcc-66691/1"), "crime-gcc-66691-1");
        assert_eq!(slug("hdd*"), "hdd");
    }
}
