//! Numbers of items whose values go on over the ends of lines: `POINTS 4 float` above two lines of
//! six coordinates.

use std::ops::Range;

use super::super::facts::DocumentFacts;
use super::super::inference::Inference;
use super::super::relation::{Evidence, Phase, Relation};
use super::super::sections::lines_of;
use super::parallel::{take, tie};
use super::tallies::Count;

/// Fewer items may be as many as a number says by chance.
const FEWEST_ITEMS: i64 = 8;
/// The most values of an item.
const MOST_VALUES: usize = 16;
/// How many lines above the values may have the number.
const FARTHEST: u32 = 3;
/// The most items that are tied to those of another list.
const MOST_TIED: usize = 100_000;

/// Values below a number of items.
struct Values {
    at: u32,
    /// The first atom of each item, and all its atoms.
    items: Vec<(u32, Range<u32>)>,
    are_lines: bool,
    /// Whether the number is on the line above the values.
    is_evident: bool,
    /// A number of all values, with these.
    total: Option<(u32, Vec<u32>)>,
}

/// Finds runs of lines of values whose number is a multiple of a number above. Items at the same
/// place of two lists with equally many items belong together.
pub(super) fn find(inference: &mut Inference<'_>) {
    let facts = inference.facts;
    let mut found: Vec<Values> = Vec::new();
    for file in 0..facts.atoms.files().len() as u32 {
        let Range { start: mut line, end: behind } = lines_of(facts, file);
        while line < behind {
            let is_values = |line: &u32| is_values(facts, *line);
            let end = (line..behind).find(|line| !is_values(line)).unwrap_or(behind);
            found.extend(below_number(inference, line..end));
            line = end.max(line + 1);
        }
    }
    // The lines from the number to the last item.
    let whole = found.iter().filter_map(|one| {
        let last = one.items.last()?;
        Some(facts.lines.span(facts.lines.of_atom(one.at)..facts.lines.of_atom(last.0) + 1))
    });
    let whole: Vec<Range<u32>> = whole.collect();
    if whole.windows(2).all(|two| two[0].end <= two[1].start) {
        inference.regions.extend(whole);
    }
    let mut n_tied = 0;
    for (number, one) in found.iter().enumerate() {
        let is_as_long = |other: &&Values| other.items.len() == one.items.len();
        let Some(other) = found[..number].iter().rfind(is_as_long) else { continue };
        n_tied += one.items.len();
        let Some((_, last)) = one.items.last().filter(|_| n_tied <= MOST_TIED) else { continue };
        if other.are_lines && one.are_lines {
            inference.regions.extend(other.items.iter().map(|(_, item)| item.clone()));
        }
        let pairs = one.items.iter().zip(&other.items);
        let demands = pairs.flat_map(|(a, b)| tie(&a.1, &b.1)).collect();
        take(inference, "items of lists", last.clone(), demands);
    }
    for Values { at, items, total, are_lines, is_evident } in found {
        let firsts = || items.iter().map(|(first, _)| *first).collect();
        let counts = total.into_iter().chain((!are_lines).then(|| (at, firsts())));
        for (at, atoms) in counts {
            let rule = Box::new(Count { at, atoms, plus: 0 });
            let relation = Relation::new("number of values", Phase::Counts, vec![at], rule);
            let evidence = if is_evident { Evidence::Strong } else { Evidence::Weak };
            inference.take(relation.with_evidence(evidence));
        }
        if are_lines {
            continue;
        }
        let items: Vec<Range<u32>> = items.into_iter().map(|(_, item)| item).collect();
        inference.regions.extend(items.iter().cloned());
        inference.wrapped.push(items);
    }
}

/// Whether all fields of a line are numbers.
fn is_values(facts: &DocumentFacts, line: u32) -> bool {
    let fields = facts.lines.fields(line);
    let is_number = |field: &Range<u32>| {
        let text = facts.text(field.clone());
        text.bytes().any(|byte| byte.is_ascii_digit()) && text.parse::<f64>().is_ok()
    };
    !fields.is_empty() && fields.iter().all(is_number)
}

/// Returns the items of lines of values, if their number is above.
fn below_number(inference: &Inference<'_>, lines: Range<u32>) -> Option<Values> {
    let facts = inference.facts;
    let fields: Vec<&Range<u32>> = lines.clone().flat_map(|line| facts.lines.fields(line)).collect();
    let n_lines = i64::from(lines.end - lines.start);
    let first_above = lines_of(facts, facts.atoms.file(fields.first()?.start)).start;
    let above = (first_above.max(lines.start.saturating_sub(FARTHEST))..lines.start).rev();
    let above = above.take_while(|&line| !is_values(facts, line));
    let numbers = above.flat_map(|line| facts.lines.body(line)).filter(|&at| {
        let is_free = facts.atoms.number(at).is_some() && !inference.is_explained(at);
        is_free && FEWEST_ITEMS <= inference.value(at)
    });
    let is_evident = |at: u32| facts.lines.of_atom(at) + 1 == lines.start;
    if let Some(at) = numbers.clone().find(|&at| inference.value(at) == n_lines) {
        let item = |line: u32| (facts.lines.body(line).start, facts.lines.atoms(line));
        // `CELLS 40 221`: how many lines, and how many numbers on them.
        let is_total = |other: &u32| *other != at && inference.value(*other) == fields.len() as i64;
        let total = numbers.clone().find(is_total);
        let total = total.map(|total| (total, fields.iter().map(|field| field.start).collect()));
        let is_evident = is_evident(at);
        return Some(Values { at, items: lines.map(item).collect(), are_lines: true, is_evident, total });
    }
    let width = |line: u32| facts.lines.fields(line).len();
    let is_even = (lines.start..lines.end - 1).all(|line| width(line) == width(lines.start));
    let fewest = if 1 < width(lines.start) { 1 } else { 2 };
    // A removal leaves lines of different lengths.
    let may_count = |at: &u32| is_even || inference.known.is_confirmed(&facts.atoms, *at);
    let n_values = |at: &u32| match fields.len() as i64 % inference.value(*at) {
        0 => fields.len() / inference.value(*at) as usize,
        _ => 0,
    };
    // Whole items are on a line, or an item on whole lines; else the last line is shorter.
    let (first, last) = (width(lines.start), width(lines.end - 1));
    let fits =
        |n_values: usize| first.is_multiple_of(n_values) || n_values.is_multiple_of(first) || last < first;
    let is_count =
        |at: &u32| (fewest..=MOST_VALUES).contains(&n_values(at)) && fits(n_values(at)) && may_count(at);
    let at = numbers.filter(is_count).min_by_key(n_values)?;
    let n_values = n_values(&at);
    let starts: Vec<u32> = fields.iter().step_by(n_values).map(|field| field.start).collect();
    let is_first = |at: u32| facts.lines.body(facts.lines.of_atom(at)).start == at;
    let items = fields.chunks(n_values).zip(1..).map(|(item, next)| {
        let (first, last) = (item[0].start, item[n_values - 1].end);
        let begins = match is_first(first) || !facts.atoms.is_space(first - 1) {
            true => first,
            false => first - 1,
        };
        let is_last_of_line = facts.lines.body(facts.lines.of_atom(last - 1)).end == last;
        let ends = match starts.get(next) {
            // What begins a line goes with what separates it from the next item.
            Some(&next) if begins == first && (!is_last_of_line || is_first(next)) => next,
            _ => last,
        };
        (first, begins..ends)
    });
    Some(Values { at, items: items.collect(), are_lines: false, is_evident: is_evident(at), total: None })
}
