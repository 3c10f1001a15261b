//! The lines of an outline, and what is around them.

use std::collections::{HashMap, HashSet};

use super::heads::{Head, Sort, head};
use super::words::{Word, meaning};
use crate::languages::Names;
use crate::tree::{NodeId, Tree};

/// Whether an outline is code: it defines several functions with a name and a body. O(tokens).
pub fn is_code(outline: &Tree) -> bool {
    const FEWEST: usize = 2;
    let lines = outline.preorder(outline.root()).filter(|&node| outline.kind_name(node) == "line");
    let is_function = |&line: &NodeId| {
        let head = has_body(outline, line).then(|| head(outline, line));
        head.is_some_and(|head| head.sort == Sort::Function && !head.names.is_empty())
    };
    lines.filter(is_function).take(FEWEST).count() == FEWEST
}

/// Whether an outline of a text in an unknown language is code: it defines many things behind words
/// such as `function`, `type` or `let`, most of them are used, and they are not just numbered.
/// O(tokens).
pub fn is_like_code(outline: &Tree) -> bool {
    const FEWEST: usize = 8;
    let mut n_words: HashMap<&[u8], u32> = HashMap::new();
    let all = || outline.preorder(outline.root());
    for word in all().filter(|&node| outline.kind_name(node) == "word") {
        *n_words.entry(outline.text_of(word)).or_default() += 1;
    }
    let is_declared = |&line: &NodeId| {
        let words = outline.children(line).filter(|&item| outline.kind_name(item) == "word");
        let meaning = words.map(|word| meaning(outline.text_of(word))).find(|word| *word != Word::Modifier);
        matches!(meaning, Some(Word::Function | Word::Type | Word::Holder | Word::Value))
    };
    let lines = all().filter(|&node| outline.kind_name(node) == "line").filter(is_declared);
    let is_word = |name: &NodeId| !outline.text_of(*name)[0].is_ascii_digit();
    let names: Vec<NodeId> = lines.flat_map(|line| head(outline, line).names).filter(is_word).collect();
    // Records may be numbered: `task t2 needs t1`.
    let stem = |name: &NodeId| without_digits(outline.text_of(*name));
    let is_used = |name: &&NodeId| n_words.get(outline.text_of(**name)).is_some_and(|&n| 1 < n);
    let stems: HashSet<&[u8]> = names.iter().map(stem).collect();
    FEWEST <= names.len()
        && names.len() < 2 * stems.len()
        && names.len() < 2 * names.iter().filter(is_used).count()
}

/// Returns a name without the digits at its end.
fn without_digits(name: &[u8]) -> &[u8] {
    let n_digits = name.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    &name[..name.len() - n_digits]
}

/// A line with what is nested in it.
pub(super) struct Line {
    pub(super) node: NodeId,
    pub(super) head: Head,
}

/// The lines of an outline that are not within parameters or arguments, in preorder.
pub(super) struct Lines<'a> {
    pub(super) tree: &'a Tree,
    pub(super) names: Names,
    pub(super) lines: Vec<Line>,
    /// By line: the type to which it belongs.
    pub(super) owners: Vec<Option<Vec<u8>>>,
    by_node: HashMap<NodeId, usize>,
}

/// Where a line is.
#[derive(Clone, Copy, Default)]
pub(super) struct Around {
    /// The function around it.
    pub(super) function: Option<NodeId>,
    /// The name of the type whose member it is.
    pub(super) holder: Option<NodeId>,
}

impl Lines<'_> {
    /// Finds the lines of an outline. O(tokens + lines · depth).
    pub(super) fn of(tree: &Tree, names: Names) -> Lines<'_> {
        let lines: Vec<Line> = tree
            .preorder(tree.root())
            .filter(|&node| tree.kind_name(node) == "line" && !is_argument(tree, node))
            .map(|node| Line { node, head: head(tree, node) })
            .collect();
        let by_node = lines.iter().enumerate().map(|(index, line)| (line.node, index)).collect();
        let mut found = Lines { tree, names, lines, owners: Vec::new(), by_node };
        found.owners = (0..found.lines.len()).map(|index| found.owner(index)).collect();
        found
    }

    /// Returns the normal form of a name.
    pub(super) fn plain(&self, name: NodeId) -> Vec<u8> {
        self.names.plain(self.tree.text_of(name)).into_owned()
    }

    /// Whether a line is one of several, and not the whole text.
    pub(super) fn is_element(&self, line: NodeId) -> bool {
        self.tree.n_tokens(line) < self.tree.n_tokens(self.tree.root())
    }

    /// Returns what is around a line.
    pub(super) fn around(&self, node: NodeId) -> Around {
        let mut around = Around::default();
        let above = self.tree.ancestors(node).filter_map(|above| self.by_node.get(&above));
        for line in above.map(|&index| &self.lines[index]) {
            match line.head.sort {
                Sort::Function => {
                    around.function = Some(line.node);
                    return around;
                }
                // `T = class` and `type T is record`.
                Sort::Type | Sort::Value | Sort::Assignment => {
                    around.holder = around.holder.or_else(|| line.head.names.first().copied());
                }
                _ => {}
            }
        }
        around
    }

    /// Returns the type to which a line belongs: that before its name, or that around it.
    fn owner(&self, index: usize) -> Option<Vec<u8>> {
        let line = &self.lines[index];
        let above = self.tree.ancestors(line.node).filter_map(|above| self.by_node.get(&above));
        let around = above.map(|&index| &self.lines[index].head).find_map(|head| match head.sort {
            Sort::Function => head.path,
            Sort::Type | Sort::Value | Sort::Assignment => head.names.first().copied(),
            _ => None,
        });
        line.head.path.or(around).map(|owner| self.plain(owner))
    }

    /// Returns the functions around a line, and itself if it is one.
    pub(super) fn functions(&self, index: usize) -> impl Iterator<Item = NodeId> + Clone {
        let own = self.lines[index].node;
        let around = std::iter::once(own).chain(self.tree.ancestors(own).collect::<Vec<_>>());
        around.filter(|&node| self.is_function(node))
    }

    /// Whether a node is the line of a function.
    pub(super) fn is_function(&self, node: NodeId) -> bool {
        self.by_node.get(&node).is_some_and(|&line| self.lines[line].head.sort == Sort::Function)
    }
}

/// Whether a line is within round or square brackets that hold parameters or arguments.
fn is_argument(tree: &Tree, line: NodeId) -> bool {
    let block = tree.parent(line);
    let group = block.and_then(|block| tree.parent(block));
    let is_group =
        |&group: &NodeId| tree.kind_name(group) == "group" && !tree.text_of(group).starts_with(b"{");
    group.filter(is_group).is_some()
}

/// Whether a line holds more than its head and parameters.
pub(super) fn has_body(tree: &Tree, line: NodeId) -> bool {
    const WORDS: [&str; 4] = ["begin", "do", "end", "is"];
    tree.children(line).any(|child| {
        let text = tree.text_of(child);
        match tree.kind_name(child) {
            "group" => text.starts_with(b"{"),
            "block" => !(text.starts_with(b"(") || text.starts_with(b"return ")),
            "word" => WORDS.iter().any(|word| text.eq_ignore_ascii_case(word.as_bytes())),
            _ => false,
        }
    })
}
