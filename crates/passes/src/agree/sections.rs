//! Sections: a line that heads others is removed with them.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::facts::DocumentFacts;

/// Returns the section of each head: up to the end of its file or paragraph, or up to the next head
/// if no other lines begin like heads. It begins with the equal lines before the heads, if there
/// are no others like them: `[[package]]` above `name = "a"`. `None` if they head nothing.
pub(super) fn sections(facts: &DocumentFacts, heads: &[u32]) -> Option<Vec<Range<u32>>> {
    if heads.len() < FEWEST {
        return None;
    }
    let heads = &with_lines_before(facts, heads);
    let is_known = heads.iter().any(|&head| facts.records.is_several(head));
    if is_known || !heads.is_sorted_by(|a, b| a < b) {
        return None;
    }
    files(facts, heads).or_else(|| paragraphs(facts, heads)).or_else(|| stretches(facts, heads))
}

/// The fewest heads.
const FEWEST: usize = 4;

/// Returns the first of the equal lines before each head, or the heads.
fn with_lines_before(facts: &DocumentFacts, heads: &[u32]) -> Vec<u32> {
    let lines = &facts.lines;
    let mut found = heads.to_vec();
    for _ in 0..MOST_BEFORE {
        let before = |&head: &u32| {
            let line = head.checked_sub(1)?;
            let is_apart = file_of(facts, line) == file_of(facts, head) && !lines.is_blank(line);
            is_apart.then_some(line)
        };
        let Some(all) = found.iter().map(before).collect::<Option<Vec<u32>>>() else { break };
        let text = |line: u32| lines.body(line).map(|at| facts.atoms.word(at));
        let is_equal = |&line: &u32| text(line).eq(text(all[0]));
        let alike = (0..lines.len()).filter(|line| lines.shape(*line) == lines.shape(all[0]));
        if !alike.filter(is_equal).eq(all.iter().copied()) {
            break;
        }
        found = all;
    }
    found
}

/// The most lines before a head.
const MOST_BEFORE: usize = 3;

/// Returns the file of a line.
pub(super) fn file_of(facts: &DocumentFacts, line: u32) -> u32 {
    facts.atoms.file(facts.lines.atoms(line).start)
}

/// Returns the lines of a file.
pub(super) fn lines_of(facts: &DocumentFacts, file: u32) -> Range<u32> {
    let atoms = &facts.atoms.files()[file as usize];
    if atoms.is_empty() {
        return 0..0;
    }
    facts.lines.of_atom(atoms.start)..facts.lines.of_atom(atoms.end - 1) + 1
}

/// Sections that are whole files, each with a head in its first line.
fn files(facts: &DocumentFacts, heads: &[u32]) -> Option<Vec<Range<u32>>> {
    let of = |&head: &u32| {
        let file = file_of(facts, head);
        (lines_of(facts, file).start == head).then(|| facts.atoms.files()[file as usize].clone())
    };
    heads.iter().map(of).collect()
}

/// Sections that are paragraphs with a head in their first line, including an empty line.
fn paragraphs(facts: &DocumentFacts, heads: &[u32]) -> Option<Vec<Range<u32>>> {
    let lines = &facts.lines;
    let mut n_lines = 0;
    let mut found = Vec::new();
    for &head in heads {
        let file = lines_of(facts, file_of(facts, head));
        if file.start < head && !lines.is_blank(head - 1) {
            return None;
        }
        let end = (head..file.end).find(|&line| lines.is_blank(line)).unwrap_or(file.end);
        n_lines += (end - head) as usize;
        found.push(if end < file.end {
            lines.span(head..end + 1)
        } else {
            lines.span(head - u32::from(file.start < head)..end)
        });
    }
    (2 * heads.len() <= n_lines).then_some(found)
}

/// Sections between lines that begin alike. The last one ends at a line that begins as no line of
/// the other sections does.
fn stretches(facts: &DocumentFacts, heads: &[u32]) -> Option<Vec<Range<u32>>> {
    let lines = &facts.lines;
    let word = lines.first_word(heads[0]);
    let alike = (0..lines.len()).filter(|&line| lines.first_word(line) == word);
    if !alike.eq(heads.iter().copied()) {
        return None;
    }
    let (mut inner, mut has_blank) = (FxHashSet::default(), false);
    let mut n_lines = 0;
    let mut ends = Vec::new();
    for (&head, next) in heads.iter().zip(heads.iter().skip(1).map(Some).chain([None])) {
        let file = lines_of(facts, file_of(facts, head));
        let end = next.copied().filter(|next| file.contains(next));
        if let Some(end) = end {
            n_lines += (end - head) as usize;
            inner.extend((head + 1..end).map(|line| lines.first_word(line)));
            has_blank |= (head..end - 1).any(|line| lines.is_blank(line));
        }
        ends.push((end, file.end));
    }
    let n_known = ends.iter().filter(|(end, _)| end.is_some()).count();
    if 2 * n_lines < 3 * n_known || n_known < FEWEST - 1 {
        return None;
    }
    let ends_last = |&line: &u32| match lines.is_blank(line) {
        true => !has_blank,
        false => inner.len() <= MOST_KINDS && !inner.contains(&lines.first_word(line)),
    };
    let found = heads.iter().zip(ends).map(|(&head, (end, most))| {
        let end = end.or_else(|| (head + 1..most).find(ends_last)).unwrap_or(most);
        lines.span(head..end)
    });
    Some(found.collect())
}

/// With more kinds of lines than this, a new kind does not end the last section.
const MOST_KINDS: usize = 8;

/// Returns the lines without which no section occurs, each with its whole section: the first line,
/// and lines that begin like one line of every section.
pub(super) fn needed(facts: &DocumentFacts, sections: &[Range<u32>]) -> Vec<(u32, Range<u32>)> {
    let lines = &facts.lines;
    let mut found: FxHashMap<u32, Vec<(u32, usize)>> = FxHashMap::default();
    for (number, section) in sections.iter().enumerate() {
        let of = lines.of_atom(section.start)..lines.of_atom(section.end - 1) + 1;
        for (line, word) in of.filter_map(|line| Some((line, lines.first_word(line)?))) {
            found.entry(word).or_default().push((line, number));
        }
    }
    let head = |section: &Range<u32>| {
        let inked = section.clone().find(|&at| !facts.space.has(at));
        inked.map(|at| (lines.of_atom(at), section.clone()))
    };
    let mut needed: Vec<(u32, Range<u32>)> = sections.iter().filter_map(head).collect();
    for lines in found.into_values().filter(|lines| lines.len() == sections.len()) {
        if lines.iter().enumerate().all(|(place, (_, number))| place == *number) {
            needed.extend(lines.into_iter().map(|(line, number)| (line, sections[number].clone())));
        }
    }
    needed.sort_by_key(|(line, _)| *line);
    needed.dedup_by_key(|(line, _)| *line);
    needed
}

#[cfg(test)]
mod tests {
    use dwindle_reduce::Document;

    use super::*;

    fn found(text: &str, head: &str) -> Vec<String> {
        let facts = DocumentFacts::of(&Document::single("a", text));
        let begins = |&line: &u32| facts.text(facts.lines.atoms(line)).starts_with(head);
        let heads: Vec<u32> = (0..facts.lines.len()).filter(begins).collect();
        let found = sections(&facts, &heads).unwrap_or_default();
        found.into_iter().map(|section| facts.text(section)).collect()
    }

    #[test]
    fn paragraphs_are_sections() {
        let text = "x\n\n[a]\nn = 1\n\n[b]\nn = 2\n\n[c]\nn = 3\n\n[d]\nn = 4\n";
        assert_eq!(
            found(text, "["),
            ["[a]\nn = 1\n\n", "[b]\nn = 2\n\n", "[c]\nn = 3\n\n", "\n[d]\nn = 4\n"]
        );
    }

    #[test]
    fn equal_lines_before_heads_belong_to_their_sections() {
        let one = |name: &str| format!("[[p]]\nn = {name}\nv = 1\n");
        let text: String = ["a", "b", "c", "d"].map(one).concat() + "end\n";
        assert_eq!(found(&text, "n"), ["a", "b", "c", "d"].map(one));
        assert_eq!(found(&format!("[[p]]\n\n{text}"), "n")[0], "n = a\nv = 1\n[[p]]\n");
    }

    #[test]
    fn stretches_are_sections_and_the_last_ends_where_something_else_begins() {
        let text = "# a\nx 1\n# b\nx 2\ny 2\n# c\ny 3\n# d\nx 4\nend\n";
        assert_eq!(found(text, "#"), ["# a\nx 1\n", "# b\nx 2\ny 2\n", "# c\ny 3\n", "# d\nx 4\n"]);
    }

    #[test]
    fn lines_that_follow_each_other_head_nothing() {
        assert_eq!(found("# a\n# b\n# c\n# d\nx\n", "#"), [""; 0]);
    }

    #[test]
    fn lines_that_every_section_has_are_needed() {
        let text = "[a]\nn = 1\nm = 1\n\n[b]\nn = 2\n\n[c]\nn = 3\n\n[d]\nn = 4\n";
        let facts = DocumentFacts::of(&Document::single("a", text));
        let sections = sections(&facts, &[0, 4, 7, 10]).unwrap();
        let lines: Vec<u32> = needed(&facts, &sections).into_iter().map(|(line, _)| line).collect();
        assert_eq!(lines, [0, 1, 4, 5, 7, 8, 10, 11]);
    }
}
