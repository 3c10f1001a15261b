//! A class of slots.

/// What the slots of a class have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// The same column of a table.
    Column,
    /// The same atoms before and after, ignoring digits: this many on each side.
    Between(u8, u8),
    /// The same marks before and after, ignoring words: this many atoms on each side.
    Marks(u8, u8),
    /// The first word of the values of one attribute.
    Attribute,
    /// The fields of one line.
    Fields,
    /// The field after the first one, on lines with the same first field.
    Line,
    /// Numbers after the same mark or after a blank, on lines with the same first word.
    Behind,
    /// Behind the same number and an equals sign.
    Keyed,
    /// The first words of the members of one list or block.
    Members,
    /// The numbers behind their number, in rows of different lengths.
    Counted,
    /// The same field of lines of several kinds, in which numbers increase by one.
    Woven,
    /// The items of a list in brackets, each of one word.
    Items,
    /// The first words of the items of lists with the same name.
    Listed,
    /// A part of another class: in records of one type, or in one list or block.
    Refined,
}

/// Slots at corresponding positions.
#[derive(Clone, Debug)]
pub(super) struct Class {
    /// What the slots have in common.
    pub(super) place: Place,
    /// The atoms, in document order.
    pub(super) slots: Vec<u32>,
}
