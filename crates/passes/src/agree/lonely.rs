//! Words that stand nowhere else any more: a name needs a definition and a use, a wire two ends.

use rustc_hash::FxHashMap;

use super::atoms::Kind;
use super::facts::DocumentFacts;
use super::state::State;

/// By word: its places, for words that occur a few times.
pub(super) struct Lonely {
    places: FxHashMap<u32, Vec<u32>>,
}

/// The most places of a word that is looked at.
const MOST: u32 = 16;

impl Lonely {
    /// Finds the words with at least two places. O(atoms).
    pub(super) fn of(facts: &DocumentFacts) -> Lonely {
        let atoms = &facts.atoms;
        let words = || (0..atoms.len()).filter(|&at| atoms.kind(at) == Kind::Word);
        let mut counts = vec![0u32; atoms.n_words() as usize];
        words().for_each(|at| counts[atoms.word(at) as usize] += 1);
        let mut places: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for at in words().filter(|&at| (2..=MOST).contains(&counts[atoms.word(at) as usize])) {
            places.entry(atoms.word(at)).or_default().push(at);
        }
        Lonely { places }
    }

    /// Returns the only live places of words of which these atoms were others.
    pub(super) fn left(
        &self,
        facts: &DocumentFacts,
        state: &State,
        dead: impl Iterator<Item = u32>,
    ) -> Vec<u32> {
        let mut words: Vec<u32> = dead.map(|at| facts.atoms.word(at)).collect();
        words.sort_unstable();
        words.dedup();
        let only = |word: &u32| {
            let mut living = self.places.get(word)?.iter().filter(|&&at| state.alive.has(at));
            living.next().filter(|_| living.next().is_none()).copied()
        };
        words.iter().filter_map(only).collect()
    }
}
