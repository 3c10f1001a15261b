//! The lines of a document.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::atoms::{Atoms, Kind};

/// The lines of all files, numbered in document order.
pub(super) struct Lines {
    /// The atoms of each line, including its end.
    atoms: Vec<Range<u32>>,
    /// The atoms of each line without its end.
    bodies: Vec<Range<u32>>,
    line_of: Vec<u32>,
    indents: Vec<u32>,
    /// A hash that is equal for lines that differ only in digits and blanks.
    shapes: Vec<u64>,
    /// The text id of the first atom that is not blank.
    first_words: Vec<Option<u32>>,
    /// The first field: the atoms before a blank or a separator.
    first_fields: Vec<Range<u32>>,
    /// A hash of the first field that is equal for fields that differ only in digits.
    heads: Vec<u64>,
    /// By such a hash: how many lines have it.
    n_alike: FxHashMap<u64, u32>,
    /// The atoms between blanks, line after line.
    fields: Vec<Range<u32>>,
    /// By line: the index of its first field; with one more entry at the end.
    field_starts: Vec<u32>,
}

impl Lines {
    /// Finds the lines. O(atoms).
    pub(super) fn of(atoms: &Atoms) -> Lines {
        let mut lines = Lines {
            atoms: Vec::new(),
            bodies: Vec::new(),
            line_of: vec![0; atoms.len() as usize],
            indents: Vec::new(),
            shapes: Vec::new(),
            first_words: Vec::new(),
            first_fields: Vec::new(),
            heads: Vec::new(),
            n_alike: FxHashMap::default(),
            fields: Vec::new(),
            field_starts: vec![0],
        };
        for file in atoms.files() {
            let mut start = file.start;
            for at in file.clone() {
                let ends = atoms.kind(at) == Kind::LineEnd;
                lines.line_of[at as usize] = lines.atoms.len() as u32;
                if ends || at + 1 == file.end {
                    lines.push(atoms, start..at + 1, start..at + u32::from(!ends));
                    start = at + 1;
                }
            }
        }
        lines
    }

    fn push(&mut self, atoms: &Atoms, line: Range<u32>, body: Range<u32>) {
        let is_indented = !body.is_empty() && atoms.kind(body.start) == Kind::Blank;
        self.indents.push(if is_indented { atoms.n_bytes(body.start) } else { 0 });
        let inked = || body.clone().filter(|&at| !atoms.is_space(at));
        let shape = |seed, at| mix(seed, u64::from(atoms.shape(at)));
        self.shapes.push(inked().fold(0, shape));
        self.first_words.push(inked().next().map(|at| atoms.word(at)));
        let first = inked().next().unwrap_or(body.end);
        let end = (first..body.end).find(|&at| atoms.kind(at) == Kind::Blank).unwrap_or(body.end);
        let end = separator(atoms, first..body.end).filter(|&at| at < end).unwrap_or(end);
        let head = (first..end).fold(0, shape);
        *self.n_alike.entry(head).or_default() += 1;
        self.heads.push(head);
        self.first_fields.push(first..end);
        self.push_fields(atoms, body.clone());
        self.atoms.push(line);
        self.bodies.push(body);
    }

    fn push_fields(&mut self, atoms: &Atoms, body: Range<u32>) {
        let mut is_open = false;
        for at in body {
            if atoms.is_space(at) {
                is_open = false;
                continue;
            }
            match self.fields.last_mut() {
                Some(last) if is_open => last.end = at + 1,
                _ => self.fields.push(at..at + 1),
            }
            is_open = true;
        }
        self.field_starts.push(self.fields.len() as u32);
    }

    /// Sets lines apart: no others have their shapes, or their first fields.
    pub(super) fn set_apart(&mut self, lines: impl Iterator<Item = u32>, number: u64) {
        for line in lines {
            let of_line = line as usize;
            self.shapes[of_line] = mix(self.shapes[of_line], APART + number);
            if let Some(n_alike) = self.n_alike.get_mut(&self.heads[of_line]) {
                *n_alike -= 1;
            }
            self.heads[of_line] = mix(self.heads[of_line], APART + number);
            *self.n_alike.entry(self.heads[of_line]).or_default() += 1;
        }
    }

    /// Returns the fields of a line: the atoms between blanks.
    pub(super) fn fields(&self, line: u32) -> &[Range<u32>] {
        let [start, end] = [0, 1].map(|behind| self.field_starts[line as usize + behind] as usize);
        &self.fields[start..end]
    }

    /// Returns the number of lines.
    pub(super) fn len(&self) -> u32 {
        self.atoms.len() as u32
    }

    /// Returns the atoms of a line, including its end.
    pub(super) fn atoms(&self, line: u32) -> Range<u32> {
        self.atoms[line as usize].clone()
    }

    /// Returns the atoms of a range of lines.
    pub(super) fn span(&self, lines: Range<u32>) -> Range<u32> {
        self.atoms(lines.start).start..self.atoms(lines.end - 1).end
    }

    /// Returns the atoms of a line without its end.
    pub(super) fn body(&self, line: u32) -> Range<u32> {
        self.bodies[line as usize].clone()
    }

    /// Returns the line of an atom.
    pub(super) fn of_atom(&self, at: u32) -> u32 {
        self.line_of[at as usize]
    }

    /// Returns the indentation of a line, in bytes.
    pub(super) fn indent(&self, line: u32) -> u32 {
        self.indents[line as usize]
    }

    /// Returns a hash that is equal for lines that differ only in digits and blanks.
    pub(super) fn shape(&self, line: u32) -> u64 {
        self.shapes[line as usize]
    }

    /// Returns the text id of the first atom of a line that is not blank.
    pub(super) fn first_word(&self, line: u32) -> Option<u32> {
        self.first_words[line as usize]
    }

    /// Returns these lines, grouped by the text id of their first word.
    pub(super) fn by_first_word(&self, lines: impl Iterator<Item = u32>) -> Grouped<u32, u32> {
        let mut found = Grouped::new();
        for line in lines {
            if let Some(word) = self.first_word(line) {
                found.push(word, line);
            }
        }
        found
    }

    /// Returns the atoms of a line up to its first blank or separator, without its indentation.
    pub(super) fn first_field(&self, line: u32) -> Range<u32> {
        self.first_fields[line as usize].clone()
    }

    /// Returns a hash that is equal for lines whose first fields differ only in digits.
    pub(super) fn head(&self, line: u32) -> u64 {
        self.heads[line as usize]
    }

    /// Whether no other line begins with the same field, ignoring digits.
    pub(super) fn is_alone(&self, line: u32) -> bool {
        self.n_alike.get(&self.head(line)) == Some(&1)
    }

    /// Whether a line is empty or has only blanks.
    pub(super) fn is_blank(&self, line: u32) -> bool {
        self.first_words[line as usize].is_none()
    }
}

/// Returns the first mark that separates fields, if it occurs again and only one word is before it:
/// the first comma of `$GPVTG,24.5,T`.
fn separator(atoms: &Atoms, line: Range<u32>) -> Option<u32> {
    let is_mark = |at: u32, marks: &[u8]| atoms.n_bytes(at) == 1 && marks.contains(&atoms.text(at)[0]);
    let first = line.clone().find(|&at| !is_mark(at, BEFORE_WORD))?;
    let found = first + 1;
    let is_one = atoms.is_word(first) && found < line.end && is_mark(found, SEPARATORS);
    (is_one && (found + 1..line.end).any(|at| atoms.word(at) == atoms.word(found))).then_some(found)
}

/// Sets lines apart from others with the same text.
const APART: u64 = 1 << 40;
/// Marks that separate fields, and those before the first word of a line.
const SEPARATORS: &[u8] = b",;|*+^";
const BEFORE_WORD: &[u8] = b"$!#@.%";

/// Mixes a value into a hash. The same in every run.
pub(super) fn mix(seed: u64, value: u64) -> u64 {
    let mixed = (seed ^ value.wrapping_add(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    (mixed ^ mixed >> 32).wrapping_mul(0xc4ce_b9fe_1a85_ec53)
}

/// Mixes the bytes of a name into a hash. O(bytes).
pub(super) fn mix_name(seed: u64, name: &[u8]) -> u64 {
    name.iter().fold(seed, |hash, &byte| mix(hash, u64::from(byte)))
}

/// Values grouped by key, in the order in which the keys first occurred.
pub(super) struct Grouped<K, V> {
    places: FxHashMap<K, usize>,
    groups: Vec<(K, Vec<V>)>,
}

impl<K: Clone + Eq + std::hash::Hash, V> Grouped<K, V> {
    /// Creates an empty map.
    pub(super) fn new() -> Grouped<K, V> {
        Grouped { places: FxHashMap::default(), groups: Vec::new() }
    }

    /// Adds a value to the group of a key.
    pub(super) fn push(&mut self, key: K, value: V) {
        let n_groups = self.groups.len();
        let place = *self.places.entry(key.clone()).or_insert(n_groups);
        if place == n_groups {
            self.groups.push((key, Vec::new()));
        }
        self.groups[place].1.push(value);
    }

    /// Returns the values of a key.
    pub(super) fn of(&self, key: &K) -> Option<&Vec<V>> {
        self.places.get(key).map(|&place| &self.groups[place].1)
    }

    /// Returns all groups.
    pub(super) fn groups(&self) -> &[(K, Vec<V>)] {
        &self.groups
    }

    /// Converts the map to its groups.
    pub(super) fn into_groups(self) -> Vec<(K, Vec<V>)> {
        self.groups
    }
}

#[cfg(test)]
mod tests {
    use dwindle_reduce::Document;

    use super::*;

    #[test]
    fn lines_have_bodies_indents_and_shapes() {
        let atoms = Atoms::of(&Document::single("a", "a 1\n  b\n\na 22"));
        let lines = Lines::of(&atoms);
        assert_eq!(lines.len(), 4);
        assert_eq!((lines.atoms(0), lines.body(0)), (0..4, 0..3));
        assert_eq!([0, 1, 2, 3].map(|line| lines.indent(line)), [0, 2, 0, 0]);
        assert_eq!(lines.shape(0), lines.shape(3));
        assert!(lines.is_blank(2) && !lines.is_blank(1));
        assert_eq!(lines.of_atom(5), 1);
        assert_eq!(lines.first_field(1), 5..6);
    }

    #[test]
    fn a_separator_ends_the_first_field() {
        let first = |text: &str| {
            let atoms = Atoms::of(&Document::single("a", text));
            let field = Lines::of(&atoms).first_field(0);
            field.map(|at| String::from_utf8_lossy(atoms.text(at)).into_owned()).collect::<String>()
        };
        assert_eq!(first("$GPVTG,24.5,T,x y\n"), "$GPVTG");
        assert_eq!(first("3,4,5\n"), "3");
        assert_eq!(first("f(a,b,c)\n"), "f(a,b,c)");
        assert_eq!(first("a b,c,d\n"), "a");
        assert_eq!(first("a,b c\n"), "a,b");
    }

    #[test]
    fn groups_keep_the_order_of_their_keys() {
        let mut grouped = Grouped::new();
        for (key, value) in [(2, 'a'), (1, 'b'), (2, 'c')] {
            grouped.push(key, value);
        }
        assert_eq!(grouped.into_groups(), [(2, vec!['a', 'c']), (1, vec!['b'])]);
    }
}
