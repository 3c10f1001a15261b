//! The facts about a document before inference: atoms, lines, groups, tables, classes, records.

use std::ops::Range;

use dwindle_reduce::Document;

use super::atoms::{Atoms, Kind};
use super::chains::Chains;
use super::classes::Classes;
use super::counted::{Counted, counted};
use super::groups::Groups;
use super::lines::{Lines, mix};
use super::list::List;
use super::marked::{blocks, levels, parts};
use super::members::Members;
use super::nesting::Nesting;
use super::padded::Padded;
use super::records::{Records, head_of_brace};
use super::streams::{Stream, streams};
use super::tables::{Table, tables};
use crate::bits::Bits;

/// A document, analysed once.
pub(super) struct DocumentFacts {
    pub(super) atoms: Atoms,
    pub(super) lines: Lines,
    pub(super) groups: Groups,
    pub(super) chains: Chains,
    pub(super) tables: Vec<Table>,
    pub(super) members: Members,
    /// Runs of rows of different lengths.
    pub(super) counted: Vec<Counted>,
    /// Records whose first line says how many lines follow.
    pub(super) streams: Vec<Stream>,
    pub(super) classes: Classes,
    pub(super) records: Records,
    /// Which lines are between two lines that name each other.
    pub(super) nesting: Nesting,
    /// Which lines are padded to the same width.
    pub(super) padded: Padded,
    /// Whether single blank lines part its paragraphs: none is the first line of a file, or follows
    /// another one.
    pub(super) parts_paragraphs: bool,
    /// The atoms that are white space.
    pub(super) space: Bits,
    /// The atoms that are not blanks; includes line ends.
    pub(super) inked: Vec<u32>,
    pub(super) n_numbers: usize,
}

/// The most characters of a line in the report.
const LONGEST_EXCERPT: usize = 40;

impl DocumentFacts {
    /// Analyses a document. O(bytes).
    pub(super) fn of(document: &Document) -> DocumentFacts {
        let atoms = Atoms::of(document);
        let mut lines = Lines::of(&atoms);
        let streams = streams(&atoms, &lines);
        for (number, stream) in streams.iter().enumerate() {
            lines.set_apart(stream.heads(), number as u64);
        }
        let groups = Groups::of(&atoms);
        let chains = Chains::of(&atoms, &lines, &groups);
        let tables = tables(&atoms, &lines);
        let members = Members::of(&atoms, &lines, &groups);
        let counted = counted(&atoms, &lines);
        let classes = Classes::of(&atoms, &lines, &groups, &tables, &members, &counted);
        let inked: Vec<u32> = (0..atoms.len()).filter(|&at| atoms.kind(at) != Kind::Blank).collect();
        let mut space = Bits::none(atoms.len());
        (0..atoms.len()).filter(|&at| atoms.is_space(at)).for_each(|at| space.insert(at));
        let mut records = Records::of(&atoms, &lines, &groups, &tables, &inked);
        let marked = blocks(&atoms, &lines);
        let nesting = Nesting::of(&lines, &marked);
        let of_streams = streams.iter().flat_map(|stream| stream.whole(&lines));
        records.take_lines(of_streams.collect());
        records.take_lines(marked);
        records.take_lines(parts(&atoms, &lines));
        records.take_lines(levels(&atoms, &lines));
        let parts_paragraphs = parts_paragraphs(&atoms, &lines);
        let padded = Padded::of(&atoms, &lines);
        let n_numbers = inked.iter().filter(|&&at| atoms.kind(at) == Kind::Number).count();
        DocumentFacts {
            atoms,
            lines,
            groups,
            chains,
            tables,
            members,
            counted,
            streams,
            classes,
            records,
            nesting,
            padded,
            parts_paragraphs,
            space,
            inked,
            n_numbers,
        }
    }

    /// Returns the line before a line that is nothing but an opening brace, if it heads that.
    pub(super) fn head_of_brace(&self, line: u32) -> Option<u32> {
        head_of_brace(&self.atoms, &self.lines, &self.groups, line)
    }

    /// Returns the record of an atom: the item of a list of similar items, else the group in a list
    /// of groups, else the line with the block that it heads.
    pub(super) fn record(&self, at: u32) -> Range<u32> {
        self.records.of_atom(&self.lines, at)
    }

    /// Returns the record of an atom, ignoring list items on its line.
    pub(super) fn record_around(&self, at: u32) -> Range<u32> {
        self.records.around(&self.lines, at)
    }

    /// Returns the innermost record of a definition around an atom, or the record of the atom.
    pub(super) fn defining_record(&self, at: u32) -> Range<u32> {
        self.records.defining(&self.lines, at)
    }

    /// Returns the index of an atom in `inked`; it must be there.
    pub(super) fn inked_place(&self, at: u32) -> usize {
        self.inked.partition_point(|&other| other < at)
    }

    /// Returns up to `n` atoms before one of `inked` that are there, too, in document order.
    pub(super) fn inked_before(&self, at: u32, n: usize) -> &[u32] {
        let place = self.inked_place(at);
        &self.inked[place.saturating_sub(n)..place]
    }

    /// Returns a hash that is equal where the `n` atoms before are alike, ignoring digits.
    pub(super) fn hash_before(&self, at: u32, n: usize) -> u64 {
        let before = self.inked_before(at, n).iter();
        before.fold(0, |hash, &at| mix(hash, u64::from(self.atoms.shape(at))))
    }

    /// Adds a list: the surroundings of each use become items.
    pub(super) fn take_list(&mut self, list: &List) {
        self.records.take_items(&list.items);
        if let Some(group) = &list.group {
            self.groups.add(group.clone());
        }
    }

    /// Returns the beginning of a line, for the report.
    pub(super) fn excerpt(&self, line: u32) -> String {
        self.text(self.lines.body(line)).trim().chars().take(LONGEST_EXCERPT).collect()
    }

    /// Returns the mark with which a line begins; `None` if it begins with a word or number, or is
    /// blank.
    pub(super) fn mark(&self, line: u32) -> Option<u32> {
        let first = self.lines.body(line).find(|&at| !self.space.has(at))?;
        (!self.atoms.is_word(first)).then(|| self.atoms.word(first))
    }

    /// Returns the text of atoms.
    pub(super) fn text(&self, atoms: Range<u32>) -> String {
        atoms.map(|at| String::from_utf8_lossy(self.atoms.text(at)).into_owned()).collect()
    }
}

/// The fewest blank lines that part paragraphs.
const FEWEST_BLANK: usize = 3;

fn parts_paragraphs(atoms: &Atoms, lines: &Lines) -> bool {
    let blank: Vec<u32> = (0..lines.len()).filter(|&line| lines.is_blank(line)).collect();
    let file = |line: u32| atoms.file(lines.atoms(line).start);
    let follows_part = |&line: &u32| line != 0 && file(line - 1) == file(line) && !lines.is_blank(line - 1);
    FEWEST_BLANK <= blank.len() && blank.iter().all(follows_part)
}
