//! Passes for documents of certain sizes only.

use std::ops::RangeBounds;

use dwindle_reduce::Pass;

/// Returns the pass restricted to documents whose number of tokens is in this range.
pub(crate) fn by_size(pass: Pass, n_tokens: impl RangeBounds<u64> + Send + Sync + 'static) -> Pass {
    pass.wrapped(
        move |pass, document| {
            if n_tokens.contains(&document.cost().tokens) { pass.begin(document) } else { None }
        },
    )
}

#[cfg(test)]
mod tests {
    use dwindle_reduce::Document;

    use super::*;
    use crate::entry::Entry;
    use crate::testing::options;

    #[test]
    fn documents_are_taken_up_by_their_size() {
        let lines = Entry::named("lines").unwrap().pass(&options());
        let (small, large) = (by_size(lines.clone(), ..=4), by_size(lines, 5..));
        let begins = |pass: &Pass, text| pass.begin(&Document::single("a.txt", text)).is_some();
        let (four, five) = ("a\nb\nc\nd\n", "a\nb\nc\nd\ne\n");
        assert_eq!([begins(&small, four), begins(&small, five)], [true, false]);
        assert_eq!([begins(&large, four), begins(&large, five)], [false, true]);
    }
}
