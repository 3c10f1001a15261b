//! Running shifts: a column equals another one plus the differences of two more columns in all
//! previous rows, like line numbers in a diff.

use rustc_hash::FxHashSet;

use super::super::inference::Inference;
use super::super::lines::Grouped;
use super::super::relation::{Evidence, Phase, Relation, Rule};
use super::super::state::View;
use crate::bits::Bits;

/// Finds lines of at least four numbers, one of which is shifted by what the previous lines add and
/// remove.
pub(super) fn find(inference: &mut Inference<'_>) {
    let facts = inference.facts;
    let mut alike: Grouped<u64, Vec<u32>> = Grouped::new();
    for line in (0..facts.lines.len()).filter(|&line| !facts.lines.is_blank(line)) {
        let digits =
            |at: &u32| facts.atoms.text(*at).iter().any(u8::is_ascii_digit) && facts.atoms.is_word(*at);
        let numbers: Vec<u32> = facts.lines.body(line).filter(digits).take(MOST_COLUMNS).collect();
        if numbers.len() >= 4 && numbers.iter().all(|&at| facts.atoms.number(at).is_some()) {
            alike.push(facts.lines.shape(line), numbers);
        }
    }
    for (_, rows) in alike.into_groups() {
        let width = rows.iter().map(Vec::len).min().unwrap_or(0);
        if rows.len() < FEWEST_ROWS {
            continue;
        }
        let ways = (0..width).flat_map(|from| (0..width).map(move |to| (from, to)));
        let ways = ways
            .flat_map(|way| (0..width).flat_map(move |less| (0..width).map(move |more| (way, less, more))));
        let found = ways
            .filter(|&((from, to), less, more)| {
                from < to && less != more && ![from, to].contains(&less) && ![from, to].contains(&more)
            })
            .find_map(|((from, to), less, more)| Shift::of(inference, &rows, [from, to, less, more]));
        if let Some(shift) = found
            && shift.rows.iter().all(|row| !inference.is_explained(row.to))
        {
            let targets = shift.rows.iter().map(|row| row.to).collect();
            let relation = Relation::new("running shift", Phase::Offsets, targets, Box::new(shift));
            inference.take(relation.with_evidence(Evidence::Strong));
        }
    }
}

/// The most numbers of a line that are compared.
const MOST_COLUMNS: usize = 6;
/// The fewest distinct differences.
const FEWEST_STEPS: usize = 3;
/// The fewest rows that continue the previous one.
const FEWEST_MOVED: usize = 5;
/// The fewest rows.
const FEWEST_ROWS: usize = 8;

struct ShiftRow {
    from: u32,
    to: u32,
    less: u32,
    more: u32,
    /// The shift at a restart; `None` if the row continues the previous one.
    starts: Option<i64>,
}

struct Shift {
    rows: Vec<ShiftRow>,
}

impl Shift {
    fn of(inference: &Inference<'_>, rows: &[Vec<u32>], [from, to, less, more]: [usize; 4]) -> Option<Shift> {
        let value = |row: &[u32], column: usize| inference.value(row[column]).abs();
        let (mut n_wrong, mut n_restarts, mut n_moved, mut last) = (0, 0, 0, None);
        for row in rows {
            let shift = value(row, to) - value(row, from);
            match shift {
                0 if last != Some(0) => n_restarts += 1,
                0 => {}
                _ if last == Some(shift) => n_moved += 1,
                _ => n_wrong += 1,
            }
            if 3 * rows.len() < 20 * n_wrong {
                return None;
            }
            last = Some(shift + value(row, more) - value(row, less));
        }
        // The shift restarts in every file.
        if n_moved < FEWEST_MOVED || 2 * n_moved < n_restarts {
            return None;
        }
        // A constant difference is not a shift.
        let steps: FxHashSet<i64> = rows.iter().map(|row| value(row, more) - value(row, less)).collect();
        if steps.len() < FEWEST_STEPS {
            return None;
        }
        let mut found: Vec<ShiftRow> = Vec::new();
        let mut last = None;
        let mut shifts = FxHashSet::default();
        for row in rows {
            let shift = value(row, to) - value(row, from);
            shifts.insert(shift);
            let goes_on = last == Some(shift);
            last = Some(shift + value(row, more) - value(row, less));
            let starts = (!goes_on).then_some(shift);
            found.push(ShiftRow { from: row[from], to: row[to], less: row[less], more: row[more], starts });
        }
        (4 < shifts.len()).then_some(Shift { rows: found })
    }
}

impl Rule for Shift {
    fn evaluate(&self, view: &View<'_>, set: &mut dyn FnMut(u32, i64)) {
        let mut shift = 0;
        for row in &self.rows {
            if let Some(starts) = row.starts {
                shift = starts;
            }
            if view.lives(row.to) {
                set(row.to, view.number(row.from).abs() + shift);
                shift += view.number(row.more).abs() - view.number(row.less).abs();
            }
        }
    }

    fn operands(&self, _: &mut Bits) -> bool {
        false
    }
}
