//! The results of a study, one line per search.

use std::fmt;

use dwindle_reduce::ALGORITHMS;
use serde::{Deserialize, Serialize};

use super::lists::Spread;
use super::study::Study;
use crate::statistics::{Alternative, Zeros, geometric_mean, median, wilcoxon};

/// The search with which the others are compared.
const BASELINE: &str = "ddmin";

/// The names in the papers, and the percentage of ddmin's tests that the WDD paper says a search
/// saves.
const IN_PAPERS: &[(&str, &str, Option<f64>)] = &[
    ("ddmin", "ddmin", None),
    ("wddmin", "W_ddmin", Some(23.0)),
    ("probdd", "ProbDD", None),
    ("wprobdd", "W_ProbDD", None),
    ("cdd", "CDD", None),
    ("wcdd", "W_CDD", None),
    ("active-coarsen", "ActiveCoarsen", None),
];

/// The results of all searches on a collection of lists: a line of the raw results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lines {
    /// The number of lists.
    pub n_lists: u64,
    /// The seed of the collection of lists.
    pub seed: u64,
    /// How tokens were distributed.
    pub spread: Spread,
    /// A line for each search.
    pub lines: Vec<Line>,
    /// The tests of ddmin and of W_ddmin on the first lists.
    #[serde(default)]
    pub pairs: Vec<(u32, u32)>,
}

/// The number of lists whose tests of ddmin and W_ddmin are recorded.
const N_PAIRS: usize = 1000;

/// Returns the tests of ddmin and of W_ddmin on the first lists.
pub fn pairs(study: &Study) -> Vec<(u32, u32)> {
    let idx = |name| ALGORITHMS.iter().position(|algorithm| algorithm.name == name);
    let Some((ddmin, wddmin)) = idx(BASELINE).zip(idx("wddmin")) else { return Vec::new() };
    let both = |of_list: &Vec<super::count::Outcome>| (of_list[ddmin].n_tests, of_list[wddmin].n_tests);
    study.outcomes.iter().take(N_PAIRS).map(both).collect()
}

/// The results of one search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// Its name, as in the papers if it is there.
    pub name: String,
    /// Tests per list, on average.
    pub mean: f64,
    /// The percentage by which the sum of its tests is below that of ddmin.
    pub saving: f64,
    /// The paper's figure for `saving`.
    pub published: Option<f64>,
    /// The geometric mean of the ratio of its tests to those of ddmin on the same list.
    pub ratio: f64,
    /// The median of that ratio.
    pub median_ratio: f64,
    /// The p-value (Wilcoxon signed-rank, two-sided); `None` for ddmin itself.
    pub p: Option<f64>,
    /// The sum of its tests over the sum of the information bounds.
    pub over_bound: f64,
}

/// Returns the lines, in the order of [`ALGORITHMS`].
///
/// # Panics
/// When the study has no lists.
pub fn lines(study: &Study) -> Vec<Line> {
    assert!(!study.outcomes.is_empty(), "a study has lists");
    let baseline_idx = ALGORITHMS.iter().position(|algorithm| algorithm.name == BASELINE);
    let baseline = study.tests(baseline_idx.expect("ddmin is in the list"));
    let bound: f64 = study.bounds.iter().sum();
    let line = |(algorithm_idx, name): (usize, &'static str)| {
        let tests = study.tests(algorithm_idx);
        let ratios: Vec<f64> =
            tests.iter().zip(&baseline).map(|(tests, of_ddmin)| tests / of_ddmin).collect();
        let differences: Vec<f64> =
            tests.iter().zip(&baseline).map(|(tests, of_ddmin)| tests - of_ddmin).collect();
        let sum: f64 = tests.iter().sum();
        let in_papers = IN_PAPERS.iter().find(|(ours, ..)| *ours == name);
        Line {
            name: in_papers.map_or(name, |(_, theirs, _)| theirs).to_owned(),
            mean: sum / tests.len() as f64,
            saving: 100.0 * (1.0 - sum / baseline.iter().sum::<f64>()),
            published: in_papers.and_then(|(.., published)| *published),
            ratio: geometric_mean(&ratios).unwrap_or(f64::NAN),
            median_ratio: median(&ratios).unwrap_or(f64::NAN),
            p: wilcoxon(&differences, Alternative::TwoSided, Zeros::LeftOut).map(|test| test.p),
            over_bound: sum / bound,
        }
    };
    ALGORITHMS.iter().map(|algorithm| algorithm.name).enumerate().map(line).collect()
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let than = match self.p {
            None => "what the others are compared with".to_owned(),
            Some(_) if self.saving < 0.0 => format!("{:.1} % more tests than ddmin", -self.saving),
            Some(_) => format!("{:.1} % fewer tests than ddmin", self.saving),
        };
        write!(f, "{}: {than}", self.name)?;
        if let Some(published) = self.published {
            write!(f, " (the paper: {published:.0} %)")?;
        }
        if let Some(p) = self.p {
            write!(f, "; p {}", P(p))?;
            write!(f, "; ratio {:.3}, median {:.3}", self.ratio, self.median_ratio)?;
        }
        write!(f, "; {:.1} tests per list, {:.2} times the information bound", self.mean, self.over_bound)
    }
}

/// A p-value as it is printed.
struct P(f64);

impl fmt::Display for P {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            p if p < 1e-300 => f.write_str("< 1e-300"),
            p if p < 1e-3 => write!(f, "= {p:.1e}"),
            p => write!(f, "= {p:.3}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::count::Outcome;
    use super::*;

    fn study(tests: impl Fn(&str, u32) -> u32) -> Study {
        let outcome = |n_tests| Outcome { n_attempts: n_tests, n_tests, n_kept: 1 };
        let of_list =
            |list| ALGORITHMS.iter().map(|algorithm| outcome(tests(algorithm.name, list))).collect();
        Study { bounds: vec![10.0; 60], outcomes: (0..60).map(of_list).collect() }
    }

    fn line(name: &str, study: &Study) -> String {
        let all = lines(study);
        all.iter().find(|line| line.name == name).unwrap().to_string()
    }

    #[test]
    fn a_search_is_compared_with_ddmin_and_with_the_paper() {
        let study = study(|name, list| if name == "wddmin" { 75 + list % 2 } else { 100 });
        let text = line("W_ddmin", &study);
        assert!(text.starts_with("W_ddmin: 24.5 % fewer tests than ddmin (the paper: 23 %); p = "), "{text}");
        assert!(text.ends_with("75.5 tests per list, 7.55 times the information bound"), "{text}");
    }

    #[test]
    fn what_is_worse_is_said_to_be_worse() {
        let study = study(|name, _| if name == "cdd" { 150 } else { 100 });
        assert!(line("CDD", &study).starts_with("CDD: 50.0 % more tests than ddmin; p = "));
    }

    #[test]
    fn ddmin_is_what_the_others_are_compared_with() {
        let text = line("ddmin", &study(|_, _| 100));
        assert!(text.starts_with("ddmin: what the others are compared with; 100.0 tests"), "{text}");
    }
}
