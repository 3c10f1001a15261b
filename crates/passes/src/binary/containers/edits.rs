//! The edits for a state of a file.

use std::ops::Range;

use dwindle_reduce::Edit;

use super::evaluation::Evaluation;
use super::layout::Layout;
use super::state::State;
use crate::bits::Bits;

/// Returns the edits that turn the file into a state of it.
pub(super) fn edits(layout: &Layout, state: &State, evaluation: &Evaluation) -> Vec<Edit> {
    let image = &layout.image;
    let file = image.file();
    let mut edits = Vec::new();
    // Texts inserted between removed bytes.
    let mut inserted = Vec::new();
    let mut dead = Bits::all(image.len()).without(&state.alive);
    for (number, field) in layout.fields.iter().enumerate() {
        let text = evaluation.text(number);
        let bytes = &image.bytes()[field.range.start as usize..field.range.end as usize];
        if state.has_field(&field.range, field.owner) && text != bytes {
            let at = field.range.start.min(image.len() - 1);
            dead.remove_range(field.range.clone());
            if field.range.is_empty() {
                inserted.push(at);
            }
            edits.push(Edit::replace(file, image.source(&field.range), &image.written(at, text)));
        }
    }
    for (&at, text) in state.texts.iter().filter(|(at, _)| state.alive.has(**at)) {
        edits.push(Edit::replace(file, image.source(&(at..at + 1)), &image.written(at, text)));
    }
    let mut run: Option<Range<u32>> = None;
    let delete = |run: Range<u32>| Edit::delete(file, image.source(&run));
    for at in dead.iter_in(0..image.len()) {
        match &mut run {
            Some(run) if run.end == at && inserted.binary_search(&at).is_err() => run.end = at + 1,
            _ => edits.extend(run.replace(at..at + 1).map(delete)),
        }
    }
    edits.extend(run.map(delete));
    edits
}
