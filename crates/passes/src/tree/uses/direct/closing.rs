//! Calls as the text has them, with what their names stand for in the place of names that mean
//! something only there.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use dwindle_syntax::bindings::{Bindings, Definition, DefinitionId, EntityId};
use dwindle_syntax::uses::Root;
use dwindle_syntax::{NodeId, Tree};

use super::around::{Around, Inner};
use super::making::Maker;
use super::refused::{is_given_otherwise, is_named_by_key, is_nothing, needs_its_place};
use super::stock::named_roots;
use super::types::has_word_before;
use crate::tree::subject::Subject;
use crate::tree::token_edits::TokenEdits;
use crate::tree::uses::sources::{
    Body, Call, Meaning, call, has_key, is_accessed, is_before_member, is_behind_path, is_in_text, is_open,
    kind_has, label, meaning, names_object, needs_brackets, object,
};

/// How many names are followed, one behind the other.
const DEEPEST: usize = 6;
/// The most calls of a function that are searched for an argument.
const MOST_CALLS: usize = 3;
/// The most names in one expression for which something else is put.
const MOST_NAMES: usize = 24;
/// The longest expression, in bytes.
const LONGEST: usize = 400;
/// The most expressions that are closed for one call, with those in vain.
const MOST_STEPS: usize = 256;

/// The functions with bodies of a text, by their nodes.
pub(super) type Functions = HashMap<NodeId, DefinitionId>;

/// Returns the functions with bodies. O(definitions).
pub(super) fn functions(bindings: &Bindings) -> Functions {
    let all = bindings.numbered_definitions();
    all.filter_map(|(id, found)| Some((found.node.filter(|_| found.has_body)?, id))).collect()
}

/// Follows names to what they stand for.
pub(super) struct Closer<'a> {
    subject: &'a Subject,
    functions: &'a Functions,
    /// Makes what the text does not give.
    pub(super) maker: Maker<'a>,
    n_names: usize,
    n_steps: usize,
    /// What defines names that are left in what was closed.
    around: Vec<Defining>,
    /// The one whose own names are followed.
    current: Option<usize>,
    /// Names that mean the same everywhere.
    kept: Vec<NodeId>,
}

/// A part of the text that defines names.
struct Defining {
    own: Around,
    /// Others that define names in it.
    needs: Vec<NodeId>,
    /// What stands before the place for an expression, and behind it; `None` until it is closed.
    parts: Option<[String; 2]>,
}

impl<'a> Closer<'a> {
    pub(super) fn new(subject: &'a Subject, functions: &'a Functions, maker: Maker<'a>) -> Closer<'a> {
        let (n_names, n_steps) = (0, 0);
        Closer {
            subject,
            functions,
            maker,
            n_names,
            n_steps,
            around: Vec::new(),
            current: None,
            kept: Vec::new(),
        }
    }

    /// Returns a statement that does what an expression does, and can stand where the program
    /// starts.
    pub(super) fn statement(&mut self, node: NodeId) -> Option<String> {
        let text = self.closed(node, 0)?;
        let mut at = 0;
        while at < self.around.len() {
            let own = self.around[at].own;
            self.current = Some(at);
            let [before, behind] = own.parts(self.tree());
            let before = self.closed_in(before, own.node, 0)?;
            let behind = self.closed_in(behind, own.node, 0)?;
            self.around[at].parts = Some([before, behind]);
            at += 1;
        }
        let tree = self.tree();
        let is_outside = |one: &Defining, other: &Defining| {
            let is_around = one.own.node != other.own.node && tree.is_within(other.own.node, one.own.node);
            is_around || other.needs.contains(&one.own.node)
        };
        if self.hides_a_name(node) {
            return None;
        }
        let mut left: Vec<&Defining> = self.around.iter().collect();
        let mut inner = Inner::Expression(text);
        while !left.is_empty() {
            let innermost = left.iter().position(|one| !left.iter().any(|other| is_outside(one, other)))?;
            let one = left.remove(innermost);
            inner = one.own.put(self.maker.program, one.parts.as_ref()?, inner)?;
        }
        Some(inner.statement(self.maker.program))
    }

    /// Whether a variable of what stays around an expression has the name of something else: of
    /// what means the same everywhere, of a parameter in the expression, or of what the text
    /// defines at its top.
    fn hides_a_name(&self, node: NodeId) -> bool {
        let (tree, bindings) = (self.tree(), self.maker.program.bindings);
        let own = self.around.iter().flat_map(|around| {
            let [(nodes, _), _] = around.own.parts(tree);
            bindings.definitions_within(nodes).iter().map(|found| tree.text_of(found.name))
        });
        let own: HashSet<&[u8]> = own.collect();
        if own.is_empty() {
            return false;
        }
        let inside = bindings.definitions_within(tree.subtree(node)).iter().map(|found| found.name);
        let is_global = |found: &Definition| bindings.entity(found.entity).scope == tree.root();
        let globals = bindings.definitions().iter().filter(|_| self.maker.program.start.entity.is_none());
        let stays = |found: &&Definition| {
            is_global(found) && !found.is_member && !self.maker.program.start.has(tree, found.name)
        };
        let globals = globals.filter(stays).map(|found| found.name);
        let mut others = self.kept.iter().copied().chain(inside).chain(globals);
        others.any(|name| own.contains(tree.text_of(name)))
    }

    /// Returns an expression of which no name means something only at its place.
    fn closed(&mut self, node: NodeId, depth: usize) -> Option<String> {
        let tree = self.tree();
        if DEEPEST < depth {
            return None;
        }
        self.closed_in((tree.subtree(node), tree.range(node)), node, depth)
    }

    /// The same for some nodes of one, with their text.
    fn closed_in(
        &mut self,
        (nodes, bytes): (Range<u32>, Range<usize>),
        within: NodeId,
        depth: usize,
    ) -> Option<String> {
        let tree = self.tree();
        self.n_steps += 1;
        let is_much = LONGEST < bytes.len() || MOST_STEPS < self.n_steps;
        let tokens = tree.tokens_of(within).iter().copied().filter(|token| nodes.contains(&token.0));
        let tokens: Vec<NodeId> = tokens.collect();
        if is_much || needs_its_place(tree, &tokens) {
            return None;
        }
        let mut puts: Vec<(Range<usize>, String)> = Vec::new();
        let bindings = self.maker.program.bindings;
        for used in bindings.uses_within(nodes) {
            let Some(entity) = used.entity.filter(|_| !names_object(tree, used.node)) else { continue };
            if let Some(text) = self.in_place(entity, used.node, within, depth)? {
                // Nothing has no members.
                if is_nothing(&text) && is_before_member(tree, used.node) {
                    return None;
                }
                // No expression can stand in `"$a"`; the field of `{ a }` keeps its name.
                if is_in_text(tree, used.node) {
                    return None;
                }
                let label = String::from_utf8(label(tree, used.node).unwrap_or_default()).ok()?;
                let Range { start, end } = tree.range(used.node);
                // The sign before a name of PHP goes with it, unless the name stays.
                let is_signed = self.maker.program.language.name == "php"
                    && tree.text()[..start].ends_with(b"$")
                    && text.as_bytes() != tree.text_of(used.node);
                puts.push((start - usize::from(is_signed)..end, label + &text));
            }
        }
        for &token in tokens.iter().filter(|&&token| names_object(tree, token)) {
            // `this->a` of C++ wants a pointer; `$this` of PHP is one name.
            let Range { start, end } = tree.range(token);
            let with_sign = start.checked_sub(1).filter(|&sign| tree.text()[sign] == b'$');
            if tree.text()[end..].starts_with(b"->") && with_sign.is_none() {
                return None;
            }
            puts.push((with_sign.unwrap_or(start)..end, self.own_object(token, depth)?));
        }
        // Where a program starts, nothing can be returned.
        let is_tried =
            |node: NodeId| tree.parent(node).is_some_and(|above| tree.kind_name(above) == "try_expression");
        let tried = tokens.iter().filter(|&&token| tree.text_of(token) == b"?" && is_tried(token));
        puts.extend(tried.map(|&token| (tree.range(token), ".unwrap()".to_owned())));
        puts.sort_by_key(|(range, _)| range.start);
        self.n_names += puts.len();
        if MOST_NAMES < self.n_names {
            return None;
        }
        let mut text: Vec<u8> = Vec::new();
        let mut at = bytes.start;
        for (range, put) in puts {
            if range.start < at {
                return None;
            }
            text.extend_from_slice(&tree.text()[at..range.start]);
            text.extend_from_slice(put.as_bytes());
            at = range.end;
        }
        text.extend_from_slice(&tree.text()[at..bytes.end]);
        String::from_utf8(text).ok().filter(|text| text.len() <= LONGEST)
    }

    fn tree(&self) -> &'a Tree {
        self.maker.program.tree()
    }

    /// Returns what takes the place of a name: nothing if it may stay; `None` if nothing can.
    fn in_place(
        &mut self,
        entity: EntityId,
        place: NodeId,
        within: NodeId,
        depth: usize,
    ) -> Option<Option<String>> {
        let (tree, bindings) = (self.tree(), self.maker.program.bindings);
        let of = bindings.entity(entity);
        let Some(found) = of.definitions.first().map(|&id| bindings.definition(id)) else {
            return Some(None);
        };
        // A parameter of a function that is a part of the expression.
        if of.definitions.iter().any(|&id| tree.is_within(bindings.definition(id).name, within)) {
            return Some(None);
        }
        if found.is_member {
            self.maker.roots.extend(named_roots(self.maker.program, entity, place));
            // `const { a } = b` defines a variable, too.
            let defines = !bindings.definitions_within(tree.subtree(place)).is_empty();
            let is_behind = is_accessed(tree, place) || is_behind_path(tree, place);
            if defines || is_behind || is_named_by_key(tree, place) {
                return Some(None);
            }
            let Some(one) = self.maker.program.types.around(tree, found.name) else { return Some(None) };
            let name = std::str::from_utf8(tree.text_of(place)).ok()?;
            let whole = found.group.or(found.node)?;
            let is_shared =
                [&b"static"[..], b"const"].iter().any(|word| has_word_before(tree, whole, found.name, word));
            return Some(Some(if is_shared {
                format!("{}{}{name}", self.maker.path(one)?, self.maker.program.rules.of_type?)
            } else {
                format!("{}{}{name}", self.own_object(place, depth)?, self.maker.program.rules.of_object)
            }));
        }
        if !self.maker.program.start.has(tree, found.name)
            && tree.is_within(self.maker.program.start.place, of.scope)
        {
            self.maker.roots.push(Root::Entity(entity));
            self.kept.push(place);
            return Some(None);
        }
        Some(Some(self.local(found, place, depth + 1)?))
    }

    /// Returns what a variable or parameter stands for.
    fn local(&mut self, found: &Definition, place: NodeId, depth: usize) -> Option<String> {
        if DEEPEST < depth {
            return None;
        }
        if let Some(around) = Around::of_variable(self.tree(), found.name) {
            return self.variable_of(around, found.name);
        }
        let bindings = self.maker.program.bindings;
        let meaning = meaning(self.subject, &TokenEdits::default(), bindings, found);
        // `const { a } = b` gives a part of the value.
        let tree = self.tree();
        let is_part = tree.parent(found.name).is_some_and(|above| kind_has(tree, above, &["pattern"]));
        let meaning = meaning.filter(|_| !is_part);
        // `T t(1);` of C++ is no value, and in `(-1).pow(2)` a number has no type.
        let is_bare = |value: NodeId| {
            kind_has(tree, value, &["argument_list", "initializer_list"])
                || is_before_member(tree, place)
                    && tree.text_of(value).iter().all(|byte| b"-0123456789".contains(byte))
        };
        if let Some(Meaning { parameters: None, body: Body::Value(value), .. }) = meaning
            && !is_bare(value)
        {
            return Some(grouped(self.closed(value, depth)?, needs_brackets(tree, value, place)));
        }
        if let Some(text) = self.argument(found, place, depth) {
            return Some(text);
        }
        match Around::declaration(bindings, found.name) {
            Some(around) => self.variable_of(around, found.name),
            None => self.maker.value_of(found.name),
        }
    }

    /// Returns the name of a variable that stays, with what defines it; `None` if something else
    /// that stays defines this name.
    fn variable_of(&mut self, around: Around, name: NodeId) -> Option<String> {
        let (tree, bindings) = (self.tree(), self.maker.program.bindings);
        let text = tree.text_of(name);
        let has_name = |of: &Defining| {
            let [(nodes, _), _] = of.own.parts(tree);
            let mut names = bindings.definitions_within(nodes).iter();
            of.own.node != around.node && names.any(|found| tree.text_of(found.name) == text)
        };
        if self.around.iter().any(has_name) {
            return None;
        }
        if let Some(current) = self.current.filter(|&current| self.around[current].own != around) {
            self.around[current].needs.push(around.node);
        }
        if !self.around.iter().any(|known| known.own == around) {
            self.around.push(Defining { own: around, needs: Vec::new(), parts: None });
        }
        String::from_utf8(text.to_vec()).ok()
    }

    /// Returns what is given for a parameter.
    fn argument(&mut self, found: &Definition, at: NodeId, depth: usize) -> Option<String> {
        let (tree, bindings) = (self.tree(), self.maker.program.bindings);
        let id = tree.ancestors(found.name).find_map(|above| self.functions.get(&above).copied())?;
        let function = bindings.definition(id);
        let meaning = meaning(self.subject, &TokenEdits::default(), bindings, function)?;
        let parameters = meaning.parameters?;
        if is_given_otherwise(tree, found.name) {
            return None;
        }
        let index = parameters.iter().position(|&name| name == found.name)?;
        let takes_object =
            meaning.has_receiver || parameters.first().is_some_and(|&first| names_object(tree, first));
        for place in uses_outside(bindings, function) {
            let Some(Call { arguments, .. }) = call(tree, place) else { continue };
            let own = object(tree, place).filter(|_| takes_object);
            let given: Vec<NodeId> = own.into_iter().chain(arguments).collect();
            let Some(&given) = given.get(index).filter(|&&given| !has_key(tree, given)) else { continue };
            if let Some(text) = self.tried(given, depth) {
                return Some(grouped(text, needs_brackets(tree, given, at)));
            }
        }
        None
    }

    /// Returns the object of the method around a node.
    fn own_object(&mut self, node: NodeId, depth: usize) -> Option<String> {
        let (tree, bindings) = (self.tree(), self.maker.program.bindings);
        self.n_steps += 1;
        if MOST_STEPS < self.n_steps {
            return None;
        }
        let method = tree.ancestors(node).find_map(|above| self.functions.get(&above).copied());
        if let Some(method) = method.filter(|_| depth < DEEPEST).map(|id| bindings.definition(id)) {
            for place in uses_outside(bindings, method) {
                let own = match object(tree, place) {
                    Some(own) => self.tried(own, depth + 1).map(|text| grouped(text, is_open(tree, own))),
                    None if is_accessed(tree, place) => None,
                    None => self.own_object(place, depth + 1),
                };
                if own.is_some() {
                    return own;
                }
            }
        }
        let one = self.maker.program.types.around(tree, node)?;
        self.maker.instance(one, 0).filter(|made| !is_nothing(made))
    }

    /// Returns an expression closed; if that is impossible, nothing of it counts.
    fn tried(&mut self, node: NodeId, depth: usize) -> Option<String> {
        let known = (self.maker.roots.len(), self.n_names, self.around.len());
        let text = self.closed(node, depth);
        if text.is_none() {
            self.maker.roots.truncate(known.0);
            self.n_names = known.1;
            self.around.truncate(known.2);
        }
        text
    }
}

/// Returns the first uses of a function outside of it.
fn uses_outside(bindings: &Bindings, function: &Definition) -> impl Iterator<Item = NodeId> {
    let tree = bindings.tree();
    let uses = bindings.entity(function.entity).uses.iter().map(|&id| bindings.use_at(id).node);
    let is_outside = |place: &NodeId| !function.node.is_some_and(|whole| tree.is_within(*place, whole));
    uses.filter(is_outside).take(MOST_CALLS)
}

fn grouped(text: String, needs_brackets: bool) -> String {
    if needs_brackets { format!("({text})") } else { text }
}
