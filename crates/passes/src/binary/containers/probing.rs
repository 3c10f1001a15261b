//! Probes: doubtful counts are changed to find out whether they are checked.

use std::sync::Arc;

use dwindle_reduce::{Edit, Edits};

use super::layout::{Layout, Value};

/// Finds by group testing which doubtful fields matter.
#[derive(Clone)]
pub(super) struct Probing {
    /// Groups of fields still to be tested; the last one is next.
    groups: Vec<Arc<[usize]>>,
    /// The fields that are not checked.
    idle: Vec<usize>,
    n_asked: u32,
}

/// The largest number of questions.
const MOST_ASKED: u32 = 12;
/// How much a count is changed.
const MOVED: u64 = 7;

impl Probing {
    /// Begins with one group of all doubtful fields.
    pub(super) fn begin(layout: &Layout) -> Probing {
        let doubtful = layout.fields.iter().enumerate().filter(|(_, field)| field.is_doubtful);
        let all: Arc<[usize]> = doubtful.map(|(number, _)| number).collect();
        Probing { groups: if all.is_empty() { Vec::new() } else { vec![all] }, idle: Vec::new(), n_asked: 0 }
    }

    /// Returns the edits that change the values of the next group.
    pub(super) fn question(&self, layout: &Layout) -> Option<Edits> {
        let edit = |&number: &usize| {
            let field = &layout.fields[number];
            let before = &layout.image.bytes()[field.range.start as usize..field.range.end as usize];
            let (Value::Length { code, .. } | Value::Count { code, .. } | Value::Offset { code, .. }) =
                &field.value
            else {
                return None;
            };
            let text = code.write(code.read(before)? + MOVED, before)?;
            let at = layout.image.source(&field.range);
            Some(Edit::replace(layout.image.file(), at, &layout.image.written(field.range.start, &text)))
        };
        let group = self.groups.last()?;
        Some(Edits::new(group.iter().filter_map(edit)))
    }

    /// Learns whether the document with changed values is still interesting.
    pub(super) fn learn(&mut self, interesting: bool) {
        let Some(group) = self.groups.pop() else { return };
        self.n_asked += 1;
        if interesting {
            self.idle.extend(group.iter());
        } else if 1 < group.len() && self.n_asked < MOST_ASKED {
            let (front, back) = group.split_at(group.len() / 2);
            self.groups.extend([back.into(), front.into()]);
        }
        if MOST_ASKED <= self.n_asked {
            self.groups.clear();
        }
    }

    /// Returns the fields that are not checked.
    pub(super) fn idle(&self) -> &[usize] {
        &self.idle
    }
}
