//! Finds lists of uses of names.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::atoms::Kind;
use super::facts::DocumentFacts;
use super::groups::Group;
use super::lines::{Grouped, mix};
use super::list::List;

/// A run of uses on a line.
struct Run {
    uses: Vec<u32>,
    shape: Shape,
}

/// How the items of a run are delimited.
enum Shape {
    /// They are fields of the line with these separators.
    Fields { first: usize, separators: Separators },
    /// They are groups of so many fields each, up to the end of the line.
    Groups { first: usize, n_fields: usize },
    /// They are items in brackets.
    Items(u32),
}

/// What stands between the fields of a run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Separators {
    /// Blanks.
    Blanks,
    /// A comma and a blank.
    Commas,
    /// A comma between blanks.
    FreeCommas,
}

/// Finds lists of uses: runs whose lengths differ between lines that begin alike, and groups of as
/// many fields on other lines.
pub(super) fn lists(facts: &DocumentFacts, uses: &[u32]) -> Vec<List> {
    let mut heads: Grouped<(u64, usize), (u32, Run)> = Grouped::new();
    for on_line in uses.chunk_by(|&a, &b| facts.lines.of_atom(a) == facts.lines.of_atom(b)) {
        let line = facts.lines.of_atom(on_line[0]);
        let runs = in_brackets(facts, on_line).into_iter().chain(in_fields(facts, line, on_line));
        for run in runs.chain(in_groups(facts, line, on_line)) {
            let kind = match run.shape {
                Shape::Items(_) => 0,
                Shape::Fields { .. } => FIELDS,
                Shape::Groups { n_fields, .. } => n_fields,
            };
            heads.push((facts.lines.head(line), kind), (line, run));
        }
    }
    let heads = heads.into_groups();
    let bounds = |runs: &[(u32, Run)]| {
        let lens = || runs.iter().map(|(_, run)| run.uses.len());
        lens().min().zip(lens().max()).unwrap_or((0, 0))
    };
    let differ = |runs: &[(u32, Run)]| bounds(runs).0 < bounds(runs).1;
    let grouped: FxHashSet<usize> =
        heads.iter().filter(|((_, kind), runs)| 1 < *kind && differ(runs)).map(|(key, _)| key.1).collect();
    let mut found = Vec::new();
    for ((_, kind), runs) in heads {
        let (least, most) = bounds(&runs);
        let is_equal = least == most && (1 < runs.len() || most < 3);
        if most < 2 || is_equal && !grouped.contains(&kind) {
            continue;
        }
        let is_row = if kind == FIELDS { rows(&runs) } else { vec![false; runs.len()] };
        let listed = runs.into_iter().zip(is_row).filter(|(_, is_row)| !is_row);
        found.extend(listed.map(|((line, run), _)| run.list(facts, line)));
    }
    found
}

/// Returns which runs of fields are rows of a table: many adjacent lines, each with as many uses.
/// Lists of one kind that end differently are elsewhere.
fn rows(runs: &[(u32, Run)]) -> Vec<bool> {
    let are_adjacent = |a: &(u32, Run), b: &(u32, Run)| a.0 + 1 == b.0;
    let blocks = runs.chunk_by(are_adjacent).map(|block| {
        let n_uses = block[0].1.uses.len();
        let is_table = FEWEST_ROWS <= block.len() && block.iter().all(|(_, run)| run.uses.len() == n_uses);
        vec![is_table; block.len()]
    });
    blocks.flatten().collect()
}

/// The kind of runs that are fields.
const FIELDS: usize = 1;
/// Fewer adjacent lists with as many items are so by chance.
const FEWEST_ROWS: usize = 8;

/// Returns the list of atoms in different fields of one line, each with the blanks before it.
pub(super) fn of_fields(facts: &DocumentFacts, atoms: &[u32]) -> List {
    let item = |&at: &u32| {
        let fields = facts.lines.fields(facts.lines.of_atom(at));
        let field = &fields[fields.partition_point(|field| field.end <= at)];
        let before = field.start.checked_sub(1);
        let has_blank = before.is_some_and(|before| facts.atoms.kind(before) == Kind::Blank);
        (at, field.start - u32::from(has_blank)..field.end)
    };
    List::of(atoms.iter().map(item).collect())
}

/// Returns the runs of uses that are items in brackets on the line.
fn in_brackets(facts: &DocumentFacts, uses: &[u32]) -> Vec<Run> {
    let mut groups: Grouped<u32, u32> = Grouped::new();
    for &at in uses {
        let mut around = facts.groups.around(at);
        while let Some(number) = around {
            let group = facts.groups.group(number);
            if facts.lines.of_atom(group.open) != facts.lines.of_atom(group.close) {
                break;
            }
            if !group.commas.is_empty() {
                groups.push(number, at);
                break;
            }
            around = group.around;
        }
    }
    let groups = groups.into_groups().into_iter().filter(|(number, uses)| {
        let group = facts.groups.group(*number);
        uses.windows(2).all(|pair| group.item_at(pair[0]) < group.item_at(pair[1]))
    });
    groups.map(|(number, uses)| Run { uses, shape: Shape::Items(number) }).collect()
}

/// Returns the runs of uses in adjacent fields of the same form.
fn in_fields(facts: &DocumentFacts, line: u32, uses: &[u32]) -> Vec<Run> {
    let fields = facts.lines.fields(line);
    let is_on_line = |number: u32| {
        let group = facts.groups.group(number);
        facts.lines.of_atom(group.open) == facts.lines.of_atom(group.close)
    };
    let is_comma = |place: usize| {
        fields.get(place).is_some_and(|field| field.len() == 1 && facts.atoms.is(field.start, b','))
    };
    let mut runs: Vec<Run> = Vec::new();
    let mut last: Option<(usize, u64, Separators)> = None;
    for (number, &at) in uses.iter().enumerate() {
        let place = fields.partition_point(|field| field.end <= at);
        let field = &fields[place];
        let is_alone = [number.checked_sub(1), Some(number + 1)]
            .into_iter()
            .flatten()
            .all(|other| uses.get(other).is_none_or(|other| !field.contains(other)));
        if place == 0 && uses.len() < fields.len()
            || !is_alone
            || facts.groups.around(at).is_some_and(is_on_line)
        {
            last = None;
            continue;
        }
        let has_comma = facts.atoms.is(field.end - 1, b',');
        let behind = match has_comma {
            true => Separators::Commas,
            false if is_comma(place + 1) => Separators::FreeCommas,
            false => Separators::Blanks,
        };
        let body = field.start..field.end - u32::from(has_comma);
        let word = |inner: u32| if inner == at { u64::MAX } else { u64::from(facts.atoms.shape(inner)) };
        let shape = body.fold(0, |hash, inner| mix(hash, word(inner)));
        let follows =
            last.filter(|&(before, like, between)| before + between.step() == place && like == shape);
        match (runs.last_mut(), follows) {
            (Some(Run { uses, shape: Shape::Fields { separators, .. } }), Some((_, _, between)))
                if uses.len() == 1 || *separators == between =>
            {
                *separators = between;
                uses.push(at);
            }
            _ => {
                let shape = Shape::Fields { first: place, separators: Separators::Blanks };
                runs.push(Run { uses: vec![at], shape });
            }
        }
        last = Some((place, shape, behind));
    }
    runs
}

/// Returns the run of uses that are each the first of as many fields, up to the end of the line:
/// `for x: a 1 b 2`.
fn in_groups(facts: &DocumentFacts, line: u32, uses: &[u32]) -> Option<Run> {
    let fields = facts.lines.fields(line);
    let place = |at: u32| fields.partition_point(|field| field.end <= at);
    let places: Vec<usize> = uses.iter().map(|&at| place(at)).collect();
    (2..=MOST_FIELDS).find_map(|n_fields| {
        let expected = (1..).map(|group| fields.len().checked_sub(group * n_fields));
        let n_uses = places.iter().rev().zip(expected).take_while(|(own, other)| Some(**own) == *other);
        let first = places.len() - n_uses.count();
        let is_whole = *places.get(first)? != 0 && (first == 0 || places[first - 1] + 1 == places[first]);
        let says = |field: &Range<u32>| field.clone().any(|at| facts.atoms.is_word(at));
        (is_whole && fields[places[first]..].iter().all(says)).then(|| Run {
            uses: uses[first..].to_vec(),
            shape: Shape::Groups { first: places[first], n_fields },
        })
    })
}

/// The most fields of a group.
const MOST_FIELDS: usize = 3;

impl Separators {
    /// Returns how many fields further the next item is.
    fn step(self) -> usize {
        match self {
            Separators::Blanks | Separators::Commas => 1,
            Separators::FreeCommas => 2,
        }
    }
}

impl Run {
    fn list(self, facts: &DocumentFacts, line: u32) -> List {
        let fields = facts.lines.fields(line);
        let with_blank = |field: &Range<u32>| match facts.atoms.kind(field.start - 1) {
            Kind::Blank => field.start - 1..field.end,
            _ => field.clone(),
        };
        match self.shape {
            Shape::Groups { first, n_fields } => {
                // In columns of fixed width, a group takes the place of one before it.
                let item = |place: usize| match fields.get(place + n_fields) {
                    Some(next) => fields[place].start..next.start,
                    None => with_blank(&fields[place]).start..fields[place + n_fields - 1].end,
                };
                let items = (first..fields.len()).step_by(n_fields).map(item);
                let items = self.uses.iter().copied().zip(items).collect();
                List { is_body: true, ..List::of(items) }
            }
            Shape::Items(number) => {
                let group = facts.groups.group(number);
                let item = |&at: &u32| (at, group.item(group.item_at(at)));
                List::of(self.uses.iter().map(item).collect())
            }
            Shape::Fields { first, separators: Separators::Blanks } => {
                let own = fields[first..].iter().zip(&self.uses);
                let item = |field: &Range<u32>| match fields.get(1) {
                    Some(next) if *field == fields[0] => field.start..next.start,
                    _ => with_blank(field),
                };
                List::of(own.map(|(field, &at)| (at, item(field))).collect())
            }
            Shape::Fields { first, separators } => {
                let own: Vec<&Range<u32>> =
                    fields[first..].iter().step_by(separators.step()).take(self.uses.len()).collect();
                let (open, close) = (own[0].start - 1, own[own.len() - 1].end);
                let comma = |field: &&Range<u32>| match separators {
                    Separators::FreeCommas => field.end + 1,
                    _ => field.end - 1,
                };
                let commas = own[..own.len() - 1].iter().map(comma).collect();
                let group = Group { open, close, commas, around: None };
                let items = self.uses.iter().copied().zip(group.items()).collect();
                List { group: Some(group), ..List::of(items) }
            }
        }
    }
}
