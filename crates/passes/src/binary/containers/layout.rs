//! The parts of a file and the values that depend on them.

use std::ops::Range;
use std::sync::Arc;

use super::checksum::Algorithm;
use super::code::{Code, Order};
use super::image::Image;

#[derive(Clone)]
/// A file taken apart. Ranges are of the bytes of its image.
pub(super) struct Layout {
    pub(super) image: Image,
    pub(super) items: Vec<Item>,
    /// What may stand in the place of each other.
    pub(super) values: Vec<Range<u32>>,
    /// The shortest text that may stand in the place of any value.
    pub(super) shortest: Option<&'static [u8]>,
    /// Other things that may be written shorter: a range and what takes its place.
    pub(super) shorter: Vec<(Range<u32>, &'static [u8])>,
    /// Content from which single bytes can go.
    pub(super) contents: Vec<Range<u32>>,
    /// Where numbers may stand that count items.
    pub(super) loose: Vec<Range<u32>>,
    /// The values that are computed, by place.
    pub(super) fields: Vec<Field>,
}

#[derive(Clone)]
/// Something that can go.
pub(super) struct Item {
    /// What goes with it. The first range is where it stands.
    pub(super) spans: Vec<Range<u32>>,
    /// How many others it lies in.
    pub(super) depth: u32,
    /// Equal for items of one kind.
    pub(super) class: u64,
}

#[derive(Clone)]
/// A value that is computed.
pub(super) struct Field {
    /// Where it stands.
    pub(super) range: Range<u32>,
    /// The byte with which it goes.
    pub(super) owner: u32,
    pub(super) value: Value,
    /// Whether it may be equal by chance.
    pub(super) is_doubtful: bool,
}

#[derive(Clone)]
/// What a value depends on.
pub(super) enum Value {
    /// The bytes that live of a range, and a constant.
    Length { of: Range<u32>, plus: i64, code: Code },
    /// How many of these items live, and a constant.
    Count { of: Vec<u32>, plus: i64, code: Code },
    /// The bytes that live between two places, and a constant.
    Offset { from: u32, to: u32, plus: i64, code: Code },
    /// What brings the living bytes of a range to a multiple of `unit`.
    Padding { of: Range<u32>, unit: u64, fill: u8 },
    /// The bytes that live of the first ranges of several, and a constant.
    Running { of: Arc<[Range<u32>]>, n: usize, plus: i64, code: Code },
    /// The bytes that live of the range of which most do, and a constant.
    Longest { of: Arc<[Range<u32>]>, plus: i64, code: Code },
    /// A checksum of living bytes.
    Checksum { of: Vec<Range<u32>>, algorithm: Algorithm, order: Order },
    /// A digest of living bytes, in hexadecimal digits.
    HexDigest { of: Range<u32>, algorithm: Algorithm },
    /// The sum of living bytes and a constant, in digits.
    DigitSum { of: Vec<Range<u32>>, plus: u64, code: Code },
}

impl Value {
    /// Whether it depends on the content of bytes, not on their number alone.
    pub(super) fn is_sum(&self) -> bool {
        matches!(self, Value::Checksum { .. } | Value::HexDigest { .. } | Value::DigitSum { .. })
    }
}

impl Layout {
    /// Makes a layout without parts.
    pub(super) fn new(image: Image) -> Layout {
        Layout {
            image,
            items: Vec::new(),
            values: Vec::new(),
            shortest: None,
            shorter: Vec::new(),
            contents: Vec::new(),
            loose: Vec::new(),
            fields: Vec::new(),
        }
    }

    /// Makes a layout without parts of the bytes of a file.
    pub(super) fn of_file(file: u32, bytes: &[u8]) -> Layout {
        Layout::new(Image::plain(file, bytes))
    }

    /// Adds something that can go; returns its number.
    pub(super) fn item(&mut self, spans: Vec<Range<u32>>, depth: u32, class: u64) -> u32 {
        self.items.push(Item { spans, depth, class });
        self.items.len() as u32 - 1
    }

    /// Adds a value that is computed.
    pub(super) fn field(&mut self, range: Range<u32>, value: Value) {
        self.fields.push(Field { owner: range.start, range, value, is_doubtful: false });
    }

    /// Adds a value that goes with a byte elsewhere: it may be empty.
    pub(super) fn owned_field(&mut self, owner: u32, range: Range<u32>, value: Value) {
        self.fields.push(Field { owner, range, value, is_doubtful: false });
    }

    /// Adds a value that may be equal by chance, unless there is another one in its place.
    pub(super) fn doubtful_field(&mut self, range: Range<u32>, value: Value) {
        let overlaps = |field: &Field| field.range.start < range.end && range.start < field.range.end;
        if !self.fields.iter().any(overlaps) {
            self.fields.push(Field { owner: range.start, range, value, is_doubtful: true });
        }
    }

    /// Adds content from which single bytes can go.
    pub(super) fn content(&mut self, range: Range<u32>) {
        if !range.is_empty() {
            self.contents.push(range);
        }
    }

    /// Returns the layout without some fields.
    pub(super) fn forgetting(&self, fields: &[usize]) -> Layout {
        let mut layout = self.clone();
        let mut number = 0..;
        layout.fields.retain(|_| number.next().is_none_or(|number| !fields.contains(&number)));
        layout
    }
}
