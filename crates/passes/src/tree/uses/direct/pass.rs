//! A call of one function takes the place of everything that a program does.

use std::sync::Arc;

use dwindle_reduce::{Answer, CandidateSearch, Document};
use dwindle_syntax::NodeId;
use dwindle_syntax::bindings::{Definition, DefinitionId};
use dwindle_syntax::uses::{Members, Root, Uses, Wildcards};

use super::call::{Call, calls};
use super::entry::{Start, start};
use crate::entry::Entry;
use crate::options::PassOptions;
use crate::tree::search::{Framework, Task, TreeSearch};
use crate::tree::subject::Subject;
use crate::tree::token_edits::{Change, TokenEdits};
use crate::tree::uses::along::loose_ends;

/// The catalogue's entry.
pub const ENTRY: Entry = Entry {
    name: "direct-calls",
    summary: "calls one function of a program at once, with made-up arguments, and nothing else",
    manual: "\
A program that fails at run time mostly fails in one function, which is reached through others. \
The body of its entry point, or all top-level statements, are replaced by a call of one function. \
Its arguments are made from the types that the text states: zeros, empty texts and lists, and \
objects made by a constructor or a literal, recursively. Everything that this call does not need is \
removed with it. The functions that need least are tried first, with `0` for all numbers; then all \
again with `9`, `-1`, and `9` and `1` in turn. For C, C++, C#, Go, Java, JavaScript, Python, Rust and TypeScript. The meaning changes. `fn main() { for line in read() { show(&parse(line)); } }` becomes `fn \
main() { let _ = parse(\"\"); }`, without the other functions.",
    begin,
};

fn begin(options: &PassOptions, document: &Document) -> Option<CandidateSearch> {
    TreeSearch::begin_in_files(ENTRY.name, options, document, |subject| {
        let uses = subject.file.uses().clone();
        let language = subject.file.language;
        let start = start(uses.bindings()).filter(|_| style(language.name).is_some())?;
        let mut calls: Vec<Candidate> = calls(uses.bindings(), language)
            .into_iter()
            .filter_map(|call| candidate(subject, &uses, &start, call))
            .collect();
        calls.sort_by_key(|call| (call.number, call.n_left));
        let n_before = subject.n_alive(subject.tree().root(), &TokenEdits::default());
        calls.retain(|call| call.n_left < n_before);
        (!calls.is_empty()).then(|| Direct { calls: calls.into(), next: 0, is_over: false })
    })
}

/// What stands before and behind a call that takes the place of a body or statement.
fn style(language: &str) -> Option<(&'static str, &'static str)> {
    match language {
        "rust" => Some(("{ let _ = ", "; }")),
        "go" => Some(("{ ", " }")),
        "c" | "cpp" | "java" | "c-sharp" => Some(("{ ", "; }")),
        "python" | "typescript" | "tsx" | "javascript" => Some(("", "")),
        _ => None,
    }
}

/// A call, the changes that put it, and how many tokens are left then.
#[derive(Clone)]
struct Candidate {
    changes: Arc<[Change]>,
    n_left: u32,
    number: usize,
}

fn candidate(subject: &Subject, uses: &Uses, start: &Start, call: Call) -> Option<Candidate> {
    let tree = subject.tree();
    let cut = TokenEdits::default();
    let (before, behind) = style(subject.file.language.name)?;
    let Call { text, mut roots, namespace, number } = call;
    let text = namespace.map_or_else(|| text.clone(), |name| format!("using namespace {name}; {text}"));
    let text: Arc<[u8]> = [before, &text, behind].concat().into_bytes().into();
    let mut changes = vec![Change::Replace(start.place, text)];
    changes.extend(start.others.iter().copied().map(Change::Delete));
    changes.extend(start.result.filter(|_| subject.file.language.name == "rust").map(Change::Delete));
    changes.extend(start.thrown.map(|node| Change::Replace(node, Arc::from(&b"throws Exception"[..]))));
    let mut gone: Vec<_> = start
        .others
        .iter()
        .chain([&start.place])
        .chain(&start.thrown)
        .map(|&node| tree.range(node))
        .collect();
    gone.sort_by_key(|range| range.start);
    roots.extend(start.entity.map(Root::Entity));
    let beside = |roots: &[Root]| uses.beside(&gone, roots, Members::Used, Wildcards::Kept);
    // What types have although nothing names it is there for their readers: `compareTo`, `Error`.
    roots.extend(idle_members(uses, beside(&roots)));
    let beside = beside(&roots);
    let is_apart = |node| {
        let meets = |&other: &_| tree.is_within(node, other) || tree.is_within(other, node);
        !start.others.iter().chain([&start.place]).any(meets)
    };
    let beside = beside.into_iter().filter(|&node| is_apart(node));
    changes.extend(beside.filter_map(|node| subject.removal(node, &cut)));
    let bare = subject.apply(&cut, changes.iter());
    changes.extend(loose_ends(subject, uses, (&cut, &bare)));
    let n_left = subject.n_alive(tree.root(), &subject.apply(&cut, changes.iter()));
    Some(Candidate { changes: changes.into(), n_left, number })
}

/// Returns the members that nothing names of types that are left without some nodes.
/// O(definitions · log nodes).
fn idle_members(uses: &Uses, mut gone: Vec<NodeId>) -> Vec<Root> {
    gone.sort_unstable();
    let (tree, bindings) = (uses.tree(), uses.bindings());
    let all = (0u32..).map(DefinitionId).zip(bindings.definitions());
    let is_idle = |found: &Definition| {
        found.is_member && found.node.is_some() && bindings.entity(found.entity).uses.is_empty()
    };
    let is_left = |found: &Definition| {
        let holder = found.node.and_then(|node| tree.parent(node));
        // None of them lies within another.
        let before = |holder| gone[..gone.partition_point(|&node| node <= holder)].last().copied();
        holder.is_some_and(|holder| !before(holder).is_some_and(|node| tree.is_within(holder, node)))
    };
    all.filter(|(_, found)| is_idle(found) && is_left(found)).map(|(id, _)| Root::Member(id)).collect()
}

#[derive(Clone)]
struct Direct {
    /// Those that leave least come first.
    calls: Arc<[Candidate]>,
    next: usize,
    /// Whether one was interesting: the others are relative to what was before.
    is_over: bool,
}

impl Framework for Direct {
    fn next(&mut self, _: &Subject, _: &TokenEdits) -> Option<Task> {
        let call = self.calls.get(self.next).filter(|_| !self.is_over)?;
        self.next += 1;
        Some(Task::Batch(call.changes.to_vec()))
    }

    fn learn(&mut self, answer: Answer) {
        self.is_over |= answer.is_interesting();
    }
}
