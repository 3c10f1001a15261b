//! Which records of fixed width belong to one before them.

use std::ops::Range;

use super::columns::RecordType;

/// Returns the records from each record on that belong to it: up to the next one of its type, of a
/// type that occurred earlier, of a type with a single record, or of one that closes an outer
/// group. O(records · types).
pub(super) fn nested(types: &[RecordType], n_records: usize) -> Vec<Range<usize>> {
    let mut type_of = vec![0; n_records];
    for (of, records) in types.iter().enumerate() {
        records.members.iter().for_each(|&record| type_of[record] = of);
    }
    let is_single = |of: usize| types[of].members.len() == 1;
    let first = |of: usize| types[of].members[0];
    let closers: Vec<Option<usize>> = (0..types.len()).map(|of| closer(types, &type_of, of)).collect();
    let mut found = Vec::new();
    for of in (0..types.len()).filter(|&of| !is_single(of) && !closers.contains(&Some(of))) {
        let ends = |&record: &usize| {
            let other = type_of[record];
            // What closes an outer group ends this one; what closes this one is its last record.
            let closes_outer = closers
                .iter()
                .enumerate()
                .any(|(outer, &closer)| closer == Some(other) && outer != of && first(outer) < first(of));
            is_single(other) || first(other) <= first(of) || closes_outer
        };
        for &record in &types[of].members {
            let end = (record + 1..n_records).find(ends).unwrap_or(n_records);
            found.push(record..end);
        }
    }
    found
}

/// Returns the type whose records stand directly before each head but the first.
fn closer(types: &[RecordType], type_of: &[usize], of: usize) -> Option<usize> {
    let heads = &types[of].members;
    let closer = type_of[heads.get(1)?.checked_sub(1)?];
    let is_closed = |head: &usize| type_of[head - 1] == closer;
    let is_one_each = types[closer].members.len() == heads.len();
    (closer != of && is_one_each && heads[1..].iter().all(is_closed)).then_some(closer)
}
