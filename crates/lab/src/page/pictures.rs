//! Figures about the watched list searches, and about the simulation.

use crate::experiment::{Record, kind};
use crate::plot::{Axis, Figure, Scale, boxes, scatter};
use crate::simulation::{Lines, Spread};
use crate::watch::{Class, Lists, Watch};

/// The kinds of inputs, in the order of the figures.
const KINDS: [&str; 3] = ["C", "JSON", "XML"];

fn watched<'a>(
    records: &'a [Record],
    framework: &'a str,
    input: &'a str,
) -> impl Iterator<Item = &'a Lists> + 'a {
    let is_it = move |record: &&Record| {
        let setting = &record.setting;
        setting.watch == Some(Watch::Queries)
            && setting.framework == framework
            && setting.algorithm == "ddmin"
            && kind(&setting.case) == input
    };
    records.iter().filter(is_it).filter_map(|record| record.lists.as_ref())
}

/// Draws the success rates of ddmin's queries by class: Fig. 2 of the CDD paper, a dot per case.
pub fn success_rates(records: &[Record]) -> Option<Figure> {
    let classes = [(Class::Complement, "complement"), (Class::Revisit, "revisit"), (Class::Other, "other")];
    let mut groups: Vec<(String, Vec<f64>)> = Vec::new();
    for input in KINDS {
        for (class, name) in classes {
            let rate = |lists: &Lists| {
                let query = lists.queries[class as usize];
                (0 < query.asked).then(|| 100.0 * query.succeeded as f64 / query.asked as f64)
            };
            groups.push((
                format!("{input}: {name}"),
                watched(records, "hdd*", input).filter_map(rate).collect(),
            ));
        }
    }
    groups.retain(|(_, rates)| !rates.is_empty());
    let rates = groups.iter().flat_map(|(_, rates)| rates.iter().copied());
    let axis = Axis::over("interesting (% of the queries of a case)", Scale::Linear, rates, 0.0);
    let title = "hdd*, ddmin: how often queries succeed, by class";
    figure("success-rates.svg", title, (!groups.is_empty()).then(|| boxes(title, &axis, 0.0, &groups)))
}

/// Draws the correlations between weight and deletion: Fig. 4 of the WDD paper, a dot per case.
pub fn correlations(records: &[Record]) -> Option<Figure> {
    let mut groups: Vec<(String, Vec<f64>)> = Vec::new();
    for framework in ["hdd*", "perses"] {
        for input in KINDS {
            let rhos = watched(records, framework, input).filter_map(Lists::mean_rho).collect();
            groups.push((format!("{framework}, {input}"), rhos));
        }
    }
    groups.retain(|(_, rhos)| !rhos.is_empty());
    let axis =
        Axis::over("Spearman's rho of weight and deletion (mean of a case)", Scale::Linear, [-1.0, 1.0], 0.0);
    let title = "ddmin: do heavy units stay? Below 0 they do";
    figure("weight-and-deletion.svg", title, (!groups.is_empty()).then(|| boxes(title, &axis, 0.0, &groups)))
}

/// Draws the simulation: Fig. 3 of the WDD paper, a dot per list.
pub fn simulated(simulation: &[Lines]) -> Option<Figure> {
    let lines = simulation.iter().find(|lines| lines.spread == Spread::Shares && !lines.pairs.is_empty())?;
    let pairs: Vec<(f64, f64)> =
        lines.pairs.iter().map(|&(one, other)| (f64::from(one.max(1)), f64::from(other.max(1)))).collect();
    let both = || pairs.iter().flat_map(|&(one, other)| [one, other]);
    let axis = |label| Axis::over(label, Scale::Log, both(), 1.0);
    let title = format!("Tests on {} lists of {}, a dot for each", pairs.len(), lines.n_lists);
    let svg = scatter(&title, &axis("tests of ddmin"), &axis("tests of W_ddmin"), &pairs);
    figure("simulation.svg", &title, Some(svg))
}

fn figure(file: &str, title: &str, svg: Option<String>) -> Option<Figure> {
    Some(Figure { file: file.to_owned(), title: title.to_owned(), svg: svg? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::tests::{record, setting};
    use crate::watch::Query;

    #[test]
    fn classes_and_correlations_have_a_row_for_each_kind_that_was_watched() {
        let mut watched = record(setting("hdd*", "ddmin"), 7, 30);
        watched.setting.watch = Some(Watch::Queries);
        watched.setting.case = "xml-crime/1".to_owned();
        let queries = [(10, 0), (5, 1), (0, 0)].map(Query::from);
        watched.lists = Some(Lists { queries, n_correlated: 4, sum_rho: -2.0, ..Lists::default() });
        let records = [watched];
        let rates = success_rates(&records).unwrap().svg;
        assert!(rates.contains(">XML: revisit<") && !rates.contains(">XML: other<"), "none of that class");
        assert!(!rates.contains(">C: "), "none of that kind");
        assert!(correlations(&records).unwrap().svg.contains(">hdd*, XML<"));
        assert!(success_rates(&[]).is_none() && correlations(&[]).is_none());
    }

    #[test]
    fn the_simulation_has_a_dot_for_each_pair() {
        let of =
            |spread| Lines { n_lists: 9, seed: 1, spread, lines: Vec::new(), pairs: vec![(30, 20), (9, 9)] };
        assert!(simulated(&[of(Spread::Cuts)]).is_none());
        assert_eq!(simulated(&[of(Spread::Shares)]).unwrap().svg.matches("<circle").count(), 2);
    }
}
