//! Names recognized by their occurrences elsewhere.

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::atoms::Kind;
use super::super::class::{Class, Place};
use super::super::facts::DocumentFacts;

/// How often each word occurs in a document.
pub(super) struct Vocabulary {
    counts: Vec<u32>,
    n_words: u32,
}

impl Vocabulary {
    pub(super) fn of(facts: &DocumentFacts) -> Vocabulary {
        let mut vocabulary = Vocabulary { counts: vec![0; facts.atoms.n_words() as usize], n_words: 0 };
        for at in (0..facts.atoms.len()).filter(|&at| facts.atoms.is_word(at)) {
            vocabulary.counts[facts.atoms.word(at) as usize] += 1;
            vocabulary.n_words += u32::from(facts.atoms.kind(at) == Kind::Word);
        }
        vocabulary
    }

    /// Returns the classes of distinct words, nearly all of which also occur elsewhere without
    /// being frequent; the largest class first.
    pub(super) fn may_define<'a>(&self, facts: &'a DocumentFacts) -> Vec<&'a Class> {
        let mut seen = vec![usize::MAX; self.counts.len()];
        let mut may = |(number, class): &(usize, &Class)| {
            let fewest = match class.place {
                Place::Line | Place::Marks(..) => return false,
                Place::Between(1, 0) => FEWEST,
                Place::Between(_, 0) | Place::Between(0, _) => FEWEST_LOOSE,
                _ => FEWEST,
            };
            if class.slots.len() < fewest {
                return false;
            }
            let is_numeric =
                class.slots.iter().all(|&at| facts.atoms.number(at).is_some_and(|value| 0 <= value));
            let mut n_others = 0;
            let all_differ = class.slots.iter().all(|&at| {
                let word = facts.atoms.word(at) as usize;
                n_others += usize::from(1 < self.counts[word]);
                let is_known = facts.atoms.kind(at) == Kind::Word || is_numeric;
                is_known && std::mem::replace(&mut seen[word], *number) != *number
            });
            all_differ && 8 * class.slots.len() <= 10 * n_others
        };
        let classes = facts.classes.words.iter().enumerate().filter(&mut may);
        let mut found: Vec<&Class> = classes.map(|(_, class)| class).collect();
        found.sort_by_key(|class| std::cmp::Reverse(class.slots.len()));
        found.truncate(MOST);
        found
    }

    /// Whether it is unlikely to be chance that only words of a class occur where they are used, in
    /// one or more other classes. If each word has its own kind of line, these are no uses.
    pub(super) fn is_closed(&self, facts: &DocumentFacts, class: &Class, by_class: &[Vec<u32>]) -> bool {
        if Self::are_on_own_lines(facts, class, by_class) {
            return false;
        }
        let different = |uses: &Vec<u32>| {
            let words: FxHashSet<u32> = uses.iter().map(|&at| facts.atoms.word(at)).collect();
            words.len()
        };
        let most_different = by_class.iter().map(different).max().unwrap_or(0);
        if 2 * most_different < class.slots.len() {
            return false;
        }
        let values = || class.slots.iter().filter_map(|&at| facts.atoms.number(at));
        if let Some((least, most)) = values().min().zip(values().max())
            && values().count() == class.slots.len()
        {
            let density = class.slots.len() as f64 / (most - least + 1) as f64;
            return FEWEST_BITS <= -density.log2() * most_different as f64;
        }
        let all: u32 = class.slots.iter().map(|&at| self.counts[facts.atoms.word(at) as usize]).sum();
        let n_uses = by_class.iter().map(Vec::len).sum::<usize>() as u32;
        let (own, of) = (all.saturating_sub(n_uses).max(1), self.n_words.saturating_sub(n_uses).max(1));
        let bits = most_different as f64 * (f64::from(of) / f64::from(own)).log2();
        FEWEST_BITS <= bits
    }

    /// Whether each definition is on a line of its own kind, and each use on a line of that kind:
    /// these are the same words in several groups of such lines.
    fn are_on_own_lines(facts: &DocumentFacts, class: &Class, by_class: &[Vec<u32>]) -> bool {
        let begins = |at: u32| facts.lines.first_word(facts.lines.of_atom(at));
        let own: FxHashMap<u32, Option<u32>> =
            class.slots.iter().map(|&at| (facts.atoms.word(at), begins(at))).collect();
        let kinds: FxHashSet<Option<u32>> = own.values().copied().collect();
        let is_own = |&at: &u32| own.get(&facts.atoms.word(at)) == Some(&begins(at));
        kinds.len() == class.slots.len()
            && own.iter().all(|(word, begins)| *begins != Some(*word))
            && by_class.iter().flatten().all(is_own)
    }
}

/// The fewest words, and the fewest that may be a coincidence of loose places.
const FEWEST: usize = 3;
const FEWEST_LOOSE: usize = 4;
/// The most classes considered: each is compared with all others.
const MOST: usize = 64;
/// The least evidence, in bits, against a coincidence.
const FEWEST_BITS: f64 = 20.0;
