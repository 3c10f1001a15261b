//! Validates the values of a layout.

use super::evaluation::Evaluation;
use super::layout::{Field, Layout};
use super::state::State;

/// Sorts the fields of a layout, and drops those whose computed value differs from the file. `None`
/// if fields overlap.
pub(super) fn checked(mut layout: Layout) -> Option<Layout> {
    layout.fields.sort_by_key(|field| (field.range.start, field.range.end));
    let is_apart = |pair: &[Field]| pair[0].range.end <= pair[1].range.start;
    if !layout.fields.windows(2).all(is_apart) {
        return None;
    }
    let evaluation = Evaluation::of(&layout, &State::original(&layout))?;
    let bytes = layout.image.bytes();
    let is_right = |(number, field): (usize, &Field)| {
        evaluation.text(number) == &bytes[field.range.start as usize..field.range.end as usize]
    };
    let right: Vec<bool> = layout.fields.iter().enumerate().map(is_right).collect();
    let mut right = right.into_iter();
    layout.fields.retain(|_| right.next() == Some(true));
    Some(layout)
}
