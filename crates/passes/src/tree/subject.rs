//! What a tree pass works on.

use std::collections::BTreeMap;
use std::sync::Arc;

use dwindle_reduce::cost::count_tokens;
use dwindle_reduce::{Candidate, Document, Edit, Edits};
use dwindle_syntax::tree::Splice;
use dwindle_syntax::{NodeId, Tree};

use super::cut::{Change, Cut};
use super::gate::NoNewErrors;
use super::places::{Place, Places};
use super::source::FileTree;
use crate::options::{Names, PassOptions, SyntaxGating, TreeUnits};

/// Of a parent with more tokens than this it is not asked what its rule needs of what is left: it
/// has enough.
const MOST_LEFT_TO_LOOK: u32 = 100;

/// One file of a base document with its tree.
pub(crate) struct Subject {
    pub(crate) pass: &'static str,
    pub(crate) document: Document,
    pub(crate) file: FileTree,
    pub(crate) gate: Option<Arc<NoNewErrors>>,
    pub(crate) units: TreeUnits,
    pub(crate) names: Names,
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

    /// Returns the candidate that a cut makes, without a gate.
    pub(crate) fn bare_candidate(&self, cut: &Cut) -> Candidate {
        let splices = self.tree().splices(cut.cuts(), self.file.language.spacing);
        let edit = |splice: Splice<'_>| Edit::replace(self.file.file, splice.range, &splice.text);
        let edits = Edits::new(splices.into_iter().map(edit));
        Candidate::new(self.pass, &self.document, edits)
    }

    /// Returns the candidate that a cut makes, behind the gate.
    pub(crate) fn candidate(&self, cut: &Cut) -> Candidate {
        let candidate = self.bare_candidate(cut);
        match &self.gate {
            Some(gate) => candidate.with_gate(gate.clone()),
            None => candidate,
        }
    }

    /// Counts the tokens of a node that are still there.
    pub(crate) fn n_alive(&self, node: NodeId, cut: &Cut) -> u32 {
        cut.n_alive(self.tree().token_range(node))
    }

    /// Returns the parts of a node: its children that still have tokens; a chain of single children
    /// is squeezed, so that there are two parts or more, or none.
    pub(crate) fn parts(&self, node: NodeId, cut: &Cut) -> Vec<NodeId> {
        let mut node = node;
        loop {
            let parts: Vec<NodeId> =
                self.tree().children(node).filter(|&child| 0 < self.n_alive(child, cut)).collect();
            match parts[..] {
                [single] if self.n_alive(single, cut) == self.n_alive(node, cut) => node = single,
                _ => return parts,
            }
        }
    }

    /// Returns the part of a node that holds nearly all of its tokens, where the node is large: one
    /// shell of an onion of brackets is as needed as the next one, and asking about each would cost
    /// a trial a shell.
    pub(crate) fn core(&self, node: NodeId, parts: &[NodeId], cut: &Cut) -> Option<NodeId> {
        let n_alive = self.n_alive(node, cut);
        parts.iter().copied().find(|&part| is_core(self.n_alive(part, cut), n_alive))
    }

    /// Returns the largest node that holds a node and nothing else that is still there.
    pub(crate) fn topmost(&self, node: NodeId, cut: &Cut) -> NodeId {
        let (tree, n_alive) = (self.tree(), self.n_alive(node, cut));
        let above = |&node: &NodeId| tree.parent(node);
        let same = |&node: &NodeId| node != tree.root() && self.n_alive(node, cut) == n_alive;
        std::iter::successors(Some(node), above).take_while(same).last().unwrap_or(node)
    }

    /// Whether something of a node is there: tokens, or a text that took its place.
    fn is_present(&self, node: NodeId, cut: &Cut) -> bool {
        0 < self.n_alive(node, cut) || cut.has_put(self.tree().token_range(node))
    }

    /// Returns the change that takes a node out of its place, if something can: it goes where the
    /// grammar allows that, else a shorter text takes its place where there is one.
    pub(crate) fn removal(&self, node: NodeId, cut: &Cut) -> Option<Change> {
        let Some(places) = &self.file.places else {
            return (!self.is_bracket(node)).then_some(Change::Delete(node));
        };
        let n_alive = self.n_alive(node, cut);
        if let Some(text) = self.filler_without(&[node], cut) {
            let shorter = count_tokens(text.as_bytes()) < u64::from(n_alive);
            return shorter.then(|| Change::Replace(node, text.as_bytes().into()));
        }
        let mut replacement = None;
        let mut at = Some(node);
        while let Some(member) = at {
            match places.place(self.tree(), member) {
                Place::Separator => return None,
                Place::Removable if !self.is_last_needed(places, member, cut) => {
                    return Some(Change::Delete(member));
                }
                Place::Removable | Place::Required => {}
            }
            if replacement.is_none() {
                let text = places.shortest(self.tree(), member);
                let shorter = text.filter(|text| count_tokens(text) < u64::from(n_alive));
                replacement = shorter.map(|text| Change::Replace(member, text));
            }
            at = self.tree().children(member).find(|&child| self.n_alive(child, cut) == n_alive);
        }
        replacement
    }

    /// Returns the change that takes a node out of its place; where it has to be there, what else
    /// its parent holds takes the place of both: `b` that of `a; b`, and `f()` that of `let x = 1
    /// in f()`.
    pub(crate) fn removal_or_unwrap(&self, node: NodeId, cut: &Cut) -> Option<Change> {
        match self.removal(node, cut) {
            Some(change @ Change::Delete(_)) => Some(change),
            other => self.unwrapped(node, cut).or(other),
        }
    }

    /// Returns the change that lets the only other thing in a node's parent take the place of that.
    fn unwrapped(&self, node: NodeId, cut: &Cut) -> Option<Change> {
        const MOST_LEVELS: usize = 3;
        let (tree, places) = (self.tree(), self.file.places.as_ref()?);
        let is_content =
            |child: &NodeId| tree.is_named(*child) && !tree.is_extra(*child) && 0 < self.n_alive(*child, cut);
        let mut node = node;
        for _ in 0..MOST_LEVELS {
            let parent = tree.parent(node)?;
            let mut others = tree.children(parent).filter(is_content).filter(|&child| child != node);
            match (others.next(), others.next()) {
                // Nothing but words of the language is around it.
                (None, _) => node = parent,
                (Some(other), None) => {
                    let may_stand = places.may_replace(tree, parent, tree.kind(other));
                    let keep = tree.token_range(other);
                    return may_stand.then_some(Change::Hoist { node: parent, keep });
                }
                (Some(_), Some(_)) => return None,
            }
        }
        None
    }

    /// Returns what has to stand in the place of some children of one node, sorted, when nothing
    /// else is left of it and it must not be empty.
    fn filler_without(&self, nodes: &[NodeId], cut: &Cut) -> Option<&'static str> {
        let tree = self.tree();
        let filler = self.file.language.filler?;
        let holder = tree.parent(*nodes.first()?)?;
        if tree.kind_name(holder) != filler.holder {
            return None;
        }
        let is_left = |&child: &NodeId| !tree.is_extra(child) && self.is_present(child, cut);
        let mut left = tree.children(holder).filter(is_left);
        left.all(|child| nodes.binary_search(&child).is_ok()).then_some(filler.text)
    }

    /// Whether a node is one of a pair of brackets, which goes with what is between them.
    fn is_bracket(&self, node: NodeId) -> bool {
        let tree = self.tree();
        let has_partner = || tree.parent(node).is_some_and(|parent| !tree.has_error(parent));
        !tree.is_named(node)
            && matches!(tree.text_of(node), [b'(' | b')' | b'[' | b']' | b'{' | b'}'])
            && has_partner()
    }

    /// Whether the rule of the parent needs a node because what else it could have instead is gone:
    /// the last element of a list that must not be empty. Where much is left of the parent the
    /// answer is no, at little cost.
    fn is_last_needed(&self, places: &Places, node: NodeId, cut: &Cut) -> bool {
        let Some(parent) = self.tree().parent(node) else { return false };
        if MOST_LEFT_TO_LOOK < self.n_alive(parent, cut) {
            return false;
        }
        let children = places.children(self.tree(), parent);
        let is_gone = |child: &NodeId| *child == node || !self.is_present(*child, cut);
        let gone: Vec<usize> =
            (0..children.nodes().len()).filter(|&at| is_gone(&children.nodes()[at])).collect();
        children.without(&gone).is_none()
    }

    /// Makes changes; deleted nodes take along what their parents' rules cannot keep without them.
    pub(crate) fn apply<'a>(&self, cut: &Cut, changes: impl Iterator<Item = &'a Change>) -> Cut {
        let Some(places) = &self.file.places else { return cut.with(self.tree(), changes) };
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
            if let Some(text) = self.filler_without(&nodes, cut) {
                others.push(Change::Replace(nodes[0], text.as_bytes().into()));
                nodes.remove(0);
            }
            let children = places.children(tree, parent);
            let wanted = |child: &NodeId| nodes.binary_search(child).is_ok() || !self.is_present(*child, cut);
            let removed: Vec<usize> = children
                .nodes()
                .iter()
                .enumerate()
                .filter(|(_, child)| wanted(child))
                .map(|(at, _)| at)
                .collect();
            let gone = children.without(&removed).map(|gone| {
                match self.without_bare_signs(children.nodes(), &gone, cut) {
                    // One step alone is no sequence, and takes its place.
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
        cut.with(tree, &others)
    }

    /// Returns what goes of some children together with the signs that keep nothing apart any
    /// more, if there are any: grammars allow `{ , }`, and compilers do not.
    fn without_bare_signs(&self, children: &[NodeId], gone: &[usize], cut: &Cut) -> Option<Vec<usize>> {
        let tree = self.tree();
        let is_comma = |at: usize| !tree.is_named(children[at]) && tree.text_of(children[at]) == b",";
        let is_open = |at: usize| {
            !tree.is_named(children[at]) && matches!(tree.text_of(children[at]), b"(" | b"[" | b"{" | b"<")
        };
        let mut all = Vec::with_capacity(gone.len());
        // What was left last, and whether something went since.
        let (mut last, mut is_gap) = (None, false);
        for (at, &child) in children.iter().enumerate() {
            let is_bare = is_gap && is_comma(at) && last.is_none_or(|last| is_open(last) || is_comma(last));
            if gone.binary_search(&at).is_ok() || is_bare && self.is_present(child, cut) {
                all.push(at);
                is_gap = true;
            } else if !tree.is_extra(child) {
                let is_left = self.is_present(child, cut);
                (last, is_gap) = if is_left { (Some(at), false) } else { (last, true) };
            }
        }
        if let Some(at) = self.last_step_sign(children, &all, cut) {
            all.insert(all.partition_point(|&other| other < at), at);
        }
        (gone.len() < all.len()).then_some(all)
    }

    /// Returns the `;` that keeps the last step of several from nothing any more, where none stood
    /// behind the last one: what follows would become a step.
    fn last_step_sign(&self, children: &[NodeId], gone: &[usize], cut: &Cut) -> Option<usize> {
        let tree = self.tree();
        let is_sign = |at: &usize| tree.text_of(children[*at]) == b";";
        let is_content = |at: &usize| !tree.is_extra(children[*at]);
        let is_left = |at: &usize| gone.binary_search(at).is_err() && self.is_present(children[*at], cut);
        let holder = tree.parent(*children.first()?)?;
        if !is_sequence(tree, holder) {
            return None;
        }
        let mut from_end = (0..children.len()).rev().filter(is_content);
        let ends_with_sign = from_end.clone().next().is_some_and(|at| is_sign(&at));
        from_end.find(is_left).filter(|at| is_sign(at) && !ends_with_sign)
    }

    /// Whether all of a node is there, and nothing else in its place.
    pub(super) fn is_whole(&self, node: NodeId, cut: &Cut) -> bool {
        self.n_alive(node, cut) == self.tree().n_tokens(node)
    }
}

/// Whether a node is what steps follow each other in.
fn is_sequence(tree: &Tree, node: NodeId) -> bool {
    tree.kind_name(node).starts_with("sequence")
}

/// Whether a part of so many tokens is nearly all of a large node.
pub(crate) fn is_core(n_part: u32, n_node: u32) -> bool {
    const LARGE: u32 = 256;
    LARGE <= n_part && n_node - n_node / 16 <= n_part
}
