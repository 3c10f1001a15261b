//! What is alive of a document, and the values that result.

mod view;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use dwindle_reduce::{Edit, Edits, Units};

use super::atoms::Atoms;
use super::columns::Columns;
use super::facts::DocumentFacts;
use super::format::Format;
use crate::bits::Bits;

pub(super) use view::View;

/// What is alive, and the values that differ from the original. Cloning is O(atoms / 64 + slots).
#[derive(Clone)]
pub(super) struct State {
    /// The live atoms.
    pub(super) alive: Bits,
    /// The lines with a live atom.
    pub(super) lines: Bits,
    /// Whether padded lines keep their width.
    pub(super) pads: bool,
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
            pads: !facts.padded.is_empty(),
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

    /// Returns the atoms that are written as blanks although they are gone: the rest of their line
    /// keeps its columns. O(atoms) if lines are padded.
    fn blanked(&self, facts: &DocumentFacts) -> Bits {
        let mut blanked = Bits::none(facts.atoms.len());
        if !self.pads {
            return blanked;
        }
        let has_ink = |line: &u32| self.alive.any_in_without(facts.lines.body(*line), &facts.space);
        let padded = (0..facts.lines.len()).filter(|&line| facts.padded.has(line));
        for line in padded.filter(has_ink) {
            let gone = facts.lines.body(line).filter(|&at| !self.alive.has(at));
            gone.for_each(|at| blanked.insert(at));
        }
        blanked
    }

    /// Returns the edits that turn the original into the state. O(atoms / 64 + edits + slots), and
    /// O(atoms) if lines are padded.
    pub(super) fn edits(&self, facts: &DocumentFacts, slots: &Slots) -> Edits {
        let atoms = &facts.atoms;
        let mut edits = Vec::new();
        let dead = Bits::all(atoms.len()).without(&self.alive);
        let blanked = self.blanked(facts);
        let mut n_gone = Vec::new();
        for (file, range) in (0u32..).zip(atoms.files()) {
            if 1 < atoms.files().len() && !range.is_empty() && !self.alive.any_in(range.clone()) {
                n_gone.push(file..file + 1);
                continue;
            }
            let mut run: Option<Range<usize>> = None;
            for at in dead.iter_in(range.clone()) {
                let bytes = atoms.bytes(at);
                if blanked.has(at) {
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
                let is_written = |blank| self.alive.has(blank) || blanked.has(blank);
                edits.extend(slots.rewritten(facts, slot, value, is_written));
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
