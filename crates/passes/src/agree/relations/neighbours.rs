//! Adjacency lists: each line names its neighbours by their line numbers, and they name it.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::super::atoms::Kind;
use super::super::inference::Inference;
use super::super::list::List;
use super::super::relation::{Demand, Evidence, Phase, Probe, Relation, Rule};
use super::super::state::View;
use super::index;
use crate::bits::Bits;

/// Finds runs of lines of numbers in which line `i` contains `j` if and only if line `j` contains
/// `i`, in every field or in every second or third one behind the first few. That is no chance if
/// the lines name one or two others on average, and at most half of all. A line without neighbours
/// and other numbers ends a run. O(numbers) for each way to read a run.
pub(super) fn find(inference: &mut Inference<'_>) {
    let mut n_found = 0;
    for rows in runs(inference) {
        if n_found == MOST_GRAPHS {
            break;
        }
        let ways = (0..=MOST_HEADS).flat_map(|skipped| {
            (1..=LONGEST_PERIOD).flat_map(move |period| {
                (0..=MOST_BEFORE).flat_map(move |first| [0, 1].map(|base| (skipped, period, first, base)))
            })
        });
        let found = ways.into_iter().find_map(|(skipped, period, first, base)| {
            let rows = rows.get(skipped..)?;
            Some((skipped, Graph::read(rows, Form { period, first, base })?))
        });
        if let Some((skipped, graph)) = found {
            let heads: Vec<u32> = rows[..skipped].iter().flat_map(Row::numbers).collect();
            graph.take(inference, &heads);
            n_found += 1;
        }
    }
}

/// The most lines of a run that are no points, such as a header.
const MOST_HEADS: usize = 2;
/// The most fields for each neighbour, and before the first one.
const LONGEST_PERIOD: usize = 3;
const MOST_BEFORE: usize = 4;
/// The most graphs: each is a relation of its own.
const MOST_GRAPHS: usize = 16;
/// The fewest lines, and the fewest references to neighbours.
const FEWEST_ROWS: usize = 6;
const FEWEST_ENDS: usize = 24;

/// A line of numbers.
struct Row {
    line: Range<u32>,
    /// Each number with its value, and the atoms from the blank before it on.
    fields: Vec<Field>,
}

type Field = (u32, i64, Range<u32>);
/// The fields of a neighbour, and the atoms that are removed with it.
type Place<'r> = (&'r [Field], Range<u32>);

impl Row {
    fn numbers(&self) -> impl Iterator<Item = u32> + '_ {
        self.fields.iter().map(|field| field.0)
    }
}

/// Returns the runs of adjacent lines that only contain numbers which nothing explains yet.
fn runs(inference: &Inference<'_>) -> Vec<Vec<Row>> {
    let facts = inference.facts;
    let mut found: Vec<Vec<Row>> = vec![Vec::new()];
    for line in 0..facts.lines.len() {
        let row = row(inference, line);
        match (row, found.last_mut()) {
            (Some(row), Some(run)) => run.push(row),
            _ => found.push(Vec::new()),
        }
    }
    found.retain(|run| FEWEST_ROWS <= run.len());
    found
}

fn row(inference: &Inference<'_>, line: u32) -> Option<Row> {
    let facts = inference.facts;
    let field = |field: &Range<u32>| {
        let at = field.start;
        let value = facts.atoms.number(at).filter(|value| 0 <= *value && !inference.is_explained(at))?;
        let has_blank = 0 < at && facts.atoms.kind(at - 1) == Kind::Blank;
        (field.len() == 1).then(|| (at, value, at - u32::from(has_blank)..field.end))
    };
    let fields: Option<Vec<_>> = facts.lines.fields(line).iter().map(field).collect();
    let fields = fields.filter(|fields| !fields.is_empty())?;
    Some(Row { line: facts.lines.atoms(line), fields })
}

/// Which fields of a line are neighbours, and the number of the first line.
#[derive(Clone, Copy)]
struct Form {
    period: usize,
    first: usize,
    base: i64,
}

/// A neighbour in a line.
struct End {
    at: u32,
    item: Range<u32>,
    /// The place where the neighbour names this line.
    other: u32,
    /// What else is said about the edge here and there, if that is the same.
    said: Vec<(u32, u32)>,
}

struct Graph {
    base: i64,
    /// The number of fields of each neighbour.
    period: usize,
    rows: Vec<Range<u32>>,
    ends: Vec<End>,
}

impl Graph {
    /// Reads lines as neighbours; `None` if they are not symmetric.
    fn read(rows: &[Row], form: Form) -> Option<Graph> {
        let n_rows = rows.len() as i64;
        let mut places: FxHashMap<(i64, i64), Place<'_>> = FxHashMap::default();
        let mut order: Vec<(i64, i64)> = Vec::new();
        for (number, row) in (form.base..).zip(rows) {
            let fields = row.fields.get(form.first..)?;
            if fields.len() % form.period != 0 {
                return None;
            }
            for of_one in fields.chunks(form.period) {
                let (_, other, item) = &of_one[0];
                let item = item.start..of_one[form.period - 1].2.end;
                let is_line = form.base <= *other && *other < form.base + n_rows && *other != number;
                if !is_line || places.insert((number, *other), (of_one, item)).is_some() {
                    return None;
                }
                order.push((number, *other));
            }
        }
        // If each names nearly all others, they are the same rows of numbers.
        let is_dense = rows.len() * rows.len() < 2 * order.len();
        // Pairs are lists in the opposite order.
        let is_sparse = 2 * order.len() < 3 * rows.len();
        if rows.len() < FEWEST_ROWS || order.len() < FEWEST_ENDS || is_dense || is_sparse {
            return None;
        }
        let end = |&(number, other): &(i64, i64)| {
            let (own, item) = places[&(number, other)].clone();
            let (there, _) = places.get(&(other, number))?;
            let said = own.iter().zip(*there).skip(1).filter(|(own, there)| own.1 == there.1);
            let said = said.map(|(own, there)| (own.0, there.0)).collect();
            Some(End { at: own[0].0, item, other: there[0].0, said })
        };
        let ends = order.iter().map(end).collect::<Option<_>>()?;
        Some(Graph {
            base: form.base,
            period: form.period,
            rows: rows.iter().map(|row| row.line.clone()).collect(),
            ends,
        })
    }

    /// Adds the references, and the number of edges if one of `heads` is that.
    fn take(self, inference: &mut Inference<'_>, heads: &[u32]) {
        let facts = inference.facts;
        let first = facts.lines.of_atom(self.rows[0].start);
        let about = format!("neighbours from line {} on", first + 1);
        let slots: Vec<u32> = self.ends.iter().map(|end| end.at).collect();
        let n_edges = (slots.len() / 2) as i64;
        index::take(inference, about, self.base, self.rows, &slots, Evidence::Strong);
        let demand = |end: &End| {
            let other = end.other..end.other + 1;
            Demand { needs: vec![other], kills: end.item.clone() }
        };
        if let Some(relation) = inference.relations.last_mut() {
            relation.demands = self.ends.iter().map(demand).collect();
        }
        let items = self.ends.iter().map(|end| (end.at, end.item.clone())).collect();
        inference.lists.push(List::of(items));
        let n_said: usize = self.ends.iter().map(|end| end.said.len()).sum();
        if n_said == self.ends.len() * (self.period - 1) && n_said != 0 {
            let said = self.ends.iter().flat_map(|end| end.said.iter().copied());
            let pairs: Vec<(u32, u32)> = said.filter(|(here, there)| here < there).collect();
            let targets = pairs.iter().flat_map(|&(first, second)| [first, second]).collect();
            let relation =
                Relation::new("weight of an edge", Phase::Counts, targets, Box::new(Weights { pairs }));
            inference.take(relation.with_evidence(Evidence::Strong));
        }
        let counts = |&&at: &&u32| !inference.is_explained(at) && inference.value(at) == n_edges;
        if let Some(&at) = heads.iter().find(counts) {
            let rule = Box::new(Edges { at, ends: slots });
            let relation = Relation::new("number of edges", Phase::Counts, vec![at], rule);
            inference.take(relation.with_probe(Probe::First));
        }
    }
}

/// Half of the neighbours.
struct Edges {
    at: u32,
    ends: Vec<u32>,
}

impl Rule for Edges {
    fn evaluate(&self, view: &View<'_>, set: &mut dyn FnMut(u32, i64)) {
        let n_living = self.ends.iter().filter(|&&at| view.lives(at)).count();
        set(self.at, (n_living / 2) as i64);
    }

    fn operands(&self, bits: &mut Bits) -> bool {
        self.ends.iter().for_each(|&at| bits.insert(at));
        true
    }
}

/// What is said about each edge, first in one of its lines and then in the other.
struct Weights {
    pairs: Vec<(u32, u32)>,
}

impl Rule for Weights {
    fn evaluate(&self, view: &View<'_>, set: &mut dyn FnMut(u32, i64)) {
        for &(first, second) in self.pairs.iter().filter(|(first, _)| view.lives(*first)) {
            set(second, view.number(first));
        }
    }

    fn operands(&self, _: &mut Bits) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use dwindle_reduce::Document;

    use super::*;
    use crate::agree::facts::DocumentFacts;
    use crate::agree::known::Known;

    fn found(text: &str) -> Vec<String> {
        let facts = DocumentFacts::of(&Document::single("a", text));
        let known = Known::default();
        let mut inference = Inference::new(&facts, &known);
        find(&mut inference);
        inference
            .relations
            .iter()
            .map(|relation| format!("{} {}", relation.name, relation.targets.len()))
            .collect()
    }

    /// A ring: each line names the one before and the one behind.
    fn ring(n: usize) -> String {
        (0..n).map(|at| format!("{} {}\n", (at + n - 1) % n, (at + 1) % n)).collect()
    }

    #[test]
    fn lines_that_name_each_other_are_neighbours() {
        assert_eq!(found(&format!("20 20\n{}", ring(20))), ["index 40", "number of edges 1"]);
        assert_eq!(found(&format!("x\n{}", ring(20))), ["index 40"]);
    }

    #[test]
    fn rows_of_numbers_are_no_neighbours() {
        let one_way = ring(20).replace("3 5\n", "3 6\n");
        assert_eq!(found(&one_way), [""; 0]);
        let equal: String = (0..8).map(|_| "0 1 2 3 4 5 6 7\n").collect();
        assert_eq!(found(&equal), [""; 0]);
        let table: String = (0..30).map(|at| format!("{} {} {}\n", at, at % 7, 3 * at % 11)).collect();
        assert_eq!(found(&table), [""; 0]);
        let down: String = (0..30).rev().map(|at| format!("{at}\n")).collect();
        assert_eq!(found(&down), [""; 0]);
    }
}
