//! Edits, compared with a model that copies bytes.

use std::collections::BTreeMap;

use arbitrary::{Result, Unstructured};
use dwindle_reduce::candidate::difference;
use dwindle_reduce::{Candidate, Document, Edit, Edits, File, Mode, Units};

pub(super) fn run(bytes: &[u8]) {
    // Too few bytes are no input.
    let _ = check(&mut Unstructured::new(bytes));
}

fn check(unstructured: &mut Unstructured<'_>) -> Result<()> {
    let mut files: BTreeMap<String, File> = BTreeMap::new();
    for _ in 0..unstructured.int_in_range(1..=3)? {
        let path = format!("{}/f", unstructured.int_in_range(0..=3)?);
        let mode = if unstructured.arbitrary()? { Mode::Executable } else { Mode::Plain };
        let text: Vec<u8> = unstructured.arbitrary()?;
        files.insert(path.clone(), File::new(path, text).with_mode(mode));
    }
    let document = Document::new(files.into_values());
    let (old, new) = (any_edits(unstructured, &document)?, any_edits(unstructured, &document)?);
    let removed: Vec<bool> =
        (0..document.files().len()).map(|_| unstructured.ratio(1, 8)).collect::<Result<_>>()?;
    let gone = (0u32..).zip(&removed).filter(|(_, gone)| **gone).map(|(at, _)| at..at + 1);

    let edits = Edits::new(new.clone()).without_files(Units::from_ranges(gone));
    let candidate = Candidate::new("fuzz", &document, edits);
    let expected = Document::new(
        (0u32..)
            .zip(document.files())
            .filter(|(at, _)| !removed[*at as usize])
            .map(|(at, file)| file.with_bytes(model(file.bytes(), at, &new))),
    );
    assert_eq!((candidate.key(), candidate.cost()), (expected.key(), expected.cost()), "measured");
    assert_eq!(candidate.render(), &expected, "rendered");
    let is_simpler = candidate.is_simpler(&document);
    assert!(!is_simpler || candidate.cost() <= document.cost());
    assert!(!candidate.is_simpler(&expected), "nothing is simpler than itself");

    for (at, file) in (0u32..).zip(document.files()) {
        let of_file =
            |edits: &[Edit]| -> Vec<Edit> { edits.iter().filter(|edit| edit.file == at).cloned().collect() };
        let (old, new) = (of_file(&old), of_file(&new));
        let mut text = model(file.bytes(), at, &old);
        for change in difference(file.bytes(), &old, &new).into_iter().rev() {
            text.splice(change.range, change.text.iter().copied());
        }
        assert_eq!(text, model(file.bytes(), at, &new), "the difference makes the new of the old");
    }
    Ok(())
}

/// Creates edits that are sorted and do not overlap.
fn any_edits(unstructured: &mut Unstructured<'_>, document: &Document) -> Result<Vec<Edit>> {
    let mut edits = Vec::new();
    for (file_idx, file) in (0u32..).zip(document.files()) {
        let n_bytes = file.bytes().len();
        let mut free = 0;
        while free <= n_bytes && unstructured.ratio(3, 4)? {
            let start = unstructured.int_in_range(free..=n_bytes)?;
            let end = unstructured.int_in_range(start..=n_bytes.min(start + 40))?;
            let text: &[u8] = if unstructured.arbitrary()? { unstructured.arbitrary()? } else { b"" };
            edits.push(Edit::replace(file_idx, start..end, text));
            // Two insertions at one position have no order.
            free = end + usize::from(start == end);
        }
    }
    Ok(edits)
}

fn model(base: &[u8], file_idx: u32, edits: &[Edit]) -> Vec<u8> {
    let mut text = base.to_vec();
    for edit in edits.iter().rev().filter(|edit| edit.file == file_idx) {
        text.splice(edit.range.clone(), edit.text().iter().copied());
    }
    text
}
