//! The papers' means, next to ours.

use super::published::OfMean;
use crate::experiment::kind;
use crate::statistics::geometric_mean;
use crate::tables::{Cell, Cells, Markdown};

/// Returns a row for each mean and search: theirs over their inputs, ours over our inputs of the
/// same kinds that were measured with all searches of the row. Ratios are to the first search, so
/// that they are comparable.
pub fn means(cells: &Cells, published: &[OfMean]) -> Markdown {
    let head = [
        "paper",
        "inputs",
        "search",
        "tokens, theirs",
        "tokens, ours",
        "effort, theirs",
        "trials, ours",
        "ratio, theirs",
        "ratio, ours",
    ];
    let mut table = Markdown::new(3, head);
    for mean in published {
        let cases = shared(cells, mean);
        let ours = |search: &str, of: fn(&Cell) -> f64| {
            let of_case = |case: &&str| cells.find(case, &mean.framework, search).map(of);
            let values: Vec<f64> = cases.iter().filter_map(of_case).collect();
            geometric_mean(&values)
        };
        let trials = |search: &str| ours(search, |cell| cell.executed.max(1.0));
        let shown = |figure: Option<f64>| figure.map_or("–".to_owned(), |figure| format!("{figure:.0}"));
        for (idx, search) in mean.searches.iter().enumerate() {
            let ratio = trials(search).zip(trials(&mean.searches[0])).map(|(own, first)| own / first);
            table.row([
                mean.of.clone(),
                format!("{}, {}: their {}, our {}", mean.inputs, mean.framework, mean.n, cases.len()),
                search.clone(),
                mean.tokens[idx].to_string(),
                shown(ours(search, |cell| cell.tokens)),
                format!("{} {}", mean.effort[idx], mean.unit),
                shown(trials(search)),
                format!("{:.2}", f64::from(mean.effort[idx]) / f64::from(mean.effort[0])),
                ratio.map_or("–".to_owned(), |ratio| format!("{ratio:.2}")),
            ]);
        }
    }
    table
}

/// Returns the cases of these kinds that were measured with all searches of a row.
fn shared<'a>(cells: &'a Cells, mean: &OfMean) -> Vec<&'a str> {
    let is_it = |case: &&str| {
        mean.inputs.split(" and ").any(|inputs| inputs == kind(case))
            && mean.searches.iter().all(|search| cells.find(case, &mean.framework, search).is_some())
    };
    cells.cases.iter().map(String::as_str).filter(is_it).collect()
}

#[cfg(test)]
mod tests {
    use super::super::published::published;
    use super::*;
    use crate::experiment::tests::{record, setting};

    #[test]
    fn means_are_over_the_cases_that_all_searches_have() {
        let of = |case: &str, search: &str, executed| {
            let mut setting = setting("hdd*", search);
            setting.case = case.to_owned();
            record(setting, 50, executed)
        };
        let records = [
            of("xml-crime/1", "ddmin", 100),
            of("xml-crime/1", "probdd", 50),
            of("xml-crime/1", "cdd", 40),
            of("xml-crime/2", "ddmin", 9000),
        ];
        let text = means(&Cells::of(&records), &published().mean).to_string();
        let line =
            text.lines().find(|line| line.contains("XML, hdd*: their 46, our 1") && line.contains("probdd"));
        assert!(line.is_some_and(|line| line.contains(" 0.69 ") && line.contains(" 0.50 ")), "{text}");
    }
}
