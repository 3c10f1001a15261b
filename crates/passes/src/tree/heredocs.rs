//! Heredocs of Ruby: the lines of `<<A` stand behind the statement that holds it.

use dwindle_syntax::{NodeId, Tree};

/// The beginning of a heredoc, and its lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Heredoc {
    pub(super) beginning: NodeId,
    pub(super) lines: NodeId,
}

/// Returns the heredocs whose lines stand apart, in order; none if their beginnings and lines do
/// not correspond. O(nodes) in languages that have them.
pub(super) fn heredocs(tree: &Tree) -> Vec<Heredoc> {
    if tree.kinds().named_like(|name| name == "heredoc_beginning").is_empty() {
        return Vec::new();
    }
    let all = |kind: &str| -> Vec<NodeId> {
        tree.preorder(tree.root()).filter(|&node| tree.kind_name(node) == kind).collect()
    };
    let (beginnings, lines) = (all("heredoc_beginning"), all("heredoc_body"));
    if beginnings.len() != lines.len() {
        return Vec::new();
    }
    beginnings.into_iter().zip(lines).map(|(beginning, lines)| Heredoc { beginning, lines }).collect()
}

#[cfg(test)]
mod tests {
    use crate::entry::Entry;
    use crate::testing::{options, reduce_file};

    #[test]
    fn the_lines_of_a_heredoc_go_with_its_statement() {
        let text = "x = <<~A\n  text\nA\nshow(<<B, 1)\nlines\nB\nshow x\n";
        for name in ["closures", "hdd", "heaviest"] {
            let pass = Entry::named(name).unwrap().pass(&options());
            let (left, _) = reduce_file(&pass, "a.rb", text, |text| {
                let is_whole = |word: &str, lines: &str| text.contains(word) == text.contains(lines);
                is_whole("<<~A", "\n  text\nA\n") && text.contains("show(<<B, 1)\nlines\nB\n")
            });
            assert!(!left.contains("<<~A") && !left.contains("text"), "{name}: {left}");
        }
    }
}
