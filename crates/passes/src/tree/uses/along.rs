//! Steps together with everything that depends on them, as a cut.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use dwindle_reduce::cost::is_word_byte;
use dwindle_syntax::bindings::Definition;
use dwindle_syntax::languages::Unused;
use dwindle_syntax::uses::{CompanionKind, Uses};
use dwindle_syntax::{NodeId, Tree};

use super::kept_calls::kept_calls;
use super::rest::Rest;
use super::step::{Step, removals};
use super::taken::taken;
use crate::options::Names;
use crate::tree::subject::Subject;
use crate::tree::token_edits::{Change, Put, TokenEdits};

/// What is removed together with a step, in the order in which it is tried.
pub(super) const VARIANTS: [Option<Takes>; 8] = [
    Some(Takes { kind: CompanionKind::Readers, with_arguments: false, keeps_calls: false }),
    Some(Takes { kind: CompanionKind::Dependents, with_arguments: true, keeps_calls: false }),
    Some(Takes { kind: CompanionKind::Dependents, with_arguments: false, keeps_calls: false }),
    Some(Takes { kind: CompanionKind::Imports, with_arguments: false, keeps_calls: false }),
    Some(Takes { kind: CompanionKind::Unused, with_arguments: true, keeps_calls: false }),
    Some(Takes { kind: CompanionKind::Unused, with_arguments: false, keeps_calls: false }),
    Some(Takes { kind: CompanionKind::Unused, with_arguments: false, keeps_calls: true }),
    None,
];

/// What a removal takes along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tree) struct Takes {
    pub(in crate::tree) kind: CompanionKind,
    /// Whether parameters that become unused go with their arguments. Values at the places of
    /// removed fields always go.
    pub(in crate::tree) with_arguments: bool,
    /// Whether only calls stay of statements with calls that would go: `f()` of `let a = f();`.
    pub(in crate::tree) keeps_calls: bool,
}

impl Takes {
    /// Returns what is likely to go along in the language of a subject: where a word can say that a
    /// parameter is unused, it stays.
    pub(in crate::tree) fn of(kind: CompanionKind, subject: &Subject) -> Takes {
        let with_arguments = subject.file.language.unused.is_none();
        Takes { kind, with_arguments, keeps_calls: false }
    }
}

/// How many times unused parameters are looked for: an argument that goes may have been the last
/// use of another parameter.
const MOST_ROUNDS: usize = 4;

/// A type that takes the place of a type parameter that has gone.
const UNIT: &[u8] = b"()";
/// The same in the place of `T` in `T::new()`.
const UNIT_IN_PATH: &[u8] = b"<()>";
/// The name of a lifetime that takes the place of one that has gone.
const LIFETIME: &[u8] = b"static";
/// The name of a lifetime that is found from its place.
const ANY_LIFETIME: &[u8] = b"_";

/// The result of applying steps to a cut.
pub(super) struct After {
    pub(super) cut: TokenEdits,
    pub(super) changes: Vec<Change>,
    /// Whether only elements of lists, arms and definitions go along.
    pub(super) is_tidy: bool,
    /// Whether nothing goes along.
    pub(super) is_alone: bool,
    /// The cut before unused names were marked.
    unmarked: TokenEdits,
}

impl After {
    /// Whether parameters are left that have become unused since `before`. O(tokens + names ·
    /// depth).
    pub(super) fn leaves_parameters(&self, subject: &Subject, uses: &Uses, before: &TokenEdits) -> bool {
        !uses.spare(&gone(subject, before), &gone(subject, &self.unmarked)).names.is_empty()
    }
}

/// What accompanies a change of the cut.
pub(in crate::tree) struct Companions {
    pub(in crate::tree) changes: Vec<Change>,
    /// Whether these are only elements of lists, arms and definitions.
    is_tidy: bool,
    /// The cut with all of them but markers.
    unmarked: TokenEdits,
}

/// Returns the cut after some steps and their dependents; `None` if a part of it cannot be removed.
pub(super) fn after(
    subject: &Subject,
    uses: &Uses,
    cut: &TokenEdits,
    steps: &[Step],
    along: Option<Takes>,
) -> Option<After> {
    let changes: Option<Vec<Vec<Change>>> = steps.iter().map(|step| step.changes(subject, cut)).collect();
    let mut changes = changes?.concat();
    let (mut is_tidy, mut is_alone) = (true, true);
    let mut unmarked = subject.apply(cut, changes.iter());
    if let Some(along) = along {
        let bare = unmarked;
        let companions = companions(subject, uses, (cut, &bare), along)?;
        (is_tidy, is_alone) = (companions.is_tidy, companions.changes.is_empty());
        unmarked = companions.unmarked;
        changes.extend(companions.changes);
    }
    let wanted = subject.apply(cut, changes.iter());
    let is_kept = !lacks_named(uses, cut, &wanted);
    is_kept.then_some(After { cut: wanted, changes, is_tidy, is_alone, unmarked })
}

/// Whether a name in a text that an earlier cut has inserted, and a later one keeps, loses all its
/// definitions. O(inserted texts), and O(definitions · uses of a name in such texts) if they name
/// anything.
fn lacks_named(uses: &Uses, before: &TokenEdits, now: &TokenEdits) -> bool {
    let (tree, bindings) = (uses.tree(), uses.bindings());
    let old = now.put().iter().filter(|put| before.put().binary_search(put).is_ok());
    let mut places: BTreeMap<&[u8], Vec<u32>> = BTreeMap::new();
    for put in old {
        for word in words_of(std::iter::once(put)) {
            places.entry(word).or_default().push(put.before);
        }
    }
    if places.is_empty() {
        return false;
    }
    let is_left = |cut: &TokenEdits, found: &Definition| 0 < cut.n_alive(tree.token_range(found.name));
    // By word and place: whether a definition that was known there is left.
    let mut known: BTreeMap<(&[u8], u32), bool> = BTreeMap::new();
    for found in bindings.definitions() {
        let word = tree.text_of(found.name);
        let Some(places) = places.get(word).filter(|_| is_left(before, found)) else { continue };
        let scope = tree.token_range(bindings.entity(found.entity).scope);
        let is_left = is_left(now, found);
        for &place in places.iter().filter(|place| scope.contains(place)) {
            *known.entry((word, place)).or_default() |= is_left;
        }
    }
    known.values().any(|is_left| !is_left)
}

/// Returns the changes that accompany a change of the cut: the dependents in the use graph,
/// arguments of parameters that became unused, values at the places of removed fields, and markers
/// for other unused names; `None` if a part of them cannot be removed.
pub(in crate::tree) fn companions(
    subject: &Subject,
    uses: &Uses,
    (before, now): (&TokenEdits, &TokenEdits),
    along: Takes,
) -> Option<Companions> {
    let was_gone = gone(subject, before);
    let mut together = now.clone();
    let put = put_words(before, now);
    let (mut changes, mut is_tidy) = (Vec::new(), true);
    if along.keeps_calls {
        let going = uses.companion(&was_gone, &gone(subject, now), along.kind);
        let kept = kept_calls(&Rest { subject, uses, cut: now }, &going);
        if kept.is_empty() {
            return None;
        }
        together = subject.apply(&together, kept.iter());
        (changes, is_tidy) = (kept, false);
    }
    for round in 0..=MOST_ROUNDS {
        let nodes = uses.companion(&was_gone, &gone(subject, &together), along.kind);
        if nodes.iter().any(|&node| is_put(uses, node, &put)) {
            return None;
        }
        let removals = removals(subject, &together, &nodes)?;
        together = subject.apply(&together, removals.iter());
        changes.extend(removals);
        is_tidy &= uses.are_elements(&nodes);
        if round == MOST_ROUNDS {
            break;
        }
        let names = || uses.spare(&was_gone, &gone(subject, &together)).names;
        let names = if along.with_arguments { names() } else { Vec::new() };
        let given = taken(&Rest { subject, uses, cut: &together }, before, &names);
        if given.is_empty() {
            break;
        }
        let removals = self::removals(subject, &together, &given)?;
        together = subject.apply(&together, removals.iter());
        changes.extend(removals);
    }
    changes.extend(loose_ends(subject, uses, (before, &together)));
    Some(Companions { changes, is_tidy, unmarked: together })
}

/// Returns the bytes that a cut removes.
pub(super) fn gone(subject: &Subject, cut: &TokenEdits) -> Vec<Range<usize>> {
    cut.gone_bytes(subject.tree()).collect()
}

/// Returns the changes that follow from a change of the cut within what stays: type parameters that
/// nothing uses any more, and markers for other names that have become unused.
pub(super) fn loose_ends(
    subject: &Subject,
    uses: &Uses,
    (before, now): (&TokenEdits, &TokenEdits),
) -> Vec<Change> {
    let was_gone = gone(subject, before);
    let mut together = now.clone();
    let mut changes: Vec<Change> = Vec::new();
    let idle = uses.idle_type_parameters(&was_gone, &gone(subject, &together));
    if let Some(removals) = removals(subject, &together, &idle.gone) {
        changes.extend(removals);
        changes.extend(idle.uses.into_iter().map(|node| plain(subject.tree(), node)));
        if !idle.gone.is_empty() {
            together = subject.apply(now, changes.iter());
        }
    }
    if subject.names == Names::Short {
        let spare = uses.spare(&was_gone, &gone(subject, &together));
        let put = put_words(before, now);
        let is_known = |name: &NodeId| !put.contains(subject.tree().text_of(*name));
        // What is put may change the variable behind `mut`.
        let tree = subject.tree();
        let is_before_put = |&word: &NodeId| {
            let behind = tree.tokens().get(tree.token_range(word).end as usize);
            behind.is_some_and(|&name| put.contains(tree.text_of(name)))
        };
        let words = spare.words.into_iter().filter(|word| !is_before_put(word));
        changes.extend(words.map(Change::Delete));
        let signed = spare.signed.into_iter().filter(|[name, _]| is_known(name));
        changes.extend(signed.flatten().map(Change::Delete));
        if let Some(unused) = subject.file.language.unused {
            let names: Vec<NodeId> = spare.names.into_iter().filter(is_known).collect();
            changes.extend(without_names(subject, &together, &names, unused));
        }
    }
    changes
}

/// Returns the words of the texts that a cut inserts, and an earlier one did not. The use graph
/// knows nothing of them.
fn put_words<'a>(before: &TokenEdits, now: &'a TokenEdits) -> BTreeSet<&'a [u8]> {
    let is_new = |put: &&Put| before.put().binary_search(put).is_err();
    words_of(now.put().iter().filter(is_new))
}

/// Returns the words of inserted texts; those of a text in quotes are no names.
fn words_of<'a>(put: impl Iterator<Item = &'a Put>) -> BTreeSet<&'a [u8]> {
    let texts = put.filter(|put| !is_quoted(&put.text));
    texts
        .flat_map(|put| put.text.split(|&byte| !is_word_byte(byte)))
        .filter(|word| word.first().is_some_and(|first| !first.is_ascii_digit()))
        .collect()
}

/// Whether a text is one in quotes, whose words are no names.
fn is_quoted(text: &[u8]) -> bool {
    let has_names = || text.windows(2).any(|sign| matches!(sign, b"${" | b"#{"));
    match text {
        [first, .., last] => first == last && matches!(first, b'"' | b'\'' | b'`') && !has_names(),
        _ => false,
    }
}

/// Whether a node defines a name for what is outside of it that is among the inserted words.
fn is_put(uses: &Uses, node: NodeId, put: &BTreeSet<&[u8]>) -> bool {
    let (tree, bindings) = (uses.tree(), uses.bindings());
    let mut names = bindings.definitions_within(tree.subtree(node)).iter();
    let is_local = |found: &Definition| tree.is_within(bindings.entity(found.entity).scope, node);
    !put.is_empty() && names.any(|found| put.contains(tree.text_of(found.name)) && !is_local(found))
}

/// Returns the change that replaces a use of a type parameter that has gone.
fn plain(tree: &Tree, node: NodeId) -> Change {
    let lifetime = tree.parent(node).filter(|&above| tree.kind_name(above) == "lifetime");
    let Some(lifetime) = lifetime else {
        let is_path = tree.field_name(node) == Some("path");
        return Change::Replace(node, if is_path { UNIT_IN_PATH } else { UNIT }.into());
    };
    // Each reference among the parameters has a lifetime of its own, unless the result has it, too.
    let parameters = tree
        .ancestors(lifetime)
        .take_while(|&above| !tree.kind_name(above).ends_with("_item"))
        .find(|&above| tree.kind_name(above) == "parameters");
    let has_it = |child: NodeId| {
        let name = tree.text_of(lifetime);
        tree.field_name(child) == Some("return_type")
            && tree.text_of(child).windows(name.len()).any(|part| part == name)
    };
    let function = parameters.and_then(|parameters| tree.parent(parameters));
    let is_of_parameter = function.is_some_and(|function| !tree.children(function).any(has_it));
    let is_of_reference =
        tree.parent(lifetime).is_some_and(|holder| tree.kind_name(holder) == "reference_type");
    match (is_of_parameter, is_of_reference) {
        (true, true) => Change::Delete(lifetime),
        (true, false) => Change::Replace(node, ANY_LIFETIME.into()),
        (false, _) => Change::Replace(node, LIFETIME.into()),
    }
}

/// Returns the changes that mark names as unused, which are in order.
fn without_names(subject: &Subject, now: &TokenEdits, names: &[NodeId], unused: Unused) -> Vec<Change> {
    let tree = subject.tree();
    let is_blank = |&name: &NodeId| {
        names.binary_search(&name).is_ok() || tree.text_of(name) == b"_" || subject.n_alive(name, now) == 0
    };
    let without = |&name: &NodeId| match targets(tree, name).filter(|found| found.names.iter().all(is_blank))
    {
        // All names of a loop go at once.
        Some(found) if found.names.first() == Some(&name) => found.with_sign.map(Change::Delete).to_vec(),
        Some(_) => Vec::new(),
        None => without_name(tree, name, unused),
    };
    names.iter().flat_map(without).collect()
}

/// The names of a loop that get an element or its place, and what goes with all of them.
struct Targets {
    names: Vec<NodeId>,
    with_sign: [NodeId; 2],
}

/// Returns the names that a loop of Go defines together with this one: `i` and `x` of `for i, x :=
/// range xs`. Not all of them may be marked as unused.
fn targets(tree: &Tree, name: NodeId) -> Option<Targets> {
    let list = tree.parent(name)?;
    let loops = tree.parent(list).filter(|&above| tree.kind_name(above) == "range_clause")?;
    let sign = tree.children(loops).find(|&child| tree.text_of(child) == b":=")?;
    let names = tree.children(list).filter(|&child| tree.is_named(child)).collect();
    Some(Targets { names, with_sign: [list, sign] })
}

/// Returns the changes that mark a name as unused.
fn without_name(tree: &Tree, name: NodeId, unused: Unused) -> Vec<Change> {
    const LEVELS: usize = 4;
    let is_parameter = |node: NodeId| tree.kind_name(node).contains("parameter");
    // In `a@(B c)`, what is matched stays.
    let is_first = tree.parent(name).and_then(|parent| tree.children(parent).next()) == Some(name);
    let sign = tree.next_sibling(name).filter(|&sign| is_first && tree.text_of(sign) == b"@");
    if let Some(sign) = sign {
        return vec![Change::Delete(name), Change::Delete(sign)];
    }
    match unused {
        Unused::Wildcard => vec![Change::Replace(name, b"_"[..].into())],
        Unused::Underscore => vec![Change::Replace(name, [b"_", tree.text_of(name)].concat().into())],
        // Only for a parameter the type alone suffices.
        Unused::Nothing if tree.ancestors(name).take(LEVELS).any(is_parameter) => vec![Change::Delete(name)],
        Unused::Nothing => Vec::new(),
    }
}
