//! Resolves conditionals of a preprocessor.

use std::ops::Range;

use dwindle_reduce::{CandidateSearch, Document};

use crate::entry::Entry;
use crate::options::PassOptions;
use crate::stage::stretches::{Stage, Stretch, search_with_budget};

/// The entry of the pass.
pub const ENTRY: Entry = Entry {
    name: "conditionals",
    summary: "removes `#if` … `#endif`, or keeps one of the branches",
    manual: "\
While a line with `#if` is there, the line with its `#endif` is needed, and nothing that holds only \
one of them can be removed. First the outermost groups are units, with all that is in them; then \
those that stay are replaced by their first branch, and then by their last one. The same follows \
for the groups within them. All groups are tried at once, then fewer; each of these lists is given \
up after 6 misses in a row. Lines are recognized in any language: `#if`, `#ifdef`, `#elif`, `#else`, \
`#endif`, with a backquote in the place of `#` (Verilog), or with `-` (Erlang); and `#region` with \
`#endregion`. The lines `#if A`, `a`, `#else`, `b` and `#endif` become `a`.",
    begin,
};

/// Budget of misses in a row for each list.
const MOST_MISSES: u32 = 6;
/// Groups that are nested deeper are left to other passes.
const DEEPEST: usize = 8;

fn begin(options: &PassOptions, document: &Document) -> Option<CandidateSearch> {
    search_with_budget(MOST_MISSES, ENTRY.name, options, document, |file, text| stages(file, &groups(text)))
}

/// What a line means for the structure of conditionals.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Directive {
    Begin,
    Branch,
    End,
}

/// A group: the lines of its directives, of which the first begins and the last ends it.
struct Group {
    depth: usize,
    directives: Vec<Range<u32>>,
}

/// Returns the meaning of a line; `None` if it is no directive.
fn directive(line: &[u8]) -> Option<Directive> {
    let line = line.trim_ascii_start();
    let (&mark, rest) = line.split_first()?;
    let rest = match mark {
        b'#' => rest.trim_ascii_start(),
        b'`' | b'-' => rest,
        _ => return None,
    };
    let len = rest.iter().take_while(|byte| byte.is_ascii_lowercase()).count();
    match &rest[..len] {
        b"if" | b"ifdef" | b"ifndef" | b"region" => Some(Directive::Begin),
        b"elif" | b"elifdef" | b"elifndef" | b"elsif" | b"else" => Some(Directive::Branch),
        b"endif" | b"endregion" => Some(Directive::End),
        _ => None,
    }
}

/// Returns the complete groups, in the order of their first lines.
fn groups(text: &[u8]) -> Vec<Group> {
    let mut groups = Vec::new();
    let mut open: Vec<Vec<Range<u32>>> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let bytes = start..start + line.len() as u32;
        start = bytes.end;
        match directive(line) {
            Some(Directive::Begin) => open.push(vec![bytes]),
            Some(Directive::Branch) => {
                if let Some(directives) = open.last_mut() {
                    directives.push(bytes);
                }
            }
            Some(Directive::End) => {
                let Some(mut directives) = open.pop() else { continue };
                directives.push(bytes);
                groups.push(Group { depth: open.len(), directives });
            }
            None => {}
        }
    }
    groups.sort_by_key(|group| group.directives[0].start);
    groups
}

/// Returns, for each depth, the stages that remove groups, keep first branches, and keep last ones.
fn stages(file: u32, groups: &[Group]) -> Vec<Stage> {
    let deepest = groups.iter().map(|group| group.depth + 1).max().unwrap_or(0).min(DEEPEST);
    let mut stages = Vec::new();
    for depth in 0..deepest {
        let [mut whole, mut first, mut last] = [Stage::new(), Stage::new(), Stage::new()];
        for Group { directives, .. } in groups.iter().filter(|group| group.depth == depth) {
            let (begin, end) = (&directives[0], &directives[directives.len() - 1]);
            whole.push(Stretch::new(file, begin.start..end.end));
            first.push(Stretch::with(file, begin.clone(), directives[1].start..end.end));
            // A group that an earlier stage has resolved is recognized by its last line.
            let front = begin.start..directives[directives.len() - 2].end;
            last.push(Stretch::with(file, end.clone(), front));
        }
        stages.extend([whole, first, last]);
    }
    stages
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{best_options, reduce_file};

    /// Reduces a file; a candidate is interesting if its directives are balanced, and it holds some
    /// texts.
    fn check(before: &str, needed: &[&str], after: &str) -> usize {
        let is_balanced = |text: &str| {
            let mut open = 0;
            let balanced = text.lines().all(|line| {
                match directive(line.as_bytes()) {
                    Some(Directive::Begin) => open += 1,
                    Some(Directive::End) => open -= 1,
                    _ => {}
                }
                0 <= open
            });
            balanced && open == 0
        };
        let property = |text: &str| is_balanced(text) && needed.iter().all(|text_of| text.contains(text_of));
        let (left, n_trials) = reduce_file(&ENTRY.pass(&best_options()), "a.hs", before, property);
        assert_eq!(left, after);
        n_trials
    }

    #[test]
    fn all_groups_go_in_one_trial() {
        let before = "a\n#if B\nb\n#else\nc\n#endif\nd\n#ifdef E\n#ifdef F\nf\n#endif\n#endif\n";
        assert_eq!(check(before, &["a", "d"], "a\nd\n"), 1);
    }

    #[test]
    fn a_branch_is_kept_without_its_directives() {
        let before = "a\n# if B\nb\n# elif C\nc\n# else\nd\n# endif\n#if E\ne\n#endif\nf\n";
        check(before, &["a", "b"], "a\nb\nf\n");
        check(before, &["a", "d"], "a\nd\nf\n");
        check(before, &["a", "c"], "a\n# if B\nb\n# elif C\nc\n# else\nd\n# endif\nf\n");
    }

    #[test]
    fn groups_within_a_needed_branch_are_looked_at_then() {
        let before = "#if A\na\n#ifdef B\nb\n#endif\n#ifdef C\nc\n#endif\n#endif\n";
        check(before, &["a", "c"], "a\nc\n");
        check(before, &["#if A", "c"], "#if A\na\nc\n#endif\n");
    }

    #[test]
    fn other_marks_and_regions_are_known() {
        check("`ifdef A\na\n`else\nb\n`endif\nc\n", &["b"], "b\nc\n");
        check("-ifdef(A).\na\n-endif.\nc\n", &["c"], "c\n");
        check("#region A\na\n#endregion\n", &["a"], "a\n");
    }

    #[test]
    fn groups_without_a_beginning_or_an_end_are_left_alone() {
        assert!(groups(b"#endif\na\n#if B\n#else\n#if C\n").is_empty());
        let one = groups(b"#endif\n#else\n#if B\n#if C\n#endif\n");
        assert_eq!(one.iter().map(|group| group.directives[0].start).collect::<Vec<_>>(), [19]);
    }
}
