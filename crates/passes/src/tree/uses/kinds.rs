//! Removes all nodes of one kind at once.

use std::collections::BTreeMap;
use std::sync::Arc;

use dwindle_reduce::cost::count_tokens;
use dwindle_reduce::{Answer, CandidateSearch, Document};
use dwindle_syntax::uses::{CompanionKind, Uses};
use dwindle_syntax::{KindId, NodeId, Tree};

use super::aim::Aim;
use super::step::removals;
use super::worth::Worth;
use crate::entry::Entry;
use crate::options::PassOptions;
use crate::tree::search::{Framework, Task, TreeSearch};
use crate::tree::subject::Subject;
use crate::tree::token_edits::{Change, TokenEdits, outermost};

/// The entry of the pass.
pub const ENTRY: Entry = Entry {
    name: "kinds",
    summary: "removes all nodes of one kind at once: all type annotations, all docstrings, all `throws`",
    manual: "\
Removes what a person would describe in one sentence: all docstrings, all optional types, all \
assertions. Nodes are of one kind if they have the same kind in the grammar and the same role in \
the same kind of parent; for a node with a single child, the child's kind counts, too. The kind \
that is likely to remove most tokens is tried first, and kinds without names before those with \
names. Each kind is removed in one trial together with everything that becomes unused, and without \
that if this has ever helped. Kinds with only one node, and those with more than half of the text, \
are left to other passes. Ends after twelve misses in a row. `def area(r: float, pi: float = 3) -> \
float: ...` becomes `def area(r, pi = 3): ...`.",
    begin,
};

fn begin(options: &PassOptions, document: &Document) -> Option<CandidateSearch> {
    TreeSearch::begin_in_files(ENTRY.name, options, document, |subject| {
        // Without a grammar, kinds have no meaning.
        subject.file.facts.as_ref()?;
        let uses = subject.file.uses().clone();
        let rest = classes(subject, &uses);
        let n_tokens = count_tokens(subject.tree().text_of(subject.tree().root()));
        let aim = Aim::new(n_tokens as f64 / FIRST_SHARE);
        (!rest.is_empty()).then(|| ByKind {
            uses,
            rest: rest.into(),
            at: None,
            variant: 0,
            aim,
            asked: None,
            misses: 0,
            worth: Worth::default(),
        })
    })
}

/// The first target is one part in this many of the text.
const FIRST_SHARE: f64 = 16.0;
/// How much likelier a kind without names is assumed to be removable.
const NAMELESS: f64 = 4.0;
/// Budget of misses in a row; the remaining kinds are left to other passes.
const MOST_MISSES: u32 = 12;
/// Kinds with fewer tokens are left to other passes.
const LEAST: u64 = 4;
/// So are kinds with less than one part in this many of the text, …
const LEAST_SHARE: u64 = 200;
/// … and those with more than one part in this many.
const MOST_SHARE: u64 = 2;
/// How many levels of single children are compared.
const DEEPEST: usize = 4;

/// What is removed together with a kind: its uses and everything that becomes unused, or nothing.
const VARIANTS: [Option<CompanionKind>; 2] = [Some(CompanionKind::Readers), None];

/// All nodes of one kind.
#[derive(Clone, Debug, PartialEq)]
struct Class {
    nodes: Vec<NodeId>,
    n_tokens: u32,
    /// Whether it uses a name that the text defines.
    has_names: bool,
}

/// Tries one kind after the other.
#[derive(Clone)]
struct ByKind {
    uses: Uses,
    /// The kinds still to be tried, by decreasing number of tokens.
    rest: Arc<Vec<Class>>,
    at: Option<Class>,
    variant: usize,
    aim: Aim,
    asked: Option<Asked>,
    /// The misses since the last success.
    misses: u32,
    /// How often a kind could be removed alone, but not with everything that becomes unused.
    worth: Worth,
}

/// The last question.
#[derive(Clone)]
struct Asked {
    /// What was accepted before it.
    cut: TokenEdits,
    wanted: TokenEdits,
    answer: Answer,
}

/// The criterion for equal kinds: the kind of the parent, the role in it, and the kinds of the node
/// and its chain of single children.
type Key<'tree> = (KindId, Option<&'tree str>, Vec<KindId>);

/// Returns the removable nodes of each kind, by decreasing number of tokens.
fn classes(subject: &Subject, uses: &Uses) -> Vec<Class> {
    let tree = subject.tree();
    let is_content = |&node: &NodeId| tree.is_named(node) && !tree.is_extra(node) && !tree.is_error(node);
    let mut classes: BTreeMap<Key<'_>, Vec<NodeId>> = BTreeMap::new();
    for node in tree.preorder(tree.root()).skip(1).filter(is_content) {
        let Some(parent) = tree.parent(node) else { continue };
        // White space is left to other passes: lines show what belongs together.
        if 0 < tree.n_tokens(node) && !tree.text_of(node).trim_ascii().is_empty() {
            let role = (tree.kind(parent), tree.field_name(node));
            let held = held(tree, node);
            if 1 < held.len() {
                classes.entry((role.0, role.1, held[..1].to_vec())).or_default().push(node);
            }
            classes.entry((role.0, role.1, held)).or_default().push(node);
        }
    }
    // Words in strings count, as they do in the cost of a document.
    let weight = |node: NodeId| count_tokens(tree.text_of(node));
    let n_tokens = weight(tree.root());
    let least = LEAST.max(n_tokens / LEAST_SHARE);
    let is_worth = |weight: u64| least <= weight && weight <= n_tokens / MOST_SHARE;
    let several = classes.into_values().filter(|nodes| 1 < nodes.len());
    let mut weighed: Vec<(u64, Vec<NodeId>)> = several
        .map(|nodes| outermost(tree, nodes, |&node| node))
        .map(|nodes| (nodes.iter().map(|&node| weight(node)).sum(), nodes))
        .filter(|(weight, _)| is_worth(*weight))
        .collect();
    weighed.sort_by_key(|(weight, _)| std::cmp::Reverse(*weight));
    weighed.dedup();
    let bound = uses.bindings().uses().iter().filter(|bound| bound.entity.is_some());
    let mut named: Vec<u32> = bound.map(|bound| bound.node.0).collect();
    named.sort_unstable();
    let is_named = |&node: &NodeId| {
        let nodes = tree.subtree(node);
        named.get(named.partition_point(|&name| name < nodes.start)).is_some_and(|&name| name < nodes.end)
    };
    let class = |(weight, nodes): (u64, Vec<NodeId>)| Class {
        n_tokens: u32::try_from(weight).unwrap_or(u32::MAX),
        has_names: nodes.iter().any(is_named),
        nodes,
    };
    weighed.into_iter().map(class).collect()
}

/// Returns the kinds of a node and its chain of single children.
fn held(tree: &Tree, node: NodeId) -> Vec<KindId> {
    let only = |&node: &NodeId| {
        let mut children = tree.children(node);
        children.next().filter(|_| children.next().is_none())
    };
    std::iter::successors(Some(node), only).take(DEEPEST).map(|node| tree.kind(node)).collect()
}

impl ByKind {
    /// Returns the changes that remove a kind; `None` if less than half of its nodes can be removed
    /// as they are.
    fn changes(
        &self,
        subject: &Subject,
        cut: &TokenEdits,
        class: &Class,
    ) -> Option<(Vec<Change>, TokenEdits)> {
        let alive = class.nodes.iter().copied().filter(|&node| 0 < subject.n_alive(node, cut));
        let alive: Vec<NodeId> = alive.collect();
        let mut changes: Vec<Change> =
            alive.iter().filter_map(|&node| subject.removal_or_unwrap(node, cut)).collect();
        let n_put = changes.iter().filter(|change| matches!(change, Change::Replace(..))).count();
        if changes.len() < 2 || changes.len() < 2 * n_put || changes.len() * 2 < alive.len() {
            return None;
        }
        let bare = subject.apply(cut, changes.iter());
        let Some(along) = VARIANTS[self.variant] else { return Some((changes, bare)) };
        let tree = subject.tree();
        let gone = |cut: &TokenEdits| -> Vec<_> { cut.gone_bytes(tree).collect() };
        let nodes = self.uses.companion(&gone(cut), &gone(&bare), along);
        changes.extend(removals(subject, &bare, &nodes)?);
        let together = subject.apply(cut, changes.iter());
        Some((changes, together))
    }

    /// Learns the result of the last question.
    fn settle(&mut self, cut: &TokenEdits) -> Option<TokenEdits> {
        let asked = self.asked.take()?;
        let paid = asked.cut != *cut;
        let was_tried = paid || asked.answer != Answer::Refused;
        if VARIANTS[self.variant].is_none() && was_tried {
            self.worth.learn(paid);
        }
        if paid {
            self.misses = 0;
            self.aim.learn(true);
            self.at = None;
            return None;
        }
        self.misses += u32::from(was_tried);
        self.variant += 1;
        if self.variant == VARIANTS.len() || was_tried && !self.worth.is_worth() {
            if was_tried {
                self.aim.learn(false);
            }
            self.at = None;
            return None;
        }
        Some(asked.wanted)
    }

    /// Removes and returns the kind with the largest expected gain.
    fn pick(&mut self) -> Option<Class> {
        if MOST_MISSES <= self.misses {
            return None;
        }
        let gain =
            |class: &Class| self.aim.gain(class.n_tokens) * if class.has_names { 1.0 } else { NAMELESS };
        let all = self.rest.iter().enumerate();
        let (best, _) = all.min_by(|(_, a), (_, b)| gain(b).total_cmp(&gain(a)))?;
        Some(Arc::make_mut(&mut self.rest).remove(best))
    }
}

impl Framework for ByKind {
    fn next(&mut self, subject: &Subject, cut: &TokenEdits) -> Option<Task> {
        let mut tried = self.settle(cut);
        let root = subject.tree().root();
        loop {
            let class = match self.at.take() {
                Some(class) => class,
                None => {
                    self.variant = 0;
                    tried = None;
                    self.pick()?
                }
            };
            if let Some((changes, wanted)) = self.changes(subject, cut, &class) {
                let n_left = |cut: &TokenEdits| u64::from(subject.n_alive(root, cut));
                let is_most = n_left(&wanted) * MOST_SHARE < n_left(cut);
                if wanted != *cut && !is_most && tried.as_ref() != Some(&wanted) {
                    self.asked = Some(Asked { cut: cut.clone(), wanted, answer: Answer::Refused });
                    self.at = Some(class);
                    return Some(Task::Batch(changes));
                }
            }
            tried = None;
            self.variant += 1;
            self.at = (self.variant < VARIANTS.len()).then_some(class);
        }
    }

    fn learn(&mut self, answer: Answer) {
        if let Some(asked) = &mut self.asked {
            asked.answer = answer;
        }
    }
}
