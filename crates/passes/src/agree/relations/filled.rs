//! Blocks of lines, the last of which is filled up.

use std::ops::Range;

use super::super::atoms::Kind;
use super::super::facts::DocumentFacts;
use super::super::state::View;

/// Lines of one character behind the last record, so that there are whole blocks of lines.
pub(super) struct Fill {
    /// The number of lines of a block.
    n_lines: usize,
    /// The other lines.
    records: Vec<u32>,
    /// Each line that fills up, without its end, and its end.
    fillers: Vec<(u32, u32)>,
    /// The end of the last record.
    end: u32,
    /// What fills up, as one line.
    filler: Vec<u8>,
}

impl Fill {
    /// Returns the lines that fill up blocks of `n_lines` lines of a file.
    pub(super) fn of(facts: &DocumentFacts, file: u32, n_lines: usize) -> Option<Fill> {
        let end_of = |line: u32| {
            let last = facts.lines.atoms(line).end - 1;
            (facts.atoms.kind(last) == Kind::LineEnd).then_some(last)
        };
        let filler = |bytes: &Range<usize>| {
            let at = facts.atoms.starting_at(file, bytes.start)?;
            let is_whole = facts.atoms.bytes(at) == *bytes;
            Some((at, end_of(facts.lines.of_atom(at))?)).filter(|_| is_whole)
        };
        let fillers: Vec<(u32, u32)> =
            facts.atoms.fixed(file).fillers.iter().map(filler).collect::<Option<_>>()?;
        let first = facts.lines.of_atom(fillers.first()?.0);
        let atoms = &facts.atoms.files()[file as usize];
        let records: Vec<u32> = (facts.lines.of_atom(atoms.start)..first).collect();
        let end = end_of(*records.last()?)?;
        let filler = facts.text(facts.lines.atoms(first)).into_bytes();
        Some(Fill { n_lines, records, fillers, end, filler })
    }

    /// Returns the atoms whose text may change.
    pub(super) fn atoms(&self) -> Vec<u32> {
        self.fillers.iter().flat_map(|&(line, end)| [line, end]).chain([self.end]).collect()
    }

    fn n_records(&self, view: &View<'_>) -> usize {
        self.records.iter().filter(|&&line| view.has_line(line)).count()
    }

    /// Returns the number of blocks, the last of which may have to be filled up.
    pub(super) fn n_blocks(&self, view: &View<'_>) -> usize {
        self.n_records(view).div_ceil(self.n_lines)
    }

    /// Passes on the texts with which the last block is filled up: lines too many become empty,
    /// further ones are added behind the last line.
    pub(super) fn write(&self, view: &View<'_>, set: &mut dyn FnMut(u32, Vec<u8>)) {
        let n_needed = self.n_blocks(view) * self.n_lines - self.n_records(view);
        let living: Vec<(u32, u32)> =
            self.fillers.iter().copied().filter(|(line, _)| view.lives(*line)).collect();
        let added = self.filler.repeat(n_needed.saturating_sub(living.len()));
        let text = |at: u32| view.facts.atoms.text(at).to_vec();
        for (place, &(line, end)) in living.iter().enumerate() {
            let is_needed = place < n_needed;
            set(line, if is_needed { text(line) } else { Vec::new() });
            let behind: &[u8] = if place + 1 == living.len() { &added } else { &[] };
            set(end, if is_needed { [&text(end), behind].concat() } else { Vec::new() });
        }
        let behind: &[u8] = if living.is_empty() { &added } else { &[] };
        set(self.end, [&text(self.end), behind].concat());
    }
}
