//! The atoms of a document: words, numbers, blanks, line ends, marks.

use std::ops::Range;

use rustc_hash::FxHashMap;

use dwindle_reduce::cost::is_word_byte;
use dwindle_reduce::{Document, File};

use super::coded::coded_digests;
use super::embedded::lengths_in_words;
use super::fixed::FixedRecords;
use super::format::{BEFORE_SIGN, Format, MOST_DIGITS};
use super::formats::formatted_numbers;
use super::quoted::compound_names;
use crate::flat::content::is_binary;

/// The kind of an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A run of word characters that is not a number, or a name in quotes of several such runs.
    Word,
    /// A number of at most 15 decimal digits, in any format.
    Number,
    /// A run of spaces and tabs.
    Blank,
    /// A line end.
    LineEnd,
    /// Any other single character, or a whole binary file.
    Mark,
}

/// The atoms of all files of a document, numbered in the order of the document.
pub(super) struct Atoms {
    document: Document,
    /// By file: its atoms.
    files: Vec<Range<u32>>,
    /// By file: its records of fixed width.
    fixed: Vec<FixedRecords>,
    kinds: Vec<Kind>,
    /// By atom: its first byte in its file.
    starts: Vec<u32>,
    lens: Vec<u32>,
    file_of: Vec<u32>,
    /// By atom: the id of its text. Equal texts have equal ids.
    words: Vec<u32>,
    /// By text id: the id of its shape. Texts that differ only in digits have equal shapes, and so
    /// do all hexadecimal numbers.
    shapes: Vec<u32>,
    /// By text id: an atom with that text.
    samples: Vec<u32>,
    values: Vec<i64>,
    /// The atoms that are numbers in another format than whole decimal ones.
    formats: FxHashMap<u32, Format>,
    /// By text id of a negative number: the id of the number without its sign, if that occurs.
    unsigned: FxHashMap<u32, u32>,
}

/// Bytes that are one atom, although they would not be one by their characters.
struct Special {
    bytes: Range<usize>,
    kind: Kind,
    format: Format,
}

/// Returns such bytes of a text, in ascending order; some may overlap. O(bytes).
fn special(bytes: &[u8]) -> Vec<Special> {
    let one = |bytes, kind, format| Special { bytes, kind, format };
    let names = compound_names(bytes).into_iter().map(|name| one(name, Kind::Word, Format::Whole));
    let numbers = formatted_numbers(bytes).into_iter();
    let numbers = numbers.map(|(number, format)| one(number, Kind::Number, format));
    let digests = coded_digests(bytes).into_iter().map(|word| one(word, Kind::Word, Format::Whole));
    let mut found: Vec<Special> = names.chain(numbers).chain(digests).collect();
    found.sort_by_key(|one| one.bytes.start);
    found
}

impl Atoms {
    /// Splits a document into atoms. A binary file is one atom. O(bytes).
    pub(super) fn of(document: &Document) -> Atoms {
        let mut atoms = Atoms {
            document: document.clone(),
            files: Vec::new(),
            fixed: Vec::new(),
            kinds: Vec::new(),
            starts: Vec::new(),
            lens: Vec::new(),
            file_of: Vec::new(),
            words: Vec::new(),
            shapes: Vec::new(),
            samples: Vec::new(),
            values: Vec::new(),
            formats: FxHashMap::default(),
            unsigned: FxHashMap::default(),
        };
        let mut words: FxHashMap<&[u8], u32> = FxHashMap::default();
        let mut shapes: FxHashMap<Vec<u8>, u32> = FxHashMap::default();
        let mut shape_of: Vec<u32> = Vec::new();
        for (file, bytes) in (0u32..).zip(document.files().iter().map(File::bytes)) {
            let first = atoms.len();
            let mut at = 0;
            let is_binary = is_binary(bytes);
            let mut cuts = if is_binary { Vec::new() } else { lengths_in_words(bytes) };
            let fixed = if is_binary { FixedRecords::default() } else { FixedRecords::of(bytes) };
            cuts.extend(&fixed.cuts);
            cuts.sort_unstable();
            atoms.fixed.push(fixed);
            let mut cuts = cuts.into_iter().peekable();
            let special = if is_binary { Vec::new() } else { special(bytes) };
            let mut special = special.into_iter().peekable();
            while at < bytes.len() {
                while cuts.next_if(|&cut| cut <= at).is_some() {}
                let end = cuts.peek().copied().unwrap_or(bytes.len());
                let (mut len, mut kind) =
                    if is_binary { (bytes.len(), Kind::Mark) } else { next(&bytes[..end], at) };
                let mut format = Format::Whole;
                while special.next_if(|one| one.bytes.start < at).is_some() {}
                if let Some(one) = special.next_if(|one| one.bytes.start == at) {
                    (len, kind, format) = (one.bytes.len(), one.kind, one.format);
                }
                if format != Format::Whole {
                    atoms.formats.insert(atoms.len(), format);
                }
                let text = &bytes[at..at + len];
                let n_words = words.len() as u32;
                let word = *words.entry(text).or_insert(n_words);
                if word == n_words {
                    atoms.samples.push(atoms.len());
                    let n_shapes = shapes.len() as u32;
                    shape_of.push(*shapes.entry(shape(text, format)).or_insert(n_shapes));
                }
                let number = if kind == Kind::Number { format.read(text) } else { None };
                atoms.values.push(number.unwrap_or(0));
                atoms.kinds.push(kind);
                atoms.starts.push(at as u32);
                atoms.lens.push(len as u32);
                atoms.file_of.push(file);
                atoms.words.push(word);
                atoms.shapes.push(shape_of[word as usize]);
                at += len;
            }
            atoms.files.push(first..atoms.len());
        }
        let is_number = |word: u32| atoms.kinds[atoms.samples[word as usize] as usize] == Kind::Number;
        let plain = |(text, word): (&&[u8], &u32)| Some((*word, *words.get(text.strip_prefix(b"-")?)?));
        atoms.unsigned = words.iter().filter(|(_, word)| is_number(**word)).filter_map(plain).collect();
        atoms
    }

    /// Returns the number of atoms.
    pub(super) fn len(&self) -> u32 {
        self.kinds.len() as u32
    }

    /// Returns the document.
    pub(super) fn document(&self) -> &Document {
        &self.document
    }

    /// Returns the atoms of each file.
    pub(super) fn files(&self) -> &[Range<u32>] {
        &self.files
    }

    /// Returns the records of fixed width of a file.
    pub(super) fn fixed(&self, file: u32) -> &FixedRecords {
        &self.fixed[file as usize]
    }

    /// Whether an atom is a number in a record of fixed width that touches another one.
    pub(super) fn is_in_columns(&self, at: u32) -> bool {
        let touching = &self.fixed(self.file(at)).touching;
        let Range { start, end } = self.bytes(at);
        [start, end].iter().any(|byte| touching.binary_search(byte).is_ok())
    }

    /// Whether an atom is in a record of fixed width. O(log records).
    pub(super) fn is_in_record(&self, at: u32) -> bool {
        let lines = &self.fixed(self.file(at)).lines;
        let start = self.bytes(at).start;
        let place = lines.partition_point(|line| line.start <= start);
        place.checked_sub(1).is_some_and(|place| start < lines[place].end)
    }

    /// Returns the file of an atom.
    pub(super) fn file(&self, at: u32) -> u32 {
        self.file_of[at as usize]
    }

    /// Returns the bytes of an atom in its file.
    pub(super) fn bytes(&self, at: u32) -> Range<usize> {
        let start = self.starts[at as usize] as usize;
        start..start + self.lens[at as usize] as usize
    }

    /// Returns the atom that starts at a byte of a file. O(log atoms).
    pub(super) fn starting_at(&self, file: u32, byte: usize) -> Option<u32> {
        let Range { start, end } = self.files[file as usize];
        let starts = &self.starts[start as usize..end as usize];
        let place = starts.binary_search(&u32::try_from(byte).ok()?).ok()?;
        Some(start + place as u32)
    }

    /// Returns the text of an atom.
    pub(super) fn text(&self, at: u32) -> &[u8] {
        &self.document.files()[self.file(at) as usize].bytes()[self.bytes(at)]
    }

    /// Returns the length of an atom in bytes.
    pub(super) fn n_bytes(&self, at: u32) -> u32 {
        self.lens[at as usize]
    }

    /// Returns the kind of an atom.
    pub(super) fn kind(&self, at: u32) -> Kind {
        self.kinds[at as usize]
    }

    /// Whether an atom is white space.
    pub(super) fn is_space(&self, at: u32) -> bool {
        matches!(self.kind(at), Kind::Blank | Kind::LineEnd)
    }

    /// Whether an atom is a word or a number.
    pub(super) fn is_word(&self, at: u32) -> bool {
        matches!(self.kind(at), Kind::Word | Kind::Number)
    }

    /// Whether an atom is this character.
    pub(super) fn is(&self, at: u32, mark: u8) -> bool {
        self.text(at) == [mark]
    }

    /// Whether an atom is a mark that joins the parts of names, paths, dates and times.
    pub(super) fn joins(&self, at: u32) -> bool {
        matches!(self.text(at), b"-" | b"_" | b":" | b"/" | b"." | b"+")
    }

    /// Whether an atom is the whole part or the fraction of a decimal number.
    pub(super) fn is_decimal(&self, at: u32) -> bool {
        let next = at + 2;
        self.is_fraction(at) || next < self.len() && self.number(next).is_some() && self.is_fraction(next)
    }

    /// Whether an atom stands behind a number and a point.
    pub(super) fn is_fraction(&self, at: u32) -> bool {
        1 < at && self.is(at - 1, b'.') && self.number(at - 2).is_some()
    }

    /// Returns the value of an atom, if it is a number without decimals.
    pub(super) fn number(&self, at: u32) -> Option<i64> {
        self.amount(at).filter(|_| self.format(at).places() == 0)
    }

    /// Returns the value of an atom, if it is any number; with decimals, in units of the last
    /// digit.
    pub(super) fn amount(&self, at: u32) -> Option<i64> {
        (self.kind(at) == Kind::Number).then(|| self.values[at as usize])
    }

    /// Returns how a number is written.
    pub(super) fn format(&self, at: u32) -> Format {
        self.formats.get(&at).copied().unwrap_or(Format::Whole)
    }

    /// Returns the id of an atom's text.
    pub(super) fn word(&self, at: u32) -> u32 {
        self.words[at as usize]
    }

    /// Returns the id of an atom's text, without the sign of a number.
    pub(super) fn unsigned_word(&self, at: u32) -> u32 {
        let word = self.word(at);
        self.unsigned.get(&word).copied().unwrap_or(word)
    }

    /// Returns the text id of the last word before an atom, among the `most` atoms before it.
    pub(super) fn word_before(&self, at: u32, most: usize) -> Option<u32> {
        let mut near = (0..at).rev().take(most);
        near.find(|&at| self.kind(at) == Kind::Word).map(|at| self.word(at))
    }

    /// Returns the number of distinct texts.
    pub(super) fn n_words(&self) -> u32 {
        self.samples.len() as u32
    }

    /// Returns an atom with the text of this id.
    pub(super) fn sample(&self, word: u32) -> u32 {
        self.samples[word as usize]
    }

    /// Returns the id of an atom's shape.
    pub(super) fn shape(&self, at: u32) -> u32 {
        self.shapes[at as usize]
    }
}

/// Returns a text with each run of digits replaced by one `#`; hexadecimal numbers are all alike.
fn shape(text: &[u8], format: Format) -> Vec<u8> {
    if let Format::Hex { .. } = format {
        return b"0x#".to_vec();
    }
    let mut shape = Vec::with_capacity(text.len());
    for &byte in text {
        match byte.is_ascii_digit() {
            true if shape.last() == Some(&b'#') => {}
            true => shape.push(b'#'),
            false => shape.push(byte),
        }
    }
    shape
}

/// Returns the length and kind of the atom at a position.
fn next(bytes: &[u8], at: usize) -> (usize, Kind) {
    let run = |from: usize, of: fn(u8) -> bool| bytes[from..].iter().take_while(|&&byte| of(byte)).count();
    let whole = |from: usize| {
        let n_digits = run(from, |byte| byte.is_ascii_digit());
        (n_digits != 0 && n_digits <= MOST_DIGITS && n_digits == run(from, is_word_byte)).then_some(n_digits)
    };
    let is_behind = |marks: &[u8]| at.checked_sub(1).is_none_or(|before| marks.contains(&bytes[before]));
    match bytes[at] {
        b'\n' => (1, Kind::LineEnd),
        b'\r' if bytes.get(at + 1) == Some(&b'\n') => (2, Kind::LineEnd),
        b' ' | b'\t' => (run(at, |byte| byte == b' ' || byte == b'\t'), Kind::Blank),
        b'-' if is_behind(BEFORE_SIGN) => match whole(at + 1) {
            Some(n_digits) => (1 + n_digits, Kind::Number),
            None => (1, Kind::Mark),
        },
        byte if is_word_byte(byte) => match whole(at) {
            Some(n_digits) => (n_digits, Kind::Number),
            None => (run(at, is_word_byte), Kind::Word),
        },
        _ => (1, Kind::Mark),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<String> {
        let atoms = Atoms::of(&Document::single("a", text));
        (0..atoms.len()).map(|at| String::from_utf8_lossy(atoms.text(at)).into_owned()).collect()
    }

    #[test]
    fn words_numbers_blanks_and_marks_are_atoms() {
        assert_eq!(cut("a1 = -12;\r\n"), ["a1", " ", "=", " ", "-12", ";", "\r\n"]);
        assert_eq!(cut("3-4"), ["3", "-", "4"]);
        assert_eq!(cut("0x1f 1.5"), ["0x1f", " ", "1", ".", "5"]);
    }

    #[test]
    fn shapes_do_not_see_digits() {
        let atoms = Atoms::of(&Document::single("a", "n12 n7 m7 12"));
        assert_eq!(atoms.shape(0), atoms.shape(2));
        assert_ne!(atoms.shape(0), atoms.shape(4));
        assert_eq!(atoms.number(6), Some(12));
        assert_eq!(atoms.number(0), None);
    }

    #[test]
    fn a_binary_file_is_one_atom() {
        assert_eq!(Atoms::of(&Document::single("a", b"a b\0\x01\x02".to_vec())).len(), 1);
    }
}
