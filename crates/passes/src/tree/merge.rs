//! Replaces names by what they stand for, or by other names, together with their definitions.

use std::collections::BTreeSet;
use std::sync::Arc;

use dwindle_reduce::{CandidateSearch, Document};
use dwindle_syntax::NodeId;
use dwindle_syntax::bindings::{Bindings, Definition, EntityId};

use super::closures::parameters::{is_function, with_arguments};
use super::cut::{Change, Cut, outermost};
use super::rounds::{Round, Rounds, TreeSearch};
use super::subject::Subject;
use crate::entry::Entry;
use crate::options::PassOptions;
use crate::policy::patient::patient;

/// The catalogue's entry.
pub const ENTRY: Entry = Entry {
    name: "merge",
    summary: "removes definitions whose name can be replaced by what it stands for, or by another name",
    manual: "\
For results that are nearly done, in languages whose definitions and uses are known. A definition goes, and all its uses become what it stands for \
(`typedef char T; T x;` becomes `char x;`, a variable its value), or another name that is defined, those that are defined alike first; or a number or a type of \
the language's own (`0`, `int`), first for all names at once; or what uses it goes as well. Given up when eight trials in a row were in vain.",
    begin: |options, document| Some(patient(begin(options, document)?, MOST_IN_VAIN)),
};

/// A file with more entities than this is left alone.
const MOST_ENTITIES: usize = 200;
/// How many trials in a row may be in vain before the pass ends.
const MOST_IN_VAIN: u32 = 8;
/// How many other names are tried for each one.
const MOST_NAMES: usize = 2;

fn begin(options: &PassOptions, document: &Document) -> Option<CandidateSearch> {
    TreeSearch::begin_with_bindings(ENTRY.name, options, document, |subject, bindings| {
        if MOST_ENTITIES < bindings.entities().len() {
            return None;
        }
        let wishes = wishes(subject, &bindings);
        Some(OneByOne {
            bindings,
            wishes: wishes.into(),
            is_first: true,
            next: 0,
            last: None,
            needed: Arc::default(),
        })
    })
}

/// A definition that goes, and what becomes of its uses.
#[derive(Clone, Copy, Debug)]
struct Wish {
    entity: EntityId,
    instead: Instead,
}

/// What takes the place of the uses of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Instead {
    /// What the name stands for: a part of its definition.
    Body(NodeId),
    /// The name of something that is defined alike.
    Alike(EntityId),
    /// What needs no name: a number, or a type of the language's own.
    Plain,
    /// Nothing: what holds the uses goes.
    Nothing,
    /// The name of something else.
    Other(EntityId),
}

impl Instead {
    /// Returns how early this is tried.
    fn rank(self) -> u32 {
        match self {
            Instead::Body(_) => 0,
            Instead::Alike(_) => 1,
            Instead::Plain => 2,
            Instead::Nothing => 3,
            Instead::Other(_) => 4,
        }
    }
}

/// One wish after the other.
#[derive(Clone)]
struct OneByOne {
    bindings: Bindings,
    wishes: Arc<[Wish]>,
    is_first: bool,
    next: usize,
    /// The last wish, and what was accepted before it.
    last: Option<(Wish, Cut)>,
    /// What is used in texts that the tree does not have: it has to stay until the next run.
    needed: Arc<BTreeSet<EntityId>>,
}

impl Rounds for OneByOne {
    fn next(&mut self, subject: &Subject, cut: &Cut) -> Option<Round> {
        if std::mem::take(&mut self.is_first)
            && let Some(changes) = self.all_plain(subject, cut)
        {
            return Some(Round::Batch(changes));
        }
        if let Some((wish, before)) = self.last.take()
            && before != *cut
        {
            Arc::make_mut(&mut self.needed).extend(used_instead(subject, &self.bindings, wish.instead));
        }
        loop {
            let wish = *self.wishes.get(self.next)?;
            self.next += 1;
            if self.needed.contains(&wish.entity) {
                continue;
            }
            if let Some(changes) = changes(subject, &self.bindings, cut, wish) {
                self.last = Some((wish, cut.clone()));
                return Some(Round::Batch(changes));
            }
        }
    }
}

impl OneByOne {
    /// Returns what makes all names plain at once, if there is more than one of them: one may be the type of another.
    fn all_plain(&self, subject: &Subject, cut: &Cut) -> Option<Vec<Change>> {
        let plain = self.wishes.iter().filter(|wish| wish.instead == Instead::Plain);
        let changes: Vec<Vec<Change>> =
            plain.filter_map(|&wish| changes(subject, &self.bindings, cut, wish)).collect();
        (1 < changes.len()).then(|| outermost(subject.tree(), changes.concat(), Change::node))
    }
}

/// Returns all wishes, the likeliest first.
fn wishes(subject: &Subject, bindings: &Bindings) -> Vec<Wish> {
    let entities = (0u32..).map(EntityId).take(bindings.entities().len());
    let mut order: Vec<EntityId> = entities.filter(|&entity| may_go(subject, bindings, entity)).collect();
    order.sort_by_key(|&entity| bindings.entity(entity).definitions[0]);
    let mut wishes = Vec::new();
    for &entity in &order {
        let mut wish = |instead| wishes.push(Wish { entity, instead });
        bodies(subject, bindings, entity).into_iter().for_each(|body| wish(Instead::Body(body)));
        others(subject, bindings, entity).into_iter().for_each(&mut wish);
        // Nothing else can be called.
        if !is_function(subject.tree(), bindings, entity) {
            wish(Instead::Plain);
        }
        wish(Instead::Nothing);
    }
    wishes.sort_by_key(|wish| wish.instead.rank());
    wishes
}

/// Whether an entity is used, and always by the same name.
fn may_go(subject: &Subject, bindings: &Bindings, entity: EntityId) -> bool {
    let tree = subject.tree();
    let Some(name) = name(subject, bindings, entity) else { return false };
    let found = bindings.entity(entity);
    let definitions = found.definitions.iter().map(|&id| bindings.definition(id));
    let uses = found.uses.iter().map(|&id| bindings.use_at(id).node);
    !found.uses.is_empty()
        && definitions.clone().all(|definition| !definition.is_root && tree.text_of(definition.name) == name)
        && uses.clone().all(|node| tree.text_of(node) == name)
}

/// Returns the name of an entity as its first definition has it, if that is a word.
fn name<'a>(subject: &'a Subject, bindings: &Bindings, entity: EntityId) -> Option<&'a [u8]> {
    let definition = bindings.definition(*bindings.entity(entity).definitions.first()?);
    let name = subject.tree().text_of(definition.name);
    (!name.is_empty() && !name.iter().any(u8::is_ascii_whitespace)).then_some(name)
}

/// Returns the parts of an entity's definition that may stand where it is used; of all of its definitions, if they are alike.
fn bodies(subject: &Subject, bindings: &Bindings, entity: EntityId) -> Vec<NodeId> {
    let tree = subject.tree();
    let found = bindings.entity(entity);
    let mut shapes = found.definitions.iter().map(|&id| likeness(subject, bindings.definition(id)));
    let first = shapes.next();
    if !shapes.all(|shape| Some(shape) == first) {
        return Vec::new();
    }
    let definition = bindings.definition(found.definitions[0]);
    // The definition of one of several parts shares the type with the others.
    let (name, Some(all)) = (definition.name, definition.all()) else { return Vec::new() };
    let fits = |node: NodeId| {
        found.uses.iter().map(|&id| bindings.use_at(id).node).all(|place| subject.may_stand_for(node, place))
    };
    let mut bodies = Vec::new();
    let mut waiting: Vec<NodeId> = tree.children(all).collect();
    while let Some(node) = waiting.pop() {
        if !tree.is_within(name, node) && tree.is_named(node) && fits(node) {
            bodies.push(node);
        } else if tree.is_within(name, node) {
            waiting.extend(tree.children(node));
        }
    }
    bodies
}

/// Returns other names for an entity: of those that are known by the same kind of name, the nearest ones, those that are
/// defined alike first.
fn others(subject: &Subject, bindings: &Bindings, entity: EntityId) -> Vec<Instead> {
    let own = name(subject, bindings, entity);
    let first = |entity: EntityId| bindings.definition(bindings.entity(entity).definitions[0]);
    let is_other = |other: &EntityId| {
        let its = name(subject, bindings, *other);
        its.is_some()
            && its != own
            && bindings.namespace(*other) == bindings.namespace(entity)
            && is_known_where(subject, bindings, *other, entity)
    };
    let all = (0u32..).map(EntityId).take(bindings.entities().len());
    let shape = likeness(subject, first(entity));
    let instead = |other: EntityId| {
        let is_alike = shape.is_some() && likeness(subject, first(other)) == shape;
        if is_alike { Instead::Alike(other) } else { Instead::Other(other) }
    };
    let mut others: Vec<Instead> = all.filter(is_other).map(instead).collect();
    others.sort_by_key(|instead| match instead {
        Instead::Alike(other) | Instead::Other(other) => {
            (instead.rank(), first(*other).name.0.abs_diff(first(entity).name.0))
        }
        Instead::Body(_) | Instead::Plain | Instead::Nothing => (0, 0),
    });
    others.truncate(MOST_NAMES);
    others
}

/// Whether a name is known where another one is used, as far as its own uses tell: within what holds them and is around its
/// definitions.
fn is_known_where(subject: &Subject, bindings: &Bindings, name: EntityId, used: EntityId) -> bool {
    let tree = subject.tree();
    let found = bindings.entity(name);
    let definitions = found.definitions.iter().map(|&id| bindings.definition(id).name);
    let own: Vec<NodeId> = definitions.chain(found.uses.iter().map(|&id| bindings.use_at(id).node)).collect();
    let holds_all = |&above: &NodeId| own.iter().all(|&node| tree.is_within(node, above));
    let first = bindings.definition(found.definitions[0]);
    let Some(all) = tree.ancestors(first.all().unwrap_or(first.name)).find(holds_all) else { return false };
    bindings.entity(used).uses.iter().all(|&id| tree.is_within(bindings.use_at(id).node, all))
}

/// Returns the text of a definition without its name.
fn likeness(subject: &Subject, definition: &Definition) -> Option<Vec<u8>> {
    let tree = subject.tree();
    let around = definition.all().or_else(|| tree.parent(definition.name))?;
    let tokens = tree.tokens_of(around).iter().filter(|&&token| !tree.is_within(token, definition.name));
    Some(tokens.flat_map(|&token| [tree.text_of(token), b" "].concat()).collect())
}

/// Returns what a wish changes, if it can be granted: nothing of it is gone yet.
fn changes(subject: &Subject, bindings: &Bindings, cut: &Cut, wish: Wish) -> Option<Vec<Change>> {
    let tree = subject.tree();
    let found = bindings.entity(wish.entity);
    let definitions = found.definitions.iter().map(|&id| bindings.definition(id));
    let homes: Option<Vec<BTreeSet<NodeId>>> =
        definitions.map(|definition| homes(subject, bindings, cut, definition)).collect();
    let homes: BTreeSet<NodeId> = homes?.into_iter().flatten().collect();
    let is_going = |node: NodeId| homes.iter().any(|&home| tree.is_within(node, home));
    let uses: Vec<NodeId> = found
        .uses
        .iter()
        .map(|&id| bindings.use_at(id).node)
        .filter(|&node| 0 < subject.n_alive(node, cut) && !is_going(node))
        .collect();
    let text: Option<Arc<[u8]>> = match wish.instead {
        Instead::Body(node) if subject.is_whole(node, cut) => Some(tree.text_of(node).into()),
        Instead::Alike(other) | Instead::Other(other) => {
            let there = &bindings.definition(bindings.entity(other).definitions[0]).name;
            let stays = subject.is_whole(*there, cut) && !is_going(*there);
            Some(name(subject, bindings, other).filter(|_| stays)?.into())
        }
        Instead::Body(_) => return None,
        Instead::Plain | Instead::Nothing => None,
    };
    let mut changes: Vec<Change> = Vec::new();
    for &home in &homes {
        let removal = subject.removal(home, cut);
        changes.push(match wish.instead {
            // `struct S {} f()` defines a type in the place of one.
            Instead::Plain if !matches!(removal, Some(Change::Delete(_))) => {
                Change::Replace(home, subject.file.places.as_ref()?.plain(tree, home)?)
            }
            _ => removal?,
        });
    }
    for &node in &uses {
        changes.push(match &text {
            Some(text) => Change::Replace(node, text.clone()),
            None if wish.instead == Instead::Plain => plain(subject, cut, node)?,
            None => user(subject, cut, node)?,
        });
    }
    // What lies within another change goes with it.
    Some(outermost(tree, changes, Change::node))
}

/// Returns what is used in what takes the place of a name.
fn used_instead(subject: &Subject, bindings: &Bindings, instead: Instead) -> Vec<EntityId> {
    match instead {
        Instead::Body(body) => {
            let uses = bindings.uses().iter().filter(|used| subject.tree().is_within(used.node, body));
            uses.filter_map(|used| used.entity).collect()
        }
        Instead::Alike(other) | Instead::Other(other) => vec![other],
        Instead::Plain | Instead::Nothing => Vec::new(),
    }
}

/// Returns what goes with a definition: its part of the text; a parameter with its arguments; or what is around the name that can go.
fn homes(
    subject: &Subject,
    bindings: &Bindings,
    cut: &Cut,
    definition: &Definition,
) -> Option<BTreeSet<NodeId>> {
    let mut nodes = match definition.whole {
        Some(whole) => BTreeSet::from([whole]),
        None => match with_arguments(subject.tree(), bindings, definition.name) {
            Some(nodes) => nodes,
            None => BTreeSet::from([user(subject, cut, definition.name)?.node()]),
        },
    };
    nodes.retain(|&node| 0 < subject.n_alive(node, cut));
    Some(nodes).filter(|nodes| !nodes.is_empty())
}

/// Returns the removal of the innermost thing around a node that can go.
fn user(subject: &Subject, cut: &Cut, node: NodeId) -> Option<Change> {
    let around = std::iter::once(node).chain(subject.tree().ancestors(node));
    let mut removals = around.take(MOST_LEVELS).filter_map(|around| subject.removal(around, cut));
    removals.find(|change| matches!(change, Change::Delete(_)))
}

/// Returns the innermost thing around a name that something without a name can take the place of: `int` that of `struct S`.
fn plain(subject: &Subject, cut: &Cut, name: NodeId) -> Option<Change> {
    let tree = subject.tree();
    let places = subject.file.places.as_ref()?;
    let around = std::iter::once(name).chain(tree.ancestors(name));
    let mut around = around.take_while(|&node| tree.n_tokens(node) <= MOST_TOKENS_OF_NAME);
    around.find_map(|node| {
        let text = places.plain(tree, node)?;
        subject.is_whole(node, cut).then_some(Change::Replace(node, text))
    })
}

/// More tokens than this are more than a name with what is said of it: `struct S`, `N::f`.
const MOST_TOKENS_OF_NAME: u32 = 3;
/// How far up something that can go is looked for.
const MOST_LEVELS: usize = 6;

impl Subject {
    /// Whether all of a node is there, and nothing else in its place.
    pub(super) fn is_whole(&self, node: NodeId, cut: &Cut) -> bool {
        self.n_alive(node, cut) == self.tree().n_tokens(node)
    }

    /// Whether a node may stand in the place of another one, as far as the grammar knows.
    fn may_stand_for(&self, node: NodeId, place: NodeId) -> bool {
        let tree = self.tree();
        let is_all = |above: &NodeId| tree.token_range(*above) == tree.token_range(place);
        let places: Vec<NodeId> =
            std::iter::once(place).chain(tree.ancestors(place).take_while(is_all)).collect();
        // Without what a grammar says, everything with a name fits everywhere.
        self.file.places.is_some() && self.any_fits(&places, &self.chain(node, &Cut::default()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{best_options, reduce};

    /// Reduces a text; gives what is left, and all that was tested.
    fn merge(path: &str, text: &str, needed: &[&str]) -> (String, usize) {
        let pass = ENTRY.pass(&best_options());
        let text_of = |document: &Document| String::from_utf8(document.files()[0].bytes().to_vec()).unwrap();
        let (left, tested) = reduce(&pass, &Document::single(path, text), |document| {
            needed.iter().all(|needed| text_of(document).contains(needed))
        });
        (text_of(&left), tested.len())
    }

    fn check(path: &str, text: &str, needed: &[&str], after: &str) {
        assert_eq!(merge(path, text, needed).0, after, "{path}");
    }

    #[test]
    fn an_alias_is_replaced_by_what_it_stands_for() {
        check("a.c", "typedef char T;\nT x;\nT y;\n", &["x;", "y;"], "char x;\nchar y;\n");
        let rust = "type T = u8;\nstruct S(T);\n";
        check("a.rs", rust, &["S("], "struct S(u8);\n");
    }

    #[test]
    fn a_variable_is_replaced_by_its_value() {
        check("a.js", "const a = 1;\nf(a, a);\n", &["f(", ", "], "f(1, 1);\n");
        check("a.py", "a = 1\nf(a)\n", &["f("], "f(1)\n");
    }

    #[test]
    fn what_is_defined_alike_is_one() {
        let text =
            "(declare-fun x () Int)\n(declare-fun y () Bool)\n(declare-fun z () Int)\n(assert (f x y z))\n";
        let after = "(declare-fun y () Bool)\n(declare-fun z () Int)\n(assert (f z y z))\n";
        check("a.smt2", text, &["Int)", "Bool", " y "], after);
    }

    #[test]
    fn what_needs_no_name_takes_the_place_of_all_names_at_once() {
        let text = "struct S { int m; };\nstruct S f(void) { struct S l; return l; }\n";
        // The type and the value depend on each other.
        let pass = ENTRY.pass(&best_options());
        let (left, tested) = reduce(&pass, &Document::single("a.c", text), |document| {
            let text = String::from_utf8_lossy(document.files()[0].bytes()).into_owned();
            text.contains("return 0") == text.contains("int f")
                && text.contains("return l") == text.contains("struct S l")
                && text.contains("return")
        });
        assert_eq!(String::from_utf8_lossy(left.files()[0].bytes()), "int f(void) { return 0; }\n");
        assert_eq!(tested.len(), 1);
    }

    #[test]
    fn a_parameter_goes_with_its_arguments() {
        let text = "int g;\nint f(int a) { return 1 + a; }\nint h(void) { return f(2) + f(3); }\n";
        let after = "int g;\nint f() { return 1 + g; }\nint h(void) { return f() + f(); }\n";
        check("a.c", text, &["int g;", "1 + g", "f() + f()"], after);
    }

    #[test]
    fn it_ends_after_a_few_trials_in_vain() {
        let text: String = (0..60).map(|n| format!("let a{n} = {n};\nf(a{n});\n")).collect();
        assert_eq!(merge("a.js", &text, &[&text]), (text.clone(), 8));
    }
}
