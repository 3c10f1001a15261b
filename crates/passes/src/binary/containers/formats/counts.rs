//! Numbers in headers that equal the number of items or the length of the file.

use std::cmp::Reverse;
use std::ops::Range;

use super::super::kinds::by_kind;
use super::super::layout::{Layout, Value};
use crate::binary::code::{Code, Order, number};

/// The encodings that are tried, the widest first.
const CODES: [(usize, Order); 6] = [
    (8, Order::Big),
    (8, Order::Little),
    (4, Order::Big),
    (4, Order::Little),
    (2, Order::Big),
    (2, Order::Little),
];

/// The fewest items.
const FEWEST: usize = 3;

/// Finds counts of the outermost items (all, or those of a kind) and lengths of the file, in
/// unexplained bytes of the layout. Each may be a coincidence.
pub(super) fn find(layout: &mut Layout) {
    let outer: Vec<u32> =
        (0..).zip(&layout.items).filter(|(_, item)| item.depth == 0).map(|(number, _)| number).collect();
    let kinds = by_kind(outer.iter().map(|&item| (layout.items[item as usize].class, item)));
    let mut counted: Vec<(Vec<u32>, i64)> = vec![(outer.clone(), 0)];
    counted.extend(kinds.into_iter().map(|(_, kind)| (kind, 0)));
    counted.extend([(outer.clone(), -1), (outer, -2)]);
    counted.retain(|(items, plus)| FEWEST as i64 <= items.len() as i64 + plus);
    let n_bytes = i64::from(layout.image.len());
    let mut found: Vec<(Likelihood, Range<u32>, Value)> = Vec::new();
    for range in layout.loose.clone() {
        for (width, order) in CODES {
            for at in range.clone() {
                let field = at..at + width as u32;
                if range.end < field.end {
                    break;
                }
                let bytes = &layout.image.bytes()[field.start as usize..field.end as usize];
                let Ok(value) = i64::try_from(number(bytes, order)) else { continue };
                if let Some(value) =
                    explained(value, &field, n_bytes, &counted, Code::Fixed(width as u8, order))
                {
                    let is_exact = matches!(value, Value::Length { .. } | Value::Count { plus: 0, .. });
                    let is_aligned = (at - range.start).is_multiple_of(width as u32);
                    found.push((Reverse((width, is_exact, is_aligned)), field, value));
                }
            }
        }
    }
    // Of overlapping numbers, the likeliest is chosen.
    found.sort_by_key(|(likelihood, ..)| *likelihood);
    for (_, field, value) in found {
        layout.doubtful_field(field, value);
    }
}

/// The likelihood of a number: its width, whether it equals what it counts, whether it is aligned.
type Likelihood = Reverse<(usize, bool, bool)>;

fn explained(
    value: i64,
    field: &Range<u32>,
    n_bytes: i64,
    counted: &[(Vec<u32>, i64)],
    code: Code,
) -> Option<Value> {
    let length =
        [0, i64::from(field.end), i64::from(field.start)].into_iter().find(|less| value == n_bytes - less);
    if let Some(less) = length.filter(|_| SHORTEST <= n_bytes) {
        return Some(Value::Length { of: 0..n_bytes as u32, plus: -less, code });
    }
    let is_count = |(items, plus): &&(Vec<u32>, i64)| items.len() as i64 + plus == value;
    let (items, plus) = counted.iter().find(is_count)?;
    Some(Value::Count { of: items.clone(), plus: *plus, code })
}

/// The lengths of shorter files are equal to too many numbers.
const SHORTEST: i64 = 64;
