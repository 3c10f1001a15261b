//! Members of lists and blocks, by their first words: `"a": 1` in an object, `a:` above a block.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::atoms::{Atoms, Kind};
use super::groups::Groups;
use super::lines::Lines;

/// The first words of members.
pub(super) struct Members {
    /// By list or block: the first word of each member, in document order.
    lists: Vec<Vec<u32>>,
    /// All first words.
    heads: FxHashSet<u32>,
}

impl Members {
    /// Finds the members of bracketed lists and of indented blocks. O(atoms).
    pub(super) fn of(atoms: &Atoms, lines: &Lines, groups: &Groups) -> Members {
        let mut lists: Vec<Vec<u32>> = Vec::new();
        let bracketed = groups.all().iter().filter(|group| atoms.is(group.open, b'{'));
        lists.extend(bracketed.map(|group| group.items().filter_map(|item| head(atoms, item)).collect()));
        lists.extend(blocks(atoms, lines));
        let heads = lists.iter().flatten().copied().collect();
        Members { lists, heads }
    }

    /// Returns the lists of first words that hardly occur as first words elsewhere: these may be
    /// names, and others are fields that every record has. O(members).
    pub(super) fn names(&self, atoms: &Atoms) -> impl Iterator<Item = &Vec<u32>> {
        let mut counts = vec![0u32; atoms.n_words() as usize];
        self.heads.iter().for_each(|&at| counts[atoms.word(at) as usize] += 1);
        let is_repeated = move |at: &&u32| 1 < counts[atoms.word(**at) as usize];
        self.lists.iter().filter(move |list| {
            FEWEST <= list.len() && MOST_REPEATED * list.iter().filter(&is_repeated).count() <= list.len()
        })
    }

    /// Whether an atom is the first word of a member.
    pub(super) fn is_head(&self, at: u32) -> bool {
        self.heads.contains(&at)
    }
}

/// The fewest members of a list whose first words are a class.
const FEWEST: usize = 4;
/// At most one in this many names may occur as a first word elsewhere.
const MOST_REPEATED: usize = 10;

/// Returns the first word of a member, ignoring quotes, if something follows it.
fn head(atoms: &Atoms, member: Range<u32>) -> Option<u32> {
    let is_quote = |at: u32| atoms.is(at, b'"') || atoms.is(at, b'\'');
    let mut inked = member.filter(|&at| !atoms.is_space(at) && !is_quote(at));
    let first = inked.next().filter(|&at| atoms.kind(at) == Kind::Word)?;
    inked.next().map(|_| first)
}

/// Returns the first words of the lines directly below each line that is less indented.
fn blocks(atoms: &Atoms, lines: &Lines) -> Vec<Vec<u32>> {
    let mut found: Vec<Vec<u32>> = Vec::new();
    // The blocks that are open, each with its indentation; those of another file are closed.
    let mut open: Vec<(u32, Vec<u32>)> = Vec::new();
    let mut file = None;
    for line in (0..lines.len()).filter(|&line| !lines.is_blank(line)) {
        let body = lines.body(line);
        let own_file = Some(atoms.file(body.start));
        let indent = lines.indent(line);
        while open.last().is_some_and(|(other, _)| file != own_file || indent < *other) {
            close(&mut open, &mut found);
        }
        file = own_file;
        if open.last().is_none_or(|(other, _)| *other < indent) {
            open.push((indent, Vec::new()));
        }
        if let (Some(head), Some((_, members))) = (head(atoms, body), open.last_mut()) {
            members.push(head);
        }
    }
    while !open.is_empty() {
        close(&mut open, &mut found);
    }
    found
}

/// Closes the innermost block. The outermost one has no head: its lines need not be of one kind.
fn close(open: &mut Vec<(u32, Vec<u32>)>, found: &mut Vec<Vec<u32>>) {
    if let Some((_, members)) = open.pop()
        && !open.is_empty()
    {
        found.push(members);
    }
}

#[cfg(test)]
mod tests {
    use dwindle_reduce::Document;

    use super::*;

    fn names(text: &str) -> Vec<Vec<String>> {
        let atoms = Atoms::of(&Document::single("a", text));
        let members = Members::of(&atoms, &Lines::of(&atoms), &Groups::of(&atoms));
        let text = |at: &u32| String::from_utf8_lossy(atoms.text(*at)).into_owned();
        members.names(&atoms).map(|list| list.iter().map(text).collect()).collect()
    }

    #[test]
    fn keys_of_an_object_are_names_if_no_other_object_has_them() {
        let members = r#"{"a": {"x": 1, "y": 2}, "b": {"x": 1, "y": 2}, "c": {"x": 2, "y": 2}, "d": {}}"#;
        assert_eq!(names(members), [["a", "b", "c", "d"]]);
        assert!(names(r#"[{"p": 1, "q": 2, "r": 3, "s": 4}, {"p": 1, "q": 2, "r": 3, "s": 4}]"#).is_empty());
    }

    #[test]
    fn heads_of_blocks_are_names() {
        let text = "jobs:\n  a:\n    run: x\n  b:\n    run: y\n  c:\n    run: z\n  d:\n    run: x\n";
        assert_eq!(names(text), [["a", "b", "c", "d"]]);
    }

    #[test]
    fn words_of_a_plain_list_are_no_names() {
        assert!(names("{a, b, c, d, e}").is_empty());
    }
}
