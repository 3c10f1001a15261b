//! Members after fixed-length headers with sizes in digits, as in archives.

use std::ops::Range;

use super::super::image::narrow;
use super::super::layout::{Layout, Value};
use super::index::{self, Member};
use crate::binary::code::Code;

/// Finds members that fill a file, each after a header that begins like the first one.
pub(super) fn find(file: u32, bytes: &[u8], within: Range<usize>) -> Option<Layout> {
    let bytes = &bytes[..within.end];
    let form = form(bytes)?;
    let members = form.members(bytes)?;
    let mut layout = Layout::of_file(file, bytes);
    let mut items = Vec::new();
    let Range { start: last, end } = members[members.len() - 1].whole.clone();
    for member in &members {
        let item = layout.item(vec![narrow(&member.whole)], 0, 0);
        let mut take = |field: Range<usize>, of: &Range<usize>, padded: usize| {
            let at = member.whole.start;
            let value = Value::Length { of: narrow(of), plus: 0, code: form.code };
            layout.field(narrow(&(at + field.start..at + field.end)), value);
            let from = if padded == at { at..of.end } else { of.clone() };
            let padding = Value::Padding { of: narrow(&from), unit: form.unit as u64, fill: 0 };
            (narrow(&from), padding)
        };
        let mut paddings = Vec::new();
        if let Some(name_size) = &form.name_size {
            let (of, padding) = take(name_size.clone(), &member.name, member.whole.start);
            paddings.push((of.start, narrow(&(member.name.end..member.data.start)), padding));
        }
        let (of, padding) = take(form.size.clone(), &member.data, member.data.start);
        paddings.push((of.start, narrow(&(member.data.end..member.whole.end)), padding));
        for (owner, range, padding) in paddings {
            layout.owned_field(owner, range, padding);
        }
        let n_end = usize::from(bytes[member.name.clone()].ends_with(b"\0"));
        let name = member.name.start..member.name.end - n_end;
        items.push(Member { item, name, data: member.data.clone() });
    }
    sums(&mut layout, &form, &members, bytes);
    ranks(&mut layout, &form, &members, &items, bytes);
    let rest = end..bytes.len();
    if !rest.is_empty() {
        let unit = [512, 1024, 2048, 4096, 10240].into_iter().find(|unit| bytes.len().is_multiple_of(*unit));
        let value = unit.filter(|&unit| rest.len() < unit).map(|unit| Value::Padding {
            of: narrow(&(0..end)),
            unit: unit as u64,
            fill: 0,
        });
        match value {
            Some(value) => layout.owned_field(last as u32, narrow(&rest), value),
            None => {
                layout.item(vec![narrow(&rest)], 0, u64::MAX);
            }
        }
    }
    index::take(&mut layout, &items);
    Some(layout)
}

/// The number of bytes with which all headers begin.
const MAGIC: usize = 5;
/// The fewest members.
const FEWEST: usize = 3;
/// The longest header, in bytes.
const LONGEST_HEADER: usize = 256;
/// The possible widths of a number, in digits.
const WIDTHS: [usize; 6] = [8, 6, 10, 11, 12, 4];
/// The possible alignments of members and names.
const UNITS: [usize; 4] = [4, 2, 1, 512];

/// The layout of a header: the positions and encoding of the sizes.
struct Form {
    magic: Vec<u8>,
    header: usize,
    code: Code,
    base: u32,
    /// The position of the length of the name after the header, including its terminating zero.
    name_size: Option<Range<usize>>,
    size: Range<usize>,
    unit: usize,
}

struct Part {
    whole: Range<usize>,
    name: Range<usize>,
    data: Range<usize>,
}

fn digits(bytes: &[u8], base: u32) -> Option<usize> {
    let text = std::str::from_utf8(bytes).ok()?.trim_end_matches([' ', '\0']);
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    usize::from_str_radix(text, base).ok().filter(|_| is_number)
}

/// Finds the form with which members fill the file. O(header² · widths).
fn form(bytes: &[u8]) -> Option<Form> {
    let magic = bytes.get(..MAGIC)?.to_vec();
    if !magic.iter().all(u8::is_ascii_graphic) {
        return None;
    }
    // The second member begins at the first place with the same magic.
    let next = bytes[MAGIC..].windows(MAGIC).position(|part| part == magic)? + MAGIC;
    let upper = bytes.get(..next.min(LONGEST_HEADER))?.iter().any(|byte| (b'A'..=b'F').contains(byte));
    let hex = if upper { Code::UpperHex } else { Code::Digits(16) };
    for (base, code) in [(16, hex), (8, Code::Digits(8)), (10, Code::Digits(10))] {
        for width in WIDTHS {
            let most = next.min(LONGEST_HEADER);
            let places = (MAGIC..most.saturating_sub(width)).map(|at| at..at + width);
            let fields: Vec<(Range<usize>, usize)> = places
                .filter_map(|place| Some((place.clone(), digits(&bytes[place], base)?)))
                .filter(|(_, size)| *size < next)
                .collect();
            for (size, n_data) in &fields {
                let named = fields.iter().filter(|(name, n_name)| {
                    1 < *n_name && (name.end <= size.start || size.end <= name.start)
                });
                for name in named.map(Some).chain([None]) {
                    for unit in UNITS {
                        let n_name = name.map_or(0, |(_, n_name)| *n_name);
                        // The name ends with a zero, and the header ends where the name begins.
                        let Some(data) =
                            (next.checked_sub(n_data.next_multiple_of(unit))).filter(|at| size.end <= *at)
                        else {
                            continue;
                        };
                        let headers = (0..unit).filter_map(|pad| data.checked_sub(n_name + pad));
                        for header in headers.filter(|&header| size.end <= header && header <= LONGEST_HEADER)
                        {
                            let form = Form {
                                magic: magic.clone(),
                                header,
                                code,
                                base,
                                name_size: name.map(|(name, _)| name.clone()),
                                size: size.clone(),
                                unit,
                            };
                            if form.members(bytes).is_some_and(|members| FEWEST <= members.len()) {
                                return Some(form);
                            }
                        }
                    }
                }
            }
        }
    }
    None
}

impl Form {
    /// Returns the number at a position in the header at `header`.
    fn number(&self, bytes: &[u8], header: usize, place: &Range<usize>) -> Option<usize> {
        digits(bytes.get(header + place.start..header + place.end)?, self.base)
    }

    /// Follows the members to the end of the file, or to zeros up to it.
    fn members(&self, bytes: &[u8]) -> Option<Vec<Part>> {
        let mut members = Vec::new();
        let mut at = 0;
        while at < bytes.len() && bytes[at..].starts_with(&self.magic) {
            let field = |place: &Range<usize>| self.number(bytes, at, place);
            let name_start = at + self.header;
            let (name, data_start) = match &self.name_size {
                None => (name_start..name_start, name_start),
                Some(place) => {
                    let end = name_start.checked_add(field(place)?)?;
                    if end == name_start || bytes.get(end - 1) != Some(&0) {
                        return None;
                    }
                    (name_start..end, at + (end - at).next_multiple_of(self.unit))
                }
            };
            let data = data_start..data_start.checked_add(field(&self.size)?)?;
            let end = data.start + data.len().next_multiple_of(self.unit);
            if bytes.len() < end || bytes[name.end..data.start].iter().any(|&byte| byte != 0) {
                return None;
            }
            members.push(Part { whole: at..end, name, data });
            at = end;
        }
        (bytes[at..].iter().all(|&byte| byte == 0) && !members.is_empty()).then_some(members)
    }
}

/// Returns the positions of numbers of this width in headers that are not sizes.
fn free(form: &Form) -> impl Iterator<Item = Range<usize>> + '_ {
    let width = form.size.len();
    let overlaps = |a: &Range<usize>, b: &Range<usize>| a.start < b.end && b.start < a.end;
    let is_free = move |place: &Range<usize>| {
        !overlaps(place, &form.size) && form.name_size.as_ref().is_none_or(|name| !overlaps(place, name))
    };
    (form.magic.len()..=form.header.saturating_sub(width)).map(move |at| at..at + width).filter(is_free)
}

/// Adds sums of the bytes of members.
fn sums(layout: &mut Layout, form: &Form, members: &[Part], bytes: &[u8]) {
    let sum = |part: &Part| bytes[part.data.clone()].iter().map(|&byte| usize::from(byte)).sum::<usize>();
    let value = |part: &Part, place: &Range<usize>| form.number(bytes, part.whole.start, place);
    let summed = |place: &Range<usize>| {
        members.iter().filter(|part| 0 < sum(part) && value(part, place) == Some(sum(part))).count()
    };
    let Some(place) = free(form).find(|place| FEWEST <= summed(place)) else { return };
    for part in members.iter().filter(|part| value(part, &place) == Some(sum(part))) {
        let at = part.whole.start;
        let of = vec![narrow(&part.data)];
        let value = Value::DigitSum { of, plus: 0, code: form.code };
        layout.field(narrow(&(at + place.start..at + place.end)), value);
    }
}

/// Adds numbers that count the members.
fn ranks(layout: &mut Layout, form: &Form, members: &[Part], items: &[Member], bytes: &[u8]) {
    let value = |part: &Part, place: &Range<usize>| form.number(bytes, part.whole.start, place);
    let n_counted = members.len() - 1;
    if MOST_COUNTED < members.len() || n_counted < FEWEST {
        return;
    }
    for base in [0, 1] {
        let is_counted = |place: &Range<usize>| {
            let mut counted = members[..n_counted].iter().enumerate();
            counted.all(|(rank, part)| value(part, place) == Some(rank + base))
        };
        let Some(place) = free(form).find(is_counted) else { continue };
        // The last member may only mark the end of the archive.
        let last = value(&members[n_counted], &place) == Some(n_counted + base);
        for (rank, part) in members[..n_counted + usize::from(last)].iter().enumerate() {
            let at = part.whole.start;
            let of = items[..rank].iter().map(|member| member.item).collect();
            let value = Value::Count { of, plus: base as i64, code: form.code };
            layout.field(narrow(&(at + place.start..at + place.end)), value);
        }
        return;
    }
}

/// In archives with more members, running numbers are not changed.
const MOST_COUNTED: usize = 1_000;
