//! A call of one function takes the place of everything that a program does.

use std::sync::Arc;

use dwindle_reduce::{Answer, CandidateSearch, Document};
use dwindle_syntax::bindings::Definition;
use dwindle_syntax::languages::{Access, DirectCall, Namespaces};
use dwindle_syntax::uses::{Members, Root, Uses, Wildcards};
use dwindle_syntax::{NodeId, Tree};

use super::call::{Call, calls, closed_calls};
use super::entry::{Start, start, throws};
use super::types::Types;
use crate::entry::Entry;
use crate::options::PassOptions;
use crate::tree::search::{Framework, Task, TreeSearch};
use crate::tree::subject::Subject;
use crate::tree::token_edits::{Change, TokenEdits};
use crate::tree::uses::along::{gone as gone_bytes, loose_ends};

/// The catalogue's entry.
pub const ENTRY: Entry = Entry {
    name: "direct-calls",
    summary: "calls one function of a program at once, and nothing else",
    manual: "\
A program that fails at run time mostly fails in one function, which is reached through others. \
The body of its entry point, or all top-level statements, are replaced by a call of one function. \
Everything that this call does not need is removed with it. Each call that the program contains is \
tried with its own arguments: a variable in them is replaced by its value, a parameter by what a \
caller gives for it, and `this` by the object of a call. If a call uses the variable of a loop, it \
stays in that loop; conditions, functions without a name and declarations of several names stay in \
the same way. And each function is called with arguments that are made from the types that the text \
states: zeros, empty texts and lists, and objects made by a constructor or a literal, recursively; or \
numbers and texts that a message in the test script names, such as 12 in `grep 'index 12'`. What \
needs least is tried first. Then the calls with made arguments are tried again, with `9` for all \
numbers, with `-1`, and with `9` and `1` in turn. A word that hides a member, such as `private`, goes. \
In large texts, only the first functions and calls are tried. For C, C++, C#, Go, Java, JavaScript, \
Lua, PHP, Python, Ruby, Rust and TypeScript. The meaning changes. `fn main() { for line in read() { \
show(&parse(line)); } }` becomes `fn main() { let _ = parse(\"\"); }` or `fn main() { for line in \
read() { let _ = parse(line); } }`, without the other functions.",
    begin,
};

fn begin(options: &PassOptions, document: &Document) -> Option<CandidateSearch> {
    let expected = options.expected.clone();
    TreeSearch::begin_in_files(ENTRY.name, options, document, move |subject| {
        let uses = subject.file.uses().clone();
        let language = subject.file.language;
        let rules = &language.bindings?.direct?;
        let start = start(uses.bindings(), rules)?;
        let mut candidates: Vec<Candidate> = Vec::new();
        let mut last: Option<(Vec<Root>, Left)> = None;
        let types = Types::of(uses.bindings());
        let made = calls(uses.bindings(), (language, rules), &types, expected.values(), start.place);
        let closed = closed_calls(subject, uses.bindings(), (language, rules), &types, &start);
        for call in made.into_iter().chain(closed) {
            // What a text defines further below is not there yet.
            if start.entity.is_none() && start.place < call.whole {
                continue;
            }
            let text = text(subject.tree(), rules, &start, &call);
            // Calls of one function with different numbers need the same.
            let known = last.take().filter(|(roots, _)| *roots == call.roots);
            let new = || left(subject, (&uses, &types), (rules, &start), &call, &text);
            let left = known.map_or_else(new, |(_, left)| left);
            last = Some((call.roots, left.clone()));
            candidates.push(Candidate { text, number: call.number, left });
        }
        candidates.sort_by_key(|candidate| (candidate.number, candidate.left.n_tokens));
        let n_before = subject.n_alive(subject.tree().root(), &TokenEdits::default());
        candidates.retain(|candidate| candidate.left.n_tokens < n_before);
        (!candidates.is_empty()).then(|| Direct {
            place: start.place,
            candidates: candidates.into(),
            next: 0,
            is_over: false,
        })
    })
}

/// Returns what takes the place of a body or statement.
fn text(tree: &Tree, rules: &DirectCall, start: &Start, call: &Call) -> Arc<[u8]> {
    let path = call.namespace.as_deref().zip(rules.namespace);
    let open =
        path.map(|(path, Namespaces { open: (before, behind), .. })| format!("{before}{path}{behind}"));
    let result = start.result.filter(|&result| tree.text_of(result) == b"int").map_or("", |_| rules.result);
    let is_new = start.thrown.is_none() && start.entity.is_some() && throws(tree, call.whole).is_some();
    let throws = if is_new { THROWS } else { "" };
    let open = open.as_deref().unwrap_or_default();
    [throws, rules.body.0, open, &call.statement, result, rules.body.1].concat().into_bytes().into()
}

/// What stands before a body that may throw anything, in Java.
const THROWS: &str = "throws Exception ";

/// The text of a call, and what is left beside it.
#[derive(Clone)]
struct Candidate {
    text: Arc<[u8]>,
    number: usize,
    left: Left,
}

/// What is left beside a call. Cloning is O(1).
#[derive(Clone)]
struct Left {
    /// Everything but the replacement by the call.
    changes: Arc<[Change]>,
    n_tokens: u32,
}

/// Removes what a call does not need. O(parts + names).
fn left(
    subject: &Subject,
    (uses, types): (&Uses, &Types<'_>),
    (rules, start): (&DirectCall, &Start),
    call: &Call,
    text: &Arc<[u8]>,
) -> Left {
    let tree = subject.tree();
    let cut = TokenEdits::default();
    let mut changes: Vec<Change> = start.others.iter().copied().map(Change::Delete).collect();
    changes.extend(start.result.filter(|_| subject.file.language.name == "rust").map(Change::Delete));
    changes.extend(start.thrown.map(|node| Change::Replace(node, Arc::from(THROWS.trim_end().as_bytes()))));
    let mut gone: Vec<_> = start.nodes().chain(start.thrown).map(|node| tree.range(node)).collect();
    gone.sort_by_key(|range| range.start);
    let mut roots = call.roots.clone();
    roots.extend(start.entity.map(Root::Entity));
    let beside = |roots: &[Root]| uses.beside(&gone, roots, Members::Used, Wildcards::Kept);
    // What types have although nothing names it is there for their readers: `compareTo`, `Error`.
    roots.extend(idle_members(uses, types, beside(&roots)));
    let is_apart =
        |&node: &NodeId| !start.has(tree, node) && !start.nodes().any(|other| tree.is_within(other, node));
    let beside = beside(&roots).into_iter().filter(is_apart);
    changes.extend(beside.filter_map(|node| subject.removal(node, &cut)));
    changes.extend(call.obstacles.iter().map(|&node| match rules.access {
        Access::Marked | Access::Sections => Change::Replace(node, Arc::from(&b"public"[..])),
        Access::Unmarked | Access::InOutermost => Change::Delete(node),
    }));
    // The words of the call do not become unused.
    let put = Change::Replace(start.place, text.clone());
    let with_call = |changes: &[Change]| subject.apply(&cut, std::iter::once(&put).chain(changes));
    let bare = with_call(&changes);
    // Assignments do not keep what they change.
    let assignments = uses.assignments_to(&gone_bytes(subject, &bare));
    changes.extend(assignments.into_iter().filter_map(|node| subject.removal(node, &bare)));
    let bare = with_call(&changes);
    changes.extend(loose_ends(subject, uses, (&cut, &bare)));
    let n_tokens = subject.n_alive(tree.root(), &with_call(&changes));
    Left { changes: changes.into(), n_tokens }
}

/// Returns the members that nothing seems to name of types that are left without some nodes.
/// O(definitions · log nodes).
fn idle_members(uses: &Uses, types: &Types<'_>, mut gone: Vec<NodeId>) -> Vec<Root> {
    gone.sort_unstable();
    let (tree, bindings) = (uses.tree(), uses.bindings());
    // What names a member may seem to name a type: `public Genre Genre;`.
    let has_name_of_type = |found: &Definition| types.is_named(tree.text_of(found.name));
    let is_unused = |found: &Definition| bindings.entity(found.entity).uses.is_empty();
    let is_idle = |found: &Definition| {
        found.is_member && found.node.is_some() && (is_unused(found) || has_name_of_type(found))
    };
    let is_left = |found: &Definition| {
        let holder = found.node.and_then(|node| tree.parent(node));
        // None of them lies within another.
        let before = |holder| gone[..gone.partition_point(|&node| node <= holder)].last().copied();
        holder.is_some_and(|holder| !before(holder).is_some_and(|node| tree.is_within(holder, node)))
    };
    let idle = bindings.numbered_definitions().filter(|(_, found)| is_idle(found) && is_left(found));
    idle.map(|(id, _)| Root::Member(id)).collect()
}

#[derive(Clone)]
struct Direct {
    /// What each call takes the place of.
    place: NodeId,
    /// Those that leave least come first.
    candidates: Arc<[Candidate]>,
    next: usize,
    /// Whether one was interesting: the others are relative to what was before.
    is_over: bool,
}

impl Framework for Direct {
    fn next(&mut self, _: &Subject, _: &TokenEdits) -> Option<Task> {
        let Candidate { text, left, .. } = self.candidates.get(self.next).filter(|_| !self.is_over)?;
        self.next += 1;
        let put = Change::Replace(self.place, text.clone());
        Some(Task::Batch(std::iter::once(put).chain(left.changes.iter().cloned()).collect()))
    }

    fn learn(&mut self, answer: Answer) {
        self.is_over |= answer.is_interesting();
    }
}
