//! Tables about the watched list searches.

use crate::experiment::{Record, kind};
use crate::statistics::mean;
use crate::tables::Markdown;
use crate::watch::{Lists, Query, Watch};

/// The kinds of inputs, in the order of the tables.
const KINDS: [&str; 4] = ["C", "JSON", "XML", "lines"];

fn of<'a>(
    records: &'a [Record],
    watch: Watch,
    framework: &'a str,
    search: &'a str,
    kind_of_input: &'a str,
) -> impl Iterator<Item = &'a Lists> {
    let is_it = move |record: &&Record| {
        let setting = &record.setting;
        setting.watch == Some(watch)
            && setting.framework == framework
            && setting.algorithm == search
            && kind(&setting.case) == kind_of_input
    };
    records.iter().filter(is_it).filter_map(|record| record.lists.as_ref())
}

fn shown(query: Query) -> String {
    match query.asked {
        0 => "–".to_owned(),
        asked => {
            let rate = 100.0 * query.succeeded as f64 / asked as f64;
            format!("{} of {asked} ({rate:.2} %)", query.succeeded)
        }
    }
}

fn sum(queries: impl IntoIterator<Item = Query>) -> Query {
    queries.into_iter().fold(Query::default(), |sum, query| Query {
        asked: sum.asked + query.asked,
        succeeded: sum.succeeded + query.succeeded,
    })
}

/// Returns the table of Fig. 2 of the CDD paper: the queries of ddmin by class, and all queries of
/// the others.
pub fn queries(records: &[Record]) -> Markdown {
    let head = ["inputs", "ddmin: complement", "ddmin: revisit", "ddmin: other", "ddmin", "ProbDD", "CDD"];
    let mut table = Markdown::new(1, head);
    table.row([
        "C, the paper's 20",
        "9 of 490896 (0.00 %)",
        "222 of 170884 (0.13 %)",
        "11927 of 239348 (4.98 %)",
        "12158 of 901128 (1.35 %)",
        "11696 (4.28 %)",
        "–",
    ]);
    for input in KINDS {
        let all = |search| of(records, Watch::Queries, "hdd*", search, input);
        if all("ddmin").next().is_none() {
            continue;
        }
        let class = |idx: usize| sum(all("ddmin").map(|lists| lists.queries[idx]));
        let whole = |search| sum(all(search).flat_map(|lists| lists.queries));
        let name = format!("{input}, our {}", all("ddmin").count());
        let figures = [class(0), class(1), class(2), whole("ddmin"), whole("probdd"), whole("cdd")];
        table.row(std::iter::once(name).chain(figures.map(shown)));
    }
    table
}

/// Returns the table of results that are not 1-minimal.
pub fn minimality(records: &[Record]) -> Markdown {
    let head = ["inputs", "search", "lists", "not 1-minimal", "units that could go, per such list"];
    let mut table = Markdown::new(2, head);
    table.row(["C, the paper's 20", "ProbDD", "6871", "76 (1.11 %)", "1.49"]);
    for input in KINDS {
        for search in
            ["ddmin", "probdd", "cdd", "wprobdd", "wcdd", "split-adaptive", "split-adaptive-verified"]
        {
            let all: Vec<&Lists> = of(records, Watch::Closure, "hdd*", search, input).collect();
            let n_lists: u64 = all.iter().map(|lists| lists.n_lists).sum();
            let open: u64 = all.iter().map(|lists| lists.not_minimal).sum();
            let units: u64 = all.iter().map(|lists| lists.closing.succeeded).sum();
            if n_lists == 0 {
                continue;
            }
            table.row([
                format!("{input}, our {}", all.len()),
                search.to_owned(),
                n_lists.to_string(),
                format!("{open} ({:.2} %)", 100.0 * open as f64 / n_lists as f64),
                if open == 0 { "–".to_owned() } else { format!("{:.2}", units as f64 / open as f64) },
            ]);
        }
    }
    table
}

/// Returns the table of correlations between weight and deletion, Fig. 4 of the WDD paper.
pub fn correlations(records: &[Record]) -> Markdown {
    let head = ["framework", "inputs", "cases", "mean rho", "cases with rho > 0", "the paper's mean rho"];
    let mut table = Markdown::new(2, head);
    for framework in ["hdd*", "perses"] {
        for input in KINDS {
            let all = of(records, Watch::Queries, framework, "ddmin", input);
            let rhos: Vec<f64> = all.filter_map(Lists::mean_rho).collect();
            let Some(found) = mean(&rhos) else { continue };
            let published = match (framework, input) {
                ("hdd*", "C") => "-0.41",
                ("perses", "C") => "-0.14",
                ("hdd*", "XML") => "-0.83",
                ("perses", "XML") => "-0.36",
                _ => "–",
            };
            table.row([
                framework.to_owned(),
                input.to_owned(),
                rhos.len().to_string(),
                format!("{found:.2}"),
                rhos.iter().filter(|rho| 0.0 < **rho).count().to_string(),
                published.to_owned(),
            ]);
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::tests::{record, setting};

    fn watched(search: &str, watch: Watch, lists: Lists) -> Record {
        let mut record = record(setting("hdd*", search), 7, 30);
        record.setting.watch = Some(watch);
        record.setting.case = "xml-crime/1".to_owned();
        record.lists = Some(lists);
        record
    }

    #[test]
    fn queries_are_added_up_by_class() {
        let lists = Lists { queries: [(10, 0), (5, 1), (4, 2)].map(Query::from), ..Lists::default() };
        let records = [0, 1].map(|_| watched("ddmin", Watch::Queries, lists.clone()));
        let text = queries(&records).to_string();
        assert!(text.contains("XML, our 2"), "{text}");
        for wanted in ["0 of 20 (0.00 %)", "2 of 10 (20.00 %)", "4 of 8 (50.00 %)", "6 of 38 (15.79 %)"] {
            assert!(text.contains(wanted), "{wanted}\n{text}");
        }
    }

    #[test]
    fn what_could_go_is_said_per_list_where_something_could() {
        let closing = Query { asked: 20, succeeded: 6 };
        let lists = Lists { n_lists: 40, not_minimal: 4, closing, ..Lists::default() };
        let text = minimality(&[watched("probdd", Watch::Closure, lists)]).to_string();
        assert!(text.contains("4 (10.00 %)") && text.contains(" 1.50 |"), "{text}");
    }

    #[test]
    fn correlations_stand_beside_the_papers() {
        let lists = Lists { n_correlated: 4, sum_rho: -2.0, ..Lists::default() };
        let text = correlations(&[watched("ddmin", Watch::Queries, lists)]).to_string();
        assert!(text.contains("-0.50") && text.contains("-0.83"), "{text}");
    }
}
