//! Records: units that are removed as a whole when a part of them must be.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::atoms::{Atoms, Kind};
use super::groups::{Group, Groups};
use super::lines::{Grouped, Lines};
use super::tables::Table;

/// The records of a document.
pub(super) struct Records {
    /// By atom: the list item that contains it.
    items: FxHashMap<u32, Range<u32>>,
    /// By line: the atoms of its record, if that is not exactly the line.
    lines: Vec<Option<Range<u32>>>,
    /// By line: the innermost record of a definition that contains it, if there is one.
    defining: Vec<Option<Range<u32>>>,
    /// Groups that are items of a list of groups, as atoms; sorted.
    groups: Vec<Range<u32>>,
}

impl Records {
    /// Finds the records. O(atoms).
    pub(super) fn of(
        atoms: &Atoms,
        lines: &Lines,
        groups: &Groups,
        tables: &[Table],
        inked: &[u32],
    ) -> Records {
        let mut records = Records {
            items: FxHashMap::default(),
            lines: vec![None; lines.len() as usize],
            defining: vec![None; lines.len() as usize],
            groups: Vec::new(),
        };
        records.find_blocks(atoms, lines, groups);
        records.find_groups(atoms, lines, groups);
        records.find_words(atoms, tables);
        records.find_repeated(atoms, inked);
        records.find_list_items(atoms, lines, groups);
        records
    }

    /// Returns the record of an atom.
    pub(super) fn of_atom(&self, lines: &Lines, at: u32) -> Range<u32> {
        if let Some(item) = self.items.get(&at) {
            return item.clone();
        }
        self.around(lines, at)
    }

    /// Returns the record of an atom, ignoring list items within a line.
    pub(super) fn around(&self, lines: &Lines, at: u32) -> Range<u32> {
        let line = lines.of_atom(at);
        let on_line = self.lines[line as usize].clone().unwrap_or_else(|| lines.atoms(line));
        let last = self.groups.partition_point(|group| group.start <= at);
        let inner = self.groups[..last].iter().rev().take(16).find(|group| at < group.end);
        match inner {
            Some(group) if on_line.start < group.start || group.end < on_line.end => group.clone(),
            _ => on_line,
        }
    }

    /// Returns the innermost record of a definition around the record of an atom, or that record.
    pub(super) fn defining(&self, lines: &Lines, at: u32) -> Range<u32> {
        let own = self.around(lines, at);
        match &self.defining[lines.of_atom(at) as usize] {
            Some(outer) if outer.start <= own.start && own.end <= outer.end => outer.clone(),
            _ => own,
        }
    }

    /// Adds the records of definitions.
    pub(super) fn take_defining(&mut self, lines: &Lines, mut records: Vec<Range<u32>>) {
        records.sort_by_key(|record| (std::cmp::Reverse(record.len()), record.start));
        for record in records.into_iter().filter(|record| !record.is_empty()) {
            let within = lines.of_atom(record.start)..lines.of_atom(record.end - 1) + 1;
            let all = &mut self.defining[within.start as usize..within.end as usize];
            all.iter_mut().for_each(|line| *line = Some(record.clone()));
        }
    }

    /// Returns the block of several lines around a line that is not its first one.
    pub(super) fn block_around(&self, lines: &Lines, line: u32) -> Option<(u32, Range<u32>)> {
        let is_around = |head: &u32| {
            let block = self.lines[*head as usize].as_ref();
            block.is_some_and(|block| {
                lines.atoms(*head).start == block.start && lines.atoms(line).end <= block.end
            })
        };
        let head = (line.saturating_sub(MOST_ABOVE)..line).rev().find(is_around)?;
        Some((head, self.lines[head as usize].clone()?))
    }

    /// Adds list items of atoms that have none yet.
    pub(super) fn take_items(&mut self, items: &[(u32, Range<u32>)]) {
        for (at, item) in items {
            self.items.entry(*at).or_insert_with(|| item.clone());
        }
    }

    /// Returns the list item that contains an atom.
    pub(super) fn item(&self, at: u32) -> Option<Range<u32>> {
        self.items.get(&at).cloned()
    }

    /// Whether a line has a record other than itself.
    pub(super) fn is_several(&self, line: u32) -> bool {
        self.lines[line as usize].is_some()
    }

    /// Adds records of lines that have none yet.
    pub(super) fn take_lines(&mut self, records: Vec<(u32, Range<u32>)>) {
        for (line, record) in records {
            self.lines[line as usize].get_or_insert(record);
        }
    }

    /// Returns the distinct records of more than one line.
    pub(super) fn several_lines(&self) -> Vec<Range<u32>> {
        let mut found: Vec<Range<u32>> = self.lines.iter().flatten().cloned().collect();
        found.sort_by_key(|range| (range.start, range.end));
        found.dedup();
        found
    }

    /// Returns the groups that are items of a list of groups and share lines with others.
    pub(super) fn groups(&self) -> &[Range<u32>] {
        &self.groups
    }

    /// Finds blocks: a line, the more indented lines below it, and what closes them.
    fn find_blocks(&mut self, atoms: &Atoms, lines: &Lines, groups: &Groups) {
        for line in 0..lines.len() {
            if lines.is_blank(line) {
                continue;
            }
            let mut end = line + 1;
            let file = atoms.file(lines.atoms(line).start);
            let goes_on = |at: u32| at < lines.len() && atoms.file(lines.atoms(at).start) == file;
            // The last bracket that is open at the end of the line determines where the block ends.
            let body = lines.body(line);
            let opened = body.clone().rev().find_map(|at| {
                let group = groups.group(groups.opened_by(at)?);
                (line < lines.of_atom(group.close)).then_some(group)
            });
            if let Some(group) = opened {
                end = lines.of_atom(group.close) + 1;
                if let Some(head) = head_of_brace(atoms, lines, groups, line) {
                    let block = lines.span(head..end);
                    // A bracket that is open at its end may reach further.
                    let own = &self.lines[head as usize];
                    if own.as_ref().is_none_or(|own| own.len() <= block.len()) {
                        self.lines[head as usize] = Some(block.clone());
                        self.lines[line as usize] = Some(block);
                        continue;
                    }
                }
            } else if goes_on(end) && !lines.is_blank(end) && lines.indent(line) < lines.indent(end) {
                while goes_on(end) && (lines.is_blank(end) || lines.indent(line) < lines.indent(end)) {
                    end += 1;
                }
                let closes = |at: u32| {
                    let first = lines.first_field(at);
                    first.start < first.end && {
                        let text = atoms.text(first.start);
                        let next = (first.start + 1 < first.end).then(|| atoms.text(first.start + 1));
                        text == b"end"
                            || matches!(text, b"}" | b")" | b"]")
                            || text == b"<" && next == Some(b"/")
                    }
                };
                if goes_on(end) && lines.indent(end) == lines.indent(line) && closes(end) {
                    end += 1;
                }
                while line + 1 < end && lines.is_blank(end - 1) {
                    end -= 1;
                }
            }
            if line + 1 < end {
                self.lines[line as usize] = Some(lines.span(line..end));
            }
        }
    }

    /// Finds groups in lists of groups.
    fn find_groups(&mut self, atoms: &Atoms, lines: &Lines, groups: &Groups) {
        let mut n_groups = vec![0; groups.all().len()];
        for group in groups.all() {
            if let Some(around) = group.around {
                n_groups[around as usize] += 1;
            }
        }
        let is_list = |around: u32| {
            let list = groups.group(around);
            atoms.is(list.open, b'[')
                || atoms.is(list.open, b'{')
                    && 3 < list.n_items()
                    && list.n_items() <= 2 * n_groups[around as usize]
        };
        for group in groups.all() {
            let Some(around) = group.around.filter(|&around| is_list(around)) else { continue };
            let list = groups.group(around);
            let (first, last) = (lines.of_atom(group.open), lines.of_atom(group.close));
            let is_apart = first != lines.of_atom(list.open) && last != lines.of_atom(list.close);
            let shares = |line: u32| {
                let commas = list.item_at(lines.atoms(line).start);
                list.commas[commas..].iter().take_while(|&&comma| lines.of_atom(comma) == line).count()
            };
            if is_apart && shares(last) < 2 && (first == last || shares(first) < 2) {
                for line in first..=last {
                    self.lines[line as usize] = Some(lines.span(first..last + 1));
                }
            } else {
                self.groups.push(list.item(list.item_at(group.open)));
            }
        }
        self.groups.sort_by_key(|range| (range.start, range.end));
    }

    /// Finds words between blanks that are adjacent to a word of the same shape: `n1 n2 n3`.
    fn find_words(&mut self, atoms: &Atoms, tables: &[Table]) {
        let mut in_table = vec![false; atoms.len() as usize];
        for cell in tables.iter().flat_map(|table| table.rows.iter().flat_map(|row| &row.fields)) {
            in_table[cell.start as usize..cell.end as usize].fill(true);
        }
        let is_blank = |at: u32| atoms.kind(at) == Kind::Blank;
        let mut by_context: Grouped<(u32, u32), u32> = Grouped::new();
        for at in (0..atoms.len()).filter(|&at| atoms.kind(at) == Kind::Word) {
            let before = |n: u32| at.checked_sub(n).map_or(u32::MAX, |at| atoms.shape(at));
            let context = if before(1) != u32::MAX && is_blank(at - 1) {
                (before(2), before(3))
            } else {
                (before(1), before(2))
            };
            by_context.push(context, at);
        }
        for (_, slots) in by_context.groups() {
            let has_like = |at: u32| {
                let like = |blank: u32, other: u32| is_blank(blank) && atoms.shape(other) == atoms.shape(at);
                let has_digits = atoms.text(at).iter().any(u8::is_ascii_digit);
                has_digits && (1 < at && like(at - 1, at - 2) || at + 2 < atoms.len() && like(at + 1, at + 2))
            };
            let n_like = slots.iter().filter(|&&at| has_like(at)).count();
            if slots.len() < 10 * n_like {
                for &at in slots {
                    let item = if 0 < at && is_blank(at - 1) {
                        at - 1..at + 1
                    } else if at + 1 < atoms.len() && is_blank(at + 1) {
                        at..at + 2
                    } else {
                        at..at + 1
                    };
                    if !in_table[at as usize] {
                        self.items.insert(at, item);
                    }
                }
            }
        }
    }

    /// Finds items of several atoms that repeat within a line: `x y R x y R`.
    fn find_repeated(&mut self, atoms: &Atoms, inked: &[u32]) {
        for place in (0..inked.len()).filter(|&place| atoms.number(inked[place]).is_some()) {
            let found = (3..=6usize).find_map(|period| {
                (0..period).find_map(|ahead| {
                    let start = place.checked_sub(ahead).filter(|&start| period <= start)?;
                    let window = |from: usize| inked.get(from..from + period);
                    let same = |a: &[u32], b: &[u32]| {
                        a.iter().zip(b).all(|(&a, &b)| atoms.shape(a) == atoms.shape(b))
                    };
                    let own = window(start)?;
                    let repeats = same(own, window(start - period)?)
                        || window(start + period).is_some_and(|next| same(own, next));
                    let has_word = own.iter().any(|&at| atoms.text(at).iter().all(u8::is_ascii_alphabetic));
                    let has_end = own.iter().any(|&at| atoms.kind(at) == Kind::LineEnd);
                    let differs = own.iter().any(|&at| atoms.shape(at) != atoms.shape(own[0]));
                    let end = *inked.get(start + period)?;
                    (repeats && has_word && !has_end && differs).then(|| own[0]..end)
                })
            });
            if let Some(found) = found {
                self.items.insert(inked[place], found);
            }
        }
    }

    /// Finds items of at most [`MOST_IN_ITEM`] atoms in square brackets.
    fn find_list_items(&mut self, atoms: &Atoms, lines: &Lines, groups: &Groups) {
        let lists = groups.all().iter().filter(|group| 1 < group.commas.len() && atoms.is(group.open, b'['));
        for item in lists.flat_map(Group::items) {
            let inked: Vec<u32> = item.clone().filter(|&at| !atoms.is_space(at)).collect();
            if inked.len() <= MOST_IN_ITEM {
                let item = item_span(atoms, lines, &item);
                self.items.extend(inked.into_iter().map(|at| (at, item.clone())));
            }
        }
    }
}

/// Returns the line before a line that is nothing but an opening brace, if it heads that: it is
/// indented alike, and ends in a word or what may follow one.
pub(super) fn head_of_brace(atoms: &Atoms, lines: &Lines, groups: &Groups, line: u32) -> Option<u32> {
    let is_inked = |at: &u32| !atoms.is_space(*at);
    let mut inked = lines.body(line).filter(is_inked);
    let brace = inked.next().filter(|&at| atoms.is(at, b'{'))?;
    if inked.next().is_some() || groups.opened_by(brace).is_none() {
        return None;
    }
    let head = line.checked_sub(1)?;
    let is_alike = lines.indent(head) == lines.indent(line)
        && atoms.file(lines.atoms(head).start) == atoms.file(lines.atoms(line).start);
    let last = lines.body(head).rev().find(is_inked)?;
    let ends_head = atoms.is_word(last) || atoms.is(last, b')') || atoms.is(last, b'"');
    (is_alike && ends_head).then_some(head)
}

/// Returns the atoms removed with an item: its whole lines, if nothing else is on them but its
/// comma.
pub(super) fn item_span(atoms: &Atoms, lines: &Lines, item: &Range<u32>) -> Range<u32> {
    let is_inked = |at: &u32| !atoms.is_space(*at);
    let Some(first) = item.clone().find(is_inked) else { return item.clone() };
    let last = item.clone().rev().find(is_inked).unwrap_or(first);
    let (top, bottom) = (lines.of_atom(first), lines.of_atom(last));
    let is_spare = |at: u32| atoms.is_space(at) || at == item.end && atoms.is(at, b',');
    let mut others = (lines.body(top).start..first).chain(last + 1..lines.body(bottom).end);
    if others.all(is_spare) { lines.span(top..bottom + 1) } else { item.clone() }
}

/// How many lines above a line its block begins at most.
const MOST_ABOVE: u32 = 256;
/// An item with more atoms is a record of its own.
const MOST_IN_ITEM: usize = 4;

#[cfg(test)]
mod tests {
    use dwindle_reduce::Document;

    use super::super::facts::DocumentFacts;
    use super::*;

    #[test]
    fn an_item_that_is_alone_on_its_lines_goes_with_them() {
        let spans = |text: &str| -> Vec<String> {
            let facts = DocumentFacts::of(&Document::single("a", text));
            let items = facts.groups.all()[0].items();
            items.map(|item| facts.text(item_span(&facts.atoms, &facts.lines, &item))).collect()
        };
        let found = spans("{\n  \"a\": 1,\n  \"b\": {\n    \"c\": 2\n  },\n  \"d\": 3\n}\n");
        assert_eq!(found, ["  \"a\": 1,\n", "  \"b\": {\n    \"c\": 2\n  },\n", "  \"d\": 3\n"]);
        assert_eq!(spans("{ \"a\": 1,\n  \"b\": 2 }\n"), [" \"a\": 1", "\n  \"b\": 2 "]);
    }

    fn record(text: &str, word: &str) -> String {
        let facts = DocumentFacts::of(&Document::single("a", text));
        let at = (0..facts.atoms.len()).find(|&at| facts.atoms.text(at) == word.as_bytes()).unwrap();
        facts.text(facts.record(at))
    }

    #[test]
    fn a_line_is_a_record() {
        assert_eq!(record("a b\nc d\n", "d"), "c d\n");
    }

    #[test]
    fn a_line_goes_with_the_block_that_it_heads() {
        assert_eq!(record("x\ndef f:\n  a\n  b\ny\n", "f"), "def f:\n  a\n  b\n");
        assert_eq!(record("m f {\na\n}\ny\n", "f"), "m f {\na\n}\n");
        assert_eq!(
            record("<r>\n  <s n=\"1\">\n    <t/>\n  </s>\n</r>\n", "s"),
            "  <s n=\"1\">\n    <t/>\n  </s>\n"
        );
    }

    #[test]
    fn words_beside_their_like_are_items() {
        assert_eq!(record("use n1 n2 n3\n", "n2"), " n2");
        assert_eq!(record("use [aa, bb, cc]\n", "bb"), " bb");
    }

    #[test]
    fn groups_in_lists_are_records() {
        assert_eq!(record("[{\"a\":1,\"b\":2},{\"a\":3,\"b\":4}]", "4"), "{\"a\":3,\"b\":4}");
        assert_eq!(record("[\n {\n  a\n },\n {\n  b\n }\n]\n", "a"), " {\n  a\n },\n");
    }
}
