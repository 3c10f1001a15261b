//! The tables of a comparison.

use std::collections::BTreeMap;

use super::match_up::{PeerRecord, PeerStatus};
use crate::statistics::{Alternative, Zeros, geometric_mean, median, wilcoxon};
use crate::tables::{Markdown, p_value, ratio, seconds};

/// The reducer with which the others are compared.
const OURS: &str = "dwindle";

/// The medians over the repetitions of one reducer on one case.
struct Cell {
    tokens: f64,
    trials: f64,
    seconds: f64,
    mark: &'static str,
}

struct Figure {
    name: &'static str,
    of: fn(&Cell) -> f64,
    show: fn(f64) -> String,
}

const FIGURES: [Figure; 3] = [
    Figure { name: "tokens left", of: |cell| cell.tokens, show: |value| format!("{value:.0}") },
    Figure { name: "trials run", of: |cell| cell.trials, show: |value| format!("{value:.0}") },
    Figure { name: "seconds", of: |cell| cell.seconds, show: seconds },
];

/// Returns the tables of a comparison: each figure of every case and reducer, and how the reducers
/// compare with dwindle.
pub fn peer_tables(records: &[PeerRecord]) -> String {
    let (mut cases, mut peers): (Vec<(String, u64)>, Vec<String>) = Default::default();
    let mut groups: BTreeMap<(usize, usize), Vec<&PeerRecord>> = BTreeMap::new();
    for record in records {
        let case_idx = index(&mut cases, (record.match_up.case.clone(), record.tokens[0]));
        let peer_idx = index(&mut peers, record.match_up.peer.clone());
        groups.entry((case_idx, peer_idx)).or_default().push(record);
    }
    let cells: BTreeMap<(usize, usize), Cell> =
        groups.into_iter().map(|(at, records)| (at, cell(&records))).collect();
    let mut text = String::new();
    for figure in FIGURES {
        let head = ["case", "tokens"].into_iter().map(str::to_owned).chain(peers.iter().cloned());
        let mut table = Markdown::new(1, head);
        for (case_idx, (case, tokens)) in cases.iter().enumerate() {
            let shown = (0..peers.len()).map(|peer_idx| match cells.get(&(case_idx, peer_idx)) {
                None => "–".to_owned(),
                Some(cell) => format!("{}{}", (figure.show)((figure.of)(cell)), cell.mark),
            });
            table.row([case.clone(), tokens.to_string()].into_iter().chain(shown));
        }
        text.push_str(&format!("### {}\n\n{table}\n", figure.name));
    }
    if let Some(ours) = peers.iter().position(|peer| peer == OURS) {
        text.push_str(&format!(
            "### Compared with {OURS}\n\n{}\n",
            compared(&cells, &peers, cases.len(), ours)
        ));
        text.push_str(&format!(
            "### Where {OURS} loses\n\nThe cases where others left fewer tokens, however long it took them.\n\n{}\n",
            losses(&cells, &cases, &peers, ours)
        ));
    }
    text.push_str(
        "† killed at the time cap: the smallest input it had found; ‡ it failed: likewise. Medians over repetitions. Ratios: geometric \
         means over the cases that both have; above 1 the other one has or needs more. p: Wilcoxon signed-rank, two-sided.\n",
    );
    text
}

fn compared(
    cells: &BTreeMap<(usize, usize), Cell>,
    peers: &[String],
    n_cases: usize,
    ours: usize,
) -> Markdown {
    let mut table = Markdown::new(
        1,
        ["reducer", "cases", "tokens: ratio", "p", "trials: ratio", "p", "seconds: ratio", "p"],
    );
    for (peer_idx, peer) in peers.iter().enumerate().filter(|(peer_idx, _)| *peer_idx != ours) {
        let shared: Vec<(&Cell, &Cell)> = (0..n_cases)
            .filter_map(|case_idx| Some((cells.get(&(case_idx, peer_idx))?, cells.get(&(case_idx, ours))?)))
            .collect();
        let mut row = vec![peer.clone(), shared.len().to_string()];
        for figure in &FIGURES {
            let at_least_one = |cell| (figure.of)(cell).max(1e-3);
            let ratios: Vec<f64> =
                shared.iter().map(|(theirs, own)| at_least_one(theirs) / at_least_one(own)).collect();
            let logarithms: Vec<f64> = ratios.iter().map(|ratio| ratio.ln()).collect();
            let test = wilcoxon(&logarithms, Alternative::TwoSided, Zeros::LeftOut);
            row.extend([ratio(geometric_mean(&ratios)), p_value(test.map(|test| test.p))]);
        }
        table.row(row);
    }
    table
}

/// Returns the names of the cases where others left fewer tokens.
fn losses(
    cells: &BTreeMap<(usize, usize), Cell>,
    cases: &[(String, u64)],
    peers: &[String],
    ours: usize,
) -> Markdown {
    let mut table = Markdown::new(2, ["case", "better", "its tokens", "ours", "its trials", "ours"]);
    for (case_idx, (case, _)) in cases.iter().enumerate() {
        let Some(own) = cells.get(&(case_idx, ours)) else { continue };
        for (peer_idx, peer) in peers.iter().enumerate() {
            let better = cells.get(&(case_idx, peer_idx)).filter(|theirs| theirs.tokens < own.tokens);
            if let Some(theirs) = better {
                let figures = [theirs.tokens, own.tokens, theirs.trials, own.trials];
                let shown = figures.map(|figure| format!("{figure:.0}"));
                table.row([case.clone(), format!("{peer}{}", theirs.mark)].into_iter().chain(shown));
            }
        }
    }
    table
}

fn index<T: PartialEq>(all: &mut Vec<T>, one: T) -> usize {
    all.iter().position(|other| *other == one).unwrap_or_else(|| {
        all.push(one);
        all.len() - 1
    })
}

fn cell(records: &[&PeerRecord]) -> Cell {
    let median_of = |value: fn(&PeerRecord) -> f64| {
        let values: Vec<f64> = records.iter().map(|record| value(record)).collect();
        median(&values).unwrap_or(f64::NAN)
    };
    let any = |status| records.iter().any(|record| record.status == status);
    Cell {
        tokens: median_of(|record| record.tokens[1] as f64),
        trials: median_of(|record| record.trials as f64),
        seconds: median_of(|record| record.seconds),
        mark: match (any(PeerStatus::Failed), any(PeerStatus::Capped)) {
            (true, _) => " ‡",
            (false, true) => " †",
            (false, false) => "",
        },
    }
}

#[cfg(test)]
mod tests {
    use super::super::match_up::MatchUp;
    use super::*;

    fn record(case: &str, peer: &str, tokens: u64, trials: u64, status: PeerStatus) -> PeerRecord {
        let match_up =
            MatchUp { case: case.to_owned(), peer: peer.to_owned(), jobs: 2, repeat: 1, cap: 60.0 };
        PeerRecord {
            match_up,
            status,
            tokens: [1000, tokens],
            bytes: [9000, tokens],
            trials,
            seconds: 2.0,
            cpu_seconds: 2.0,
        }
    }

    #[test]
    fn others_are_compared_with_ours_where_both_were_measured() {
        let records = [
            record("a", "dwindle", 10, 100, PeerStatus::Finished),
            record("b", "dwindle", 10, 100, PeerStatus::Finished),
            record("a", "delta", 40, 900, PeerStatus::Capped),
            record("b", "cvise", 10, 400, PeerStatus::Finished),
            record("a", "creduce", 7, 950, PeerStatus::Capped),
        ];
        let text = peer_tables(&records);
        assert!(text.contains("| a    |   1000 |      10 |  40 † |     – |     7 † |"), "{text}");
        let losses: Vec<&str> = text
            .lines()
            .skip_while(|line| !line.contains("loses"))
            .filter(|line| line.starts_with("| "))
            .collect();
        assert_eq!(losses.len(), 2, "the head and one loss: {losses:?}");
        assert_eq!(losses[1], "| a    | creduce † |          7 |   10 |        950 |  100 |");
        assert!(text.contains("| delta   |     1 |          4.00 | 1.000 |          9.00 |"), "{text}");
        assert!(text.contains("| cvise   |     1 |          1.00 |     – |          4.00 |"), "{text}");
    }
}
