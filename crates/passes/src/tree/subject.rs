//! The subject of a tree pass: one file with its tree.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::Arc;

use dwindle_reduce::cost::count_tokens;
use dwindle_reduce::{Candidate, Document, Edit, Edits};
use dwindle_syntax::tree::Splice;
use dwindle_syntax::{NodeId, Tree};

use super::gate::NoNewErrors;
use super::heredocs::{Heredoc, heredocs};
use super::node_facts::{NodeFacts, Removability};
use super::signs::{is_sequence, united, without_bare_signs};
use super::source::FileTree;
use super::token_edits::{Change, TokenEdits};
use crate::options::{Names, PassOptions, SyntaxGating, TreeUnits};

/// If a parent has more live tokens than this, the check whether its rule requires one of them is
/// skipped: it has enough.
const MOST_LEFT_TO_LOOK: u32 = 100;

/// One file of a base document, with its tree.
pub(crate) struct Subject {
    pub(crate) pass: &'static str,
    pub(crate) document: Document,
    pub(crate) file: FileTree,
    pub(crate) gate: Option<Arc<NoNewErrors>>,
    pub(crate) units: TreeUnits,
    pub(crate) names: Names,
    heredocs: Vec<Heredoc>,
}

impl Subject {
    /// Returns a file of a document with its tree, if it has one.
    pub(crate) fn new(
        pass: &'static str,
        options: &PassOptions,
        document: &Document,
        file: u32,
    ) -> Option<Subject> {
        let file = options.trees.tree(document, file)?;
        let gate = file.gate.clone().filter(|_| options.syntax_gate == SyntaxGating::On);
        Some(Subject {
            heredocs: heredocs(&file.tree),
            pass,
            document: document.clone(),
            file,
            gate,
            units: options.units,
            names: options.names,
        })
    }

    pub(crate) fn tree(&self) -> &Tree {
        &self.file.tree
    }

    /// Returns the candidate that these edits make, without a gate.
    pub(crate) fn bare_candidate(&self, edits: &TokenEdits) -> Candidate {
        let splices = self.tree().splices(edits.iter(), self.file.language.spacing);
        let edit = |splice: Splice<'_>| Edit::replace(self.file.file, splice.range, &splice.text);
        let edits = Edits::new(splices.into_iter().map(edit));
        Candidate::new(self.pass, &self.document, edits)
    }

    /// Returns the candidate that these edits make, with the gate.
    pub(crate) fn candidate(&self, edits: &TokenEdits) -> Candidate {
        let candidate = self.bare_candidate(edits);
        match &self.gate {
            Some(gate) => candidate.with_gate(gate.clone()),
            None => candidate,
        }
    }

    /// Returns the number of live tokens of a node.
    pub(crate) fn n_alive(&self, node: NodeId, edits: &TokenEdits) -> u32 {
        edits.n_alive(self.tree().token_range(node))
    }

    /// Returns the live children of a node. A chain of single children is skipped, so that there
    /// are at least two parts, or none.
    pub(crate) fn parts(&self, node: NodeId, edits: &TokenEdits) -> Vec<NodeId> {
        let mut node = node;
        loop {
            let parts: Vec<NodeId> =
                self.tree().children(node).filter(|&child| 0 < self.n_alive(child, edits)).collect();
            match parts[..] {
                [single] if self.n_alive(single, edits) == self.n_alive(node, edits) => node = single,
                _ => return parts,
            }
        }
    }

    /// Returns the part that contains nearly all tokens of a large node, if there is one: of many
    /// nested brackets, each is as likely needed as the next one, and trying each would cost a
    /// trial per level.
    pub(crate) fn core(&self, node: NodeId, parts: &[NodeId], edits: &TokenEdits) -> Option<NodeId> {
        let n_alive = self.n_alive(node, edits);
        parts.iter().copied().find(|&part| is_core(self.n_alive(part, edits), n_alive))
    }

    /// Returns the largest node with the same live tokens as a node.
    pub(crate) fn topmost(&self, node: NodeId, edits: &TokenEdits) -> NodeId {
        let (tree, n_alive) = (self.tree(), self.n_alive(node, edits));
        let above = |&node: &NodeId| tree.parent(node);
        let same = |&node: &NodeId| node != tree.root() && self.n_alive(node, edits) == n_alive;
        std::iter::successors(Some(node), above).take_while(same).last().unwrap_or(node)
    }

    /// Whether a node has live tokens, or a text that replaces them.
    fn is_present(&self, node: NodeId, edits: &TokenEdits) -> bool {
        0 < self.n_alive(node, edits) || edits.has_put(self.tree().token_range(node))
    }

    /// Returns the indices of the siblings that are not present. O(siblings + runs), without a
    /// search for each sibling: there may be thousands.
    fn absent(&self, siblings: &[NodeId], edits: &TokenEdits) -> Vec<usize> {
        let mut runs = edits.gone().runs();
        let is_gone = |node: NodeId| {
            let tokens = self.tree().token_range(node);
            while let [first, rest @ ..] = runs
                && first.end <= tokens.start
            {
                runs = rest;
            }
            tokens.is_empty() || runs.first().is_some_and(|run| run.start < tokens.end)
        };
        let maybe = siblings.iter().copied().map(is_gone).enumerate().filter(|(_, is_gone)| *is_gone);
        maybe.map(|(at, _)| at).filter(|&at| !self.is_present(siblings[at], edits)).collect()
    }

    /// Returns the change that removes a node, if there is one: deletes it if the grammar allows
    /// that, else replaces it by a shorter text if there is one.
    pub(crate) fn removal(&self, node: NodeId, edits: &TokenEdits) -> Option<Change> {
        let Some(facts) = &self.file.facts else {
            return (!self.is_bracket(node)).then_some(Change::Delete(node));
        };
        let n_alive = self.n_alive(node, edits);
        if let Some(text) = self.filler_without(&[node], edits) {
            let shorter = count_tokens(text.as_bytes()) < u64::from(n_alive);
            return shorter.then(|| Change::Replace(node, text.as_bytes().into()));
        }
        let mut replacement = None;
        let mut at = Some(node);
        while let Some(member) = at {
            match facts.removability(self.tree(), member) {
                Removability::Separator => return None,
                Removability::Removable if !self.is_last_needed(facts, member, edits) => {
                    return Some(Change::Delete(member));
                }
                Removability::Removable | Removability::Required => {}
            }
            if replacement.is_none() {
                let text = facts.shortest(self.tree(), member);
                let shorter = text.filter(|text| count_tokens(text) < u64::from(n_alive));
                replacement = shorter.map(|text| Change::Replace(member, text));
            }
            at = self.tree().children(member).find(|&child| self.n_alive(child, edits) == n_alive);
        }
        replacement
    }

    /// As [`Subject::removal`]; if the node is required, replaces its parent by the rest of the
    /// parent: `a; b` by `b`, `a; b; c` by `b; c`, or `let x = 1 in f()` by `f()`.
    pub(crate) fn removal_or_unwrap(&self, node: NodeId, edits: &TokenEdits) -> Option<Change> {
        match self.removal(node, edits) {
            Some(change @ Change::Delete(_)) => Some(change),
            other => self.unwrapped(node, edits).or(other),
        }
    }

    /// Returns the change that replaces a node's parent by the only other thing in it.
    fn unwrapped(&self, node: NodeId, edits: &TokenEdits) -> Option<Change> {
        const MOST_LEVELS: usize = 3;
        let (tree, facts) = (self.tree(), self.file.facts.as_ref()?);
        let is_content = |child: &NodeId| {
            tree.is_named(*child) && !tree.is_extra(*child) && 0 < self.n_alive(*child, edits)
        };
        let mut node = node;
        for _ in 0..MOST_LEVELS {
            let parent = tree.parent(node)?;
            let mut others = tree.children(parent).filter(is_content).filter(|&child| child != node);
            match (others.next(), others.next()) {
                // Only keywords are around it.
                (None, _) => node = parent,
                (Some(other), None) => {
                    let may_stand = facts.may_replace(tree, parent, tree.kind(other));
                    let keep = tree.token_range(other);
                    return may_stand.then_some(Change::Hoist { node: parent, keep });
                }
                (Some(_), Some(_)) => return self.without_first(parent, node, edits),
            }
        }
        None
    }

    /// Returns the change that leaves what follows the first step of a sequence: `b; c`.
    fn without_first(&self, sequence: NodeId, first: NodeId, edits: &TokenEdits) -> Option<Change> {
        let tree = self.tree();
        let mut left =
            tree.children(sequence).filter(|&child| !tree.is_extra(child) && 0 < self.n_alive(child, edits));
        let is_first = left.next() == Some(first) && is_sequence(tree, sequence);
        let sign = left.next().filter(|&sign| is_first && !tree.is_named(sign))?;
        let keep = tree.token_range(sign).end..tree.token_range(sequence).end;
        Some(Change::Hoist { node: sequence, keep })
    }

    /// Returns the text that must replace some children (sorted) of one node, if nothing else is
    /// left of it and it must not be empty.
    fn filler_without(&self, nodes: &[NodeId], edits: &TokenEdits) -> Option<&'static str> {
        let tree = self.tree();
        let filler = self.file.language.filler?;
        let holder = tree.parent(*nodes.first()?)?;
        if tree.kind_name(holder) != filler.holder {
            return None;
        }
        let is_left = |&child: &NodeId| !tree.is_extra(child) && self.is_present(child, edits);
        let mut left = tree.children(holder).filter(is_left);
        left.all(|child| nodes.binary_search(&child).is_ok()).then_some(filler.text)
    }

    /// Whether a node is a bracket, which is removed with the contents of the pair.
    fn is_bracket(&self, node: NodeId) -> bool {
        let tree = self.tree();
        let has_partner = || tree.parent(node).is_some_and(|parent| !tree.has_error(parent));
        !tree.is_named(node)
            && matches!(tree.text_of(node), [b'(' | b')' | b'[' | b']' | b'{' | b'}'])
            && has_partner()
    }

    /// Whether the parent's rule requires a node because the alternatives have been removed: the
    /// last element of a list that must not be empty. Quickly returns false if much is left of the
    /// parent.
    fn is_last_needed(&self, facts: &NodeFacts, node: NodeId, edits: &TokenEdits) -> bool {
        let Some(parent) = self.tree().parent(node) else { return false };
        if MOST_LEFT_TO_LOOK < self.n_alive(parent, edits) {
            return false;
        }
        let children = facts.children(self.tree(), parent);
        let is_gone = |child: &NodeId| *child == node || !self.is_present(*child, edits);
        let gone: Vec<usize> =
            (0..children.nodes().len()).filter(|&at| is_gone(&children.nodes()[at])).collect();
        children.without(&gone).is_none()
    }

    /// Makes changes. With a deleted node, everything is removed that its parent's rule cannot keep
    /// without it; with the beginning of a heredoc, its lines.
    pub(crate) fn apply<'a>(
        &self,
        edits: &TokenEdits,
        changes: impl Iterator<Item = &'a Change>,
    ) -> TokenEdits {
        let after = self.apply_by_rules(edits, changes);
        let is_bare = |heredoc: &&Heredoc| self.n_alive(heredoc.beginning, &after) == 0;
        let lines = self.heredocs.iter().filter(is_bare).map(|heredoc| heredoc.lines);
        let lines: Vec<Change> =
            lines.filter(|&lines| 0 < self.n_alive(lines, &after)).map(Change::Delete).collect();
        if lines.is_empty() { after } else { after.with(self.tree(), &lines) }
    }

    fn apply_by_rules<'a>(
        &self,
        edits: &TokenEdits,
        changes: impl Iterator<Item = &'a Change>,
    ) -> TokenEdits {
        let Some(facts) = &self.file.facts else { return edits.with(self.tree(), changes) };
        let tree = self.tree();
        let mut deleted: BTreeMap<NodeId, Vec<NodeId>> = BTreeMap::new();
        let mut others: Vec<Change> = Vec::new();
        for change in changes {
            match change {
                Change::Delete(node) => match tree.parent(*node) {
                    Some(parent) => deleted.entry(parent).or_default().push(*node),
                    None => others.push(change.clone()),
                },
                other => others.push(other.clone()),
            }
        }
        for (parent, mut nodes) in deleted {
            nodes.sort_unstable();
            if let Some(text) = self.filler_without(&nodes, edits) {
                others.push(Change::Replace(nodes[0], text.as_bytes().into()));
                nodes.remove(0);
            }
            let children = facts.children(tree, parent);
            let absent = self.absent(children.nodes(), edits);
            let wanted = nodes.iter().filter_map(|node| children.nodes().binary_search(node).ok());
            let removed = united(&absent, wanted);
            let gone = children.without(&removed).map(|gone| {
                match without_bare_signs(tree, children.nodes(), &gone, &absent) {
                    // A sequence of one step is replaced by that step.
                    Some(bare) if is_sequence(tree, parent) => children.without(&bare).unwrap_or(bare),
                    Some(bare) => children.without(&bare).unwrap_or(gone),
                    None => gone,
                }
            });
            match gone {
                Some(gone) => others.extend(gone.into_iter().map(|at| Change::Delete(children.nodes()[at]))),
                None => others.extend(nodes.into_iter().map(Change::Delete)),
            }
        }
        edits.with(tree, &others)
    }

    /// Whether all tokens of a node are alive.
    pub(super) fn is_whole(&self, node: NodeId, edits: &TokenEdits) -> bool {
        self.n_alive(node, edits) == self.tree().n_tokens(node)
    }
}

/// Whether a part contains nearly all tokens of a large node.
pub(crate) fn is_core(n_part: u32, n_node: u32) -> bool {
    const LARGE: u32 = 256;
    LARGE <= n_part && n_node - n_node / 16 <= n_part
}
