//! Raw results as a table: the median over repetitions for each case and column.

use std::collections::BTreeMap;
use std::fmt;

use crate::experiment::{OrderName, Record, Setting, Status};
use crate::statistics::median;
use crate::watch::Watch;

/// A column: a framework with a list search and its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// The framework.
    pub framework: String,
    /// The list search.
    pub algorithm: String,
    /// Its order.
    pub order: OrderName,
    /// Its prior.
    pub p0: f64,
    /// Whether ties are broken by shuffles.
    pub is_shuffled: bool,
}

/// The searches of the papers, in their order.
const OF_PAPERS: [&str; 6] = ["ddmin", "probdd", "cdd", "wddmin", "wprobdd", "active-coarsen"];

/// The medians over the repetitions of one case with one column.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// Tokens of the original.
    pub tokens_before: f64,
    /// Tokens left.
    pub tokens: f64,
    /// Trials run.
    pub executed: f64,
    /// Candidates that a gate refused.
    pub gated: f64,
    /// Seconds.
    pub seconds: f64,
    /// Whether the budget stopped any of the repetitions.
    pub stopped: bool,
    /// The number of repetitions.
    pub n_repeats: usize,
}

/// All cells.
#[derive(Clone, Debug, Default)]
pub struct Cells {
    /// The cases, in the order in which they were first measured.
    pub cases: Vec<String>,
    /// The columns, in the order in which they were first measured.
    pub columns: Vec<Column>,
    cells: BTreeMap<(usize, usize), Cell>,
}

impl Column {
    /// Returns the column of a setting.
    pub fn of(setting: &Setting) -> Column {
        Column {
            framework: setting.framework.clone(),
            algorithm: setting.algorithm.clone(),
            order: setting.order,
            p0: setting.p0,
            is_shuffled: setting.seed.is_some(),
        }
    }

    /// Returns the name of the search, without its framework.
    pub fn search(&self) -> String {
        let mut text = self.algorithm.clone();
        if self.order == OrderName::Backward && self.algorithm != "none" {
            text.push_str(" backward");
        }
        if self.p0 != 0.1 {
            text.push_str(&format!(" p0={}", self.p0));
        }
        if self.is_shuffled {
            text.push_str(" shuffled");
        }
        text
    }

    /// Whether it is a search of the papers with their settings: from the start, with their usual
    /// prior.
    pub fn is_of_papers(&self) -> bool {
        is_of_papers(&self.algorithm)
            && self.order == OrderName::Forward
            && self.p0 == 0.1
            && !self.is_shuffled
    }
}

/// Whether a list search is one of the papers'.
pub fn is_of_papers(search: &str) -> bool {
    OF_PAPERS.contains(&search)
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.algorithm {
            "none" => f.write_str(&self.framework),
            _ => write!(f, "{}, {}", self.framework, self.search()),
        }
    }
}

impl Cells {
    /// Groups records into cells. Reductions watched with
    /// [`Watch::Closure`](crate::watch::Watch::Closure) are left out, because watching changed
    /// them.
    pub fn of(records: &[Record]) -> Cells {
        let mut cells = Cells::default();
        let mut groups: BTreeMap<(usize, usize), Vec<&Record>> = BTreeMap::new();
        for record in records.iter().filter(|record| record.setting.watch != Some(Watch::Closure)) {
            let case_idx = index(&mut cells.cases, record.setting.case.clone());
            let column_idx = index(&mut cells.columns, Column::of(&record.setting));
            groups.entry((case_idx, column_idx)).or_default().push(record);
        }
        cells.cells = groups.into_iter().map(|(at, records)| (at, cell(&records))).collect();
        cells
    }

    /// Returns a cell, if it was measured.
    pub fn get(&self, case_idx: usize, column_idx: usize) -> Option<&Cell> {
        self.cells.get(&(case_idx, column_idx))
    }

    /// Returns the index of the column of a framework and a search, named as by [`Column::search`].
    pub fn column(&self, framework: &str, search: &str) -> Option<usize> {
        let is_it = |column: &Column| column.framework == framework && column.search() == search;
        self.columns.iter().position(is_it)
    }

    /// Returns the cell of a case, by names.
    pub fn find(&self, case: &str, framework: &str, search: &str) -> Option<&Cell> {
        let case_idx = self.cases.iter().position(|other| other == case)?;
        self.get(case_idx, self.column(framework, search)?)
    }

    /// Returns the frameworks, in the order in which they were first measured.
    pub fn frameworks(&self) -> Vec<&str> {
        let mut frameworks: Vec<&str> = Vec::new();
        for column in &self.columns {
            if !frameworks.contains(&&*column.framework) {
                frameworks.push(&column.framework);
            }
        }
        frameworks
    }

    /// Returns the indices of the columns of a framework.
    pub fn of_framework(&self, framework: &str) -> Vec<usize> {
        let all = self.columns.iter().enumerate();
        all.filter(|(_, column)| column.framework == framework).map(|(column_idx, _)| column_idx).collect()
    }

    /// Returns the number of tokens of a case's original.
    pub fn tokens_before(&self, case_idx: usize) -> f64 {
        let mut cells = self.cells.range((case_idx, 0)..(case_idx + 1, 0));
        cells.next().map_or(0.0, |(_, cell)| cell.tokens_before)
    }
}

fn index<T: PartialEq>(all: &mut Vec<T>, one: T) -> usize {
    all.iter().position(|other| *other == one).unwrap_or_else(|| {
        all.push(one);
        all.len() - 1
    })
}

fn cell(records: &[&Record]) -> Cell {
    let median_of = |value: fn(&Record) -> f64| {
        let values: Vec<f64> = records.iter().map(|record| value(record)).collect();
        median(&values).unwrap_or(f64::NAN)
    };
    Cell {
        tokens_before: median_of(|record| record.tokens[0] as f64),
        tokens: median_of(|record| record.tokens[1] as f64),
        executed: median_of(|record| record.executed as f64),
        gated: median_of(|record| record.gated as f64),
        seconds: median_of(|record| record.seconds),
        stopped: records.iter().any(|record| record.status == Status::Budget),
        n_repeats: records.len(),
    }
}
