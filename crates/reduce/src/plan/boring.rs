//! Changes that were boring before, which are put off.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, OnceLock};

use super::alike::{Alike, Removed};
use super::name_reader::{NameHash, NameReader};
use super::version::Version;
use crate::candidate::{Candidate, Change, Edits, difference};
use crate::document::Document;
use crate::verdict::Answer;

/// Bytes of text on each side that identify the position of a change.
const CONTEXT: usize = 8;
/// Bytes at each end of the removed text that identify a change.
const ENDS: usize = 24;
/// The most entries in the short list before they are merged into the map.
const MOST_RECENT: usize = 64;

/// The versions at which changes were boring, and at which names were removed. Cloning is O(1).
#[derive(Clone, Default)]
pub(super) struct Boring {
    asked: Versions,
    /// The versions at which an occurrence of a rare name was removed, before `last`.
    gone: Versions,
    /// The last accepted change.
    last: Option<Arc<Accepted>>,
    alike: Alike,
}

/// An accepted change. What is left is read only if a change that was boring is asked about: most
/// forks never do. They share what one of them read.
struct Accepted {
    names: HashSet<NameHash>,
    reader: Arc<dyn NameReader>,
    left: Candidate,
    version: Version,
    gone: OnceLock<Vec<NameHash>>,
}

impl Accepted {
    /// Returns the names in the change that are rare in what is left. The first call costs
    /// O(bytes).
    fn gone(&self) -> &[NameHash] {
        self.gone.get_or_init(|| self.reader.rare(&self.names, self.left.render()))
    }
}

/// A change of the best document, identified by the removed text and the text around it, so that it
/// is recognized after something else was accepted elsewhere.
pub(super) struct ChangeId {
    key: u64,
    /// The names in the removed text.
    names: Vec<NameHash>,
    removed: Removed,
}

impl Boring {
    /// Returns the version at which a change was boring last, if no name in it was removed
    /// elsewhere since.
    pub(super) fn asked(&mut self, change: &ChangeId) -> Option<Version> {
        let asked = self.asked.get(change.key)?;
        if self.last.as_ref().is_some_and(|last| change.names.iter().any(|name| last.names.contains(name))) {
            self.read_last();
        }
        let is_linked = change.names.iter().any(|&name| self.gone.get(name).is_some_and(|gone| asked < gone));
        (!is_linked).then_some(asked)
    }

    /// Whether several changes of a document that are nearly the same were boring at the version
    /// `since` or later.
    pub(super) fn knows_alike(&self, change: &ChangeId, document: &Document, since: Version) -> bool {
        self.alike.knows(&change.removed, document.cost().tokens, since)
    }

    /// Records that a change was boring at a version, or refused: of those nothing is known of what
    /// is nearly the same.
    pub(super) fn learn(&mut self, change: &ChangeId, answer: Answer, version: Version) {
        self.asked.set(change.key, version);
        if answer.is_boring() {
            self.alike.learn(change.key, &change.removed, version);
        }
    }

    /// Records that a change was accepted, which made a version. O(1) besides reading the result of
    /// the change accepted before it.
    pub(super) fn accept(
        &mut self,
        change: &ChangeId,
        reader: &Arc<dyn NameReader>,
        left: &Candidate,
        version: Version,
    ) {
        self.alike.accept(&change.removed);
        if change.names.is_empty() {
            return;
        }
        self.read_last();
        let (names, reader, left) = (change.names.iter().copied().collect(), reader.clone(), left.clone());
        self.last = Some(Arc::new(Accepted { names, reader, left, version, gone: OnceLock::new() }));
    }

    fn read_last(&mut self) {
        if let Some(last) = self.last.take() {
            last.gone().iter().for_each(|name| self.gone.set(*name, last.version));
        }
    }
}

impl ChangeId {
    /// Returns what a candidate changes in the best document, which is another candidate or the
    /// base of this one; `None` if they have no base in common, or files are removed.
    pub(super) fn of(
        candidate: &Candidate,
        best: &Document,
        accepted: Option<&Candidate>,
        reader: &dyn NameReader,
    ) -> Option<ChangeId> {
        let same_base = accepted.filter(|accepted| accepted.base() == candidate.base());
        if same_base.is_none() && candidate.base() != best {
            return None;
        }
        let removed_before = same_base.map(|accepted| accepted.edits().removed_files());
        if !candidate.edits().removed_files().is_empty()
            || removed_before.is_some_and(|removed| !removed.is_empty())
        {
            return None;
        }
        let old = same_base.map(Candidate::edits);
        let new = candidate.edits();
        let edits = old.into_iter().chain([new]).flat_map(Edits::as_slice);
        let mut files: Vec<u32> = edits.map(|edit| edit.file).collect();
        files.sort_unstable();
        files.dedup();
        let mut hasher = DefaultHasher::new();
        let (mut names, mut texts) = (Vec::new(), Vec::new());
        for file in files {
            let base = candidate.base().files()[file as usize].bytes();
            let text = best.files()[file as usize].bytes();
            for change in difference(base, old.map_or(&[], |old| old.of_file(file)), new.of_file(file)) {
                let removed = hash_change(text, &change, &mut hasher);
                names.extend(reader.in_removed(removed));
                texts.push(removed);
            }
        }
        Some(ChangeId { key: hasher.finish(), names, removed: Removed::of(&texts) })
    }
}

/// Hashes what a change removes from a text and the text around it. Returns the removed text.
fn hash_change<'text>(text: &'text [u8], change: &Change<'_>, hasher: &mut DefaultHasher) -> &'text [u8] {
    let (old, new) = (&text[change.range.clone()], &*change.text);
    let n_before = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let (old, new) = (&old[n_before..], &new[n_before..]);
    let n_behind = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    let (old, new) = (&old[..old.len() - n_behind], &new[..new.len() - n_behind]);
    let place = change.range.start + n_before;
    let before: Vec<u8> = text[..place].iter().rev().copied().filter(is_ink).take(CONTEXT).collect();
    let behind: Vec<u8> = text[place + old.len()..].iter().copied().filter(is_ink).take(CONTEXT).collect();
    let (head, tail) = (&old[..old.len().min(ENDS)], &old[old.len().saturating_sub(ENDS)..]);
    (before, behind, head, tail, new).hash(hasher);
    old
}

fn is_ink(byte: &u8) -> bool {
    !byte.is_ascii_whitespace()
}

/// Versions by hash. Cloning is O(1). New entries are merged into the map in batches, because
/// searches are forked all the time.
#[derive(Clone, Default)]
struct Versions {
    all: Arc<HashMap<u64, Version>>,
    recent: Arc<Vec<(u64, Version)>>,
}

impl Versions {
    fn get(&self, key: u64) -> Option<Version> {
        let recent = self.recent.iter().rev().find(|(known, _)| *known == key);
        recent.map(|(_, version)| *version).or_else(|| self.all.get(&key).copied())
    }

    fn set(&mut self, key: u64, version: Version) {
        let recent = Arc::make_mut(&mut self.recent);
        recent.push((key, version));
        if MOST_RECENT < recent.len() {
            Arc::make_mut(&mut self.all).extend(recent.drain(..));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidate::Edit;
    use crate::plan::tests::Words;

    fn words() -> Arc<dyn NameReader> {
        Arc::new(Words)
    }

    fn change(text: &str, gone: &str) -> ChangeId {
        let document = Document::single("a", text);
        let start = text.find(gone).unwrap();
        let edits = Edits::new([Edit::delete(0, start..start + gone.len())]);
        ChangeId::of(&Candidate::new("test", &document, edits), &document, None, &Words).unwrap()
    }

    fn left(text: &str) -> Candidate {
        Candidate::new("test", &Document::single("a", text), Edits::default())
    }

    #[test]
    fn what_is_left_is_read_once_and_only_where_a_name_in_it_is_asked_about() {
        let text = "int size; int other; use(size); use(other);";
        let mut boring = Boring::default();
        let (size, other) = (change(text, "int size;"), change(text, "int other;"));
        boring.learn(&size, Answer::Boring, 3);
        boring.learn(&other, Answer::Boring, 3);
        boring.accept(&change(text, "use(size);"), &words(), &left("int size; int other; use(other);"), 4);
        let accepted = boring.last.clone().unwrap();
        let mut fork = boring.clone();
        assert_eq!(fork.asked(&change(text, "use(other);")), None, "never asked about");
        assert_eq!(fork.asked(&change(text, "; int other; ")), None, "never asked about");
        assert!(accepted.gone.get().is_none());
        assert_eq!((fork.asked(&size), boring.asked(&size)), (None, None));
        assert!(accepted.gone.get().is_some());
        assert_eq!(boring.asked(&other), Some(3));
        boring.accept(&change(text, ";"), &words(), &left("int size"), 5);
        assert!(boring.last.is_none(), "without a name nothing is to be read");
    }

    #[test]
    fn a_change_is_known_by_what_goes_and_what_stands_around_it() {
        let known = change("the first second third fourth", "second").key;
        let elsewhere = change("nothing; the first  second third fourth fifth", "second").key;
        assert_eq!(known, elsewhere, "far away, or white space");
        assert_ne!(known, change("the first second fourth", "second").key);
        assert_ne!(known, change("the first second third fourth", "second third").key);
        let (long, longer) = ("x".repeat(60), "x".repeat(61));
        let around = |middle: &str| format!("first {middle} third fourth");
        assert_eq!(
            change(&around(&long), &long).key,
            change(&around(&longer), &longer).key,
            "its middle may shrink"
        );
    }

    #[test]
    fn what_an_earlier_candidate_of_the_same_base_took_is_no_part_of_the_change() {
        let base = Document::single("a", "zero first second third fourth");
        let edit = |start, end| Edit::delete(0, start..end);
        let without = |edits: Vec<Edit>| Candidate::new("test", &base, Edits::new(edits));
        let (accepted, next) = (without(vec![edit(0, 5)]), without(vec![edit(0, 5), edit(11, 18)]));
        let told_next = ChangeId::of(&next, accepted.render(), Some(&accepted), &Words).unwrap();
        assert_eq!(told_next.key, change("first second third fourth", "second ").key);
        assert!(ChangeId::of(&next, &Document::single("a", "other"), None, &Words).is_none());
    }

    #[test]
    fn a_name_that_went_elsewhere_makes_what_was_boring_unknown() {
        let text = "int size; int other; use(size);";
        let (mut boring, size, other) =
            (Boring::default(), change(text, "int size;"), change(text, "int other;"));
        boring.learn(&size, Answer::Boring, 3);
        boring.learn(&other, Answer::Boring, 3);
        boring.accept(&change(text, "use(size);"), &words(), &left("int size; int other;"), 4);
        assert_eq!((boring.asked(&size), boring.asked(&other)), (None, Some(3)));
    }

    #[test]
    fn versions_are_found_before_and_after_they_are_bundled() {
        let mut versions = Versions::default();
        for key in 0..200 {
            versions.set(key % 150, key);
        }
        assert_eq!((versions.get(7), versions.get(149), versions.get(150)), (Some(157), Some(149), None));
    }

    #[test]
    fn a_name_that_went_before_says_nothing() {
        let text = "int size; use(size);";
        let (mut boring, size) = (Boring::default(), change(text, "int size;"));
        boring.accept(&change(text, "use(size);"), &words(), &left("int size;"), 4);
        boring.learn(&size, Answer::Boring, 4);
        assert_eq!(boring.asked(&size), Some(4));
    }

    #[test]
    fn a_place_is_known_by_eight_bytes_on_each_side() {
        let before = |text: &str| change(&format!("{text}second"), "second").key;
        assert_eq!(before("x12345678"), before("y12345678"));
        assert_ne!(before("x2345678"), before("y2345678"));
        let behind = |text: &str| change(&format!("second{text}"), "second").key;
        assert_eq!(behind("12345678x"), behind("12345678y"));
        assert_ne!(behind("1234567x"), behind("1234567y"));
    }

    #[test]
    fn a_removed_text_is_known_by_24_bytes_at_each_end() {
        let key = |middle: &str| {
            let gone = format!("{0}{middle}{0}", "-".repeat(23));
            change(&format!("before {gone} behind"), &gone).key
        };
        assert_eq!(key("abc"), key("axc"));
        assert_ne!(key("abc"), key("xbc"));
        assert_ne!(key("abc"), key("abx"));
    }
}
