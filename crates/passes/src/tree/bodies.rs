//! Replaces bodies of functions by one that type-checks everywhere.

use std::collections::HashSet;
use std::sync::Arc;

use dwindle_reduce::cost::count_tokens;
use dwindle_reduce::{CandidateSearch, Document, Pass};
use dwindle_syntax::languages::{Body, NodeChange, Part};
use dwindle_syntax::uses::CompanionKind;
use dwindle_syntax::{NodeId, Tree};

use super::search::{Framework, Task, TreeSearch, Unit};
use super::subject::Subject;
use super::token_edits::{Change, TokenEdits};
use super::uses::along::{Takes, companions};
use crate::entry::Entry;
use crate::options::PassOptions;
use crate::policy::patient::patient;

/// The entry of the pass.
pub const ENTRY: Entry = Entry {
    name: "bodies",
    summary: "replaces the bodies of functions by one that type-checks everywhere",
    manual: "\
Replaces the body of a function by one that the compiler accepts for any type: `fn f(a: &str) -> \
Vec<u8> { a.into() }` becomes `fn f(a: &str) -> Vec<u8> { loop {} }`. All bodies are tried at \
once, then together with everything that becomes unused, then groups of them, then single ones with \
what becomes unused, and then the functions within those that stay. Go has `panic(0)`, Java `throw null;`, Haskell `undefined`, \
Python `...`, C and C++ a prototype or else an endless loop, LLVM IR `declare`. It helps if the \
bug is in a signature or in few bodies, and in type-checked languages, since a function that is \
used cannot be removed itself. Given up after twelve misses in a row.",
    begin: |options, document| Some(patient(begin(options, document, Extent::Groups)?, MOST_MISSES)),
};

/// Budget of misses in a row.
const MOST_MISSES: u32 = 12;
/// How many levels of nested functions are visited.
const MOST_LEVELS: u32 = 4;

/// How much is tried.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// All bodies at once, for each variant of the replacement.
    AtOnce,
    /// Also groups of bodies, and then the functions within bodies that stay.
    Groups,
}

/// Returns a pass that only tries all bodies at once: if that fails, removing whole functions may
/// be cheaper.
pub(crate) fn at_once(options: &PassOptions) -> Pass {
    let options = options.clone();
    Pass::new(ENTRY.name, move |document| begin(&options, document, Extent::AtOnce))
}

fn begin(options: &PassOptions, document: &Document, extent: Extent) -> Option<CandidateSearch> {
    TreeSearch::begin_in_files(ENTRY.name, options, document, move |subject| {
        let variants = subject.file.language.bodies;
        let within: Arc<[NodeId]> = Arc::from([subject.tree().root()]);
        (!variants.is_empty()).then_some(ByLevel {
            extent,
            variants,
            within,
            level: 0,
            phase: Phase::start(false),
            tried_alone: None,
            before: None,
            single: None,
        })
    })
}

/// The outermost bodies, then those within the ones that stay.
#[derive(Clone)]
struct ByLevel {
    extent: Extent,
    variants: &'static [&'static [Body]],
    /// The nodes in which bodies of this level are searched.
    within: Arc<[NodeId]>,
    level: u32,
    phase: Phase,
    /// What replaced all bodies in the last task, if it is tried with what becomes unused next.
    tried_alone: Option<Arc<[Change]>>,
    /// What was accepted before the last task.
    before: Option<TokenEdits>,
    /// The bodies of this level that are yet to be tried one by one with what becomes unused; the
    /// last one is next.
    single: Option<Vec<Arc<[Change]>>>,
}

/// What is tried next at a level.
#[derive(Clone, Copy)]
struct Phase {
    variant: usize,
    /// Whether groups are tried; otherwise all bodies at once.
    is_list: bool,
}

impl Phase {
    fn start(is_list: bool) -> Phase {
        Phase { variant: 0, is_list }
    }
}

impl Framework for ByLevel {
    fn next(&mut self, subject: &Subject, edits: &TokenEdits) -> Option<Task> {
        // First all at once for each variant, then the groups of each.
        let were_all_accepted = self.before.take().is_some_and(|before| before != *edits);
        if were_all_accepted && self.extent == Extent::AtOnce {
            return None;
        }
        if were_all_accepted {
            self.phase = Phase::start(true);
        }
        let tried_alone = self.tried_alone.take().filter(|_| !were_all_accepted);
        if let Some(task) = tried_alone.and_then(|all| with_unused(subject, edits, &all)) {
            self.before = Some(edits.clone());
            return Some(task);
        }
        while self.level < MOST_LEVELS {
            let Phase { variant, is_list } = self.phase;
            let Some(variant_bodies) = self.variants.get(variant) else {
                if is_list && let Some(task) = self.next_single(subject, edits) {
                    return Some(task);
                }
                self.phase = Phase::start(!is_list);
                if self.extent == Extent::AtOnce || (is_list && !self.descend(subject, edits)) {
                    return None;
                }
                continue;
            };
            self.phase.variant += 1;
            let units = possible(subject, edits, units(subject, edits, &self.within, variant_bodies));
            if is_list && !units.is_empty() {
                return Some(Task::List(units));
            }
            if units.len() <= 1 {
                continue;
            }
            let all: Vec<Change> = units.into_iter().flat_map(|unit| unit.changes).collect();
            // What becomes unused is nearly the same for each variant.
            if variant == 0 {
                self.tried_alone = Some(all.clone().into());
            }
            self.before = Some(edits.clone());
            return Some(Task::Batch(all));
        }
        None
    }
}

impl ByLevel {
    /// Returns the task that replaces one more body and removes what becomes unused.
    fn next_single(&mut self, subject: &Subject, edits: &TokenEdits) -> Option<Task> {
        let all = || {
            let units = possible(subject, edits, units(subject, edits, &self.within, self.variants[0]));
            units.into_iter().map(|unit| unit.changes.into()).collect()
        };
        let mut single: Vec<Arc<[Change]>> = self.single.take().unwrap_or_else(all);
        let task = std::iter::from_fn(|| single.pop()).find_map(|changes| {
            let is_open = changes.iter().all(|change| subject.is_whole(change.node(), edits));
            if is_open { with_unused(subject, edits, &changes) } else { None }
        });
        self.single = Some(single);
        task
    }

    /// Descends into the bodies that stay. Returns whether there are any.
    fn descend(&mut self, subject: &Subject, edits: &TokenEdits) -> bool {
        let mut within: Vec<NodeId> = Vec::new();
        for bodies in self.variants {
            let found = sites(subject, edits, &self.within, bodies);
            within.extend(found.into_iter().map(|site| site.body));
        }
        within.sort_unstable();
        within.dedup();
        self.within = within.into();
        self.single = None;
        self.level += 1;
        !self.within.is_empty()
    }
}

/// Returns the task that also removes everything that some changes make unused; `None` if that is
/// nothing, or a part of it cannot be removed.
fn with_unused(subject: &Subject, edits: &TokenEdits, changes: &[Change]) -> Option<Task> {
    let bare = subject.apply(edits, changes.iter());
    let along =
        companions(subject, subject.file.uses(), (edits, &bare), Takes::of(CompanionKind::Unused, subject))?
            .changes;
    (!along.is_empty()).then(|| Task::Batch([changes, &along].concat()))
}

/// A definition that still has its body.
struct Site {
    definition: NodeId,
    body: NodeId,
    replacement: &'static Body,
}

/// Returns the outermost definitions with a body within some nodes.
fn sites(subject: &Subject, edits: &TokenEdits, within: &[NodeId], bodies: &'static [Body]) -> Vec<Site> {
    let tree = subject.tree();
    let mut sites = Vec::new();
    let mut waiting: Vec<NodeId> =
        within.iter().rev().flat_map(|&node| children_reversed(tree, node)).collect();
    while let Some(node) = waiting.pop() {
        let kind = tree.kind_name(node);
        let mut found = bodies.iter().filter(|body| body.definition == kind);
        let site = found.find_map(|replacement| {
            let body = body_of(tree, node, replacement.part)?;
            subject.is_whole(body, edits).then_some(Site { definition: node, body, replacement })
        });
        match site {
            Some(site) => sites.push(site),
            None => waiting.extend(children_reversed(tree, node)),
        }
    }
    sites
}

fn children_reversed(tree: &Tree, node: NodeId) -> Vec<NodeId> {
    let mut children: Vec<NodeId> = tree.children(node).collect();
    children.reverse();
    children
}

fn body_of(tree: &Tree, definition: NodeId, part: Part) -> Option<NodeId> {
    tree.children(definition).find(|&child| match part {
        Part::Field(field) => tree.field_name(child) == Some(field),
        Part::FieldOfKind(field, kind) => {
            tree.field_name(child) == Some(field) && tree.kind_name(child) == kind
        }
        Part::Kind(kind, start) => {
            tree.kind_name(child) == kind && tree.text_of(child).starts_with(start.as_bytes())
        }
    })
}

/// Returns the unit that replaces each body, if that is simpler.
fn units(subject: &Subject, edits: &TokenEdits, within: &[NodeId], bodies: &'static [Body]) -> Vec<Unit> {
    let unit = |site: Site| {
        let weight = subject.tree().n_tokens(site.body);
        let n_instead = count_tokens(site.replacement.instead.as_bytes());
        let saves = n_instead < count_tokens(subject.tree().text_of(site.body));
        saves.then(|| Unit { changes: changes(subject.tree(), &site), weight })
    };
    sites(subject, edits, within, bodies).into_iter().filter_map(unit).collect()
}

fn changes(tree: &Tree, site: &Site) -> Vec<Change> {
    let change = |node: NodeId, text: &'static str| match text {
        "" => Change::Delete(node),
        text => Change::Replace(node, text.as_bytes().into()),
    };
    let Body { instead, with_body, .. } = site.replacement;
    let mut changes = vec![change(site.body, instead)];
    if with_body.is_empty() {
        return changes;
    }
    let mut waiting: Vec<NodeId> = tree.children(site.definition).collect();
    while let Some(node) = waiting.pop() {
        let is_meant = |change: &&NodeChange| {
            change.kind == tree.kind_name(node) && tree.text_of(node).starts_with(change.begins.as_bytes())
        };
        match with_body.iter().find(is_meant) {
            _ if node == site.body => {}
            Some(found) => changes.push(change(node, found.instead)),
            None => waiting.extend(tree.children(node)),
        }
    }
    changes
}

/// Drops units that break the syntax, which would spoil every candidate with them.
fn possible(subject: &Subject, edits: &TokenEdits, mut units: Vec<Unit>) -> Vec<Unit> {
    let is_admitted = |changes: &[Change]| {
        let candidate = subject.candidate(&subject.apply(edits, changes.iter()));
        candidate.gate().is_none_or(|gate| gate.admits(&candidate))
    };
    let all: Vec<Change> = units.iter().flat_map(|unit| unit.changes.iter().cloned()).collect();
    if !is_admitted(&all) {
        let admitted: HashSet<usize> =
            (0..units.len()).filter(|&at| is_admitted(&units[at].changes)).collect();
        let mut at = 0;
        units.retain(|_| {
            at += 1;
            admitted.contains(&(at - 1))
        });
    }
    units
}
