//! The influence of the prior on the probabilistic searches.

use crate::experiment::{OrderName, Record};
use crate::plot::{Axis, Figure, Join, Scale, Series, lines};
use crate::statistics::geometric_mean;
use crate::tables::{Cell, Cells, Markdown};

const FRAMEWORK: &str = "hdd*";
const SEARCHES: [&str; 4] = ["probdd", "cdd", "wprobdd", "wcdd"];

/// Geometric means for one prior, over the cases measured with all priors and with ddmin.
struct Point {
    search: &'static str,
    p0: f64,
    tokens: f64,
    trials: f64,
}

/// Returns the table of priors, its figure and the number of cases: research question 2 of the
/// ProbDD paper. `None` with fewer than three priors.
pub fn sweep(records: &[Record]) -> Option<(Markdown, Figure, usize)> {
    let cells = Cells::of(records);
    let mut priors: Vec<f64> = cells.columns.iter().map(|column| column.p0).collect();
    priors.sort_unstable_by(f64::total_cmp);
    priors.dedup();
    if priors.len() < 3 {
        return None;
    }
    let column = |search: &str, p0: f64| {
        cells.columns.iter().position(|column| {
            column.framework == FRAMEWORK
                && column.algorithm == search
                && column.p0 == p0
                && column.order == OrderName::Forward
                && !column.is_shuffled
        })
    };
    let searches: Vec<&'static str> =
        SEARCHES.into_iter().filter(|search| priors.iter().all(|p0| column(search, *p0).is_some())).collect();
    let of_sweep: Vec<(&'static str, f64, usize)> = searches
        .iter()
        .flat_map(|&search| priors.iter().map(move |&p0| (search, p0)))
        .filter_map(|(search, p0)| Some((search, p0, column(search, p0)?)))
        .collect();
    let ddmin = column("ddmin", 0.1)?;
    let wanted: Vec<usize> = of_sweep.iter().map(|(.., column)| *column).chain([ddmin]).collect();
    let shared: Vec<usize> = (0..cells.cases.len())
        .filter(|&case_idx| wanted.iter().all(|&column_idx| cells.get(case_idx, column_idx).is_some()))
        .collect();
    let average = |column_idx: usize, of: fn(&Cell) -> f64| {
        let values: Vec<f64> =
            shared.iter().filter_map(|&case_idx| cells.get(case_idx, column_idx).map(of)).collect();
        geometric_mean(&values).unwrap_or(f64::NAN)
    };
    let point = |search, p0, column_idx| Point {
        search,
        p0,
        tokens: average(column_idx, |cell| cell.tokens.max(1.0)),
        trials: average(column_idx, |cell| cell.executed.max(1.0)),
    };
    let points: Vec<Point> =
        of_sweep.into_iter().map(|(search, p0, column_idx)| point(search, p0, column_idx)).collect();
    let reference = point("ddmin", 0.1, ddmin);
    Some((
        table(&searches, &priors, &points, &reference),
        figure(&searches, &priors, &points, &reference),
        shared.len(),
    ))
}

fn table(searches: &[&'static str], priors: &[f64], points: &[Point], ddmin: &Point) -> Markdown {
    let head = ["p0".to_owned()]
        .into_iter()
        .chain(searches.iter().flat_map(|search| [format!("{search}: tokens"), format!("{search}: trials")]));
    let mut table = Markdown::new(1, head.chain(["ddmin: tokens".to_owned(), "ddmin: trials".to_owned()]));
    for p0 in priors {
        let mut row = vec![p0.to_string()];
        for search in searches {
            let found = points.iter().find(|point| point.search == *search && point.p0 == *p0);
            row.extend(found.map_or(["–".to_owned(), "–".to_owned()], |point| {
                [format!("{:.1}", point.tokens), format!("{:.1}", point.trials)]
            }));
        }
        row.extend([format!("{:.1}", ddmin.tokens), format!("{:.1}", ddmin.trials)]);
        table.row(row);
    }
    table
}

fn figure(searches: &[&'static str], priors: &[f64], points: &[Point], ddmin: &Point) -> Figure {
    let ends = [priors[0], priors[priors.len() - 1]];
    let mut series: Vec<Series> = searches
        .iter()
        .map(|search| Series {
            name: (*search).to_owned(),
            points: points
                .iter()
                .filter(|point| point.search == *search)
                .map(|point| (point.p0, point.trials))
                .collect(),
        })
        .collect();
    series.push(Series { name: "ddmin".to_owned(), points: ends.map(|p0| (p0, ddmin.trials)).into() });
    let across = Axis::over("prior p0", Scale::Log, ends, 1e-3);
    let values = series.iter().flat_map(|one| one.points.iter().map(|(_, y)| *y));
    let upwards = Axis::over("trials run (geometric mean)", Scale::Linear, values.collect::<Vec<_>>(), 0.0);
    let title = format!("{FRAMEWORK}: trials with each prior");
    let svg = lines(&title, &across, &upwards, Join::Straight, &series);
    Figure { file: "prior-trials.svg".to_owned(), title, svg }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::tests::{record, setting};

    #[test]
    fn priors_stand_beside_ddmin() {
        let mut records = vec![record(setting("hdd*", "ddmin"), 20, 900)];
        for (p0, trials) in [(0.01, 100), (0.1, 200), (0.3, 400)] {
            let mut of_prior = record(setting("hdd*", "probdd"), 20, trials);
            of_prior.setting.p0 = p0;
            records.push(of_prior);
        }
        let (table, figure, n_cases) = sweep(&records).unwrap();
        assert_eq!(n_cases, 1);
        assert!(table.to_string().contains("| 0.01 |"), "{table}");
        assert!(table.to_string().contains("900.0"), "{table}");
        assert!(figure.svg.contains(">probdd<") && figure.svg.contains(">ddmin<"));
        assert!(sweep(&records[..2]).is_none());
    }
}
