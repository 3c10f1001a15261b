//! Lists whose items at the same place belong together, tables in which a row and a column do, and
//! positions in such lists.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::super::atoms::Kind;
use super::super::facts::DocumentFacts;
use super::super::groups::Group;
use super::super::inference::Inference;
use super::super::lines::Grouped;
use super::super::relation::{Demand, Evidence, Phase, Probe, Relation, Rule};
use super::super::sections::lines_of;
use super::super::state::View;
use crate::bits::Bits;

/// Lists of as many items, each with the atoms of its items.
struct Parallel {
    lists: Vec<Vec<Range<u32>>>,
}

/// Shorter lists are as long as others by chance: of lists side by side, and of any lists.
const FEWEST_BESIDE: usize = 4;
const FEWEST_ANYWHERE: usize = 8;
/// More lists of one length are values of a fixed size.
const MOST_LISTS: usize = 64;
/// The most lists of positions.
const MOST_POSITIONS: usize = 16;
/// The most items that are tied to each other.
const MOST_TIED: usize = 100_000;

/// Finds lists in brackets of as many items, and lists of positions in them.
pub(super) fn lists(inference: &mut Inference<'_>) {
    let facts = inference.facts;
    let found = parallel(facts);
    let (mut n_tied, mut demands) = (0, Vec::new());
    for Parallel { lists } in &found {
        n_tied += lists.len() * lists[0].len();
        if MOST_TIED < n_tied {
            return;
        }
        let pairs = lists[1..].iter().flat_map(|list| lists[0].iter().zip(list));
        demands.extend(pairs.flat_map(|(a, b)| tie(a, b)));
    }
    if let Some(last) = found.first().and_then(|one| one.lists[0].last()) {
        // The last item, with the comma before it.
        take(inference, "items of lists", last.start - 1..last.end, demands);
    }
    positions(inference, &found);
}

/// Returns the demands by which two parts need each other.
pub(super) fn tie(a: &Range<u32>, b: &Range<u32>) -> [Demand; 2] {
    [(a, b), (b, a)].map(|(needed, killed)| Demand { needs: vec![needed.clone()], kills: killed.clone() })
}

/// Adds a relation without values. If `probed` can be left out alone, nothing belongs together.
pub(super) fn take(
    inference: &mut Inference<'_>,
    name: &'static str,
    probed: Range<u32>,
    demands: Vec<Demand>,
) {
    let relation =
        Relation::new(name, Phase::Counts, probed.collect(), Box::new(NoValues)).with_demands(demands);
    inference.relations.push(relation.with_probe(Probe::AllGone).with_evidence(Evidence::Strong));
}

/// Returns the lists that are as long as others side by side; of the rest, long ones anywhere.
fn parallel(facts: &DocumentFacts) -> Vec<Parallel> {
    let groups = &facts.groups;
    let is_table =
        |around: Option<u32>| around.is_some_and(|around| facts.atoms.is(groups.group(around).open, b'['));
    let is_list = |group: &&Group| {
        FEWEST_BESIDE <= group.n_items() && facts.atoms.is(group.open, b'[') && !is_table(group.around)
    };
    let mut beside: Grouped<(Option<u32>, u32, usize), &Group> = Grouped::new();
    for group in groups.all().iter().filter(is_list) {
        beside.push((group.around, facts.atoms.file(group.open), group.n_items()), group);
    }
    let mut found: Vec<Vec<&Group>> = Vec::new();
    let mut anywhere: Grouped<(u32, usize), &Group> = Grouped::new();
    for ((around, file, n_items), lists) in beside.into_groups() {
        match lists[..] {
            [one] if FEWEST_ANYWHERE <= n_items => anywhere.push((file, n_items), one),
            _ if around.is_some() => found.push(lists),
            _ => {}
        }
    }
    found.extend(anywhere.into_groups().into_iter().map(|(_, lists)| lists));
    let several = found.into_iter().filter(|lists| (2..=MOST_LISTS).contains(&lists.len()));
    several
        .map(|lists| Parallel { lists: lists.iter().map(|list| list.items().collect()).collect() })
        .collect()
}

/// Finds lists of ascending positions in other lists: where each row of a sparse table begins.
fn positions(inference: &mut Inference<'_>, found: &[Parallel]) {
    let facts = inference.facts;
    // Each list has one list of positions in it.
    let mut taken: FxHashSet<u32> = FxHashSet::default();
    let mut n_found = 0;
    for group in facts.groups.all() {
        if group.n_items() < FEWEST_BESIDE || !facts.atoms.is(group.open, b'[') {
            continue;
        }
        let number = |item: Range<u32>| {
            let mut atoms = inked(facts, item);
            let at = atoms.next().filter(|_| atoms.next().is_none())?;
            Some((at, facts.atoms.number(at)?))
        };
        let Some(slots) = group.items().map(number).collect::<Option<Vec<(u32, i64)>>>() else { continue };
        let (first, last) = (slots[0].1, slots[slots.len() - 1].1);
        let is_ascending = slots.windows(2).all(|two| two[0].1 <= two[1].1);
        let different: FxHashSet<i64> = slots.iter().map(|slot| slot.1).collect();
        let is_free = slots.iter().all(|&(at, _)| !inference.is_explained(at));
        if first != 0 || !is_ascending || different.len() < FEWEST_BESIDE || !is_free {
            continue;
        }
        let are_long = |one: &&Parallel| one.lists[0].len() as i64 == last;
        let Some(items) = found.iter().find(are_long).map(|one| one.lists[0].clone()) else { continue };
        if !taken.insert(items[0].start) {
            continue;
        }
        n_found += 1;
        if MOST_POSITIONS < n_found {
            return;
        }
        let targets = slots.iter().map(|&(at, _)| at).collect();
        // The items between two positions go with the second one.
        let ends = group.items().zip(&slots).skip(1).zip(&slots);
        let demands = ends.flat_map(|((item, end), start)| {
            let within = items[start.1 as usize..end.1 as usize].to_vec();
            within.into_iter().map(move |kills| Demand { needs: vec![item.clone()], kills })
        });
        let mut demands: Vec<Demand> = demands.collect();
        // A list of one item for each stretch between two positions.
        let stretches: Vec<Range<u32>> = group.items().skip(1).collect();
        let is_of_stretches = |other: &&Group| {
            other.n_items() == stretches.len()
                && facts.atoms.is(other.open, b'[')
                && other.around == group.around
        };
        for other in facts.groups.all().iter().filter(is_of_stretches).take(MOST_LISTS) {
            demands.extend(other.items().zip(&stretches).flat_map(|(item, stretch)| tie(&item, stretch)));
        }
        let rule = Box::new(Positions { slots, items });
        let relation = Relation::new("positions in a list", Phase::Counts, targets, rule);
        inference.take(relation.with_demands(demands).with_evidence(Evidence::Strong));
    }
}

/// Returns the atoms that are not white space.
fn inked<'a>(facts: &'a DocumentFacts, atoms: Range<u32>) -> impl Iterator<Item = u32> + use<'a> {
    atoms.filter(|&at| !facts.atoms.is_space(at))
}

/// Fewer rows are as many as the columns by chance.
const FEWEST_ROWS: usize = 4;
const MOST_ROWS: usize = 300;
/// The most fields before the columns.
const MOST_LABELS: usize = 2;

/// Finds tables of as many rows as columns, in which the values of a pair are the same in both
/// orders.
pub(super) fn square(inference: &mut Inference<'_>) {
    let facts = inference.facts;
    let mut found: Vec<Vec<Row>> = Vec::new();
    for file in 0..facts.atoms.files().len() as u32 {
        let Range { start: mut line, end: behind } = lines_of(facts, file);
        while line < behind {
            let n_fields = facts.lines.fields(line).len();
            let end =
                (line..behind).find(|&line| facts.lines.fields(line).len() != n_fields).unwrap_or(behind);
            if (end - line) as usize <= MOST_ROWS {
                let row = |line: u32| (facts.lines.atoms(line), facts.lines.fields(line).to_vec());
                let rows = (line..end).map(row);
                found.extend(square_of(facts, rows.collect()));
            }
            line = end;
        }
    }
    for group in
        facts.groups.all().iter().filter(|group| (FEWEST_ROWS..=MOST_ROWS).contains(&group.n_items()))
    {
        let row = |item: Range<u32>| {
            let first = inked(facts, item).next().and_then(|at| facts.groups.opened_by(at))?;
            let group = facts.groups.group(first);
            Some((group.open..group.close + 1, group.items().collect()))
        };
        if let Some(rows) = group.items().map(row).collect::<Option<Vec<Row>>>() {
            found.extend(square_of(facts, rows));
        }
    }
    for rows in found {
        let mut demands = Vec::new();
        for (place, (whole, _)) in rows.iter().enumerate() {
            let column = rows.iter().map(|(_, row)| row[row.len() - rows.len() + place].clone());
            let of_row = column.clone().map(|kills| Demand { needs: vec![whole.clone()], kills });
            demands.extend(of_row);
            demands.push(Demand { needs: column.collect(), kills: whole.clone() });
        }
        let first = &rows[0].1;
        take(inference, "rows and columns", first[first.len() - 1].clone(), demands);
    }
}

/// All atoms of a row, and those of its fields.
type Row = (Range<u32>, Vec<Range<u32>>);

/// Returns the rows of fields if they are as many as the columns, and the values symmetrical.
fn square_of(facts: &DocumentFacts, rows: Vec<Row>) -> Option<Vec<Row>> {
    let n_rows = rows.len();
    if !(FEWEST_ROWS..=MOST_ROWS).contains(&n_rows) {
        return None;
    }
    let n_labels = rows[0].1.len().checked_sub(n_rows).filter(|&n_labels| n_labels <= MOST_LABELS)?;
    if rows.iter().any(|row| row.1.len() != rows[0].1.len()) {
        return None;
    }
    let text = |row: usize, column: usize| -> Vec<&[u8]> {
        inked(facts, rows[row].1[n_labels + column].clone()).map(|at| facts.atoms.text(at)).collect()
    };
    let is_value = |row: usize| {
        inked(facts, rows[row].1[n_labels].clone()).any(|at| facts.atoms.kind(at) == Kind::Number)
    };
    let pairs = || (0..n_rows).flat_map(|a| (0..a).map(move |b| (a, b)));
    let different: FxHashSet<Vec<&[u8]>> = pairs().map(|(a, b)| text(a, b)).collect();
    let is_symmetrical = pairs().all(|(a, b)| text(a, b) == text(b, a));
    (is_symmetrical && 1 < different.len() && is_value(0)).then_some(rows)
}

/// What belongs together without a value.
struct NoValues;

impl Rule for NoValues {
    fn evaluate(&self, _: &View<'_>, _: &mut dyn FnMut(u32, i64)) {}

    fn operands(&self, _: &mut Bits) -> bool {
        true
    }
}

/// How many items stand before each position.
struct Positions {
    slots: Vec<(u32, i64)>,
    items: Vec<Range<u32>>,
}

impl Rule for Positions {
    fn evaluate(&self, view: &View<'_>, set: &mut dyn FnMut(u32, i64)) {
        let (mut n_live, mut known) = (0, 0);
        for &(at, position) in &self.slots {
            let next = &self.items[known..position as usize];
            n_live += next.iter().filter(|item| view.has_ink((*item).clone())).count() as i64;
            known = position as usize;
            if view.lives(at) {
                set(at, n_live);
            }
        }
    }

    fn operands(&self, _: &mut Bits) -> bool {
        false
    }
}
