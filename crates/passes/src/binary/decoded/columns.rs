//! The bytes at the same offsets of records of one kind, as numbers and text.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::digest;
use super::entry::{Scalar, as_texts, letters, number_of, offset_letters, offset_of};
use super::internet::Internet;
use crate::binary::checksum::{Algorithm, seals};
use crate::binary::code::{Code, Order, number};

/// What the bytes at some offsets of all records of a kind are.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    Text,
    Bytes,
    Number(Order),
    /// The length of the record, less a constant.
    Length(Order, usize),
    /// A checksum as in the headers of packets.
    Checksum(Internet),
    /// A checksum of all of the file before the record.
    Seal(Algorithm, Order),
}

/// Some offsets of records of a kind.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Column {
    pub(super) width: usize,
    pub(super) kind: Kind,
}

/// The widths of numbers, with their letters in tags: small for little-endian, large for
/// big-endian ones.
const WIDTHS: [(usize, char, char); 4] = [(1, 'y', 'y'), (2, 'h', 'H'), (4, 'w', 'W'), (8, 'q', 'Q')];
/// What is written for a length or a checksum.
pub(super) const COMPUTED: &str = "computed";

impl Column {
    /// Returns the tag that says how the value is encoded.
    pub(super) fn tag(&self) -> String {
        let letter = |order| {
            let found = WIDTHS.iter().find(|(width, ..)| *width == self.width);
            found.map_or('y', |(_, little, big)| if order == Order::Big { *big } else { *little }).to_string()
        };
        match &self.kind {
            Kind::Text | Kind::Bytes => String::new(),
            Kind::Number(order) => letter(*order),
            Kind::Length(order, less) => format!("{}_n{}", letter(*order), offset_letters(*less)),
            Kind::Checksum(internet) => format!("{}_{}", letter(Order::Big), internet.tag()),
            Kind::Seal(algorithm, order) => {
                let order = if *order == Order::Big { "b" } else { "l" };
                format!("{}_seal{order}_{}", letters(self.width as u64), digest::name(*algorithm))
            }
        }
    }

    /// Returns the column whose tag this is; its bytes are not known from the tag alone.
    pub(super) fn of_tag(tag: &str) -> Option<Column> {
        let (letter, rest) = tag.split_once('_').unwrap_or((tag, ""));
        if let Some((order, name)) = rest.strip_prefix("seal").and_then(|rest| rest.split_once('_')) {
            let (algorithm, width) = (digest::named(name)?, usize::try_from(number_of(letter)?).ok()?);
            let kind = Kind::Seal(algorithm, Order::of(order == "l"));
            return digest::has_width(algorithm, width).then_some(Column { width, kind });
        }
        let letter: char = letter.parse().ok()?;
        let (width, order) = WIDTHS.iter().find_map(|&(width, little, big)| match letter {
            _ if letter == big => Some((width, Order::Big)),
            _ if letter == little => Some((width, Order::Little)),
            _ => None,
        })?;
        let kind = match rest {
            "" => Kind::Number(order),
            _ => match rest.strip_prefix('n') {
                Some(less) => Kind::Length(order, offset_of(less)?),
                None if width == 2 => Kind::Checksum(Internet::of_tag(rest)?),
                None => return None,
            },
        };
        Some(Column { width, kind })
    }

    /// Returns the bytes of a number; `None` if it does not fit, or is none.
    pub(super) fn written(&self, number: i128) -> Option<Vec<u8>> {
        let Kind::Number(order) = self.kind else { return None };
        Code::Fixed(self.width as u8, order).write(u64::try_from(number).ok()?, &[])
    }

    /// Returns the value of some bytes.
    pub(super) fn scalar(&self, bytes: &[u8]) -> Scalar {
        match &self.kind {
            Kind::Text | Kind::Bytes => {
                as_texts(bytes).map_or_else(|| Scalar::Bytes(bytes.to_vec()), Scalar::Text)
            }
            Kind::Number(order) => Scalar::Number(number(bytes, *order).into()),
            Kind::Length(..) | Kind::Checksum(_) | Kind::Seal(..) => Scalar::Word(COMPUTED.to_owned()),
        }
    }
}

/// A tag or name of four characters.
pub(super) const NAME: usize = 4;
/// The fewest characters of a text where all bytes have a place.
const FEWEST_IN_TEXT: usize = 4;
/// The most bytes that are looked at, of several records and of one.
const MOST: usize = 256;
const MOST_OF_ONE: usize = 64;

/// Columns at known offsets.
pub(super) type Fixed = Vec<(usize, Column)>;

/// Returns the lengths in records that consist of these bytes, and the checksums if they may be
/// packets; `whole` are the lengths of the records.
pub(super) fn computed(records: &[&[u8]], order: Order, whole: &[usize], are_packets: bool) -> Fixed {
    let mut found: Fixed = Vec::new();
    let shortest = records.iter().map(|record| record.len()).min().unwrap_or(0).min(MOST);
    let lengths: FxHashSet<usize> = whole.iter().copied().collect();
    let other = if order == Order::Big { Order::Little } else { Order::Big };
    let ways = [4, 2, 1].into_iter().flat_map(|width| [(width, order), (width, other)]);
    let is_sure = |width: usize| FEWEST_LENGTHS <= lengths.len() && FEWEST_BYTES <= width * records.len();
    for (width, order) in ways.filter(|(width, _)| is_sure(*width)) {
        for at in (0..(shortest + 1).saturating_sub(width)).step_by(width.min(2)) {
            let value = |record: &&[u8]| usize::try_from(number(&record[at..at + width], order)).ok();
            let less = records.iter().zip(whole).map(|(record, len)| len.checked_sub(value(record)?));
            let less: Option<FxHashSet<usize>> = less.collect();
            let less = less.filter(|less| less.len() == 1).and_then(|less| less.into_iter().next());
            if let Some(less) = less.filter(|_| is_free(&found, at, width)) {
                found.push((at, Column { width, kind: Kind::Length(order, less) }));
            }
        }
    }
    let checksums = if are_packets { Internet::find(records) } else { Vec::new() };
    for (at, internet) in checksums {
        if is_free(&found, at, 2) {
            found.push((at, Column { width: 2, kind: Kind::Checksum(internet) }));
        }
    }
    found.sort_by_key(|(at, _)| *at);
    found
}

/// Returns the checksum of everything before a record that its bytes contain, with its offset.
pub(super) fn seal(record: &[u8], before: &[u8]) -> Option<(usize, Column)> {
    for (width, algorithm) in seals() {
        for order in [Order::Big, Order::Little] {
            let sum = algorithm.of(before, width, order);
            let Some(place) = record.len().min(MOST).checked_sub(width) else { continue };
            if let Some(at) = (0..=place).find(|&at| record[at..at + width] == sum[..]) {
                return Some((at, Column { width, kind: Kind::Seal(algorithm, order) }));
            }
        }
    }
    None
}

/// The fewest different lengths, and the fewest bytes of lengths; fewer may agree by chance.
const FEWEST_LENGTHS: usize = 3;
const FEWEST_BYTES: usize = 6;

fn is_free(fixed: &Fixed, at: usize, width: usize) -> bool {
    fixed.iter().all(|(other, column)| at + width <= *other || other + column.width <= at)
}

/// Returns the columns of records that consist of these bytes, and where they end: what is behind
/// them has no common form. `order` is that of the lengths; columns at some offsets are known.
pub(super) fn columns(records: &[&[u8]], order: Order, fixed: &[(usize, Column)]) -> Vec<Column> {
    let most = if records.len() == 1 { MOST_OF_ONE } else { MOST };
    let shortest = records.iter().map(|record| record.len()).min().unwrap_or(0).min(most);
    let differ = records.iter().any(|record| shortest < record.len());
    let is_named = NAME <= shortest && records.iter().all(|record| is_name(&record[..NAME]));
    let n_shown = |from: usize| records.iter().filter(|record| as_texts(&record[from..]).is_some()).count();
    // Texts that begin differently have no name before them.
    let are_alike = || records.windows(2).all(|pair| pair[0][..NAME] == pair[1][..NAME]);
    let first = if is_named && (are_alike() || n_shown(0) < records.len()) { NAME } else { 0 };
    // Some may be in another encoding.
    let are_texts = records.len() <= 2 * n_shown(first);
    let text = (first..=shortest).find(|&from| from == first && are_texts || n_shown(from) == records.len());
    let is_long = |record: &&[u8]| first + FEWEST_IN_TEXT <= record.len();
    let is_text = text == Some(first) && records.iter().any(is_long);
    let end = if differ || is_text { text.unwrap_or(shortest) } else { shortest };
    let kinds: Vec<usize> = (0..end).map(|at| n_different(records, at)).collect();
    let mut columns: Vec<Column> = Vec::new();
    let mut at = 0;
    while at < end {
        let next = fixed.iter().find(|(place, column)| at <= *place && place + column.width <= end);
        let column = match next {
            Some((place, column)) if *place == at => column.clone(),
            _ => column(records, &kinds, at..next.map_or(end, |(place, _)| *place), order),
        };
        match (columns.last_mut(), &column.kind) {
            (Some(last), Kind::Bytes) if last.kind == Kind::Bytes => last.width += column.width,
            _ => columns.push(column.clone()),
        }
        at += column.width;
    }
    columns
}

/// Whether some bytes are a name: `cue ` is one, too.
pub(super) fn is_name(bytes: &[u8]) -> bool {
    bytes.first().is_some_and(u8::is_ascii_graphic)
        && bytes.iter().all(|&byte| byte.is_ascii_graphic() || byte == b' ')
}

fn n_different(records: &[&[u8]], at: usize) -> usize {
    records.iter().map(|record| record[at]).collect::<FxHashSet<u8>>().len()
}

/// Returns the column that begins at the start of a range, and lies within it.
fn column(records: &[&[u8]], kinds: &[usize], within: Range<usize>, order: Order) -> Column {
    let at = within.start;
    let other = if order == Order::Big { Order::Little } else { Order::Big };
    let fits = |width: usize| width <= within.len() && at.is_multiple_of(2);
    let values =
        |width: usize, order| records.iter().map(move |record| number(&record[at..at + width], order));
    if fits(NAME) && records.iter().all(|record| is_name(&record[at..at + NAME])) {
        return Column { width: NAME, kind: Kind::Text };
    }
    for width in [4, 2].into_iter().filter(|&width| fits(width)) {
        for order in [order, other].into_iter().take(records.len().min(2)) {
            // Towards the lowest byte of a number there are more and more different ones.
            let mut digits: Vec<usize> = (at..at + width).collect();
            if order == Order::Little {
                digits.reverse();
            }
            // Where nearly all are different, chance decides.
            let grows = digits.windows(2).all(|pair| kinds[pair[0]] <= kinds[pair[1]] + records.len() / 8);
            let varies = kinds[digits[0]] < kinds[digits[width - 1]];
            let is_constant = kinds[digits[width - 1]] == 1;
            let is_small = values(width, order).all(|value| value < 1 << (4 * width).max(8));
            let is_set = values(width, order).any(|value| value != 0);
            if grows && (varies || is_constant && is_small && is_set && at.is_multiple_of(width)) {
                return Column { width, kind: Kind::Number(order) };
            }
        }
    }
    if fits(2) && (at..at + 2).all(|at| records.len() < 2 * kinds[at] && 4 < kinds[at]) {
        return Column { width: 2, kind: Kind::Number(order) };
    }
    let kind = if kinds[at] == 1 { Kind::Bytes } else { Kind::Number(order) };
    Column { width: 1, kind }
}
