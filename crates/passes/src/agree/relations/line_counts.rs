//! Numbers of the lines that follow, up to the next line of the same class.

use std::collections::HashSet;

use super::super::bits::Bits;
use super::super::inference::Inference;
use super::super::relation::{Demand, Evidence, Phase, Relation, Rule};
use super::super::sheet::Sheet;
use super::super::state::View;

/// Which of the lines that follow are counted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Counted {
    All,
    /// All but those that begin with a character.
    But(u8),
    /// Those that begin with a word.
    Only(u32),
}

/// Finds classes whose values count the lines of the block below.
pub(super) fn find(inference: &mut Inference<'_>) {
    let sheet = inference.sheet;
    let n_lines = sheet.lines.len();
    let mut firsts: Vec<u8> = (0..n_lines).filter_map(|line| first_byte(sheet, line)).collect();
    firsts.sort_unstable();
    firsts.dedup();
    for class in &sheet.classes.numbers {
        let slots: Vec<u32> = class.slots.iter().copied().filter(|&at| !inference.is_explained(at)).collect();
        if slots.len() < FEWEST || n_lines as usize / 3 < slots.len() {
            continue;
        }
        let heads: HashSet<u32> = slots.iter().map(|&at| sheet.lines.of_atom(at)).collect();
        let values: Vec<i64> = slots.iter().map(|&at| inference.value(at)).collect();
        let different: HashSet<i64> = values.iter().copied().collect();
        let total: i64 = values.iter().sum();
        if different.len() < 3 || total < 0 || i64::from(n_lines) < total || heads.len() < slots.len() {
            continue;
        }
        let mut ways = vec![Counted::All];
        ways.extend(firsts.iter().copied().filter(|byte| !byte.is_ascii_alphanumeric()).map(Counted::But));
        ways.extend(words_below(sheet, &slots, &heads).into_iter().map(Counted::Only));
        let found = ways.into_iter().find_map(|way| blocks(inference, &slots, &heads, way));
        let Some(blocks) = found else { continue };
        let demands = blocks.iter().map(|block| Demand {
            needs: block.all.iter().map(|&line| sheet.lines.atoms(line)).collect(),
            kills: sheet.lines.atoms(sheet.lines.of_atom(block.at)),
        });
        let demands = demands.filter(|demand| !demand.needs.is_empty()).collect();
        let targets = blocks.iter().map(|block| block.at).collect();
        let relation =
            Relation::new("number of lines", Phase::Counts, targets, Box::new(LineCounts { blocks }));
        inference.take(relation.with_demands(demands).with_evidence(Evidence::Strong));
    }
}

/// Fewer slots are no relation.
const FEWEST: usize = 3;
/// With less evidence, the values are chance.
const FEWEST_BITS: f64 = 12.0;
/// More kinds of lines are not counted.
const MOST_WORDS: usize = 8;

fn first_byte(sheet: &Sheet, line: u32) -> Option<u8> {
    let body = sheet.lines.body(line);
    (!body.is_empty()).then(|| sheet.atoms.text(body.start)[0])
}

/// Returns the words with which lines begin below the first lines of a class.
fn words_below(sheet: &Sheet, slots: &[u32], heads: &HashSet<u32>) -> Vec<u32> {
    let mut words = Vec::new();
    for &at in slots.iter().take(3) {
        let mut line = sheet.lines.of_atom(at) + 1;
        while line < sheet.lines.len() && !heads.contains(&line) && words.len() < MOST_WORDS {
            if let Some(word) = sheet.lines.first_word(line)
                && !words.contains(&word)
            {
                words.push(word);
            }
            line += 1;
        }
    }
    words
}

/// What a value counts.
struct Block {
    at: u32,
    counted: Vec<u32>,
    /// All lines of the block, counted or not.
    all: Vec<u32>,
}

/// Returns the blocks if nearly all values count them. Words that end a block are learnt from those that would end too late.
fn blocks(
    inference: &Inference<'_>,
    slots: &[u32],
    heads: &HashSet<u32>,
    way: Counted,
) -> Option<Vec<Block>> {
    let sheet = inference.sheet;
    let is_counted = |&line: &u32| match way {
        Counted::All => true,
        Counted::But(byte) => first_byte(sheet, line) != Some(byte),
        Counted::Only(word) => sheet.lines.first_word(line) == Some(word),
    };
    let mut stops: Vec<u32> = Vec::new();
    for is_last in [false, true] {
        let mut found = Vec::new();
        let mut bits = 0.0;
        for &at in slots {
            let head = sheet.lines.of_atom(at);
            let file = sheet.atoms.file(at);
            let ends = |line: u32| {
                line == sheet.lines.len()
                    || heads.contains(&line)
                    || sheet.atoms.file(sheet.lines.atoms(line).start) != file
                    || sheet.lines.first_word(line).is_some_and(|word| stops.contains(&word))
            };
            let end = (head + 1..).find(|&line| ends(line)).unwrap_or(head + 1);
            let counted: Vec<u32> = (head + 1..end).filter(is_counted).collect();
            let value = inference.value(at);
            if counted.len() as i64 == value {
                bits += (value.max(1) as f64).log2();
                found.push(Block { at, counted, all: (head + 1..end).collect() });
            } else if !is_last && 0 <= value && (value as usize) < counted.len() {
                let word = sheet.lines.first_word(counted[value as usize]);
                stops.extend(word.filter(|word| !stops.contains(word)));
            }
        }
        let different: HashSet<usize> = found.iter().map(|block| block.counted.len()).collect();
        if 9 * slots.len() <= 10 * found.len() && FEWEST_BITS < bits && 2 < different.len() {
            return Some(found);
        }
        if is_last || stops.is_empty() || 3 < stops.len() {
            return None;
        }
    }
    None
}

struct LineCounts {
    blocks: Vec<Block>,
}

impl Rule for LineCounts {
    fn evaluate(&self, view: &View<'_>, set: &mut dyn FnMut(u32, i64)) {
        for block in self.blocks.iter().filter(|block| view.lives(block.at)) {
            let n_lines = block.counted.iter().filter(|&&line| view.has_line(line)).count();
            set(block.at, n_lines as i64);
        }
    }

    fn operands(&self, _: &mut Bits) -> bool {
        false
    }
}
