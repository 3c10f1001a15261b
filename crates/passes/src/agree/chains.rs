//! Statements over several lines whose last line ends with a stronger mark: `a , b ;`, `c .`.

use rustc_hash::FxHashMap;

use super::atoms::{Atoms, Kind};
use super::groups::Groups;
use super::lines::Lines;

/// The lines of a statement, each with the mark at its end; the first may have none.
struct Chain {
    lines: Vec<(u32, Option<u32>)>,
}

/// The statements whose lines end with marks.
pub(super) struct Chains {
    chains: Vec<Chain>,
    /// By line: its statement, and its place there.
    places: FxHashMap<u32, (u32, u32)>,
}

/// The marks at the ends of lines, weakest first.
const MARKS: &[u8] = b",;.";
/// Fewer statements may be chance.
const FEWEST: usize = 3;

impl Chains {
    /// Finds statements that end with a period, if there are a few, else with a semicolon.
    /// O(lines).
    pub(super) fn of(atoms: &Atoms, lines: &Lines, groups: &Groups) -> Chains {
        let found = [2, 1].into_iter().map(|last| ending_with(atoms, lines, groups, last));
        let chains = found.into_iter().find(|chains| FEWEST <= chains.len()).unwrap_or_default();
        let places = (0..).zip(&chains).flat_map(|(number, chain)| {
            (0..).zip(&chain.lines).map(move |(place, &(line, _))| (line, (number, place)))
        });
        let places = places.collect();
        Chains { chains, places }
    }

    /// Returns the marks that dead lines leave to the last live line before them, if they are
    /// stronger than its own: the atom that is rewritten, and the one whose text it gets. `lines`
    /// are ascending. O(lines + dead lines around them).
    pub(super) fn left(
        &self,
        atoms: &Atoms,
        lines: impl Iterator<Item = u32>,
        lives: impl Fn(u32) -> bool,
    ) -> Vec<(u32, u32)> {
        let mut found = Vec::new();
        // The places of a chain below this one have been looked at.
        let mut known = (u32::MAX, 0);
        for &(number, place) in lines.filter_map(|line| self.places.get(&line)) {
            let chain = &self.chains[number as usize].lines;
            let place = place as usize;
            let first = if known.0 == number { known.1 } else { 0 };
            if place < first {
                continue;
            }
            let is_live = |place: &usize| lives(chain[*place].0);
            let before = (first..=place).rev().find(is_live);
            let from = before.map_or(first, |before| before + 1);
            let n_dead = chain[from..].iter().take_while(|(line, _)| !lives(*line)).count();
            known = (number, (from + n_dead).max(place + 1));
            let dead = &chain[from..from + n_dead];
            let strongest =
                dead.iter().filter_map(|(_, mark)| *mark).max_by_key(|&mark| strength(atoms, mark));
            let pair = before.and_then(|before| chain[before].1).zip(strongest);
            found.extend(pair.filter(|&(own, other)| strength(atoms, own) < strength(atoms, other)));
        }
        found
    }
}

/// Returns how strong a mark is.
fn strength(atoms: &Atoms, at: u32) -> Option<usize> {
    MARKS.iter().position(|&mark| atoms.is(at, mark))
}

/// Returns the statements that end with one mark, with weaker ones before.
fn ending_with(atoms: &Atoms, lines: &Lines, groups: &Groups, last: usize) -> Vec<Chain> {
    let mut found = Vec::new();
    let mut open: Vec<(u32, Option<u32>)> = Vec::new();
    let (mut around, mut file) = (None, None);
    for line in 0..lines.len() {
        let own_file = lines.body(line).next().map(|first| atoms.file(first));
        if own_file != file {
            open.clear();
            file = own_file;
        }
        let mut inked = lines.body(line).filter(|&at| atoms.kind(at) != Kind::Blank);
        let Some(first) = inked.next() else {
            open.clear();
            continue;
        };
        let end = inked.next_back().unwrap_or(first);
        let own = strength(atoms, end).filter(|&own| own <= last);
        let is_level = groups.around(first) == groups.around(end);
        if own.is_none() || !is_level || !open.is_empty() && around != groups.around(end) {
            open.clear();
        }
        if open.is_empty() {
            around = groups.around(first);
        }
        match own.filter(|_| is_level) {
            None if is_level => open.push((line, None)),
            None => {}
            Some(own) => {
                open.push((line, Some(end)));
                if own == last {
                    let chain = std::mem::take(&mut open);
                    if chain.len() - usize::from(chain[0].1.is_none()) > 1 {
                        found.push(Chain { lines: chain });
                    }
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use dwindle_reduce::Document;

    use super::*;

    fn chains(text: &str) -> Vec<Vec<u32>> {
        let atoms = Atoms::of(&Document::single("a", text));
        let (lines, groups) = (Lines::of(&atoms), Groups::of(&atoms));
        let chains = Chains::of(&atoms, &lines, &groups).chains;
        chains.iter().map(|chain| chain.lines.iter().map(|(line, _)| *line).collect()).collect()
    }

    #[test]
    fn statements_end_with_the_strongest_mark() {
        let text = "a b ;\n c , d ;\n e .\n\nx\n y ,\n z .\nf ;\ng .\nh .\n";
        assert_eq!(chains(text), [vec![0, 1, 2], vec![4, 5, 6], vec![7, 8]]);
    }

    #[test]
    fn brackets_over_lines_and_few_statements_are_left_alone() {
        assert!(chains("a ;\nb .\nc ;\nd .\n").is_empty());
        assert!(chains("f(a,\nb);\nf(a,\nb);\nf(a,\nb);\n").is_empty());
    }
}
