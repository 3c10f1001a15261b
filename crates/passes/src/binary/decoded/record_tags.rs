//! Tags that say how records are encoded.

use super::digest;
use super::entry::{letters, number_of, offset_letters, offset_of};
use crate::binary::checksum::Algorithm;
use crate::binary::code::Order;
use crate::binary::containers::formats::tails::Tail;
use crate::binary::records::{Form, LONGEST_HEADER};

/// Returns the tag of the root, which says how records store their length.
pub(super) fn form_tag(form: Form) -> String {
    let Form { at, width, is_little_endian, n_uncounted, is_padded } = form;
    let numbers = [at, width, n_uncounted].map(offset_letters).join("_");
    let flags =
        [(is_little_endian, "l"), (is_padded, "p")].map(|(is_set, name)| if is_set { name } else { "n" });
    format!("{numbers}_{}", flags.concat())
}

/// Returns how records store their length.
pub(super) fn form_of(tag: &str) -> Option<Form> {
    let parts: Vec<&str> = tag.split('_').collect();
    let [at, width, n_uncounted, flags] = parts[..] else { return None };
    let (at, width, n_uncounted) = (offset_of(at)?, offset_of(width)?, offset_of(n_uncounted)?);
    let is_known = at <= LONGEST_HEADER && matches!(width, 2 | 4) && n_uncounted <= LONGEST_HEADER;
    is_known.then(|| Form {
        at,
        width,
        n_uncounted,
        is_little_endian: flags.contains('l'),
        is_padded: flags.contains('p'),
    })
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
