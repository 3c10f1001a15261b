//! Blocks between two lines that name each other: `<a>` and `</a>`, `BEGIN:A` and `END:A`; parts
//! between lines of marks: `---` or `//`; and lines that begin with their depth.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::atoms::{Atoms, Kind};
use super::lines::{Grouped, Lines};

/// A line that opens or closes blocks.
enum Side {
    Opens(Vec<u8>),
    Closes(Vec<u8>),
}

/// Returns the blocks, each with its first line. A line that opens and closes a tag is no block.
/// O(atoms).
pub(super) fn blocks(atoms: &Atoms, lines: &Lines) -> Vec<(u32, Range<u32>)> {
    let mut open: Vec<(u32, Vec<u8>)> = Vec::new();
    // By name: the places of what is open.
    let mut places: FxHashMap<Vec<u8>, Vec<usize>> = FxHashMap::default();
    let mut found = Vec::new();
    for line in 0..lines.len() {
        match side(atoms, lines.body(line)) {
            Some(Side::Opens(name)) => {
                places.entry(name.clone()).or_default().push(open.len());
                open.push((line, name));
            }
            Some(Side::Closes(name)) => {
                // What is open within a block that is closed is not closed itself.
                if let Some(&place) = places.get(&name).and_then(|places| places.last()) {
                    let first = open[place].0;
                    for (_, name) in open.drain(place..) {
                        places.get_mut(&name).and_then(Vec::pop);
                    }
                    if atoms.file(lines.atoms(first).start) == atoms.file(lines.atoms(line).start) {
                        found.push((first, lines.span(first..line + 1)));
                    }
                }
            }
            None => {}
        }
    }
    found.sort_unstable_by_key(|(line, _)| *line);
    found
}

/// Returns the blocks of lines that begin with their depth, each with its first line: a line and
/// all lines with larger numbers below it. O(lines).
pub(super) fn levels(atoms: &Atoms, lines: &Lines) -> Vec<(u32, Range<u32>)> {
    let level = |line: u32| {
        let body = lines.body(line);
        let first = body.clone().next().and_then(|at| atoms.number(at));
        first.filter(|level| (0..=DEEPEST).contains(level) && 1 < body.len())
    };
    let inked = || (0..lines.len()).filter(|&line| !lines.is_blank(line));
    let all: Option<Vec<(u32, i64)>> = inked().map(|line| level(line).map(|level| (line, level))).collect();
    let all = all.unwrap_or_default();
    let falls = |two: &&[(u32, i64)]| two[1].1 < two[0].1;
    let rises = |two: &[(u32, i64)]| two[1].1 <= two[0].1 + 1;
    if all.len() < FEWEST_LEVELS
        || !all.windows(2).all(rises)
        || all.windows(2).filter(falls).count() < FEWEST
    {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (place, &(line, level)) in all.iter().enumerate() {
        let behind = all[place + 1..].iter().find(|(_, other)| *other <= level);
        let end = behind.map_or(lines.len(), |(line, _)| *line);
        if line + 1 < end && atoms.file(lines.atoms(line).start) == atoms.file(lines.atoms(end - 1).start) {
            found.push((line, lines.span(line..end)));
        }
    }
    found
}

/// The fewest lines with a depth, and the largest depth.
const FEWEST_LEVELS: usize = 8;
const DEEPEST: i64 = 20;

/// Returns the parts between separators, each for its first lines with words. Separators are equal
/// lines without words. If the last line is one, each ends a part, else each begins one. O(atoms).
pub(super) fn parts(atoms: &Atoms, lines: &Lines) -> Vec<(u32, Range<u32>)> {
    let has_word = |line: u32| lines.body(line).any(|at| atoms.is_word(at));
    let mut alike: Grouped<Vec<u8>, u32> = Grouped::new();
    for line in (0..lines.len()).filter(|&line| !lines.is_blank(line) && !has_word(line)) {
        let text: Vec<u8> = lines.body(line).flat_map(|at| atoms.text(at)).copied().collect();
        if lines.indent(line) == 0 && SHORTEST <= text.len() {
            alike.push(text, line);
        }
    }
    let mut found = Vec::new();
    let separators: Vec<Vec<u32>> = alike.into_groups().into_iter().map(|(_, lines)| lines).collect();
    let separators = || separators.iter().filter(|lines| FEWEST <= lines.len());
    if MOST_KINDS < separators().count() {
        return found;
    }
    for separators in separators() {
        let file_of = |line: u32| atoms.file(lines.atoms(line).start);
        let ends_all = (separators[separators.len() - 1] + 1..lines.len()).all(|line| lines.is_blank(line));
        for (place, &line) in separators.iter().enumerate() {
            let before = place.checked_sub(1).map_or(0, |place| separators[place] + 1);
            let next = separators.get(place + 1).copied().unwrap_or(lines.len());
            let part = if ends_all { before..line + 1 } else { line..next };
            if file_of(part.start) == file_of(part.end - 1) {
                let heads = part.clone().filter(|&line| has_word(line)).take(N_HEADS);
                found.extend(heads.map(|head| (head, lines.span(part.clone()))));
            }
        }
    }
    found.sort_by_key(|(line, _)| *line);
    found
}

/// With more kinds of separators, none is one.
const MOST_KINDS: usize = 8;
/// The fewest separators, and their shortest text.
const FEWEST: usize = 3;
const SHORTEST: usize = 2;
/// How many lines of a part stand for it.
const N_HEADS: usize = 2;

fn side(atoms: &Atoms, body: Range<u32>) -> Option<Side> {
    let inked: Vec<u32> = body.filter(|&at| !atoms.is_space(at)).collect();
    let name = |place: usize| {
        let word = inked.get(place).filter(|&&at| atoms.kind(at) == Kind::Word)?;
        Some(atoms.text(*word).to_ascii_lowercase())
    };
    let is = |place: usize, mark: u8| inked.get(place).is_some_and(|&at| atoms.is(at, mark));
    if is(0, b'<') {
        let n = inked.len();
        let closes_itself = (1..n).any(|place| {
            is(place, b'/') && (is(place - 1, b'<') && place != 1 || is(place + 1, b'>') && place + 2 == n)
        });
        return match is(1, b'/') {
            true => name(2).map(Side::Closes),
            false if closes_itself => None,
            false => name(1).map(Side::Opens),
        };
    }
    let after = if is(1, b':') || is(1, b'_') { 2 } else { 1 };
    match &name(0)?[..] {
        b"begin" => name(after).map(Side::Opens),
        b"end" => name(after).map(Side::Closes),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use dwindle_reduce::Document;

    use super::*;

    #[test]
    fn blocks_are_found_between_lines_that_name_each_other() {
        let text = "<a x=\"1\">\n<b/>\n<c>1</c>\n<b>\n</b>\n</a>\nBEGIN:V\nBEGIN:W\nEND:W\nx\nEND:V\nend\n";
        let atoms = Atoms::of(&Document::single("a", text));
        let lines = Lines::of(&atoms);
        let found: Vec<(u32, u32)> = blocks(&atoms, &lines)
            .into_iter()
            .map(|(line, span)| (line, lines.of_atom(span.end - 1)))
            .collect();
        assert_eq!(found, [(0, 5), (3, 4), (6, 10), (7, 8)]);
    }

    #[test]
    fn parts_begin_or_end_with_separators() {
        let found = |text: &str| -> Vec<(u32, u32, u32)> {
            let atoms = Atoms::of(&Document::single("a", text));
            let lines = Lines::of(&atoms);
            let all = parts(&atoms, &lines).into_iter();
            all.map(|(line, part)| (line, lines.of_atom(part.start), lines.of_atom(part.end - 1))).collect()
        };
        assert_eq!(found("x\n---\na\nb\nc\n---\nd\n---\ne\n"), [(2, 1, 4), (3, 1, 4), (6, 5, 6), (8, 7, 8)]);
        assert_eq!(found("a\n//\nb\n//\nc\n//\n"), [(0, 0, 1), (2, 2, 3), (4, 4, 5)]);
        assert_eq!(found("a\n--\nb\n--\n"), []);
    }

    #[test]
    fn numbers_at_the_start_of_all_lines_are_depths() {
        let text = "0 A x\n1 B\n2 C\n1 B\n0 A y\n1 B\n0 A z\n1 B\n0 E\n";
        let atoms = Atoms::of(&Document::single("a", text));
        let lines = Lines::of(&atoms);
        let all = levels(&atoms, &lines).into_iter();
        let found: Vec<(u32, u32)> = all.map(|(line, block)| (line, lines.of_atom(block.end - 1))).collect();
        assert_eq!(found, [(0, 3), (1, 2), (4, 5), (6, 7)]);
    }

    #[test]
    fn what_is_not_closed_is_no_block() {
        let atoms = Atoms::of(&Document::single("a", "<a>\n<b>\n</a>\n<p>\n"));
        let lines = Lines::of(&atoms);
        assert_eq!(blocks(&atoms, &lines).into_iter().map(|(line, _)| line).collect::<Vec<_>>(), [0]);
    }
}
