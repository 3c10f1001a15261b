//! Which children are the elements of a repetition.

use std::ops::Range;

use super::matched::Matched;
use super::removal::{Row, leave_out};
use super::rules::Kind;

/// The elements of one repetition among a node's children. Any of them may be removed with
/// [`Shape::without`], which also removes separators, as long as [`min`](List::min) remain.
///
/// [`Shape::without`]: super::Shape::without
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List {
    /// The children of each element, without separators, in order.
    pub elements: Vec<Range<u32>>,
    /// The separator.
    pub separator: Option<Kind>,
    /// How many elements the rule requires.
    pub min: u32,
}

/// How many children an element before the first separator may have.
const LONGEST_ELEMENT: usize = 12;

/// Finds the repetitions: ranges of children in which the automaton returns to a state. Outer ones
/// come before those within their elements. O(children × depth of repetitions).
pub(super) fn find_lists(matched: &Matched, row: Row<'_>) -> Vec<List> {
    let mut lists = Vec::new();
    let mut regions = vec![(0..row.kinds.len(), None)];
    while let Some((region, outer)) = regions.pop() {
        let Some(visits) = best_loop(matched, &region, outer) else { continue };
        let state = matched.states()[visits[0]];
        let (first, last) = (visits[0], visits[visits.len() - 1]);
        regions.extend(
            visits
                .windows(2)
                .filter(|pair| pair[0] + 1 < pair[1])
                .map(|pair| (pair[0]..pair[1], Some(state))),
        );
        regions.push((last..region.end, Some(state)));
        let list = make_list(matched, row, &visits, &region);
        let covered = list.elements.first().map_or(first, |element| element.start as usize);
        regions.push((region.start..covered.min(first), Some(state)));
        lists.push(list);
    }
    lists.sort_by_key(|list| {
        list.elements.first().map(|element| (element.start, std::cmp::Reverse(element.end)))
    });
    lists
}

/// Returns the positions of the state that recurs over the widest range of a region.
fn best_loop(matched: &Matched, region: &Range<usize>, outer: Option<u16>) -> Option<Vec<usize>> {
    let states = &matched.states()[region.start..=region.end];
    let mut seen: Vec<Option<(usize, usize, usize)>> = vec![None; matched.dfa.n_states()];
    for (place, state) in (region.start..).zip(states) {
        let (_, last, count) = seen[usize::from(*state)].get_or_insert((place, place, 0));
        *last = place;
        *count += 1;
    }
    let loops = (0u16..).zip(&seen).filter_map(|(state, seen)| Some((state, (*seen)?)));
    let widest = loops
        .filter(|(state, (first, last, _))| first < last && Some(*state) != outer)
        .max_by_key(|(_, (first, last, count))| (last - first, *count, std::cmp::Reverse(*first)))?
        .0;
    Some(
        (region.start..).zip(states).filter(|(_, state)| **state == widest).map(|(place, _)| place).collect(),
    )
}

fn make_list(matched: &Matched, row: Row<'_>, visits: &[usize], region: &Range<usize>) -> List {
    let segments: Vec<Range<usize>> = visits.windows(2).map(|pair| pair[0]..pair[1]).collect();
    let leading = common_token(row, segments.iter().map(|segment| (segment.start, segment)));
    let trailing = common_token(row, segments.iter().map(|segment| (segment.end - 1, segment)));
    let separator = match (leading, trailing) {
        (Some(kind), None) | (None, Some(kind)) => Some(kind),
        _ => None,
    };
    let in_front = usize::from(separator.is_some() && leading.is_some());
    let behind = usize::from(separator.is_some() && trailing.is_some());
    let mut elements: Vec<Range<usize>> =
        segments.iter().map(|segment| segment.start + in_front..segment.end - behind).collect();
    let state = matched.states()[visits[0]];
    if behind == 0 {
        let element = element_in_front(matched, row, state, region.start..visits[0], separator);
        elements.splice(0..0, element);
    } else {
        let last = visits[visits.len() - 1];
        elements.extend(element_behind(matched, row, state, last..region.end, separator));
    }
    let min = n_required(matched, row, &elements);
    let narrow = |place: usize| u32::try_from(place).unwrap_or(u32::MAX);
    let elements = elements.into_iter().map(|element| narrow(element.start)..narrow(element.end)).collect();
    List { elements, separator, min }
}

/// Returns the anonymous token at the given position of every segment, if every segment also
/// contains a named child.
fn common_token<'a>(
    row: Row<'_>,
    mut places: impl Iterator<Item = (usize, &'a Range<usize>)>,
) -> Option<Kind> {
    let (first, segment) = places.next()?;
    let kind = row.kinds[first];
    let fits = |(place, segment): (usize, &Range<usize>)| {
        row.kinds[place] == kind && !row.named[place] && row.named[segment.clone()].contains(&true)
    };
    (fits((first, segment)) && places.all(fits)).then_some(kind)
}

/// Finds the element before the first separator, or before the repetition: grammars write `a (,
/// a)*`.
fn element_in_front(
    matched: &Matched,
    row: Row<'_>,
    state: u16,
    place: Range<usize>,
    separator: Option<Kind>,
) -> Option<Range<usize>> {
    let farthest = place.start.max(place.end.saturating_sub(LONGEST_ELEMENT));
    let begin = separator.map_or(Some(state), |separator| matched.dfa.step(state, separator))?;
    (farthest..place.end).rev().map(|start| start..place.end).find(|element| {
        walk(matched, row, begin, element) == Some(state) && goes_with_one_more(matched, row, element)
    })
}

/// Finds the element after the last separator: grammars write `(a ,)* a`.
fn element_behind(
    matched: &Matched,
    row: Row<'_>,
    state: u16,
    place: Range<usize>,
    separator: Option<Kind>,
) -> Option<Range<usize>> {
    let farthest = place.end.min(place.start + LONGEST_ELEMENT);
    (place.start + 1..=farthest).map(|end| place.start..end).find(|element| {
        let behind = walk(matched, row, state, element);
        let again = behind.and_then(|behind| matched.dfa.step(behind, separator?));
        again == Some(state) && goes_with_one_more(matched, row, element)
    })
}

fn walk(matched: &Matched, row: Row<'_>, from: u16, children: &Range<usize>) -> Option<u16> {
    row.kinds[children.clone()].iter().try_fold(from, |state, kind| matched.dfa.step(state, *kind))
}

fn goes_with_one_more(matched: &Matched, row: Row<'_>, element: &Range<usize>) -> bool {
    let gone = leave_out(matched, row, &indices(element));
    gone.is_some_and(|gone| gone.len() <= element.len() + 1)
}

/// Returns how many elements must remain when as many as possible are removed.
fn n_required(matched: &Matched, row: Row<'_>, elements: &[Range<usize>]) -> u32 {
    let n_named = |children: &[u32]| children.iter().filter(|child| row.named[**child as usize]).count();
    let enough = (0..elements.len().min(4)).find(|n_kept| {
        let removed: Vec<u32> = elements[*n_kept..].iter().flat_map(indices).collect();
        leave_out(matched, row, &removed).is_some_and(|gone| n_named(&gone) == n_named(&removed))
    });
    u32::try_from(enough.unwrap_or(elements.len())).unwrap_or(u32::MAX)
}

fn indices(element: &Range<usize>) -> Vec<u32> {
    element.clone().filter_map(|child| u32::try_from(child).ok()).collect()
}
