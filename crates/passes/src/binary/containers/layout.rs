//! The layout of a file: its parts, and the values that depend on them.

use std::ops::Range;
use std::sync::Arc;

use super::image::Image;
use crate::binary::checksum::Algorithm;
use crate::binary::code::{Code, Order};

#[derive(Clone)]
/// The parsed structure of a file. Ranges are of the bytes of its image.
pub(super) struct Layout {
    pub(super) image: Image,
    pub(super) items: Vec<Item>,
    /// Values that may replace each other.
    pub(super) values: Vec<Range<u32>>,
    /// The shortest text that may replace any value.
    pub(super) shortest: Option<&'static [u8]>,
    /// Other things with a shorter encoding: a range and its replacement.
    pub(super) shorter: Vec<(Range<u32>, &'static [u8])>,
    /// Contents from which single bytes may be removed.
    pub(super) contents: Vec<Range<u32>>,
    /// Unexplained bytes that may contain counts of items.
    pub(super) loose: Vec<Range<u32>>,
    /// The computed values, sorted by position.
    pub(super) fields: Vec<Field>,
}

#[derive(Clone)]
/// Something that can be removed.
pub(super) struct Item {
    /// The ranges removed with it. The first is its position.
    pub(super) spans: Vec<Range<u32>>,
    /// Its nesting depth.
    pub(super) depth: u32,
    /// A hash that is equal for items of one kind.
    pub(super) class: u64,
}

#[derive(Clone)]
/// A computed value.
pub(super) struct Field {
    /// Its position.
    pub(super) range: Range<u32>,
    /// The byte with which it is removed.
    pub(super) owner: u32,
    pub(super) value: Value,
    /// Whether it may agree by chance.
    pub(super) is_doubtful: bool,
}

#[derive(Clone)]
/// How a value is computed.
pub(super) enum Value {
    /// The number of live bytes in a range, plus a constant.
    Length { of: Range<u32>, plus: i64, code: Code },
    /// The number of these items that are alive, plus a constant.
    Count { of: Vec<u32>, plus: i64, code: Code },
    /// The number of live bytes between two positions, plus a constant.
    Offset { from: u32, to: u32, plus: i64, code: Code },
    /// Fill bytes that extend the live bytes of a range to a multiple of `unit`.
    Padding { of: Range<u32>, unit: u64, fill: u8 },
    /// The number of live bytes in the first `n` ranges, plus a constant; of all bytes before the
    /// first live one of the next range if what is removed leaves a gap.
    Running { of: Arc<[Range<u32>]>, n: usize, plus: i64, code: Code },
    /// The largest number of live bytes in any of the ranges, plus a constant.
    Longest { of: Arc<[Range<u32>]>, plus: i64, code: Code },
    /// A checksum of live bytes.
    Checksum { of: Vec<Range<u32>>, algorithm: Algorithm, order: Order },
    /// A digest of live bytes, in hexadecimal digits.
    HexDigest { of: Range<u32>, algorithm: Algorithm },
    /// The sum of live bytes, plus a constant, in digits.
    DigitSum { of: Vec<Range<u32>>, plus: u64, code: Code },
}

impl Value {
    /// Whether it depends on the content of bytes, not only on their number.
    pub(super) fn is_sum(&self) -> bool {
        matches!(self, Value::Checksum { .. } | Value::HexDigest { .. } | Value::DigitSum { .. })
    }
}

impl Layout {
    /// Creates a layout without parts.
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

    /// Creates a layout without parts, for the bytes of a file.
    pub(super) fn of_file(file: u32, bytes: &[u8]) -> Layout {
        Layout::new(Image::plain(file, bytes))
    }

    /// Adds an item. Returns its index.
    pub(super) fn item(&mut self, spans: Vec<Range<u32>>, depth: u32, class: u64) -> u32 {
        self.items.push(Item { spans, depth, class });
        self.items.len() as u32 - 1
    }

    /// Whether anything has an address, and may keep it.
    pub(super) fn has_addresses(&self) -> bool {
        self.fields.iter().any(|field| matches!(field.value, Value::Running { .. }))
    }

    /// Adds a computed value.
    pub(super) fn field(&mut self, range: Range<u32>, value: Value) {
        self.fields.push(Field { owner: range.start, range, value, is_doubtful: false });
    }

    /// Adds a computed value, which may be empty, that is removed with a byte elsewhere.
    pub(super) fn owned_field(&mut self, owner: u32, range: Range<u32>, value: Value) {
        self.fields.push(Field { owner, range, value, is_doubtful: false });
    }

    /// Adds a value that may agree by chance, unless there is another field at its position.
    pub(super) fn doubtful_field(&mut self, range: Range<u32>, value: Value) {
        let overlaps = |field: &Field| field.range.start < range.end && range.start < field.range.end;
        if !self.fields.iter().any(overlaps) {
            self.fields.push(Field { owner: range.start, range, value, is_doubtful: true });
        }
    }

    /// Adds contents from which single bytes may be removed.
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
