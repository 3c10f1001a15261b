//! Removes whole files.

use dwindle_reduce::cost::count_tokens;
use dwindle_reduce::{CandidateSearch, Document, Edits, EmptyList, List};

use super::spans::over_list;
use crate::entry::Entry;
use crate::options::PassOptions;

/// The entry of the pass.
pub const ENTRY: Entry = Entry {
    name: "files",
    summary: "removes whole files of a directory tree",
    manual: "\
Each file is a unit whose weight is its number of tokens. At least one file is kept, so the pass \
does nothing to a document of one file. It comes first in every plan: one trial may save all the \
work on a file.",
    begin,
};

fn begin(options: &PassOptions, document: &Document) -> Option<CandidateSearch> {
    if document.files().len() < 2 {
        return None;
    }
    let weight = |bytes| u32::try_from(count_tokens(bytes)).unwrap_or(u32::MAX);
    let list = List::weighted(document.files().iter().map(|file| weight(file.bytes())));
    let method = options.method(EmptyList::Never);
    over_list(ENTRY.name, document, &list, &method, |units| Edits::default().without_files(units.clone()))
}

#[cfg(test)]
mod tests {
    use dwindle_reduce::{Document, File};

    use super::*;
    use crate::testing::{options, reduce};

    #[test]
    fn files_that_nothing_needs_go() {
        let names = ["a.c", "b.h", "d/c.h", "d/e.c"];
        let document = Document::new(names.map(|name| File::new(name, name.into())));
        let files = ENTRY.pass(&options());
        let (rest, _) = reduce(&files, &document, |document| {
            document.files().iter().any(|file| file.path() == std::path::Path::new("d/c.h"))
        });
        assert_eq!(rest.files().len(), 1);
    }

    #[test]
    fn the_last_file_stays() {
        let files = ENTRY.pass(&options());
        assert!(files.begin(&Document::single("a.c", "int x;")).is_none());
    }
}
