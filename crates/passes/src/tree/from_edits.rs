//! Converts the edits of any pass to token edits of a tree.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use dwindle_reduce::{Edit, Edits, Units};
use dwindle_syntax::Tree;

use super::token_edits::{Put, TokenEdits};

/// The edits of a document, by file.
pub(crate) struct FileEdits {
    files: BTreeMap<u32, Vec<Edit>>,
}

impl FileEdits {
    pub(crate) fn of(edits: &Edits) -> FileEdits {
        let mut files: BTreeMap<u32, Vec<Edit>> = BTreeMap::new();
        for edit in edits.as_slice() {
            files.entry(edit.file).or_default().push(edit.clone());
        }
        FileEdits { files }
    }

    /// Returns the files with edits.
    pub(crate) fn files(&self) -> Vec<u32> {
        self.files.keys().copied().collect()
    }

    /// Replaces the edits of one file by those in `edits`.
    pub(crate) fn replace(&mut self, file: u32, edits: &Edits) {
        self.set(file, edits.of_file(file).to_vec());
    }

    /// Replaces the edits of one file.
    pub(crate) fn set(&mut self, file: u32, edits: Vec<Edit>) {
        self.files.insert(file, edits);
    }

    /// Returns all edits.
    pub(crate) fn joined(self, removed_files: Units) -> Edits {
        Edits::new(self.files.into_values().flatten()).without_files(removed_files)
    }
}

/// Joins edits. Edits within others are dropped; `None` if two adjacent ones overlap and one is not
/// a deletion.
pub(crate) fn joined(mut edits: Vec<Edit>) -> Option<Vec<Edit>> {
    edits.sort_by_key(|edit| (edit.file, edit.range.start, std::cmp::Reverse(edit.range.end)));
    let mut joined: Vec<Edit> = Vec::with_capacity(edits.len());
    for edit in edits {
        match joined.last_mut().filter(|last| last.file == edit.file && edit.range.start < last.range.end) {
            None => joined.push(edit),
            Some(last) if edit.range.end <= last.range.end => {}
            Some(last) if edit.text.is_none() && last.text.is_none() => last.range.end = edit.range.end,
            Some(_) => return None,
        }
    }
    Some(joined)
}

impl TokenEdits {
    /// Converts edits of a tree's text; `None` if they split tokens, or change only white space.
    pub(crate) fn of_edits(tree: &Tree, edits: &[Edit]) -> Option<TokenEdits> {
        let mut gone: Vec<Range<u32>> = Vec::with_capacity(edits.len());
        let mut put: Vec<Put> = Vec::new();
        for edit in edits {
            let tokens = whole_tokens(tree, &edit.range)?;
            if tokens.is_empty() {
                return None;
            }
            let text = edit.text().trim_ascii();
            if !text.is_empty() {
                put.push(Put { before: tokens.start, text: Arc::from(text) });
            }
            gone.push(tokens);
        }
        Some(TokenEdits::from_parts(Units::from_ranges(gone), put))
    }

    /// Returns these edits with what `repaired` removes in addition to `proposed`, an earlier state
    /// of these edits.
    pub(crate) fn with_repair(&self, proposed: &TokenEdits, repaired: &TokenEdits) -> TokenEdits {
        let along = repaired.gone().difference(proposed.gone());
        let own = self.put().iter().filter(|put| !along.contains(put.before));
        let is_new = |put: &&Put| along.contains(put.before) && !self.gone().contains(put.before);
        let put = own.chain(repaired.put().iter().filter(is_new)).cloned().collect();
        TokenEdits::from_parts(self.gone().union(&along), put)
    }
}

/// Returns the tokens within a byte range; `None` if it splits one.
fn whole_tokens(tree: &Tree, range: &Range<usize>) -> Option<Range<u32>> {
    let tokens = tree.tokens();
    let first = tokens.partition_point(|&token| tree.range(token).end <= range.start);
    let end = tokens.partition_point(|&token| tree.range(token).start < range.end).max(first);
    let is_whole = tokens[first..end].first().zip(tokens[first..end].last()).is_none_or(|(&first, &last)| {
        range.start <= tree.range(first).start && tree.range(last).end <= range.end
    });
    is_whole.then_some(first as u32..end as u32)
}
