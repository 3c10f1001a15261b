//! The pass `expected`.

use std::sync::Arc;

use dwindle_reduce::{CandidateSearch, Document, Finding, FindingState};
use dwindle_syntax::NodeId;
use dwindle_syntax::bindings::Bindings;
use dwindle_syntax::languages::Fallback;
use dwindle_syntax::uses::{CompanionKind, Uses};

use super::places::{Place, Printed};
use super::texts::Expected;
use crate::entry::Entry;
use crate::options::PassOptions;
use crate::policy::patient::patient;
use crate::tree::search::{Framework, Task, TreeSearch};
use crate::tree::subject::Subject;
use crate::tree::token_edits::{Change, TokenEdits};
use crate::tree::uses::along::{Takes, companions};

/// The entry of the pass.
pub const ENTRY: Entry = Entry {
    name: "expected",
    summary: "puts the texts that the test looks for where the program prints them",
    manual: "\
If a test compiles and runs a program and looks for a line of its output, the program may as well \
print that line as it is, and nothing that computes it is needed. The texts are what stands in \
quotes in the test script, documents behind `<<` in it and files beside candidates (--with), whole \
and line by line, and what --stdout-contains and similar options name. Of a pattern such as `[0-9]+`, an \
example is taken; messages of failures, with words such as `error`, are left out. A text takes the \
place of a literal with the same words, first of those that have most of them and fewest others; what \
is printed together with that is removed: other arguments, operands, and values within the literal. \
First with everything that becomes unused, then alone. After a success, the statements beside it that \
define nothing for others are removed at once. If no literal is clearly alike, but the words of a text are in several, it is put where the program \
prints first, in `main` or outside of functions, and the statements beside that go in the same trial. \
A text whose words are in no literal is never tried. Given up after twelve misses in a row. With `grep -qx 'sum: 7'` in the test, `printf(\"sum: \
%d\\n\", sum(list));` becomes `printf(\"sum: 7\\n\");`, without `sum` and `list`.",
    begin: |options, document| Some(patient(begin(options, document)?, MOST_MISSES)),
};

/// What is less like a literal may be put together from several.
const CLEARLY_ALIKE: f64 = 0.6;
/// How many times definitions of what is used elsewhere are looked for.
const MOST_ROUNDS: usize = 16;
/// What the names of kinds of calls contain.
const CALLS: [&str; 4] = ["call", "invocation", "apply", "application"];
/// The most texts that are tried.
const MOST_TEXTS: usize = 16;
/// Budget of misses in a row for the pass.
const MOST_MISSES: u32 = 12;

fn begin(options: &PassOptions, document: &Document) -> Option<CandidateSearch> {
    if options.expected.is_empty() {
        return None;
    }
    let expected = options.expected.clone();
    TreeSearch::begin_in_files(ENTRY.name, options, document, move |subject| {
        // Data prints nothing.
        let calls = subject.tree().kinds().named_like(|name| CALLS.iter().any(|call| name.contains(call)));
        if calls.is_empty() && subject.file.language.fallback() != Some(Fallback::Outline) {
            return None;
        }
        let printed = Printed::of(subject.tree(), subject.file.uses().bindings());
        let texts = texts(&printed, &expected);
        (!texts.is_empty()).then(|| Put {
            uses: subject.file.uses().clone(),
            texts: texts.into(),
            next: (0, 0, 0),
            tried: Vec::new(),
            beside: Vec::new(),
            last: None,
            findings: Arc::default(),
        })
    })
}

/// A text, and what is tried for it.
struct Text {
    text: String,
    /// Its places, the best first.
    places: Vec<Place>,
    /// The ways to put it there.
    ways: &'static [Way],
}

/// Returns the texts that have a place: at literals with their words, or, if no literal is clearly
/// alike and they may be put together from several, where the program prints first. There, all such
/// lines are one text before each is.
fn texts(printed: &Printed<'_>, expected: &Expected) -> Vec<Text> {
    let at_first = |text: &str| {
        let places = printed.first_places(text);
        Text { text: text.to_owned(), places, ways: &FIRST_WAYS }
    };
    let mut scattered: Vec<&str> = Vec::new();
    let mut found: Vec<Text> = Vec::new();
    for text in expected.texts() {
        let (alike, places) = printed.places(text);
        if !places.is_empty() {
            found.push(Text { text: text.clone(), places, ways: &WAYS });
        }
        if alike < CLEARLY_ALIKE && printed.is_scattered(text) && !expected.may_be_message(text) {
            scattered.push(text);
        }
    }
    let (whole, lines): (Vec<&str>, Vec<&str>) = scattered.into_iter().partition(|text| text.contains('\n'));
    let is_alone = |line: &&str| !whole.iter().any(|text| is_line(line, text));
    let alone: Vec<&str> = lines.into_iter().filter(is_alone).collect();
    let together = (!alone.is_empty()).then(|| alone.join("\n"));
    let first: Vec<Text> = whole.into_iter().chain(together.as_deref()).map(at_first).collect();
    let each = if 1 < alone.len() { alone } else { Vec::new() };
    let all = first.into_iter().chain(found).chain(each.into_iter().map(at_first));
    all.filter(|text| !text.places.is_empty()).take(MOST_TEXTS).collect()
}

/// Whether a text is a line of another one.
fn is_line(text: &str, of: &str) -> bool {
    of.lines().any(|line| line == text)
}

/// A way to put a text at its place.
#[derive(Clone, Copy)]
struct Way {
    /// What goes along.
    takes: Option<Takes>,
    /// Whether the statements beside it go too, and if so, whether the last ones do.
    beside: Option<bool>,
}

const UNUSED: Takes = Takes { kind: CompanionKind::Unused, with_arguments: true, keeps_calls: false };

/// With what becomes unused, parameters and their arguments included; also with what uses that, as
/// assignments do; without parameters; alone.
const WAYS: [Way; 4] = [
    Way { takes: Some(UNUSED), beside: None },
    Way { takes: Some(Takes { kind: CompanionKind::Dependents, ..UNUSED }), beside: None },
    Way { takes: Some(Takes { with_arguments: false, ..UNUSED }), beside: None },
    Way { takes: None, beside: None },
];
/// Where the program prints first, nothing else is to be printed.
const FIRST_WAYS: [Way; 2] =
    [Way { takes: Some(UNUSED), beside: Some(true) }, Way { takes: Some(UNUSED), beside: Some(false) }];

/// One text after the other, at one place after the other.
#[derive(Clone)]
struct Put {
    uses: Uses,
    texts: Arc<[Text]>,
    /// The text, place and way that are next.
    next: (usize, usize, usize),
    /// What the earlier ways at the next place wanted.
    tried: Vec<TokenEdits>,
    /// The literals whose neighbours are next to be removed, each with whether the last ones go.
    beside: Vec<(NodeId, bool)>,
    /// The last proposal, and what was accepted before.
    last: Option<(Last, TokenEdits)>,
    /// The texts that were put in.
    findings: Arc<Vec<Finding>>,
}

/// What was proposed last.
#[derive(Clone, Copy)]
enum Last {
    /// The text with this index at its place with that one.
    Text(usize, usize),
    /// Nothing of what is beside it.
    Beside,
}

impl Framework for Put {
    fn next(&mut self, subject: &Subject, edits: &TokenEdits) -> Option<Task> {
        let accepted = self.last.take().filter(|(_, before)| before != edits);
        match accepted.map(|(last, _)| last) {
            Some(Last::Text(text, at)) => {
                let Text { text: own, places, .. } = &self.texts[text];
                let place = &places[at];
                let n_lines = self.texts[text + 1..].iter().take_while(|next| is_line(&next.text, own));
                // It may have been put where it is not printed.
                self.next = match place.is_printed {
                    true => (text + 1 + n_lines.count(), 0, 0),
                    false => (text, at + 1, 0),
                };
                self.beside = vec![(place.literal, false), (place.literal, true)];
                Arc::make_mut(&mut self.findings).push(written(subject, place));
            }
            Some(Last::Beside) => self.beside.clear(),
            None => {}
        }
        while let Some((literal, ends)) = self.beside.pop() {
            let changes = self.beside(subject, edits, literal, ends);
            if changes.is_empty() {
                continue;
            }
            if let Some(changes) = self.with_companions(subject, edits, changes, Some(UNUSED)) {
                self.last = Some((Last::Beside, edits.clone()));
                return Some(Task::Batch(changes));
            }
        }
        loop {
            let (text, at, way) = self.next;
            let Text { places, ways, .. } = self.texts.get(text)?;
            let Some(place) = places.get(at) else {
                self.next = (text + 1, 0, 0);
                continue;
            };
            self.next = if way + 1 < ways.len() { (text, at, way + 1) } else { (text, at + 1, 0) };
            if way == 0 {
                self.tried.clear();
            }
            let Some(changes) = self.changes(subject, edits, place, ways[way]) else { continue };
            let wanted = subject.apply(edits, changes.iter());
            if !self.tried.contains(&wanted) {
                self.tried.push(wanted);
                self.last = Some((Last::Text(text, at), edits.clone()));
                return Some(Task::Batch(changes));
            }
        }
    }

    fn findings(&self) -> &[Finding] {
        &self.findings
    }
}

/// Returns the finding about a text at its place.
fn written(subject: &Subject, place: &Place) -> Finding {
    let before = String::from_utf8_lossy(subject.tree().text_of(place.literal));
    Finding {
        relation: "expected text".to_owned(),
        values: 1,
        place: format!("{} for {before}", place.text),
        state: FindingState::Written,
    }
}

impl Put {
    /// Returns the changes that put a text at its place; `None` if something of that is gone.
    fn changes(&self, subject: &Subject, edits: &TokenEdits, place: &Place, way: Way) -> Option<Vec<Change>> {
        let tree = subject.tree();
        let own = tree.token_range(place.literal);
        if !subject.is_whole(place.literal, edits) {
            return None;
        }
        let others = place.tokens.clone().filter(|at| !own.contains(at) && 0 < edits.n_alive(*at..*at + 1));
        // What the grammar says of single elements does not matter: only the literal is left.
        let removed = others.map(|at| Change::Replace(tree.tokens()[at as usize], Arc::default()));
        let text = place.text.as_bytes().into();
        let put = removed.chain([Change::Replace(place.literal, text)]);
        let beside = way.beside.map(|ends| self.beside(subject, edits, place.literal, ends));
        let changes = put.chain(beside.into_iter().flatten()).collect();
        self.with_companions(subject, edits, changes, way.takes)
    }

    /// Adds what goes along with changes.
    fn with_companions(
        &self,
        subject: &Subject,
        edits: &TokenEdits,
        mut changes: Vec<Change>,
        takes: Option<Takes>,
    ) -> Option<Vec<Change>> {
        if let Some(takes) = takes {
            let now = subject.apply(edits, changes.iter());
            changes.extend(companions(subject, &self.uses, (edits, &now), takes)?.changes);
        }
        Some(changes)
    }

    /// Returns the changes that remove the statements beside those around a literal within its
    /// function, but not those that define what others use; without the last ones, which may be
    /// what the function returns, unless `ends`.
    fn beside(&self, subject: &Subject, edits: &TokenEdits, literal: NodeId, ends: bool) -> Vec<Change> {
        let (tree, bindings) = (subject.tree(), self.uses.bindings());
        let is_statement = |node: &NodeId| bindings.is_statement(*node);
        let is_definition = |&node: &NodeId| {
            let mut inside = bindings.definitions_within(tree.subtree(node)).iter();
            inside.any(|found| found.has_body && found.node == Some(node))
        };
        let around = tree.ancestors(literal).take_while(|node| !is_definition(node)).filter(is_statement);
        let is_last = |node: NodeId| {
            let behind = std::iter::successors(tree.next_sibling(node), |&node| tree.next_sibling(node));
            !behind.into_iter().any(|node| is_statement(&node))
        };
        let others = around.flat_map(|own| {
            let beside = tree.parent(own).into_iter().flat_map(|above| tree.children(above));
            beside.filter(move |&node| node != own && is_statement(&node))
        });
        let others = others.filter(|&node| 0 < subject.n_alive(node, edits) && (ends || !is_last(node)));
        let others = without_needed(subject, bindings, edits, others.collect());
        others.into_iter().filter_map(|node| subject.removal(node, edits)).collect()
    }
}

/// Returns some statements without those that define what is used elsewhere. O(rounds · names in
/// them · statements).
fn without_needed(
    subject: &Subject,
    bindings: &Bindings,
    edits: &TokenEdits,
    mut statements: Vec<NodeId>,
) -> Vec<NodeId> {
    let tree = subject.tree();
    statements.sort_unstable();
    for _ in 0..MOST_ROUNDS {
        let is_inside = |node: NodeId| {
            let behind = statements.partition_point(|&own| own <= node);
            behind.checked_sub(1).is_some_and(|last| tree.is_within(node, statements[last]))
        };
        let is_needed = |&own: &NodeId| {
            bindings.definitions_within(tree.subtree(own)).iter().any(|found| {
                let mut uses = bindings.entity(found.entity).uses.iter().map(|&id| bindings.use_at(id).node);
                uses.any(|node| 0 < subject.n_alive(node, edits) && !is_inside(node))
            })
        };
        let left: Vec<NodeId> = statements.iter().copied().filter(|own| !is_needed(own)).collect();
        if left.len() == statements.len() {
            break;
        }
        statements = left;
    }
    statements
}
