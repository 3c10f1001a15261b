//! Streams of records whose first line says how many lines follow: `2 3`, two lines, three lines.

use std::cmp::Reverse;
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::atoms::{Atoms, Kind};
use super::lines::{Grouped, Lines};

/// Adjacent records of different lengths. Each begins with a head of the same shape, fixed lines,
/// and those that numbers of the head count.
pub(super) struct Stream {
    pub(super) records: Vec<StreamRecord>,
}

impl Stream {
    /// Returns all lines.
    pub(super) fn lines(&self) -> Range<u32> {
        match &self.records[..] {
            [first, .., last] => first.lines.start..last.lines.end,
            [one] => one.lines.clone(),
            [] => 0..0,
        }
    }

    fn meets(&self, other: &Stream) -> bool {
        let (a, b) = (self.lines(), other.lines());
        a.start < b.end && b.start < a.end
    }

    /// Returns the first line of each record.
    pub(super) fn heads(&self) -> impl Iterator<Item = u32> + '_ {
        self.records.iter().map(|record| record.lines.start)
    }

    /// Returns the lines that are removed with the whole record, each with the record's atoms.
    pub(super) fn whole<'a>(&'a self, lines: &'a Lines) -> impl Iterator<Item = (u32, Range<u32>)> + 'a {
        self.records
            .iter()
            .flat_map(|record| record.fixed.iter().map(|&line| (line, lines.span(record.lines.clone()))))
    }
}

/// One record.
pub(super) struct StreamRecord {
    /// All lines.
    pub(super) lines: Range<u32>,
    /// The lines that stand once in each record; the first is the head.
    pub(super) fixed: Vec<u32>,
    /// Numbers of the head, each with the lines that it counts: those that go together.
    pub(super) counted: Vec<(u32, Vec<Vec<u32>>)>,
}

/// How the number of lines follows from the numbers of the head.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Way {
    /// How many lines are in every record, with the head.
    n_fixed: u32,
    /// Which numbers count lines, and how many lines each of their units has.
    counts: Vec<(usize, u32)>,
}

/// The most numbers of a head that are looked at, and the most lines in every record.
const MOST_NUMBERS: usize = 5;
const MOST_FIXED: u32 = 4;
/// The fewest records.
const FEWEST: usize = 4;
/// The least evidence, in bits, against a coincidence.
const FEWEST_BITS: f64 = 1.5;
/// About how many ways are tried.
const N_WAYS: usize = 64;
/// The most shapes of heads that are looked at, the most frequent ones.
const MOST_SHAPES: usize = 64;
/// The most streams whose heads have one shape.
const MOST_OF_SHAPE: usize = 8;
/// The most lines of one shape that are compared before a way is believed.
const MOST_COMPARED: usize = 2_000;

/// Finds the streams. O(lines · numbers²).
pub(super) fn streams(atoms: &Atoms, lines: &Lines) -> Vec<Stream> {
    let mut found: Vec<Stream> = Vec::new();
    for file in atoms.files().iter().filter(|file| !file.is_empty()) {
        let all = lines.of_atom(file.start)..lines.of_atom(file.end - 1) + 1;
        let mut by_shape: Grouped<u64, u32> = Grouped::new();
        for line in all.clone().filter(|&line| !numbers(atoms, lines, line).is_empty()) {
            by_shape.push(lines.shape(line), line);
        }
        let mut groups = by_shape.into_groups();
        groups.retain(|(_, alike)| FEWEST <= alike.len());
        groups.sort_by_key(|(_, alike)| Reverse(alike.len()));
        for (_, mut alike) in groups.into_iter().take(MOST_SHAPES) {
            for _ in 0..MOST_OF_SHAPE {
                let heads = Heads::of(atoms, lines, &alike, all.clone());
                let best = heads.chains().into_iter().max_by_key(|(_, chain)| chain.len());
                let Some((way, chain)) = best else { break };
                let stream = heads.stream(&way, &chain);
                alike.retain(|line| !stream.lines().contains(line));
                if found.iter().all(|other| !other.meets(&stream)) {
                    found.push(stream);
                }
            }
        }
    }
    found
}

/// Returns the numbers of a line, if it has only a few words.
fn numbers(atoms: &Atoms, lines: &Lines, line: u32) -> Vec<u32> {
    let inked = || lines.body(line).filter(|&at| !atoms.is_space(at));
    if 2 * MOST_NUMBERS < inked().count() {
        return Vec::new();
    }
    inked()
        .filter(|&at| atoms.kind(at) == Kind::Number && atoms.number(at).is_some())
        .take(MOST_NUMBERS)
        .collect()
}

/// Lines of one shape, which may be heads.
struct Heads<'a> {
    atoms: &'a Atoms,
    lines: &'a Lines,
    /// The lines of the file.
    all: Range<u32>,
    alike: &'a [u32],
    /// By line of `alike`: its numbers.
    values: FxHashMap<u32, Vec<i64>>,
}

impl Heads<'_> {
    fn of<'a>(atoms: &'a Atoms, lines: &'a Lines, alike: &'a [u32], all: Range<u32>) -> Heads<'a> {
        let values = |&line: &u32| -> (u32, Vec<i64>) {
            (line, numbers(atoms, lines, line).into_iter().filter_map(|at| atoms.number(at)).collect())
        };
        let mut values: FxHashMap<u32, Vec<i64>> = alike.iter().map(values).collect();
        // A number of too many digits is none, and the others would take its place.
        let usual = values.values().map(Vec::len).max().unwrap_or(0);
        values.retain(|_, values| values.len() == usual);
        Heads { atoms, lines, all, alike, values }
    }

    /// Returns the first line behind the record of a head; `None` if it would not end in the file.
    fn behind(&self, way: &Way, head: u32) -> Option<u32> {
        let values = self.values.get(&head)?;
        let mut behind = i64::from(head + way.n_fixed);
        for &(number, n_lines) in &way.counts {
            let value = *values.get(number)?;
            behind += if value < 0 { return None } else { value.checked_mul(i64::from(n_lines))? };
        }
        u32::try_from(behind).ok().filter(|&behind| behind <= self.all.end)
    }

    /// Returns the longest chains of heads for which there is enough evidence, each with its way.
    fn chains(&self) -> Vec<(Way, Vec<u32>)> {
        let n_numbers = self.values.values().map(Vec::len).min().unwrap_or(0);
        let mut found = Vec::new();
        if self.alike.len() < FEWEST {
            return found;
        }
        for way in ways(n_numbers) {
            let first = self.longest(&way, &self.alike[..self.alike.len().min(MOST_COMPARED)]);
            if FEWEST <= first.len() {
                let chain =
                    if self.alike.len() <= MOST_COMPARED { first } else { self.longest(&way, self.alike) };
                found.extend(self.confirmed(&way, &chain).map(|chain| (way, chain)));
            }
        }
        found
    }

    /// Returns the longest chain.
    fn longest(&self, way: &Way, alike: &[u32]) -> Vec<u32> {
        let mut n_heads: FxHashMap<u32, u32> = FxHashMap::default();
        let mut best = None;
        for &head in alike.iter().rev() {
            let Some(behind) = self.behind(way, head) else { continue };
            let n = 1 + n_heads.get(&behind).copied().unwrap_or(0);
            n_heads.insert(head, n);
            if best.is_none_or(|(most, _)| most <= n) {
                best = Some((n, head));
            }
        }
        let next = |head: &u32| self.behind(way, *head).filter(|behind| n_heads.contains_key(behind));
        std::iter::successors(best.map(|(_, head)| head), next).collect()
    }

    /// Returns the part of a chain for which there is enough evidence.
    fn confirmed(&self, way: &Way, chain: &[u32]) -> Option<Vec<u32>> {
        // A line before the first head may look like one: the number of heads tells.
        let starts = (0..chain.len().saturating_sub(FEWEST - 1)).take(2);
        let mut parts: Vec<&[u32]> = starts.map(|start| &chain[start..]).collect();
        parts.sort_by_key(|part| !self.numbers_before(part[0]).contains(&(part.len() as i64)));
        parts.into_iter().find(|part| FEWEST_BITS < self.bits(way, part)).map(<[u32]>::to_vec)
    }

    /// Returns the numbers on the line before a head.
    fn numbers_before(&self, head: u32) -> Vec<i64> {
        let before = head.checked_sub(1).filter(|before| self.all.contains(before));
        let atoms = before.map_or(0..0, |before| self.lines.body(before));
        atoms.filter_map(|at| self.atoms.number(at)).collect()
    }

    /// Returns the evidence for a chain, in bits.
    fn bits(&self, way: &Way, chain: &[u32]) -> f64 {
        let Some(end) = chain.last().and_then(|&last| self.behind(way, last)) else { return 0.0 };
        let within = chain[0]..end;
        let n_alike = self.alike.iter().filter(|line| within.contains(line)).count();
        let lens: Vec<u32> = chain.iter().filter_map(|&head| Some(self.behind(way, head)? - head)).collect();
        let different: FxHashSet<u32> = lens.iter().copied().collect();
        // What is left behind the last record may not look like a line of it.
        let shapes: FxHashSet<u64> = within.clone().map(|line| self.lines.shape(line)).collect();
        let ends = end == self.all.end || !shapes.contains(&self.lines.shape(end));
        if different.len() < 2 || !ends {
            return 0.0;
        }
        let chance = n_alike as f64 / within.len() as f64;
        let n_links = lens[..lens.len() - 1].iter().filter(|&&len| way.n_fixed < len).count();
        let of_lines = f64::from(within.len() as u32).log2();
        let sum: i64 = chain.iter().map(|head| self.values[head][way.counts[0].0]).sum();
        let before = self.numbers_before(chain[0]);
        let announced = |number: i64| match before.contains(&number) {
            true => ((number as f64).log2().min(of_lines) - (before.len() as f64).log2()).max(0.0),
            false => 0.0,
        };
        let of_announced = announced(chain.len() as i64) + announced(sum);
        // Regular text has lines of one shape at many distances.
        if of_announced == 0.0 && 5 * chain.len() < 4 * n_alike {
            return 0.0;
        }
        let of_tries = ((N_WAYS * self.alike.len()) as f64).log2();
        -chance.log2() * n_links as f64 + of_lines + of_announced - of_tries
    }

    /// Returns the stream of a chain.
    fn stream(&self, way: &Way, chain: &[u32]) -> Stream {
        // Where the fixed lines are: before the counted ones if these are more alike then.
        let placed = |n_before: u32| -> Vec<StreamRecord> {
            chain.iter().filter_map(|&head| self.record(way, head, n_before)).collect()
        };
        let n_shapes = |records: &[StreamRecord]| {
            let counted = records.iter().flat_map(|record| &record.counted).enumerate();
            let shapes = counted.flat_map(|(number, (_, units))| {
                let place = number % way.counts.len();
                units.iter().flat_map(move |unit| {
                    unit.iter().enumerate().map(move |(part, &line)| (place, part, line))
                })
            });
            shapes
                .map(|(place, part, line)| (place, part, self.lines.shape(line)))
                .collect::<FxHashSet<_>>()
                .len()
        };
        let all = (1..=way.n_fixed).rev().map(placed);
        Stream { records: all.min_by_key(|records| n_shapes(records)).unwrap_or_default() }
    }

    /// Returns the record of a head, with so many fixed lines before the counted ones.
    fn record(&self, way: &Way, head: u32, n_before: u32) -> Option<StreamRecord> {
        let behind = self.behind(way, head)?;
        let slots = numbers(self.atoms, self.lines, head);
        let mut at = head + n_before;
        let mut counted = Vec::new();
        for &(number, n_lines) in &way.counts {
            let n_units = u32::try_from(self.values[&head][number]).ok()?;
            let unit = |unit: u32| (0..n_lines).map(|part| at + part * n_units + unit).collect();
            counted.push((slots[number], (0..n_units).map(unit).collect()));
            at += n_units * n_lines;
        }
        let fixed = (head..head + n_before).chain(at..behind).collect();
        Some(StreamRecord { lines: head..behind, fixed, counted })
    }
}

/// Returns all ways to compute a number of lines from so many numbers, the simplest first.
fn ways(n_numbers: usize) -> Vec<Way> {
    let one = |number: usize| [1, 2].map(|n_lines| (number, n_lines));
    let mut counts: Vec<Vec<(usize, u32)>> = (0..n_numbers).flat_map(one).map(|count| vec![count]).collect();
    let pairs = (0..n_numbers).flat_map(|a| (a + 1..n_numbers).map(move |b| vec![(a, 1), (b, 1)]));
    counts.extend(pairs);
    let fixed = |counts: Vec<(usize, u32)>| {
        (1..=MOST_FIXED).map(move |n_fixed| Way { n_fixed, counts: counts.clone() })
    };
    counts.into_iter().flat_map(fixed).collect()
}

#[cfg(test)]
mod tests {
    use dwindle_reduce::Document;

    use super::super::facts::DocumentFacts;
    use super::*;

    /// For each number of a head, the lines of each unit that it counts.
    type Counted = Vec<Vec<Vec<u32>>>;

    /// Returns the lines of each record of the only stream, and what its first record counts.
    fn found(text: &str) -> Option<(Vec<Range<u32>>, Counted)> {
        let facts = DocumentFacts::of(&Document::single("a", text));
        let found = streams(&facts.atoms, &facts.lines);
        let [stream] = &found[..] else { return None };
        let counted = stream.records[0].counted.iter().map(|(_, units)| units.clone()).collect();
        Some((stream.records.iter().map(|record| record.lines.clone()).collect(), counted))
    }

    #[test]
    fn a_head_says_how_many_lines_follow_although_all_look_alike() {
        let item = |n: u32| format!("{} {} {}\n", 1 + n % 7, n * n % 11, n % 5);
        let record =
            |n: u32| format!("{n} 8 {}\n", n * 7 % 6) + &(0..n * 7 % 6).map(item).collect::<String>();
        let text: String = (0..30).map(record).collect();
        assert!(found(&text).is_none(), "one of {} lines is a head", text.lines().count());
        let n_items: u32 = (0..30).map(|n| n * 7 % 6).sum();
        let (records, _) = found(&format!("records 30 items {n_items}\n{text}end\n")).unwrap();
        assert_eq!((records.len(), records[0].clone(), records[1].clone()), (30, 1..2, 2..4));
    }

    #[test]
    fn lines_at_the_same_place_of_two_lists_belong_together() {
        let record = |n: u32| {
            let ids: String = (0..1 + n % 3).map(|id| format!("{id}\n")).collect();
            format!("{n} {}\n{ids}", 1 + n % 3) + &"1.5 2.5 1\n".repeat(1 + n as usize % 3)
        };
        let (records, counted) = found(&(0..12).map(record).collect::<String>()).unwrap();
        assert_eq!(records[..3], [0..3, 3..8, 8..15]);
        assert_eq!(counted, [[[1, 2]]]);
    }

    #[test]
    fn fixed_lines_stand_before_those_that_are_counted() {
        let record = |n: u32| {
            let weights = (0..1 + n % 4).map(|w| (3 * w + n).to_string()).collect::<Vec<_>>().join(" ");
            format!("{} {}\n{weights}\n", 1 + n % 4, 1 + n % 3) + &"1 2 3 4 5\n".repeat(1 + n as usize % 3)
        };
        let (records, counted) = found(&(0..12).map(record).collect::<String>()).unwrap();
        assert_eq!(records[..3], [0..3, 3..7, 7..12]);
        assert_eq!(counted, [[[2]]]);
    }

    #[test]
    fn tables_are_no_streams() {
        let table: String = (0..200u32).map(|n| format!("{} {} {}\n", n % 3, n * n % 7, n)).collect();
        assert!(found(&table).is_none());
    }
}
