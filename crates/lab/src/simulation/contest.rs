//! The contest: all searches in both orders on lists of all shapes.

use dwindle_reduce::{ALGORITHMS, ListOptions, Order};
use serde::{Deserialize, Serialize};

use super::bound::log2_choose;
use super::count::count_with;
use super::shapes::{Instance, Shape};
use crate::experiment::OrderName;
use crate::statistics::{Alternative, Zeros, geometric_mean, mean, wilcoxon};
use crate::tables::{Markdown, is_of_papers, p_value, ratio};

/// The results of one search on the lists of one shape: a line of the raw results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// The shape of the lists.
    pub shape: Shape,
    /// The search.
    pub search: String,
    /// Its order.
    pub order: OrderName,
    /// The number of distinct candidates tested, per list.
    pub tests: Vec<u32>,
    /// The number of units left, per list.
    pub kept: Vec<u32>,
    /// The size of the smallest interesting list, per list.
    pub smallest: Vec<u32>,
    /// log₂ of the number of possible answers, per list.
    pub bounds: Vec<f64>,
}

/// Runs all searches on `n_lists` lists of each shape.
pub fn contest(shapes: &[Shape], n_lists: u64, seed: u64) -> Vec<Entry> {
    let mut entries = Vec::new();
    for &shape in shapes {
        let instances: Vec<Instance> =
            (0..n_lists).map(|number| Instance::generate(shape, seed, number)).collect();
        let smallest: Vec<u32> = instances.iter().map(Instance::smallest).collect();
        let bounds: Vec<f64> = instances
            .iter()
            .zip(&smallest)
            .map(|(instance, smallest)| (1e2 * log2_choose(instance.n_units(), *smallest)).round() / 1e2)
            .collect();
        for algorithm in ALGORITHMS {
            for order in [OrderName::Forward, OrderName::Backward] {
                let options = ListOptions { order: order.order(), ..ListOptions::default() };
                let outcomes: Vec<_> = instances
                    .iter()
                    .map(|instance| {
                        let survives = |left_out: &_| instance.survives_without(left_out);
                        count_with(&instance.weights, survives, algorithm, &options)
                    })
                    .collect();
                entries.push(Entry {
                    shape,
                    search: algorithm.name.to_owned(),
                    order,
                    tests: outcomes.iter().map(|outcome| outcome.n_tests).collect(),
                    kept: outcomes.iter().map(|outcome| outcome.n_kept).collect(),
                    smallest: smallest.clone(),
                    bounds: bounds.clone(),
                });
            }
        }
    }
    entries
}

impl Entry {
    fn name(&self) -> String {
        name(&self.search, self.order)
    }

    fn is_of_papers(&self) -> bool {
        is_of_papers(&self.search) && self.order.order() == Order::Forward
    }

    fn mean_tests(&self) -> f64 {
        let tests: Vec<f64> = self.tests.iter().map(|tests| f64::from(*tests).max(1.0)).collect();
        geometric_mean(&tests).unwrap_or(f64::INFINITY)
    }
}

/// Returns a table for each shape.
pub fn contest_tables(entries: &[Entry]) -> String {
    let mut text = String::new();
    for (shape, words) in Shape::ALL {
        let of_shape: Vec<&Entry> = entries.iter().filter(|entry| entry.shape == shape).collect();
        let Some(best) = best_of_papers(&of_shape) else { continue };
        text.push_str(&format!(
            "#### {words}\n\n{} lists. The best of the papers' searches by tests is `{}`.\n\n{}\n",
            best.tests.len(),
            best.name(),
            table(shape, &of_shape, best)
        ));
    }
    text
}

/// The searches that the summary shows next to the best of the papers.
const SHOWN: [(&str, OrderName); 8] = [
    ("ddmin", OrderName::Forward),
    ("wcdd", OrderName::Backward),
    ("wsplit", OrderName::Backward),
    ("split-adaptive", OrderName::Forward),
    ("split-adaptive", OrderName::Backward),
    ("split-adaptive-verified", OrderName::Forward),
    ("split-adaptive-verified", OrderName::Backward),
    ("split-robust", OrderName::Backward),
];

/// Returns one table of all shapes: the tests of some searches as ratios to the best of the papers'
/// searches, p-values, and the units left.
pub fn contest_summary(entries: &[Entry]) -> Markdown {
    let names = SHOWN.map(|(search, order)| name(search, order));
    let head = ["lists: needed units".to_owned(), "best of the papers (tests; left)".to_owned()];
    let mut table = Markdown::new(2, head.into_iter().chain(names));
    for (shape, words) in Shape::ALL {
        let of_shape: Vec<&Entry> = entries.iter().filter(|entry| entry.shape == shape).collect();
        let Some(best) = best_of_papers(&of_shape) else { continue };
        let left =
            |entry: &Entry| geometric_mean(&quotients(&entry.kept, &entry.smallest)).unwrap_or(f64::NAN);
        let reference = format!("{} ({:.1}; {:.2})", best.name(), best.mean_tests(), left(best));
        let mut row = vec![words.to_owned(), reference];
        for (search, order) in SHOWN {
            let found = of_shape.iter().find(|entry| entry.search == search && entry.order == order);
            row.push(found.map_or("–".to_owned(), |entry| {
                let (tests, p) = against(entry, best);
                format!("{} (p {}; {:.2})", ratio(tests), p_value(p), left(entry))
            }));
        }
        table.row(row);
    }
    table
}

/// Compares tests: the geometric mean of the ratios, and the p-value.
fn against(entry: &Entry, best: &Entry) -> (Option<f64>, Option<f64>) {
    let ratios = quotients(&entry.tests, &best.tests);
    let logarithms: Vec<f64> = ratios.iter().map(|ratio| ratio.ln()).collect();
    let test = wilcoxon(&logarithms, Alternative::TwoSided, Zeros::LeftOut);
    (geometric_mean(&ratios), test.map(|test| test.p))
}

fn best_of_papers<'a>(entries: &[&'a Entry]) -> Option<&'a Entry> {
    let of_papers = entries.iter().copied().filter(|entry| entry.is_of_papers());
    of_papers.min_by(|a, b| a.mean_tests().total_cmp(&b.mean_tests()))
}

fn name(search: &str, order: OrderName) -> String {
    match order {
        OrderName::Forward => search.to_owned(),
        OrderName::Backward => format!("{search} backward"),
    }
}

fn table(shape: Shape, entries: &[&Entry], best: &Entry) -> Markdown {
    let head = ["search", "tests", "ratio", "p", "units left", "smallest found", "tests over bound"];
    let mut table = Markdown::new(1, head);
    let mut sorted = entries.to_vec();
    sorted.sort_by(|a, b| a.mean_tests().total_cmp(&b.mean_tests()));
    for entry in sorted {
        let (tests, p) = against(entry, best);
        let left = quotients(&entry.kept, &entry.smallest);
        let found: Vec<f64> = left.iter().map(|ratio| f64::from(u8::from(*ratio <= 1.0))).collect();
        let total: f64 = entry.tests.iter().map(|tests| f64::from(*tests)).sum();
        let over_bound = match shape.has_bound() {
            true => format!("{:.2}", total / entry.bounds.iter().sum::<f64>()),
            false => "–".to_owned(),
        };
        table.row([
            entry.name(),
            format!("{:.1}", entry.mean_tests()),
            ratio(tests),
            p_value(p),
            geometric_mean(&left).map_or("–".to_owned(), |ratio| format!("{ratio:.3}")),
            format!("{:.0} %", 100.0 * mean(&found).unwrap_or(0.0)),
            over_bound,
        ]);
    }
    table
}

fn quotients(left: &[u32], right: &[u32]) -> Vec<f64> {
    let at_least_one = |value: &u32| f64::from(*value).max(1.0);
    left.iter().zip(right).map(|(left, right)| at_least_one(left) / at_least_one(right)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contest_is_the_same_each_time_and_has_a_table_for_each_shape() {
        let shapes = [Shape::Tiny, Shape::Either];
        let entries = contest(&shapes, 2, 1);
        assert_eq!(entries.len(), shapes.len() * ALGORITHMS.len() * 2);
        assert_eq!(entries, contest(&shapes, 2, 1));
        let text = contest_tables(&entries);
        assert_eq!(text.matches("#### ").count(), shapes.len());
        assert!(text.contains("| ddmin backward "), "{text}");
        let summary = contest_summary(&entries).to_string();
        assert_eq!(summary.lines().count(), 2 + shapes.len(), "{summary}");
        assert!(summary.contains("split-robust backward"), "{summary}");
    }

    #[test]
    fn without_dependencies_every_search_finds_the_smallest_list() {
        let shapes = [Shape::Tiny, Shape::Few, Shape::Clusters];
        for entry in contest(&shapes, 3, 2) {
            assert!(entry.shape.has_bound());
            assert_eq!(entry.kept, entry.smallest, "{} {:?}", entry.name(), entry.shape);
        }
    }
}
