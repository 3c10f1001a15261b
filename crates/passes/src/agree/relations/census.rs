//! Lines all of whose numbers count lines by their first word: `MASTER 6 0 3 163 2 15`.

use rustc_hash::FxHashMap;

use super::super::facts::DocumentFacts;
use super::super::inference::Inference;
use super::super::lines::Grouped;
use super::super::relation::{Phase, Relation, Rule};
use super::tallies::LineCount;

/// Finds rare lines with several numbers each of which, if it is not zero, is the number of lines
/// of a kind or of two kinds that begin near each other. One alone would be chance.
pub(super) fn find(inference: &mut Inference<'_>) {
    let facts = inference.facts;
    let by_word = facts.lines.by_first_word(0..facts.lines.len());
    let rare = by_word.groups().iter().filter(|(_, lines)| lines.len() <= MOST_LINES);
    let rare = rare.flat_map(|(_, lines)| lines.iter().copied());
    let candidates: Vec<(u32, Vec<u32>)> = rare
        .map(|line| (line, numbers(inference, line)))
        .filter(|(_, numbers)| {
            let most = numbers.iter().map(|&at| inference.value(at)).max();
            FEWEST_NUMBERS <= numbers.len() && most.is_some_and(|most| LEAST_LARGEST <= most)
        })
        .collect();
    if candidates.is_empty() {
        return;
    }
    let kinds = kinds(facts);
    for (line, numbers) in candidates {
        let mut sizes: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
        let counted: Vec<Vec<u32>> = counted(&kinds, line);
        counted.iter().enumerate().for_each(|(n, lines)| sizes.entry(lines.len()).or_default().push(n));
        // Counts stand in the order in which the kinds begin.
        let mut last = 0;
        let mut found = Vec::new();
        for &at in &numbers {
            let of_size = usize::try_from(inference.value(at)).ok().and_then(|value| sizes.get(&value));
            let Some(of_size) = of_size else { break };
            let first = of_size.partition_point(|&n| counted[n][0] <= last);
            let options: Vec<usize> = of_size[first..].iter().chain(&of_size[..first]).copied().collect();
            last = counted[options[0]][0];
            found.push((at, options));
        }
        if found.len() < numbers.len() {
            continue;
        }
        for (at, mut options) in found {
            options.truncate(MOST_RULES);
            let rule =
                |n: usize| Box::new(LineCount { at, lines: counted[n].clone(), plus: 0 }) as Box<dyn Rule>;
            let mut relation = Relation::new("count of lines", Phase::Counts, vec![at], rule(options[0]));
            relation.rules.extend(options[1..].iter().map(|&n| rule(n)));
            inference.take(relation);
        }
    }
}

/// More lines with the same first word are a table.
const MOST_LINES: usize = 2;
/// The fewest numbers that are not zero.
const FEWEST_NUMBERS: usize = 5;
/// The largest of them is at least this.
const LEAST_LARGEST: i64 = 10;
/// With more kinds of lines, any number counts something.
const MOST_KINDS: usize = 48;
/// How many kinds further on one begins that is counted with another.
const FARTHEST: usize = 2;
/// The most explanations of a number.
const MOST_RULES: usize = 6;

/// Returns the numbers behind the first field of a line that are not zero, if nothing but whole
/// numbers is there, none of which is negative or explained.
fn numbers(inference: &Inference<'_>, line: u32) -> Vec<u32> {
    let facts = inference.facts;
    let fields = facts.lines.fields(line).get(1..).unwrap_or_default();
    let number = |field: &std::ops::Range<u32>| {
        let at = field.start;
        let is_free = field.len() == 1 && !inference.is_explained(at);
        is_free.then(|| facts.atoms.number(at)).flatten().filter(|value| 0 <= *value).map(|_| at)
    };
    let mut found: Vec<u32> = fields.iter().map(number).collect::<Option<_>>().unwrap_or_default();
    found.retain(|&at| inference.value(at) != 0);
    found
}

/// Returns the lines of each kind, in the order in which they begin. First words that differ only
/// in digits at their end are one kind.
fn kinds(facts: &DocumentFacts) -> Vec<Vec<u32>> {
    let mut kinds: Grouped<Vec<u8>, u32> = Grouped::new();
    for line in (0..facts.lines.len()).filter(|&line| !facts.lines.is_blank(line)) {
        let field = facts.lines.first_field(line);
        let word = field.clone().next().map_or(&[][..], |at| facts.atoms.text(at));
        let n_digits = word.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        kinds.push(word[..word.len() - n_digits].to_vec(), line);
    }
    kinds.into_groups().into_iter().map(|(_, lines)| lines).collect()
}

/// Returns what may be counted, by its first line: the kinds, and pairs of kinds that begin near
/// each other; without the line of the counts.
fn counted(kinds: &[Vec<u32>], own: u32) -> Vec<Vec<u32>> {
    let kinds: Vec<&Vec<u32>> = kinds.iter().filter(|lines| !lines.contains(&own)).collect();
    if MOST_KINDS < kinds.len() {
        return Vec::new();
    }
    let mut found: Vec<Vec<u32>> = kinds.iter().map(|lines| (*lines).clone()).collect();
    for (place, one) in kinds.iter().enumerate() {
        for other in kinds[place + 1..].iter().take(FARTHEST) {
            let mut both = [&one[..], &other[..]].concat();
            both.sort_unstable();
            found.push(both);
        }
    }
    // Kinds before pairs, if both begin with one line.
    found.sort_by_key(|lines| lines[0]);
    found
}
