//! Tags that say how records are encoded.

use super::digest;
use super::entry::{letters, number_of, offset_letters, offset_of};
use crate::binary::checksum::Algorithm;
use crate::binary::code::Order;
use crate::binary::containers::formats::tails::Tail;
use crate::binary::records::Form;

/// Returns the tag of the root, which says how records store their length.
pub(super) fn form_tag(form: Form) -> String {
    let Form { at, width, is_little_endian, n_uncounted, unit, alignment, n_bits } = form;
    let numbers = [at, width, n_uncounted].map(offset_letters).join("_");
    let is_simple = unit == 1 && alignment <= 2 && !form.has_flags();
    let rest =
        if is_simple { String::new() } else { [unit, alignment, n_bits].map(offset_letters).join("_") };
    let flags = [(is_little_endian, "l"), (is_simple && alignment == 2, "p")];
    let flags = flags.map(|(is_set, name)| if is_set { name } else { "n" }).concat();
    if is_simple { format!("{numbers}_{flags}") } else { format!("{numbers}_{flags}_{rest}") }
}

/// Returns how records store their length.
pub(super) fn form_of(tag: &str) -> Option<Form> {
    let parts: Vec<&str> = tag.split('_').collect();
    let [at, width, n_uncounted, flags, rest @ ..] = &parts[..] else { return None };
    let (at, width, n_uncounted) = (offset_of(at)?, offset_of(width)?, offset_of(n_uncounted)?);
    let is_known = at <= FARTHEST && (2..=4).contains(&width) && n_uncounted <= FARTHEST;
    let plain = Form::plain(at, width, flags.contains('l'), n_uncounted);
    let (unit, alignment, n_bits) = match rest {
        [] => (1, if flags.contains('p') { 2 } else { 1 }, plain.n_bits),
        [unit, alignment, n_bits] => (offset_of(unit)?, offset_of(alignment)?, offset_of(n_bits)?),
        _ => return None,
    };
    let is_small = |number: usize| (1..=FARTHEST).contains(&number);
    let are_known = is_small(unit) && is_small(alignment) && (1..=8 * width).contains(&n_bits);
    (is_known && are_known).then_some(Form { unit, alignment, n_bits, ..plain })
}

/// The tag of a group of records that store their length in another way.
const SEQUENCE: &str = "of_";
/// The largest number in a tag.
const FARTHEST: usize = 128;

/// Returns the tag of records that store their length in a way of their own.
pub(super) fn sequence_tag(form: Form) -> String {
    SEQUENCE.to_owned() + &form_tag(form)
}

/// Returns how the records of a group store their length, if it has the tag of such.
pub(super) fn sequence_of(tag: &str) -> Option<Form> {
    form_of(tag.strip_prefix(SEQUENCE)?)
}

/// Returns the tag of a record that ends in a checksum.
pub(super) fn tail_tag(tail: Tail) -> String {
    let Tail { width, from, algorithm, order } = tail;
    let order = if order == Order::Big { "b" } else { "l" };
    format!("{}_{}_{}_{order}", digest::name(algorithm), letters(width as u64), offset_letters(from))
}

/// Returns the checksum at the end of a record.
pub(super) fn tail_of(tag: &str) -> Option<Tail> {
    let parts: Vec<&str> = tag.split('_').collect();
    let [name @ .., width, from, order] = &parts[..] else { return None };
    let algorithm: Algorithm = digest::named(&name.join("_"))?;
    let width =
        usize::try_from(number_of(width)?).ok().filter(|&width| digest::has_width(algorithm, width))?;
    Some(Tail { width, from: offset_of(from)?, algorithm, order: Order::of(*order == "l") })
}
