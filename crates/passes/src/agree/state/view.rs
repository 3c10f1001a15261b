//! A state with data that is derived from it.

use std::cell::{OnceCell, RefCell};
use std::ops::Range;

use super::{Slots, State};
use crate::agree::facts::DocumentFacts;
use crate::bits::Bits;

/// A view of a state, with derived data computed once.
pub(in super::super) struct View<'a> {
    pub(in super::super) facts: &'a DocumentFacts,
    pub(in super::super) slots: &'a Slots,
    pub(in super::super) state: &'a State,
    /// By atom: the number of bytes before it; with one entry more.
    offsets: OnceCell<Vec<u64>>,
    /// The atoms that are written as blanks although they are gone.
    blanked: OnceCell<Bits>,
    /// The numbers that were asked for, if they are noted.
    noted: Option<RefCell<Vec<u32>>>,
}

impl<'a> View<'a> {
    /// Creates a view of a state.
    pub(in super::super) fn new(facts: &'a DocumentFacts, slots: &'a Slots, state: &'a State) -> View<'a> {
        View { facts, slots, state, offsets: OnceCell::new(), blanked: OnceCell::new(), noted: None }
    }

    /// Creates a view that notes the numbers that it is asked for.
    pub(in super::super) fn noting(facts: &'a DocumentFacts, slots: &'a Slots, state: &'a State) -> View<'a> {
        View { noted: Some(RefCell::default()), ..View::new(facts, slots, state) }
    }

    /// Returns the numbers that it was asked for.
    pub(in super::super) fn noted(self) -> Vec<u32> {
        self.noted.map(RefCell::into_inner).unwrap_or_default()
    }

    /// Whether an atom lives.
    pub(in super::super) fn lives(&self, at: u32) -> bool {
        self.state.alive.has(at)
    }

    /// Whether a range has a live atom that is not white space.
    pub(in super::super) fn has_ink(&self, atoms: Range<u32>) -> bool {
        self.state.alive.any_in_without(atoms, &self.facts.space)
    }

    /// Whether an item is alive: something within its brackets, or both brackets. If a removal
    /// reaches from one item into the next, one item remains.
    pub(in super::super) fn has_item(&self, item: Range<u32>) -> bool {
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
    pub(in super::super) fn has_line(&self, line: u32) -> bool {
        self.state.lines.has(line)
    }

    /// Returns the current value of a number.
    pub(in super::super) fn number(&self, at: u32) -> i64 {
        if let Some(noted) = &self.noted {
            noted.borrow_mut().push(at);
        }
        match self.slots.slot(at) {
            Some(slot) => self.state.values[slot],
            None => self.facts.atoms.amount(at).unwrap_or(0),
        }
    }

    /// Returns the text of the live atoms in a range.
    pub(in super::super) fn rendered(&self, atoms: Range<u32>) -> Vec<u8> {
        let mut bytes = Vec::new();
        let blanked = self.blanked();
        let written: Vec<u32> = match self.state.pads {
            false => self.state.alive.iter_in(atoms).collect(),
            true => atoms.filter(|&at| self.lives(at) || blanked.has(at)).collect(),
        };
        for at in written {
            if let Some(n_blanks) = self.state.blanks_at(self.facts, self.slots, at) {
                bytes.resize(bytes.len() + n_blanks, b' ');
                continue;
            }
            if blanked.has(at) {
                match self.facts.space.has(at) {
                    true => bytes.extend_from_slice(self.facts.atoms.text(at)),
                    false => bytes.resize(bytes.len() + self.facts.atoms.n_bytes(at) as usize, b' '),
                }
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
    pub(in super::super) fn n_bytes(&self, atoms: Range<u32>) -> u64 {
        let offsets = self.offsets.get_or_init(|| self.make_offsets());
        offsets[atoms.end as usize] - offsets[atoms.start as usize]
    }

    fn blanked(&self) -> &Bits {
        self.blanked.get_or_init(|| self.state.blanked(self.facts))
    }

    fn make_offsets(&self) -> Vec<u64> {
        let atoms = &self.facts.atoms;
        let mut sum = 0;
        let blanked = self.blanked();
        let mut offsets = Vec::with_capacity(atoms.len() as usize + 1);
        for at in 0..atoms.len() {
            offsets.push(sum);
            if blanked.has(at) {
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
