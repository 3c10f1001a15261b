//! The findings that the pass reports.

use dwindle_reduce::{Finding, FindingState};

use super::kinds::by_kind;
use super::layout::{Field, Layout, Value};

/// Returns the findings in a file, by kind. Values that may agree by chance are not reported as
/// kept until they are known to be checked.
pub(super) fn found(layout: &Layout, path: &str) -> Vec<Finding> {
    shown(path, &layout.fields, FindingState::Found)
}

/// Returns which findings are kept, and which are dropped because they are not checked.
pub(super) fn probed(layout: &Layout, path: &str, idle: &[usize]) -> Vec<Finding> {
    let (mut kept, mut dropped) = (Vec::new(), Vec::new());
    for (number, field) in layout.fields.iter().enumerate() {
        if idle.contains(&number) { &mut dropped } else { &mut kept }.push(field.clone());
    }
    let mut all = shown(path, &dropped, FindingState::Dropped);
    all.extend(shown(path, &kept, FindingState::Kept));
    all
}

fn shown(path: &str, fields: &[Field], state: FindingState) -> Vec<Finding> {
    let name = |field: &Field| match &field.value {
        Value::Length { .. } | Value::Longest { .. } => "length",
        Value::Count { .. } => "number of items",
        Value::Offset { .. } | Value::Running { .. } => "byte offset",
        Value::Padding { .. } => "padding",
        Value::Checksum { .. } | Value::DigitSum { .. } => "checksum",
        Value::HexDigest { .. } => "digest",
    };
    let kinds = by_kind(fields.iter().map(|field| (name(field), field.range.start)));
    let finding = |(relation, starts): (&str, Vec<u32>)| {
        let first = starts.iter().min().copied().unwrap_or(0);
        let place = format!("{path}, byte {first}");
        Finding { relation: relation.to_owned(), values: starts.len() as u64, place, state }
    };
    kinds.into_iter().map(finding).collect()
}
