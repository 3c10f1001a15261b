//! What is alive of a document, and the values that result.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use dwindle_reduce::{Edit, Edits, Units};

use super::atoms::Atoms;
use super::columns::Columns;
use super::facts::DocumentFacts;
use super::formats::Format;
use crate::bits::Bits;

/// What is alive, and the values that differ from the original. Cloning is O(atoms / 64 + slots).
#[derive(Clone)]
pub(super) struct State {
    /// The live atoms.
    pub(super) alive: Bits,
    /// The lines with a live atom.
    pub(super) lines: Bits,
    /// The values of slots.
    values: Vec<i64>,
    /// The texts of targets that are not numbers, if they differ from the original.
    texts: Arc<BTreeMap<u32, Arc<[u8]>>>,
    /// The targets of redirected uses.
    pub(super) targets: Arc<BTreeMap<u32, Target>>,
}

/// The target of a use of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// The definition in this atom.
    Definition(u32),
    /// The same target as this use, which is defined elsewhere.
    Copy(u32),
}

/// The atoms whose numbers may change, and their number formats.
pub(super) struct Slots {
    atoms: Vec<u32>,
    slot_of: Vec<u32>,
    originals: Vec<i64>,
    /// How each is written, and with how many bytes if zeros fill it.
    formats: Vec<(Format, u8)>,
    /// Which blanks keep the columns of which slots.
    columns: Columns,
}

const NO_SLOT: u32 = u32::MAX;

impl Slots {
    /// Creates slots for distinct atoms.
    pub(super) fn of(facts: &DocumentFacts, atoms: impl IntoIterator<Item = u32>) -> Slots {
        let mut atoms: Vec<u32> = atoms.into_iter().filter(|&at| facts.atoms.amount(at).is_some()).collect();
        atoms.sort_unstable();
        atoms.dedup();
        let mut slot_of = vec![NO_SLOT; facts.atoms.len() as usize];
        for (slot, &at) in (0..).zip(&atoms) {
            slot_of[at as usize] = slot;
        }
        let originals = atoms.iter().map(|&at| facts.atoms.amount(at).unwrap_or(0)).collect();
        let format = |&at: &u32| {
            let format = facts.atoms.format(at);
            let text = facts.atoms.text(at);
            let is_behind_blank = at != 0 && facts.atoms.is_space(at - 1);
            let keeps_len = facts.atoms.is_in_columns(at) && !is_behind_blank;
            let width = if keeps_len { text.len() } else { format.width(text) };
            (format, width as u8)
        };
        let formats = atoms.iter().map(format).collect();
        let columns = Columns::of(facts, &atoms);
        Slots { atoms, slot_of, originals, formats, columns }
    }

    /// Returns the slot of an atom.
    pub(super) fn slot(&self, at: u32) -> Option<usize> {
        let slot = self.slot_of[at as usize];
        (slot != NO_SLOT).then_some(slot as usize)
    }

    /// Returns a number in the format of the slot.
    pub(super) fn written(&self, slot: usize, value: i64) -> String {
        let (format, width) = self.formats[slot];
        format.written(value, usize::from(width))
    }

    /// Returns the edits that write a value into a slot, and keep its column if the blank that
    /// keeps it is alive.
    pub(super) fn rewritten(
        &self,
        facts: &DocumentFacts,
        slot: usize,
        value: i64,
        lives: impl Fn(u32) -> bool,
    ) -> impl Iterator<Item = Edit> {
        let atoms = &facts.atoms;
        let file = atoms.file(self.atoms[slot]);
        let blanks = self.blanks(facts, slot, value).filter(|(blank, _)| lives(*blank));
        let blanks = blanks.map(|(blank, len)| Edit::replace(file, atoms.bytes(blank), &vec![b' '; len]));
        let text = self.written(slot, value);
        let number = Edit::replace(file, atoms.bytes(self.atoms[slot]), text.as_bytes());
        std::iter::once(number).chain(blanks)
    }

    /// Returns the blank that keeps the column of a slot, with its new length, if a value changes
    /// it.
    fn blanks(&self, facts: &DocumentFacts, slot: usize, value: i64) -> Option<(u32, usize)> {
        let blank = self.columns.blank(slot)?;
        let n_blanks = i64::from(facts.atoms.n_bytes(blank));
        let old = i64::from(facts.atoms.n_bytes(self.atoms[slot]));
        let new = if value == self.originals[slot] { old } else { i64::from(self.len(slot, value)) };
        let kept = (n_blanks + old - new).max(1);
        (kept != n_blanks).then_some((blank, kept as usize))
    }

    fn len(&self, slot: usize, value: i64) -> u32 {
        let (format, width) = self.formats[slot];
        if format != Format::Whole {
            return format.written(value, usize::from(width)).len() as u32;
        }
        let n_digits = value.unsigned_abs().checked_ilog10().unwrap_or(0) + 1 + u32::from(value < 0);
        n_digits.max(u32::from(width))
    }
}

impl State {
    /// Returns the original state.
    pub(super) fn original(facts: &DocumentFacts, slots: &Slots) -> State {
        State {
            alive: Bits::all(facts.atoms.len()),
            lines: Bits::all(facts.lines.len()),
            values: slots.originals.clone(),
            texts: Arc::default(),
            targets: Arc::default(),
        }
    }

    /// Sets a value. Returns whether it changed.
    pub(super) fn set(&mut self, slots: &Slots, at: u32, value: i64) -> bool {
        let slot = slots.slot(at);
        slot.is_some_and(|slot| std::mem::replace(&mut self.values[slot], value) != value)
    }

    /// Sets the text of an atom that is not a number. Returns whether it changed.
    pub(super) fn write(&mut self, atoms: &Atoms, at: u32, text: Vec<u8>) -> bool {
        let now = self.texts.get(&at).map_or(atoms.text(at), |text| text);
        if *now == *text {
            return false;
        }
        Arc::make_mut(&mut self.texts).insert(at, text.into());
        true
    }

    /// Redirects uses of names.
    pub(super) fn point(&mut self, uses: Vec<(u32, Target)>) {
        Arc::make_mut(&mut self.targets).extend(uses);
    }

    /// Returns the atom whose text a redirected use is written with.
    fn written_as(&self, at: u32) -> Option<u32> {
        self.targets.get(&at).map(|target| match target {
            Target::Definition(other) | Target::Copy(other) => *other,
        })
    }

    /// Whether texts that are not numbers differ between two states.
    pub(super) fn differs_in_texts(&self, other: &State) -> bool {
        self.texts != other.texts
    }

    /// Whether a value or the text of a live atom differs between two states.
    pub(super) fn differs_in(&self, other: &State, slots: &Slots, targets: &[u32]) -> bool {
        let differs = |slot: usize| self.values[slot] != other.values[slot];
        let has_texts = !(self.texts.is_empty() && other.texts.is_empty());
        let is_rewritten = |at: u32| has_texts && self.texts.get(&at) != other.texts.get(&at);
        let is_changed = |at: u32| slots.slot(at).is_some_and(differs) || is_rewritten(at);
        targets.iter().any(|&at| self.alive.has(at) && is_changed(at))
    }

    /// Returns the new length of a live blank, if it keeps the column of a slot and changes.
    fn blanks_at(&self, facts: &DocumentFacts, slots: &Slots, at: u32) -> Option<usize> {
        let slot = slots.columns.slot(at)?;
        let number = slots.atoms[slot];
        let is_written = self.alive.has(number) && !self.texts.contains_key(&number);
        let (_, n_blanks) = slots.blanks(facts, slot, self.values[slot]).filter(|_| is_written)?;
        Some(n_blanks)
    }

    /// Whether an atom is written as blanks although it is gone: the rest of its line keeps its
    /// columns.
    fn is_blanked(&self, facts: &DocumentFacts, at: u32) -> bool {
        if facts.padded.is_empty() {
            return false;
        }
        let line = facts.lines.of_atom(at);
        let body = || facts.lines.body(line);
        facts.padded.has(line)
            && !self.alive.has(at)
            && body().contains(&at)
            && self.alive.any_in_without(body(), &facts.space)
    }

    /// Returns the atoms in a range that leave something in the text.
    fn written_in(&self, facts: &DocumentFacts, atoms: Range<u32>) -> Vec<u32> {
        if facts.padded.is_empty() {
            return self.alive.iter_in(atoms).collect();
        }
        atoms.filter(|&at| self.is_written(facts, at)).collect()
    }

    /// Whether an atom is alive, or written as blanks.
    fn is_written(&self, facts: &DocumentFacts, at: u32) -> bool {
        self.alive.has(at) || self.is_blanked(facts, at)
    }

    /// Returns the edits that turn the original into the state. O(atoms / 64 + edits + slots).
    pub(super) fn edits(&self, facts: &DocumentFacts, slots: &Slots) -> Edits {
        let atoms = &facts.atoms;
        let mut edits = Vec::new();
        let dead = Bits::all(atoms.len()).without(&self.alive);
        let mut n_gone = Vec::new();
        for (file, range) in (0u32..).zip(atoms.files()) {
            if 1 < atoms.files().len() && !range.is_empty() && !self.alive.any_in(range.clone()) {
                n_gone.push(file..file + 1);
                continue;
            }
            let mut run: Option<Range<usize>> = None;
            for at in dead.iter_in(range.clone()) {
                let bytes = atoms.bytes(at);
                if self.is_blanked(facts, at) {
                    if !facts.space.has(at) {
                        let blanks = vec![b' '; bytes.len()];
                        edits.push(Edit::replace(file, bytes, &blanks));
                    }
                    continue;
                }
                match &mut run {
                    Some(run) if run.end == bytes.start => run.end = bytes.end,
                    _ => {
                        edits.extend(run.replace(bytes).map(|run| Edit::delete(file, run)));
                    }
                }
            }
            edits.extend(run.map(|run| Edit::delete(file, run)));
        }
        let gone = Units::from_ranges(n_gone);
        for (slot, &at) in slots.atoms.iter().enumerate() {
            let value = self.values[slot];
            let file = atoms.file(at);
            if value != slots.originals[slot]
                && !self.texts.contains_key(&at)
                && self.alive.has(at)
                && !gone.contains(file)
            {
                edits.extend(slots.rewritten(facts, slot, value, |blank| self.is_written(facts, blank)));
            }
        }
        for (&at, _) in self.targets.iter() {
            let text = self.written_as(at).map_or(&[][..], |other| atoms.text(other));
            let file = atoms.file(at);
            if slots.slot(at).is_none()
                && !self.texts.contains_key(&at)
                && self.alive.has(at)
                && !gone.contains(file)
                && text != atoms.text(at)
            {
                edits.push(Edit::replace(file, atoms.bytes(at), text));
            }
        }
        for (&at, text) in self.texts.iter() {
            let file = atoms.file(at);
            if self.alive.has(at) && !gone.contains(file) && **text != *atoms.text(at) {
                edits.push(Edit::replace(file, atoms.bytes(at), text));
            }
        }
        Edits::new(edits).without_files(gone)
    }
}

/// A view of a state, with derived data computed once.
pub(super) struct View<'a> {
    pub(super) facts: &'a DocumentFacts,
    pub(super) slots: &'a Slots,
    pub(super) state: &'a State,
    /// By atom: the number of bytes before it; with one entry more.
    offsets: OnceCell<Vec<u64>>,
}

impl<'a> View<'a> {
    /// Creates a view of a state.
    pub(super) fn new(facts: &'a DocumentFacts, slots: &'a Slots, state: &'a State) -> View<'a> {
        View { facts, slots, state, offsets: OnceCell::new() }
    }

    /// Whether an atom lives.
    pub(super) fn lives(&self, at: u32) -> bool {
        self.state.alive.has(at)
    }

    /// Whether a range has a live atom that is not white space.
    pub(super) fn has_ink(&self, atoms: Range<u32>) -> bool {
        self.state.alive.any_in_without(atoms, &self.facts.space)
    }

    /// Whether an item is alive: something within its brackets, or both brackets. If a removal
    /// reaches from one item into the next, one item remains.
    pub(super) fn has_item(&self, item: Range<u32>) -> bool {
        if !self.has_ink(item.clone()) {
            return false;
        }
        let is_inked = |at: &u32| !self.facts.space.has(*at);
        let first = item.clone().find(is_inked).unwrap_or(item.start);
        let last = item.clone().rev().find(is_inked).unwrap_or(item.start);
        let inner = first + 1..last;
        inner.len() < 2 || self.has_ink(inner) || self.lives(first) && self.lives(last)
    }

    /// Whether anything on a line is alive.
    pub(super) fn has_line(&self, line: u32) -> bool {
        self.state.lines.has(line)
    }

    /// Returns the current value of a number.
    pub(super) fn number(&self, at: u32) -> i64 {
        match self.slots.slot(at) {
            Some(slot) => self.state.values[slot],
            None => self.facts.atoms.amount(at).unwrap_or(0),
        }
    }

    /// Returns the text of the live atoms in a range.
    pub(super) fn rendered(&self, atoms: Range<u32>) -> Vec<u8> {
        let mut bytes = Vec::new();
        for at in self.state.written_in(self.facts, atoms) {
            if let Some(n_blanks) = self.state.blanks_at(self.facts, self.slots, at) {
                bytes.resize(bytes.len() + n_blanks, b' ');
                continue;
            }
            if !self.lives(at) {
                bytes.resize(bytes.len() + self.facts.atoms.n_bytes(at) as usize, b' ');
                continue;
            }
            let own = || self.facts.atoms.text(self.state.written_as(at).unwrap_or(at));
            match (self.state.texts.get(&at), self.slots.slot(at)) {
                (Some(text), _) => bytes.extend_from_slice(text),
                (None, Some(slot)) if self.state.values[slot] != self.slots.originals[slot] => {
                    bytes.extend_from_slice(self.slots.written(slot, self.state.values[slot]).as_bytes());
                }
                (None, Some(_)) => bytes.extend_from_slice(self.facts.atoms.text(at)),
                (None, None) => bytes.extend_from_slice(own()),
            }
        }
        bytes
    }

    /// Returns the number of bytes of the live atoms in a range. O(1) after the first call.
    pub(super) fn n_bytes(&self, atoms: Range<u32>) -> u64 {
        let offsets = self.offsets.get_or_init(|| self.make_offsets());
        offsets[atoms.end as usize] - offsets[atoms.start as usize]
    }

    fn make_offsets(&self) -> Vec<u64> {
        let atoms = &self.facts.atoms;
        let mut sum = 0;
        let mut offsets = Vec::with_capacity(atoms.len() as usize + 1);
        for at in 0..atoms.len() {
            offsets.push(sum);
            if self.state.is_blanked(self.facts, at) {
                let blanks = self.state.blanks_at(self.facts, self.slots, at);
                sum += blanks.map_or(u64::from(atoms.n_bytes(at)), |len| len as u64);
                continue;
            }
            if self.lives(at) {
                let text = if self.state.texts.is_empty() { None } else { self.state.texts.get(&at) };
                let blanks = || self.state.blanks_at(self.facts, self.slots, at);
                if let Some(len) = text.map(|text| text.len()).or_else(blanks) {
                    sum += len as u64;
                    continue;
                }
                sum += u64::from(match self.slots.slot(at) {
                    Some(slot) if self.state.values[slot] != self.slots.originals[slot] => {
                        self.slots.len(slot, self.state.values[slot])
                    }
                    None if !self.state.targets.is_empty() => {
                        atoms.n_bytes(self.state.written_as(at).unwrap_or(at))
                    }
                    _ => atoms.n_bytes(at),
                });
            }
        }
        offsets.push(sum);
        offsets
    }
}
